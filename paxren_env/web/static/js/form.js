// The options of a game as fields of a form, made from what the server says of them.

import { el } from "./dom.js";

const text = (value) => String(value).replaceAll("_", " ");

function control(field) {
  const data = { "data-option": field.name, "data-kind": field.kind };
  if (field.kind === "flag") return el("input", { type: "checkbox", checked: field.default === true, ...data });
  if (field.kind === "number") {
    return el("input", { type: "number", placeholder: field.default === null ? "usual" : String(field.default), ...data });
  }
  const choices = field.choices.map((one, i) =>
    el("option", { value: String(i), selected: one === field.default }, text(one)));
  return el("select", data, ...choices);
}

function several(field) {
  const boxes = field.choices.map((one, i) =>
    el("label", {}, el("input", { type: "checkbox", "data-part": field.name, "data-index": String(i) }), ` ${text(one)}`));
  const set = el("fieldset", { "data-option": field.name, "data-kind": field.kind }, el("legend", {}, text(field.label)), ...boxes);
  set.choices = field.choices;
  return set;
}

export function optionFields(fields) {
  return fields.map((field) => {
    if (field.kind === "several") return several(field);
    const made = control(field);
    made.choices = field.choices;
    const help = field.help ? el("small", {}, ` ${field.help}`) : null;
    return el("label", {}, `${text(field.label)} `, made, help);
  });
}

function value(made) {
  if (made.dataset.kind === "flag") return made.checked;
  if (made.dataset.kind === "number") return made.value === "" ? null : Number(made.value);
  if (made.dataset.kind === "choice") return made.choices[Number(made.value)];
  return [...made.querySelectorAll("input:checked")].map((box) => made.choices[Number(box.dataset.index)]);
}

export function optionValues(form) {
  const values = {};
  for (const made of form.querySelectorAll("[data-option]")) {
    const found = value(made);
    if (found !== null) values[made.dataset.option] = found;
  }
  return values;
}
