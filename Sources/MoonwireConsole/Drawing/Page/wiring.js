"use strict";

// The graph as the page uses it: services by number, with the numbers of what they need and of who needs them.

const wiring = (() => {
  const data = JSON.parse(document.getElementById("wiring").textContent);
  const numbers = new Map(data.services.map((service, number) => [service.id, number]));
  const services = data.services.map((service, number) => ({
    ...service, number, caption: service.type ?? service.title, needs: [], neededBy: [],
    words: [service.id, service.title, service.type, ...service.tags].join("\n").toLowerCase(),
  }));
  const needs = data.needs
    .filter((need) => numbers.has(need.from) && numbers.has(need.to))
    .map((need, number) => ({ ...need, number, source: numbers.get(need.from), target: numbers.get(need.to) }));
  for (const need of needs) {
    services[need.source].needs.push(need);
    services[need.target].neededBy.push(need);
  }
  return { services, needs, numberOf: (id) => numbers.get(id) };
})();

// The services at most so many steps from one, in either direction.
function neighborhood(start, depth) {
  const near = new Set([start]);
  let border = [start];
  for (let step = 0; step < depth && border.length > 0; step += 1) {
    const next = [];
    for (const number of border) {
      const { needs, neededBy } = wiring.services[number];
      for (const other of [...needs.map((need) => need.target), ...neededBy.map((need) => need.source)]) {
        if (near.has(other)) continue;
        near.add(other);
        next.push(other);
      }
    }
    border = next;
  }
  return [...near].sort((one, other) => one - other);
}

function locationOf(item) {
  if (!item.file) return "";
  return item.line ? `${item.file}:${item.line}` : item.file;
}

function scopeClass(service) {
  if (!service.scope) return "scope-none";
  const known = ["shared", "transient", "graph", "weak"];
  return known.includes(service.scope) ? `scope-${service.scope}` : "scope-other";
}

function markClass(mark) {
  return `mark-${mark.replace(" ", "-")}`;
}

// The worst one is shown where there is room for one.
const marks = ["undefined", "cycle", "captive", "late cycle", "deprecated"];

function worstMark(item) {
  return marks.find((mark) => item.marks.includes(mark));
}
