// The picture of the table: what can be answered by a click is lit, the rest says why not.

import { $, el, fill } from "./dom.js";
import { hideTip, showTip } from "./tip.js";

const FORBIDDEN = "script, foreignObject, iframe, image, a, animate, set, use[href^='http']";
let adopted = null;

// The style of a picture as a sheet of its own: the content policy forbids it inside the page.
function withoutStyle(picture) {
  const rules = [];
  const rest = picture.replace(/<style[^>]*>([^<]*)<\/style>/g, (_, one) => {
    rules.push(one);
    return "";
  });
  adopt(rules.join("\n"));
  return rest;
}

function adopt(rules) {
  if (rules === adopted) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
  adopted = rules;
}

function clean(root) {
  root.querySelectorAll(FORBIDDEN).forEach((node) => node.remove());
  for (const node of [root, ...root.querySelectorAll("*")]) {
    for (const { name } of [...node.attributes]) if (name.startsWith("on")) node.removeAttribute(name);
  }
}

const actionsOf = (thing) => thing.dataset.actions.split(" ").filter(Boolean).map(Number);

function light(root, choices, on) {
  const words = new Map(choices);
  for (const thing of root.querySelectorAll("[data-actions]")) {
    const legal = actionsOf(thing).filter((action) => words.has(action));
    thing.classList.toggle("can", legal.length > 0);
    thing.classList.toggle("may", legal.length === 0);
    const press = (event) => {
      event.stopPropagation();
      if (legal.length) on.choose(legal, thing);
      else on.why(actionsOf(thing)[0], thing);
    };
    thing.addEventListener("click", press);
    if (!legal.length) continue;
    thing.setAttribute("tabindex", "0");
    thing.setAttribute("role", "button");
    thing.setAttribute("aria-label", legal.map((action) => words.get(action)).join(", or "));
    thing.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        press(event);
      }
    });
  }
}

function titles(root) {
  for (const title of root.querySelectorAll("title")) {
    const thing = title.parentElement;
    const words = title.textContent;
    title.remove();
    if (thing === root) continue;
    thing.dataset.title = words;
    if (!thing.hasAttribute("aria-label")) thing.setAttribute("aria-label", words);
  }
  root.addEventListener("mouseover", (event) => {
    const thing = event.target.closest?.("[data-title]");
    if (thing) showTip(thing, thing.dataset.title);
    else hideTip();
  });
  root.addEventListener("mouseleave", hideTip);
  root.addEventListener("focusin", (event) => {
    const thing = event.target.closest?.("[data-title]");
    if (thing) showTip(thing, thing.dataset.title);
  });
}

// Where a game has no picture, the words of the table are shown in its place.
export function showPicture(view, on) {
  const box = $("picture");
  if (!view.picture) {
    fill(box, el("pre", { class: "text-table", tabindex: "0" }, view.table));
    return;
  }
  const { scrollLeft, scrollTop } = box;
  const parsed = new DOMParser().parseFromString(withoutStyle(view.picture), "image/svg+xml");
  const root = document.importNode(parsed.documentElement, true);
  clean(root);
  light(root, view.is_asked ? view.choices : [], on);
  titles(root);
  fill(box, root);
  box.scrollTo(scrollLeft, scrollTop);
}

// Point at the things that stand for an action, while its words are looked at.
export function point(action) {
  for (const thing of $("picture").querySelectorAll("[data-actions]")) {
    thing.classList.toggle("pointed", action !== null && actionsOf(thing).includes(action));
  }
}
