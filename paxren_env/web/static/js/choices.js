// The choices in words: a list, and a line that takes a number or a part of the words.

import { $, el, fill } from "./dom.js";
import { point } from "./picture.js";

let choices = [];
let choose = () => {};
let canPlay = false;

const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

function matching(wanted) {
  const numbered = choices.map(([action, words], i) => ({ action, words, number: i + 1 }));
  if (!wanted) return numbered;
  if (/^\d+$/.test(wanted)) {
    const exact = numbered.filter(({ number }) => number === Number(wanted));
    return exact.length ? exact : numbered.filter(({ number }) => String(number).startsWith(wanted));
  }
  const words = folded(wanted);
  const first = numbered.filter((one) => folded(one.words).startsWith(words));
  return first.length ? first : numbered.filter((one) => folded(one.words).includes(words));
}

function item({ action, words, number }) {
  const button = el("button", {
    type: "button",
    disabled: !canPlay,
    onclick: () => choose(action),
    onmouseenter: () => point(action),
    onmouseleave: () => point(null),
    onfocus: () => point(action),
    onblur: () => point(null),
    "data-action": String(action),
  }, el("span", { class: "number" }, String(number)), el("span", {}, words));
  return el("li", {}, button);
}

function draw() {
  fill($("choices"), ...matching($("filter").value).map(item));
}

export function showChoices(view, isNow, chosen) {
  choices = view.choices;
  choose = chosen;
  canPlay = isNow && view.is_asked;
  $("filter").value = "";
  $("filter").disabled = !canPlay;
  $("answering").classList.toggle("idle", !canPlay);
  draw();
}

export function markHint(action) {
  for (const button of $("choices").querySelectorAll("button")) {
    const isIt = Number(button.dataset.action) === action;
    button.classList.toggle("hinted", isIt);
    if (isIt) button.focus();
  }
}

export function typeInto(key) {
  const filter = $("filter");
  if (filter.disabled) return;
  filter.focus();
  filter.value += key;
  draw();
}

$("filter").addEventListener("input", draw);
$("filter").addEventListener("keydown", (event) => {
  const found = matching($("filter").value);
  if (event.key === "Enter" && found.length === 1) {
    event.preventDefault();
    choose(found[0].action);
  } else if (event.key === "ArrowDown") {
    event.preventDefault();
    $("choices").querySelector("button")?.focus();
  }
});
$("choices").addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const buttons = [...$("choices").querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
  (buttons[at] ?? $("filter")).focus();
});
