"use strict";

// Groups: services whose ids begin alike stand together, under a heading that is still readable from afar.

const tile = { width: 210, narrowest: 70, height: 26, gap: 8, heading: 54, margin: 16 };
const largestGroup = 60;

function grouped(members) {
  const groups = groupsOf(members, 0, "");
  const labels = new Map(groups.flatMap(({ name, members: inside }) =>
    inside.map((number) => [number, labelIn(name, wiring.services[number].id)])));
  // As wide as the longest label, within limits.
  const longest = Math.max(0, ...[...labels.values()].map((label) => picture.lengthOf(label, 12)));
  const width = Math.max(tile.narrowest, Math.min(tile.width, Math.ceil(longest) + 18));
  const regions = groups.map(({ name, members: inside }) => {
    const columns = Math.max(1, Math.round(Math.sqrt((inside.length * tile.height * 1.5) / width)));
    const rows = Math.ceil(inside.length / columns);
    return {
      name, inside, columns, size: inside.length,
      width: columns * (width + tile.gap) - tile.gap + 2 * tile.margin,
      height: rows * (tile.height + tile.gap) - tile.gap + tile.heading + 2 * tile.margin,
    };
  });
  shelve(regions);
  const positions = new Map();
  for (const region of regions) {
    const rows = Math.ceil(region.inside.length / region.columns);
    region.inside.forEach((number, position) => {
      const column = Math.floor(position / rows);
      positions.set(number, {
        label: labels.get(number),
        x: region.x + tile.margin + column * (width + tile.gap),
        y: region.y + tile.margin + tile.heading + (position - column * rows) * (tile.height + tile.gap),
      });
    });
  }
  return { positions, stops: new Map(), regions, width, height: tile.height };
}

// The heading says how the id begins.
function labelIn(name, id) {
  const rest = id.startsWith(name) ? id.slice(name.length).replace(/^[.\\/:]/, "") : "";
  return rest || id;
}

// Splits by the pieces of the ids, one piece deeper where a group would be too large.
function groupsOf(members, depth, name) {
  if (members.length <= largestGroup && depth > 0) return [{ name, members }];
  const parts = new Map();
  for (const number of members) {
    const pieces = wiring.services[number].id.split(/([.\\/:])/);
    const prefix = pieces.slice(0, 2 * depth + 1).join("");
    const isWhole = pieces.length <= 2 * depth + 1;
    const key = isWhole ? name : prefix;
    if (!parts.has(key)) parts.set(key, []);
    parts.get(key).push(number);
  }
  if (depth > 8) return [{ name, members }];
  const groups = [];
  const rest = [];
  for (const [key, inside] of parts) {
    if (inside.length < 4 || key === "") rest.push(...inside);
    else if (key === name) groups.push({ name, members: inside });
    else groups.push(...groupsOf(inside, depth + 1, key));
  }
  if (rest.length > 0) groups.push({ name: name ? `${name} …` : "others", members: rest });
  return groups;
}

// Fills shelves with regions, the highest first, of that length with which the window shows them largest.
function shelve(regions) {
  regions.sort((one, other) => other.height - one.height || (one.name < other.name ? -1 : 1));
  const gap = 40;
  const widest = Math.max(0, ...regions.map(({ width }) => width));
  const whole = regions.reduce((sum, { width }) => sum + width + gap, 0);
  let best = null;
  for (let limit = widest; best === null || limit < whole * 1.2; limit *= 1.15) {
    fillShelves(regions, limit, gap);
    const scale = picture.scaleOf({ positions: new Map(), stops: new Map(), regions });
    if (best === null || scale > best.scale) best = { limit, scale };
    if (limit === 0) break;
  }
  fillShelves(regions, best.limit, gap);
}

function fillShelves(regions, limit, gap) {
  let [x, y, shelf] = [0, 0, 0];
  for (const region of regions) {
    if (x > 0 && x + region.width > limit) [x, y, shelf] = [0, y + shelf + gap, 0];
    region.x = x;
    region.y = y;
    x += region.width + gap;
    shelf = Math.max(shelf, region.height);
  }
}
