// A table: what the server says is shown, what is clicked or typed is said to the server.

import { download } from "./api.js";
import { showAnalysis, showCourse, showWaiting } from "./analysis.js";
import { markHint, showChoices, typeInto } from "./choices.js";
import { Connection } from "./connection.js";
import { $, el, fill } from "./dom.js";
import { loadGlossary, lookUp, withNames } from "./glossary.js";
import { addLines, markStep, redraw, showStep } from "./log.js";
import { showPicture } from "./picture.js";
import { showTip } from "./tip.js";

const PACES = [5, 2, 1, 0.7, 0.3, 0.1, 0]; // seconds between two answers
const id = location.pathname.split("/").pop();
const asked = () => new URLSearchParams(location.hash.slice(1));
const key = asked().get("key") ?? "";

let state = null; // the last that was said of the table
let shown = null; // the view on the screen
let step = null; // its step; null: as it is now
let word = null; // the question to the table that is open
let playing = null; // a replay that runs by itself
let wantedStep = asked().has("step") ? Number(asked().get("step")) : null;
let wantedView = asked().has("view") ? Number(asked().get("view")) : null;

// --- messages ------------------------------------------------------------------------------------
const connection = new Connection(id, key, (message) => HEARD[message.type]?.(message), () => alertUser("The connection is lost; it is tried again ..."));

const HEARD = {
  wait: ({ seconds }) => alertUser(`The game is being loaded: ${seconds} s so far.`),
  refused: ({ words }) => alertUser(words),
  error: ({ words }) => tell(words),
  table: heardTable,
  look: ({ step: at, viewer, view }) => at === step && viewer === state.viewer && show(view),
  hint: ({ action, words }) => { tell(`Hint: ${words}`); markHint(action); },
  why: ({ words }) => tell(words),
  say: heardSaying,
  analyse: (found) => showAnalysis(found, shown.seats, canPlay() ? play : null),
  analyse_all: (found) => showCourse(found, state, go),
};

function heardTable(message) {
  const isFirst = state === null;
  const before = state;
  state = message;
  alertUser("");
  if (isFirst) begin();
  if (before && before.viewer !== state.viewer) fill($("marks"));
  addLines(state.log, go);
  $("slider").max = state.steps;
  showSeats();
  showPace();
  if (state.is_compiling) alertUser("The rules are being compiled beside the game, once for this version: until then everything is slower, and searches wait.");
  if (state.error) alertUser(state.error, "Ask again", () => connection.say("retry"));
  if (wantedView !== null && state.seat === null) connection.say("viewpoint", { seat: wantedView });
  wantedView = null;
  if (wantedStep !== null && wantedStep < state.steps) step = wantedStep;
  wantedStep = null;
  if (step !== null && step < state.steps) look(step);
  else { step = null; show(state.view); }
}

function begin() {
  document.title = state.title;
  $("title").textContent = state.title;
  loadGlossary(state.game).then(() => redraw(go)).catch(() => {});
  $("viewpoint-box").hidden = state.seat !== null;
  const eyes = state.view.seats.map((seat, i) => el("option", { value: String(i) }, seat.words));
  fill($("viewpoint"), el("option", { value: "" }, "everybody"), ...eyes);
  fill($("sayings"), ...state.view.sayings.map(([one, meaning]) =>
    el("button", { type: "button", title: meaning, onclick: () => { word = one; ask(); } }, meaning)));
}

// --- showing -------------------------------------------------------------------------------------
function show(view) {
  shown = view;
  const at = step ?? state.steps;
  $("heading").textContent = view.heading;
  $("question").textContent = view.question;
  $("note").textContent = view.note;
  $("words").textContent = view.table;
  $("slider").value = at;
  $("step").textContent = `${at} / ${state.steps}`;
  $("viewpoint").value = state.viewer === null ? "" : String(state.viewer);
  $("undo").hidden = $("hint").hidden = $("filter").hidden = state.seat === null || state.kind !== "table";
  document.body.classList.toggle("asked", canPlay());
  Object.assign(document.body.dataset, { step: at, steps: state.steps, over: state.view.is_over });
  tell("");
  showPicture(step === null ? view : { ...view, is_asked: false }, { choose: chooseAmong, why });
  showChoices(view, step === null, play);
  markStep(at);
  if (step !== null) showStep(at);
  rememberStep();
  if (word) ask();
  measure();
}

// How long it took from an answer to its picture, for whoever opens the tools of the browser.
function measure() {
  if (!performance.getEntriesByName("answered").length) return;
  performance.measure("answer to picture", "answered");
  performance.clearMarks("answered");
}

function showSeats() {
  const seats = state.view.seats.map((seat, i) => {
    const who = state.names[i] === "person" ? (state.seat === i ? "you" : "a person") : state.names[i];
    const marks = [seat.is_asked ? "asked" : "", seat.has_won ? "won" : "", state.seat === i ? "you" : ""].join(" ");
    return el("li", { class: `seat${i} ${marks}` }, el("span", { class: "who" }, seat.words), ` ${who}`, seat.is_asked ? el("span", { class: "sr" }, " must answer") : null, seat.has_won ? " ★" : null);
  });
  fill($("seats"), ...seats);
}

function showPace() {
  const isPlayed = state.kind === "table";
  const hasAgents = state.names.some((name) => name !== "person");
  $("pace-box").hidden = isPlayed && !hasAgents;
  $("play").hidden = isPlayed && !hasAgents;
  if (isPlayed) $("play").textContent = state.is_paused ? "Go on" : "Pause";
  else $("play").textContent = playing ? "Stop" : "Play";
  const nearest = PACES.reduce((best, pace, i) => (Math.abs(pace - state.pace) < Math.abs(PACES[best] - state.pace) ? i : best), 0);
  if (document.activeElement !== $("pace")) $("pace").value = nearest;
}

