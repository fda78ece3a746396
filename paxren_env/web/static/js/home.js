// The first page: a new game, a saved one, and all tables.

import { get, post } from "./api.js";
import { $, el, fill } from "./dom.js";
import { optionFields, optionValues } from "./form.js";

let games = [];
let person = "";
let base = location.origin;

const chosen = () => games.find((game) => game.name === $("game").value);
const linkOf = (id, key) => `/t/${id}#key=${key}`;

function say(words) {
  $("status").textContent = words;
}

// --- the form ------------------------------------------------------------------------------------
function showGame() {
  const game = chosen();
  const counts = [];
  for (let n = game.min_players; n <= game.max_players; n += 1) counts.push(n);
  fill($("players"), ...counts.map((n) => el("option", { value: String(n), selected: n === game.default_players }, String(n))));
  fill($("options"), ...optionFields(game.fields));
  showSeats();
  prepare(game.name);
}

function showSeats() {
  const game = chosen();
  const count = Number($("players").value);
  const seats = [];
  for (let seat = 0; seat < count; seat += 1) {
    const usual = seat === 0 ? person : game.agents.includes("greedy") ? "greedy" : game.agents[0];
    const choices = [person, ...game.agents].map((name) =>
      el("option", { value: name, selected: name === usual }, name === person ? "a person" : name));
    seats.push(el("label", {}, `Seat ${seat} `, el("select", { "data-seat": String(seat) }, ...choices)));
  }
  fill($("seats"), ...seats);
}

async function prepare(name) {
  const state = await post(`/api/games/${name}/prepare`, {});
  if (chosen().name !== name) return state;
  const note = $("compiling");
  note.hidden = state.state === "ready";
  note.textContent = {
    loading: "The game is being loaded ...",
    compiling: `The rules are being compiled, once for this version: ${state.seconds} s so far. You can play already; until then everything is slower.`,
  }[state.state] ?? state.state;
  if (["loading", "compiling"].includes(state.state)) setTimeout(() => prepare(name).catch(failed), 1000);
  return state;
}

async function open(event) {
  event.preventDefault();
  const game = chosen();
  const seats = [...$("seats").querySelectorAll("select")].map((select) => select.value);
  const seed = $("seed").value.trim();
  const wanted = { game: game.name, seats, options: optionValues($("options")) };
  if (seed) wanted.seed = seed;
  say("The table is being laid ...");
  const table = await post("/api/tables", wanted);
  const seat = Object.keys(table.keys)[0];
  location.assign(linkOf(table.id, table.keys[seat]));
}

async function load() {
  const file = $("file").files[0];
  if (!file) return;
  say("The game is being played through ...");
  const table = await post("/api/replays", await file.text());
  location.assign(linkOf(table.id, table.keys.watch));
}

// --- the list ------------------------------------------------------------------------------------
function seatLinks(table) {
  return Object.entries(table.keys).map(([seat, key]) => {
    const words = seat === "watch" ? "watch, seeing everything" : `seat ${seat}`;
    const copy = el("button", {
      type: "button",
      title: "Copy this secret link",
      "aria-label": `Copy the link: ${words}`,
      onclick: async (event) => {
        await navigator.clipboard.writeText(base + linkOf(table.id, key));
        event.target.textContent = "copied";
      },
    }, "copy");
    return el("li", {}, el("a", { href: linkOf(table.id, key) }, words), " ", copy);
  });
}

function row(table) {
  const when = new Date(1000 * table.created).toLocaleString();
  const what = table.is_played ? "" : ", a replay";
  const remove = el("button", {
    type: "button",
    onclick: async () => {
      if (!confirm("Remove this table for good?")) return;
      await post(`/api/tables/${table.id}/remove`, {});
      await showTables();
    },
  }, "Remove");
  return el("article", { class: "table-row" },
    el("h3", {}, `${table.title}${what}`),
    el("p", { class: "note" }, `${table.names.join(", ")}; ${table.steps} steps; ${when}`),
    el("ul", { class: "links" }, ...seatLinks(table)), remove);
}

async function showTables() {
  const { tables } = await get("/api/tables");
  fill($("tables"), ...(tables.length ? tables.map(row) : [el("p", { class: "note" }, "There are none yet.")]));
}

// --- the beginning -------------------------------------------------------------------------------
function failed(error) {
  say(error.message);
}

const guarded = (task) => (event) => Promise.resolve(task(event)).catch(failed);

async function begin() {
  const house = await get("/api/games");
  games = house.games;
  person = house.person;
  base = (house.address || location.origin).replace(/\/$/, "");
  fill($("game"), ...games.map((game) => el("option", { value: game.name, selected: game.name === house.game }, game.title)));
  $("game").addEventListener("change", guarded(showGame));
  $("players").addEventListener("change", showSeats);
  $("new").addEventListener("submit", guarded(open));
  $("file").addEventListener("change", guarded(load));
  showGame();
  await showTables();
}

begin().catch(failed);
