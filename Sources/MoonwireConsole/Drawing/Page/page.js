"use strict";

// What is chosen, searched and shown; everything else on the page follows from it.

const state = { chosen: null, focused: null, depth: 1, layout: null, search: "", scopes: new Set(), marks: new Set() };
const part = (id) => document.getElementById(id);
const items = new Map();

function isWanted(number) {
  const service = wiring.services[number];
  const scopes = state.scopes.size === 0 || state.scopes.has(service.scope ?? "");
  const marked = state.marks.size === 0 || service.marks.some((mark) => state.marks.has(mark));
  return scopes && marked && state.search.toLowerCase().split(/\s+/).every((word) => service.words.includes(word));
}

function isGrouped() {
  if (state.focused !== null) return false;
  return (state.layout ?? (wiring.services.length > 200 ? "groups" : "layers")) === "groups";
}

function draw() {
  const everything = wiring.services.map((service) => service.number);
  const members = state.focused === null ? everything : neighborhood(state.focused, state.depth);
  showDetails(state.chosen, reveal);
  picture.draw(isGrouped() ? grouped(members) : layered(members, wiring.needs), wiring.needs, isGrouped());
  picture.open();
  picture.canvas.classList.toggle("focused", state.focused !== null);
  document.documentElement.dataset.drawn = members.length;
  update();
  items.get(state.chosen)?.scrollIntoView({ block: "nearest" });
}

function update() {
  picture.highlight(state.chosen, isWanted);
  showDetails(state.chosen, reveal);
  for (const [number, item] of items) {
    item.hidden = !isWanted(number);
    item.setAttribute("aria-selected", number === state.chosen);
  }
  const found = [...items.values()].filter((item) => !item.hidden).length;
  part("counts").textContent = found === items.size
    ? `${items.size} services, ${wiring.needs.length} needs` : `${found} of ${items.size} services`;
  for (const button of part("legend").children) {
    const { kind, value } = button.dataset;
    button.setAttribute("aria-pressed", state[kind].has(value));
  }
  part("layout").textContent = isGrouped() ? "Layers" : "Groups";
  part("layout").disabled = state.focused !== null;
  part("focus").textContent = state.focused === null ? "Focus" : "Show all";
  part("focus").disabled = state.focused === null && state.chosen === null;
  part("list").setAttribute("aria-activedescendant", state.chosen === null ? "" : `item-${state.chosen}`);
  remember();
}

function choose(number) {
  state.chosen = number;
  if (number !== null) items.get(number).scrollIntoView({ block: "nearest" });
  update();
}

function reveal(number) {
  choose(number);
  if (state.focused !== null && number !== null) focus(number);
  else if (number !== null) picture.reveal(number);
}

function focus(number) {
  state.focused = number;
  if (number !== null) state.chosen = number;
  draw();
  if (number === null && state.chosen !== null) picture.reveal(state.chosen);
}

function toggleLayout() {
  state.layout = isGrouped() ? "layers" : "groups";
  draw();
}

function search(text) {
  state.search = text.trim();
  part("search").value = text;
  update();
}

// The address keeps the view, so that it can be passed on.
function remember() {
  const words = new URLSearchParams();
  if (state.chosen !== null) words.set("service", wiring.services[state.chosen].id);
  if (state.focused !== null) words.set("focus", state.depth === Infinity ? "all" : state.depth);
  if (state.layout) words.set("layout", state.layout);
  if (state.search) words.set("search", state.search);
  history.replaceState(null, "", `#${words}`);
}

function recall() {
  const words = new URLSearchParams(location.hash.slice(1));
  const number = wiring.numberOf(words.get("service"));
  state.chosen = number ?? null;
  state.focused = words.has("focus") ? state.chosen : null;
  setDepth(words.get("focus") ?? "1");
  state.layout = ["layers", "groups"].includes(words.get("layout")) ? words.get("layout") : null;
  state.search = words.get("search") ?? "";
  part("search").value = state.search;
  draw();
  if (state.focused === null && state.chosen !== null) reveal(state.chosen);
}

