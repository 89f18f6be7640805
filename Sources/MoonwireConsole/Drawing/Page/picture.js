"use strict";

// Draws services, arrows and regions, and moves what the window shows of them.

const picture = (() => {
  const canvas = document.getElementById("picture");
  const world = document.getElementById("world");
  const view = { x: 0, y: 0, scale: 1 };
  const [readable, mostReadable] = [0.75, 400];
  const drawn = { nodes: new Map(), arrows: [], layout: { positions: new Map(), stops: new Map(), regions: [], width: 0, height: 0 } };

  function make(name, attributes, parent) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  }

  function write(parent, text, attributes) {
    make("text", attributes, parent).textContent = text;
  }

  const ruler = document.createElement("canvas").getContext("2d");

  function lengthOf(text, size) {
    ruler.font = `${size}px system-ui, "Segoe UI", sans-serif`;
    return ruler.measureText(text).width;
  }

  // The middle of a long id tells least.
  function shortened(text, size, width) {
    if (lengthOf(text, size) <= width) return text;
    const keeping = (kept) => {
      const head = Math.floor(kept * 0.4);
      return `${text.slice(0, head)}…${text.slice(text.length - (kept - head))}`;
    };
    let [fits, tooLong] = [0, text.length];
    while (tooLong - fits > 1) {
      const kept = (fits + tooLong) >> 1;
      if (lengthOf(keeping(kept), size) <= width) fits = kept;
      else tooLong = kept;
    }
    return keeping(fits);
  }

  function draw(layout, needs, isGrouped) {
    for (const id of ["regions", "arrows", "nodes"]) document.getElementById(id).replaceChildren();
    drawn.nodes.clear();
    drawn.arrows = [];
    drawn.layout = layout;
    world.classList.toggle("crowded", layout.positions.size > 200);
    for (const region of layout.regions) drawRegion(region);
    for (const [number, position] of layout.positions) drawNode(wiring.services[number], position, layout, isGrouped);
    for (const need of needs) {
      const [from, to] = [layout.positions.get(need.source), layout.positions.get(need.target)];
      if (from && to) drawArrow(need, from, to, layout, isGrouped);
    }
  }

  function drawRegion(region) {
    const group = make("g", { class: "region" }, document.getElementById("regions"));
    make("rect", { x: region.x, y: region.y, width: region.width, height: region.height }, group);
    make("title", {}, group).textContent = region.name;
    const room = region.width - 2 * tile.margin;
    // The last piece of a name tells most where there is no room for all of it.
    const isWhole = region.name.length * 18 <= room;
    const text = isWhole ? region.name : region.name.replace(/^.*[.\\/:](?=[^ ])/, "…");
    const size = Math.max(30, Math.min(40, room / (text.length * 0.62)));
    write(group, shortened(text, size, room), { x: region.x + tile.margin, y: region.y + tile.margin + 32, "font-size": size });
  }

  function drawNode(service, position, layout, isGrouped) {
    const mark = worstMark(service);
    const classes = ["node", scopeClass(service), service.scope ? "" : "bare", mark ? `marked ${markClass(mark)}` : ""];
    const group = make("g", {
      class: classes.join(" "), transform: `translate(${position.x} ${position.y})`, "data-number": service.number,
    }, document.getElementById("nodes"));
    make("title", {}, group).textContent = [service.id, service.caption, service.scope, locationOf(service)].filter(Boolean).join("\n");
    make("rect", { width: layout.width, height: layout.height }, group);
    const room = layout.width - 16;
    if (isGrouped) {
      write(group, shortened(position.label, 12, room), { x: 8, y: 17 });
    } else {
      write(group, shortened(service.id, 12, room), { x: 8, y: 16 });
      write(group, shortened(service.caption, 10, room), { x: 8, y: 30, class: "under" });
    }
    drawn.nodes.set(service.number, group);
  }

  function drawArrow(need, from, to, layout, isGrouped) {
    const mark = worstMark(need);
    const path = make("path", {
      class: `arrow kind-${need.kind} ${mark ? `marked ${markClass(mark)}` : ""}`,
      d: isGrouped ? line(from, to, layout) : curve(from, layout.stops.get(need.number) ?? [], to, layout),
    }, document.getElementById("arrows"));
    make("title", {}, path).textContent = `${need.from} → ${need.to}\n${need.kind}: ${need.field}\n${locationOf(need)}`;
    drawn.arrows.push({ need, path });
  }

  // From middle to middle, and from side to side where the other one stands to the right.
  function line(from, to, { width, height }) {
    if (to.x >= from.x + width) return curve(from, [], to, { width, height });
    const [x, y] = [width / 2, height / 2];
    return `M${from.x + x} ${from.y + y}L${to.x + x} ${to.y + y}`;
  }

  // From side to side through the stops, in the direction of the layers; what goes back passes beside.
  function curve(from, stops, to, { width, height, isDown }) {
    const [length, breadth] = isDown ? [height, width] : [width, height];
    const start = (place) => (isDown ? [place.y, place.x + breadth / 2] : [place.x, place.y + breadth / 2]);
    const point = (along, across) => (isDown ? `${across} ${along}` : `${along} ${across}`);
    const ends = [from, ...stops, to].map(start);
    let path = `M${point(ends[0][0] + length, ends[0][1])}`;
    ends.slice(1).forEach(([next, across], position) => {
      const [along, side] = [ends[position][0] + length, ends[position][1]];
      const isForward = next >= along;
      const bend = isForward ? (next - along) / 2 : 60;
      const drop = isForward ? 0 : breadth + 16;
      path += `C${point(along + bend, side + drop)} ${point(next - bend, across + drop)} ${point(next, across)}`;
      if (position < stops.length) path += `L${point(next + length, across)}`;
    });
    return path;
  }

  function show() {
    world.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
    canvas.classList.toggle("far", view.scale < 0.4);
    document.documentElement.dataset.scale = view.scale.toFixed(2);
  }

  function zoom(factor, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) {
    const scale = Math.min(4, Math.max(0.02, view.scale * factor));
    view.x = x - ((x - view.x) * scale) / view.scale;
    view.y = y - ((y - view.y) * scale) / view.scale;
    view.scale = scale;
    show();
  }

  function pan(x, y) {
    view.x += x;
    view.y += y;
    show();
  }

  function bounds({ positions, stops, regions, width, height }) {
    const middles = [...stops.values()].flat().map(({ x, y }) => ({ x: x + width / 2, y: y + height / 2, width: 0, height: 0 }));
    const boxes = [...[...positions.values()].map(({ x, y }) => ({ x, y, width, height })), ...middles, ...regions];
    const edges = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const part of boxes) {
      edges.left = Math.min(edges.left, part.x);
      edges.top = Math.min(edges.top, part.y);
      edges.right = Math.max(edges.right, part.x + part.width);
      edges.bottom = Math.max(edges.bottom, part.y + part.height);
    }
    return boxes.length > 0 ? edges : { left: 0, top: 0, right: 1, bottom: 1 };
  }

  function size() {
    return [canvas.clientWidth || 1200, canvas.clientHeight || 800];
  }

  // The scale at which the window shows all of a layout.
  function scaleOf(layout) {
    const { left, top, right, bottom } = bounds(layout);
    const [width, height] = size();
    return Math.min(1.2, (width - 40) / (right - left), (height - 110) / (bottom - top));
  }

  function fit(scale = scaleOf(drawn.layout)) {
    const { left, top, right, bottom } = bounds(drawn.layout);
    const [width, height] = size();
    view.scale = scale;
    // What has no room begins at the upper left.
    view.x = Math.max(20 - left * scale, (width - (left + right) * scale) / 2);
    view.y = Math.max(80 - top * scale, (height + 50 - (top + bottom) * scale) / 2);
    show();
  }

  // The first view: all of the graph, or as much of it as can be read if its services can be counted at a glance.
  function open() {
    const whole = scaleOf(drawn.layout);
    fit(drawn.layout.positions.size <= mostReadable ? Math.max(whole, readable) : whole);
  }

  // Shows a service that lies outside of the window or is too small to be read.
  function reveal(number) {
    const position = drawn.layout.positions.get(number);
    if (!position || isInSight(position)) return;
    view.scale = Math.max(view.scale, 0.75);
    view.x = canvas.clientWidth / 2 - (position.x + drawn.layout.width / 2) * view.scale;
    view.y = canvas.clientHeight / 2 - (position.y + drawn.layout.height / 2) * view.scale;
    show();
  }

  function isInSight(position) {
    const [left, top] = [view.x + position.x * view.scale, view.y + position.y * view.scale];
    const [right, bottom] = [left + drawn.layout.width * view.scale, top + drawn.layout.height * view.scale];
    const isInside = left >= 0 && top >= 0 && right <= canvas.clientWidth && bottom <= canvas.clientHeight;
    return isInside && view.scale >= 0.6;
  }

  function highlight(chosen, isWanted) {
    const related = { needs: new Set(), needed: new Set() };
    for (const { need, path } of drawn.arrows) {
      path.classList.toggle("needs", need.source === chosen);
      path.classList.toggle("needed", need.target === chosen && need.source !== chosen);
      path.classList.toggle("faded", !isWanted(need.source) || !isWanted(need.target));
      if (need.source === chosen) related.needs.add(need.target);
      if (need.target === chosen) related.needed.add(need.source);
    }
    for (const [number, group] of drawn.nodes) {
      group.classList.toggle("chosen", number === chosen);
      group.classList.toggle("needs", related.needs.has(number));
      group.classList.toggle("needed", related.needed.has(number));
      group.classList.toggle("faded", !isWanted(number));
    }
    canvas.classList.toggle("choosing", chosen !== null && drawn.nodes.has(chosen));
  }

  return { canvas, draw, zoom, pan, fit, open, reveal, highlight, lengthOf, scaleOf, shortened };
})();
