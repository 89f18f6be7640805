"use strict";

// What is told of the chosen service: what it is, its values, what it needs, who needs it, and where that is written.

function showDetails(number, onChoose) {
  const panel = document.getElementById("details");
  panel.hidden = number === null;
  panel.replaceChildren();
  if (number === null) return;
  const service = wiring.services[number];
  add(panel, "h2", service.id);
  if (service.type && !service.title.includes(service.type)) add(panel, "p", service.type);
  add(panel, "p", service.title);
  add(panel, "p", [service.scope, locationOf(service)].filter(Boolean).join(" · "), "quiet");
  if (service.tags.length > 0) add(panel, "p", `tags: ${service.tags.join(", ")}`, "quiet");
  for (const mark of service.marks) add(panel, "p", sentences[mark], `mark-text ${markClass(mark)}`);
  addValues(panel, service.values);
  addNeeds(panel, "Needs", "needs", service.needs, (need) => need.target, onChoose);
  addNeeds(panel, "Needed by", "needed", service.neededBy, (need) => need.source, onChoose);
}

const sentences = {
  "undefined": "is not defined, but needed",
  "cycle": "depends on itself",
  "late cycle": "is part of a cycle that a handle breaks",
  "deprecated": "is deprecated",
  "captive": "is shared, and holds an instance of a shorter scope",
};

function addValues(panel, values) {
  if (values.length === 0) return;
  add(panel, "h3", `Values (${values.length})`, "values");
  const list = add(panel, "ul", "", "values");
  for (const value of values) {
    const item = add(list, "li", "");
    add(item, "code", value.written);
    add(item, "p", [value.field, value.filled ? `= ${value.filled}` : ""].filter(Boolean).join(" "), "quiet");
  }
}

function addNeeds(panel, title, name, needs, other, onChoose) {
  add(panel, "h3", `${title} (${needs.length})`, name);
  const list = add(panel, "ul", "");
  for (const need of needs) {
    const item = add(list, "li", "");
    const button = add(item, "button", wiring.services[other(need)].id);
    button.addEventListener("click", () => onChoose(other(need)));
    const kind = need.kind === "ref" ? "" : need.kind;
    add(item, "p", [kind, need.field, locationOf(need), ...need.marks].filter(Boolean).join(" · "), "quiet");
  }
}

function add(parent, name, text, className) {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  parent.append(element);
  return element;
}
