"use strict";

// Layers: whoever needs something stands left of it. `members` are numbers of services; negative numbers are stops of
// arrows that cross several layers, so that nothing stands in their way.

const box = { width: 220, height: 38, gapX: 80, gapY: 12 };

function layered(members, needs) {
  const inside = new Set(members);
  const arrows = needs.filter((need) => inside.has(need.source) && inside.has(need.target) && need.source !== need.target);
  const links = linksOf(members, arrows);
  const ranks = ranked(members, links);
  const isSmall = members.length <= 200;
  const routes = isSmall ? addStops(arrows, ranks, links) : new Map();
  const layers = split(ranks, links);
  const highest = Math.max(0, ...layers.map((layer) => layer.length));
  const positions = new Map();
  layers.forEach((layer, column) => {
    const top = ((highest - layer.length) * (box.height + box.gapY)) / 2;
    layer.forEach((number, row) => {
      positions.set(number, { x: column * (box.width + box.gapX), y: top + row * (box.height + box.gapY) });
    });
  });
  if (isSmall) straighten(layers, links, positions);
  const stops = new Map([...routes].map(([need, numbers]) => [need, numbers.map((number) => positions.get(number))]));
  for (const number of [...positions.keys()]) if (number < 0) positions.delete(number);
  return { positions, stops, regions: [], width: box.width, height: box.height };
}

// Gives each arrow a stop in every layer between its ends; answers which arrow has which stops.
function addStops(arrows, ranks, links) {
  const routes = new Map();
  let next = -1;
  for (const need of arrows) {
    const stops = [];
    for (let rank = ranks.get(need.source) - 1; rank > ranks.get(need.target); rank -= 1) {
      stops.push(next);
      ranks.set(next, rank);
      links.set(next, { down: [], up: [] });
      next -= 1;
    }
    if (stops.length === 0) continue;
    routes.set(need.number, stops);
    const way = [need.source, ...stops, need.target];
    way.slice(1).forEach((number, position) => {
      links.get(way[position]).down.push(number);
      links.get(number).up.push(way[position]);
    });
  }
  return routes;
}

function linksOf(members, arrows) {
  const links = new Map(members.map((number) => [number, { down: [], up: [] }]));
  for (const { source, target } of arrows) {
    links.get(source).down.push(target);
    links.get(target).up.push(source);
  }
  return links;
}

// The longest way to something that needs nothing; arrows that close a circle do not count.
function ranked(members, links) {
  const ranks = new Map();
  const onPath = new Set();
  for (const start of members) {
    const path = [{ number: start, next: 0, rank: 0 }];
    if (ranks.has(start)) continue;
    onPath.add(start);
    while (path.length > 0) {
      const step = path[path.length - 1];
      const targets = links.get(step.number).down;
      if (step.next < targets.length) {
        const target = targets[step.next];
        step.next += 1;
        if (ranks.has(target)) step.rank = Math.max(step.rank, ranks.get(target) + 1);
        else if (!onPath.has(target)) {
          onPath.add(target);
          path.push({ number: target, next: 0, rank: 0 });
        }
      } else {
        path.pop();
        onPath.delete(step.number);
        ranks.set(step.number, step.rank);
        const outer = path[path.length - 1];
        if (outer) outer.rank = Math.max(outer.rank, step.rank + 1);
      }
    }
  }
  return ranks;
}

// Columns from left to right; those that would be too high become several.
function split(ranks, links) {
  const last = Math.max(0, ...ranks.values());
  const layers = Array.from({ length: last + 1 }, () => []);
  for (const [number, rank] of ranks) layers[last - rank].push(number);
  sortByNeighbours(layers, links);
  const limit = Math.max(20, Math.ceil(Math.sqrt(ranks.size) * 2));
  return layers.flatMap((layer) => {
    const pieces = Math.max(1, Math.ceil(layer.length / limit));
    const size = Math.ceil(layer.length / pieces);
    return Array.from({ length: pieces }, (_, piece) => layer.slice(piece * size, (piece + 1) * size));
  });
}

// Each one stands at the height of what it is joined with: fewer arrows cross.
function sortByNeighbours(layers, links) {
  const heights = new Map();
  const note = (layer) => layer.forEach((number, row) => heights.set(number, row / layer.length));
  layers.forEach(note);
  for (let round = 0; round < 8; round += 1) {
    const order = round % 2 === 0 ? layers : [...layers].reverse();
    for (const layer of order) {
      const wanted = new Map(layer.map((number) => [number, meanHeight(number, links, heights)]));
      layer.sort((one, other) => wanted.get(one) - wanted.get(other) || one - other);
      note(layer);
    }
  }
}

function meanHeight(number, links, heights) {
  const { down, up } = links.get(number);
  const joined = [...down, ...up];
  if (joined.length === 0) return heights.get(number);
  return joined.reduce((sum, other) => sum + heights.get(other), 0) / joined.length;
}

// Moves services of a column up and down, without changing their order, until arrows are about level.
function straighten(layers, links, positions) {
  const step = box.height + box.gapY;
  const heights = { get: (number) => positions.get(number).y };
  for (let round = 0; round < 10; round += 1) {
    for (const layer of round % 2 === 0 ? layers : [...layers].reverse()) {
      const wanted = layer.map((number) => meanHeight(number, links, heights));
      const given = [];
      wanted.forEach((y, row) => given.push(row === 0 ? y : Math.max(y, given[row - 1] + step)));
      const drift = given.reduce((sum, y, row) => sum + y - wanted[row], 0) / Math.max(1, layer.length);
      layer.forEach((number, row) => { positions.get(number).y = given[row] - drift; });
    }
  }
}