function rememberStep() {
  const parts = new URLSearchParams({ key });
  if (step !== null) parts.set("step", step);
  if (state.seat === null && state.viewer !== null) parts.set("view", state.viewer);
  history.replaceState(null, "", `#${parts}`);
}

function tell(words) {
  $("reason").textContent = words;
}

function alertUser(words, label, act) {
  const button = label ? el("button", { type: "button", onclick: act }, label) : null;
  fill($("alert"), words, button);
  $("alert").hidden = !words;
}

// --- playing -------------------------------------------------------------------------------------
const canPlay = () => state?.kind === "table" && step === null && shown?.is_asked === true;

function play(action) {
  if (!canPlay()) return;
  performance.mark("answered");
  if (!connection.say("answer", { action, step: state.steps })) tell("There is no connection: try again in a moment.");
}

function chooseAmong(actions, thing) {
  if (actions.length === 1) return play(actions[0]);
  const words = new Map(shown.choices);
  showChoices({ ...shown, choices: actions.map((action) => [action, words.get(action)]) }, true, play);
  tell("Several answers are meant by this: choose one. Esc shows all.");
  $("choices").querySelector("button")?.focus();
  return thing;
}

function why(action, thing) {
  if (thing.dataset.title) showTip(thing, thing.dataset.title);
  if (canPlay()) connection.say("why", { action });
}

// --- through time --------------------------------------------------------------------------------
function look(at) {
  step = at;
  connection.say("look", { step: at });
}

function go(at) {
  const to = Math.max(0, Math.min(state.steps, Number(at)));
  if (to === state.steps) { step = null; show(state.view); } else look(to);
}

const here = () => step ?? state.steps;

function playOn() {
  if (state.kind === "table") {
    connection.say("pace", { seconds: state.pace, is_paused: !state.is_paused });
    return;
  }
  playing = playing ? clearTimeout(playing) ?? null : setTimeout(tick, 0);
  showPace();
}

function tick() {
  if (here() >= state.steps) { playing = null; showPace(); return; }
  go(here() + 1);
  playing = setTimeout(tick, 1000 * Math.max(0.1, PACES[Number($("pace").value)]));
}

function setPace() {
  state.pace = PACES[Number($("pace").value)];
  if (state.kind === "table") connection.say("pace", { seconds: state.pace, is_paused: state.is_paused });
}

// --- questions -----------------------------------------------------------------------------------
function ask() {
  connection.say("say", { word, step: here() });
}

function heardSaying({ lines }) {
  fill($("said"), el("pre", {}, ...withNames(lines.join("\n"))));
}

function answerLookUp(event) {
  event.preventDefault();
  word = null;
  const found = lookUp($("look-up-words").value);
  fill($("said"), ...(found.length ? found.map((entry) => el("p", {}, entry)) : [el("p", {}, "Nothing is called so.")]));
}

function analyse() {
  openTab("analysis");
  showWaiting("The search thinks ...");
  connection.say("analyse", { step: here() });
}

function analyseAll() {
  showWaiting("Every choice of the game is looked at ...");
  connection.say("analyse_all");
}

async function copyLink() {
  if (state.seat !== null && !confirm("This link is the secret of your seat: whoever has it plays for you. Copy it?")) return;
  await navigator.clipboard.writeText(location.href);
  tell("The link to this position was copied.");
}

async function save() {
  const name = `${state.game}-${id}.json`;
  await download(`/api/tables/${id}/replay`, { key }, name).catch((error) => tell(error.message));
}

// --- tabs ----------------------------------------------------------------------------------------
const TABS = ["log", "standing", "analysis", "words"];

function openTab(name) {
  for (const one of TABS) {
    const isIt = one === name;
    $(`tab-${one}`).setAttribute("aria-selected", String(isIt));
    $(`tab-${one}`).tabIndex = isIt ? 0 : -1;
    $(`panel-${one}`).hidden = !isIt;
  }
}

TABS.forEach((name, i) => {
  $(`tab-${name}`).addEventListener("click", () => openTab(name));
  $(`tab-${name}`).addEventListener("keydown", (event) => {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    event.stopPropagation();
    const next = TABS[(i + move + TABS.length) % TABS.length];
    openTab(next);
    $(`tab-${next}`).focus();
  });
});

// --- clicks and keys -----------------------------------------------------------------------------
const CLICKS = {
  first: () => go(0), prev: () => go(here() - 1), next: () => go(here() + 1), last: () => go(state.steps),
  play: playOn, undo: () => connection.say("undo"), hint: () => connection.say("hint"),
  analyse, "analyse-all": analyseAll, link: copyLink, save, help: () => $("keys").showModal(),
};
for (const [name, act] of Object.entries(CLICKS)) $(name).addEventListener("click", () => state && act());
$("slider").addEventListener("input", () => go($("slider").value));
$("pace").addEventListener("input", setPace);
$("look-up").addEventListener("submit", answerLookUp);
$("viewpoint").addEventListener("change", () => {
  const seat = $("viewpoint").value;
  connection.say("viewpoint", { seat: seat === "" ? null : Number(seat) });
});

const KEYS = {
  ArrowLeft: CLICKS.prev, ArrowRight: CLICKS.next, Home: CLICKS.first, End: CLICKS.last,
  u: CLICKS.undo, h: CLICKS.hint, a: analyse, "?": CLICKS.help, " ": playOn,
  Escape: () => show(shown), "/": () => $("filter").focus(),
};
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, select, textarea, dialog");
  const isPressed = event.key === " " && event.target.closest("button, [role=button]");
  if (!state || isTyping || isPressed || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^\d$/.test(event.key)) typeInto(event.key);
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
});
addEventListener("hashchange", () => location.reload());
