"use strict";

// Groups: services whose ids begin alike stand together, under a heading that is still readable from afar.

const tile = { width: 210, height: 26, gap: 8, heading: 54, margin: 16 };
const largestGroup = 60;

function grouped(members) {
  const groups = groupsOf(members, 0, "");
  const regions = groups.map(({ name, members: inside }) => {
    const columns = Math.max(1, Math.round(Math.sqrt((inside.length * tile.height * 1.5) / tile.width)));
    const rows = Math.ceil(inside.length / columns);
    return {
      name, inside, columns, size: inside.length,
      width: columns * (tile.width + tile.gap) - tile.gap + 2 * tile.margin,
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
        label: labelIn(region, wiring.services[number].id),
        x: region.x + tile.margin + column * (tile.width + tile.gap),
        y: region.y + tile.margin + tile.heading + (position - column * rows) * (tile.height + tile.gap),
      });
    });
  }
  return { positions, stops: new Map(), regions, width: tile.width, height: tile.height };
}

// The heading says how the id begins.
function labelIn(region, id) {
  const rest = id.startsWith(region.name) ? id.slice(region.name.length).replace(/^[.\\/:]/, "") : "";
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

// Fills shelves with regions, the highest first, so that the whole is about as wide as a screen.
function shelve(regions) {
  regions.sort((one, other) => other.height - one.height || (one.name < other.name ? -1 : 1));
  const gap = 40;
  const area = regions.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const { clientWidth, clientHeight } = picture.canvas;
  const ratio = clientWidth && clientHeight ? (1.2 * clientWidth) / clientHeight : 1.5;
  const limit = Math.max(Math.sqrt(area * ratio), ...regions.map(({ width }) => width));
  let [x, y, shelf] = [0, 0, 0];
  for (const region of regions) {
    if (x > 0 && x + region.width > limit) [x, y, shelf] = [0, y + shelf + gap, 0];
    region.x = x;
    region.y = y;
    x += region.width + gap;
    shelf = Math.max(shelf, region.height);
  }
}
