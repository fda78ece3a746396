// Chances and answers as bars, the course of a whole game as lines with its turning points.

import { $, el, fill, percent, svg } from "./dom.js";
import { lineAt } from "./log.js";

const WIDTH = 320;
const HEIGHT = 140;

function bar(share, kind = "") {
  const filled = el("span", { class: kind });
  filled.style.width = percent(Math.max(0, Math.min(1, share))).replace(" ", "");
  return el("span", { class: "meter", "aria-hidden": "true" }, filled);
}

function chanceRows(chances, seats) {
  const rows = chances.map((share, seat) =>
    el("tr", {}, el("th", { scope: "row", class: `seat${seat}` }, seats[seat].words), el("td", {}, bar(share, `seat${seat}`)), el("td", { class: "figure" }, percent(share))));
  return el("table", { class: "bars" }, el("caption", {}, "Chances"), el("tbody", {}, ...rows));
}

function answerRows({ answers, by, sims }, play) {
  const most = Math.max(1, ...answers.map((one) => one.visits));
  const rows = answers.map((one) => el("tr", {},
    el("th", { scope: "row" }, play ? el("button", { type: "button", onclick: () => play(one.action) }, one.words) : one.words),
    el("td", {}, bar(one.visits / most)), el("td", { class: "figure" }, String(one.visits)),
    el("td", { class: "figure" }, one.value === null ? "–" : one.value.toFixed(2)),
    el("td", {}, bar(one.prior)), el("td", { class: "figure" }, percent(one.prior))));
  const head = el("thead", {}, el("tr", {}, el("th", {}, "Answer"), el("th", { colspan: "2" }, "Visits"), el("th", {}, "Value"), el("th", { colspan: "2" }, by === "network" ? "Network" : "Evaluation")));
  return el("table", { class: "bars" }, el("caption", {}, `Best answers after ${sims} simulations`), head, el("tbody", {}, ...rows));
}

export function showAnalysis(found, seats, play) {
  fill($("analysis"), chanceRows(found.chances, seats), found.answers.length ? answerRows(found, play) : null);
}

export function showWaiting(words) {
  fill($("analysis"), el("p", { class: "note", role: "status" }, words));
}

// --- a whole game --------------------------------------------------------------------------------
function chart({ chances, turning_points: points }, steps, go) {
  const x = (step) => (WIDTH * step) / Math.max(1, steps);
  const y = (share) => HEIGHT * (1 - share);
  const lines = (chances[0]?.[1] ?? []).map((_, seat) =>
    svg("polyline", { class: `line seat${seat}`, points: chances.map(([step, shares]) => `${x(step).toFixed(1)},${y(shares[seat]).toFixed(1)}`).join(" ") }));
  const marks = points.map((point) => {
    const mark = svg("circle", { class: `mark seat${point.seat}`, cx: x(point.step), cy: y(point.from), r: 5, tabindex: 0, role: "button", "aria-label": pointWords(point), onclick: () => go(point.step) });
    mark.addEventListener("keydown", (event) => event.key === "Enter" && go(point.step));
    return mark;
  });
  return svg("svg", { class: "chart", viewBox: `-6 -6 ${WIDTH + 12} ${HEIGHT + 12}`, role: "group", "aria-label": "Chances through the game" }, ...lines, ...marks);
}

const pointWords = (point) => `step ${point.step}: from ${percent(point.from)} to ${percent(point.to)}`;

export function showCourse(found, state, go) {
  const seats = state.view.seats;
  const legend = el("ul", { class: "legend" }, ...seats.map((seat, i) => el("li", { class: `seat${i}` }, seat.words)));
  const points = found.turning_points.map((point) => el("li", {},
    el("button", { type: "button", onclick: () => go(point.step) }, `Step ${point.step}`),
    ` ${seats[point.seat].words}: ${percent(point.from)} → ${percent(point.to)}. `,
    el("span", { class: "note" }, lineAt(point.step + 1)?.words ?? "")));
  fill($("analysis"), chart(found, state.steps, go), legend,
    el("h3", {}, points.length ? "Turning points" : "No turning points"), el("ol", { class: "points" }, ...points));
  fill($("marks"), ...found.turning_points.map((point) => {
    const mark = el("span", { class: `seat${point.seat}` });
    mark.style.left = `${(100 * point.step) / Math.max(1, state.steps)}%`;
    return mark;
  }));
}
