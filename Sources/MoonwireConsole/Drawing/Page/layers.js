"use strict";

// Layers: whoever needs something stands before it, from left to right or from top to bottom, whatever shows more of a small
// graph. `members` are numbers of services; negative numbers are stops of arrows that cross several layers, so that
// nothing stands in their way.

const box = { width: 220, height: 38, narrowest: 110, gapX: 60, gapY: 44, gap: 12, stop: 10 };

function layered(members, needs) {
  const inside = new Set(members);
  const arrows = needs.filter((need) => inside.has(need.source) && inside.has(need.target) && need.source !== need.target);
  const links = linksOf(members, arrows);
  const ranks = ranked(members, links);
  const isSmall = members.length <= 200;
  const routes = isSmall ? addStops(arrows, ranks, links) : new Map();
  const layers = split(ranks, links);
  const width = widthOf(members);
  const ways = (isSmall ? [false, true] : [false]).map((isDown) => placed(layers, links, routes, { width, isDown, isSmall }));
  return ways.reduce((best, way) => (picture.scaleOf(way) > picture.scaleOf(best) ? way : best));
}

// As wide as the longest label, within limits.
function widthOf(members) {
  const labels = members.flatMap((number) => [[wiring.services[number].id, 12], [wiring.services[number].caption, 10]]);
  const longest = Math.max(0, ...labels.map(([text, size]) => picture.lengthOf(text, size)));
  return Math.max(box.narrowest, Math.min(box.width, Math.ceil(longest) + 18));
}

// One layer after the other; within a layer, each one has room for itself.
function placed(layers, links, routes, { width, isDown, isSmall }) {
  const room = (number) => (number < 0 ? box.stop : isDown ? width : box.height);
  const step = isDown ? box.height + box.gapY : width + box.gapX;
  const lengths = layers.map((layer) => layer.reduce((sum, number) => sum + room(number) + box.gap, 0));
  const longest = Math.max(0, ...lengths);
  const middles = new Map();
  layers.forEach((layer, rank) => {
    let end = (longest - lengths[rank]) / 2;
    for (const number of layer) {
      middles.set(number, end + room(number) / 2);
      end += room(number) + box.gap;
    }
  });
  if (isSmall) straighten(layers, links, middles, room);
  const positions = new Map();
  layers.forEach((layer, rank) => {
    for (const number of layer) {
      const [along, across] = [rank * step, middles.get(number)];
      positions.set(number, isDown ? { x: across - width / 2, y: along } : { x: along, y: across - box.height / 2 });
    }
  });
  const stops = new Map([...routes].map(([need, numbers]) => [need, numbers.map((number) => positions.get(number))]));
  for (const number of [...positions.keys()]) if (number < 0) positions.delete(number);
  return { positions, stops, regions: [], width, height: box.height, isDown };
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

// The layers in their order; those that would be too long become several.
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

// Moves services within their layer, without changing their order, until arrows are about straight.
function straighten(layers, links, middles, room) {
  for (let round = 0; round < 10; round += 1) {
    for (const layer of round % 2 === 0 ? layers : [...layers].reverse()) {
      const wanted = layer.map((number) => meanHeight(number, links, middles));
      const given = [];
      wanted.forEach((middle, row) => {
        const least = row === 0 ? middle : given[row - 1] + (room(layer[row - 1]) + room(layer[row])) / 2 + box.gap;
        given.push(Math.max(middle, least));
      });
      const drift = given.reduce((sum, middle, row) => sum + middle - wanted[row], 0) / Math.max(1, layer.length);
      layer.forEach((number, row) => { middles.set(number, given[row] - drift); });
    }
  }
}
