// What is printed on the components of a game, found by the names that the log mentions.

import { get } from "./api.js";
import { el } from "./dom.js";
import { explain } from "./tip.js";

const LONGEST_NAME = 60;
let pattern = null;
let entries = [];
const meanings = new Map();

const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// "card stone: ..." -> "card stone"; "Luther (Holy Roman Empire, West): ..." -> "Luther".
const head = (entry) => entry.split(/ \(|: /, 1)[0];

// A first word that many entries share is a kind of thing, not a part of the name.
function kinds(heads) {
  const counts = new Map();
  for (const one of heads) {
    const first = one.split(" ")[0];
    if (one.includes(" ") && first === first.toLowerCase()) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 2).map(([word]) => word));
}

export async function loadGlossary(game) {
  ({ entries } = await get(`/api/games/${game}/glossary`));
  const known = entries.filter((entry) => head(entry).length < Math.min(LONGEST_NAME, entry.length));
  const shared = kinds(known.map(head));
  for (const entry of known) {
    const words = head(entry).split(" ");
    const name = (shared.has(words[0]) ? words.slice(1) : words).join(" ");
    if (name.length > 2) meanings.set(name, meanings.has(name) ? `${meanings.get(name)}\n${entry}` : entry);
  }
  const names = [...meanings.keys()].sort((a, b) => b.length - a.length).map(escaped);
  pattern = names.length ? new RegExp(`(?<![\\p{L}\\d])(${names.join("|")})(?![\\p{L}\\d])`, "gu") : null;
}

// Text as nodes: names that have an explanation show it.
export function withNames(text) {
  if (!pattern) return [text];
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    nodes.push(text.slice(end, found.index));
    const name = el("span", { class: "name", tabindex: "0" }, found[0]);
    explain(name, meanings.get(found[0]));
    nodes.push(name);
    end = found.index + found[0].length;
  }
  nodes.push(text.slice(end));
  return nodes.filter((node) => node !== "");
}

export function lookUp(words) {
  const wanted = words.trim().toLowerCase();
  const named = entries.filter((entry) => head(entry).toLowerCase().includes(wanted));
  return named.length ? named : entries.filter((entry) => entry.toLowerCase().includes(wanted));
}
