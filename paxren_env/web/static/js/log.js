// The log: every event with its step, a heading for every turn, names that show their card.

import { $, el } from "./dom.js";
import { withNames } from "./glossary.js";

let lines = [];
let items = [];

function item(line, go) {
  const number = el("button", { type: "button", class: "number", title: `To step ${line.step}`, onclick: () => go(line.step) }, String(line.step));
  const effects = line.effects ? el("div", { class: "effects" }, ...withNames(line.effects)) : null;
  const event = el("div", { class: line.seat >= 0 ? `event seat${line.seat}` : "event" }, number, el("span", {}, ...withNames(line.words)), effects);
  const made = el("li", { "data-step": String(line.step) });
  if (line.heading) made.append(el("h3", {}, line.heading));
  made.append(event);
  return made;
}

// Lines from a certain one on replace what was there.
export function addLines({ from, lines: fresh }, go) {
  const box = $("panel-log");
  const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 60;
  items.slice(from).forEach((one) => one.remove());
  lines = [...lines.slice(0, from), ...fresh];
  const made = fresh.map((line) => item(line, go));
  items = [...items.slice(0, from), ...made];
  $("log").append(...made);
  if (isAtEnd) box.scrollTop = box.scrollHeight;
}

export function redraw(go) {
  const all = lines;
  lines = [];
  addLines({ from: 0, lines: all }, go);
}

export function markStep(step) {
  for (const one of items) one.classList.toggle("here", Number(one.dataset.step) === step);
}

export function showStep(step) {
  items[step - 1]?.scrollIntoView({ block: "nearest" });
}

export const lineAt = (step) => lines[step - 1];