function setDepth(text) {
  state.depth = text === "all" ? Infinity : Math.max(1, Math.min(3, Number.parseInt(text, 10) || 1));
  part("depth").value = state.depth === Infinity ? "all" : String(state.depth);
}

function fillList() {
  const sorted = [...wiring.services].sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const service of sorted) {
    // The list has the width of its column; the ends of ids differ more than their middles.
    const item = add(part("list"), "li", picture.shortened(service.id, 14, 250), scopeClass(service));
    item.id = `item-${service.number}`;
    item.title = service.id;
    item.setAttribute("role", "option");
    item.addEventListener("click", () => reveal(service.number));
    item.addEventListener("dblclick", () => focus(service.number));
    items.set(service.number, item);
  }
}

function fillLegend() {
  const scopes = new Map();
  const found = new Map();
  for (const service of wiring.services) {
    scopes.set(service.scope ?? "", [...(scopes.get(service.scope ?? "") ?? []), service]);
    for (const mark of service.marks) found.set(mark, (found.get(mark) ?? 0) + 1);
  }
  for (const [scope, inside] of scopes) addKey("scopes", scope, scope || "no scope", inside.length, scopeClass(inside[0]));
  for (const mark of marks) if (found.has(mark)) addKey("marks", mark, mark, found.get(mark), `mark ${markClass(mark)}`);
}

function addKey(kind, value, name, count, className) {
  const button = add(part("legend"), "button", "");
  const swatch = add(button, "span", "", `swatch ${className}`);
  if (kind === "scopes") swatch.style.background = "var(--swatch, var(--none))";
  add(button, "span", `${name} ${count}`);
  Object.assign(button.dataset, { kind, value });
  button.addEventListener("click", () => {
    if (!state[kind].delete(value)) state[kind].add(value);
    update();
  });
}

// Up and down in what the list shows.
function move(step) {
  const shown = [...items].filter(([, item]) => !item.hidden).map(([number]) => number);
  const position = shown.indexOf(state.chosen);
  const next = shown[Math.max(0, Math.min(shown.length - 1, position + (position < 0 && step < 0 ? 0 : step)))];
  if (next !== undefined) reveal(next);
}

function leave() {
  if (state.focused !== null) focus(null);
  else if (state.chosen !== null) choose(null);
  else search("");
  document.activeElement?.blur();
}

const keys = {
  "/": () => part("search").focus(),
  "+": () => picture.zoom(1.3),
  "-": () => picture.zoom(1 / 1.3),
  "0": () => picture.fit(),
  "f": () => part("focus").click(),
  "l": () => part("layout").click(),
  "Escape": leave,
};

function start() {
  fillList();
  fillLegend();
  followGestures({
    onChoose: choose, onFocus: focus,
    onKey: (key) => { keys[key]?.(); return key in keys; },
  });
  part("search").addEventListener("input", (event) => search(event.target.value));
  for (const id of ["search", "list"]) {
    part(id).addEventListener("keydown", (event) => {
      if (event.key === "Enter" && state.chosen !== null) focus(state.chosen);
      else if (event.key === "Enter") move(1);
      else if (event.key === "ArrowDown") move(1);
      else if (event.key === "ArrowUp") move(-1);
      else return;
      event.preventDefault();
    });
  }
  part("focus").addEventListener("click", () => focus(state.focused === null ? state.chosen : null));
  part("layout").addEventListener("click", toggleLayout);
  part("in").addEventListener("click", () => picture.zoom(1.3));
  part("out").addEventListener("click", () => picture.zoom(1 / 1.3));
  part("fit").addEventListener("click", () => picture.fit());
  part("depth").addEventListener("change", (event) => {
    setDepth(event.target.value);
    if (state.focused !== null) draw();
  });
  window.addEventListener("hashchange", recall);
  recall();
}

document.documentElement.dataset.errors = 0;
window.addEventListener("error", () => { document.documentElement.dataset.errors = 1; });
start();
