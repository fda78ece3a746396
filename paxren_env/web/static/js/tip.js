// One box for explanations, beside whatever is pointed at, focused or clicked.

import { $ } from "./dom.js";

let owner = null;

export function showTip(element, words) {
  const tip = $("tip");
  owner = element;
  tip.textContent = words;
  tip.hidden = false;
  element.setAttribute("aria-describedby", "tip");
  const at = element.getBoundingClientRect();
  const width = Math.min(360, innerWidth - 16);
  tip.style.maxWidth = `${width}px`;
  const left = Math.max(8, Math.min(at.left, innerWidth - tip.offsetWidth - 8));
  const above = at.top - tip.offsetHeight - 6;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 8 ? above : at.bottom + 6}px`;
}

export function hideTip() {
  $("tip").hidden = true;
  owner?.removeAttribute("aria-describedby");
  owner = null;
}

export function explain(element, words) {
  for (const name of ["mouseenter", "focus", "click"]) element.addEventListener(name, () => showTip(element, words));
  for (const name of ["mouseleave", "blur"]) element.addEventListener(name, hideTip);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideTip();
});
document.addEventListener("scroll", hideTip, true);
