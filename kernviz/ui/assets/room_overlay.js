// Draws the answers of a room that are clicks or sketches over the step's picture. In a second round, sketches of the
// first round are dotted.
import { numbers } from "./binary_message.js";
import { shape } from "./elements.js";

const RIGHT = "#009E73"; // colour of right answers, once the answer is shown; ✓ and solid lines mark them, too
const SMALL = 7,
  GROWS = 9; // pixels: smallest radius of a disc, and by how much it can grow
const LETTER = 10,
  LINE = 21; // pixels: width of a count's letter, and height of its line
const A_CLASS = 8; // number of answers below which no disc has the largest radius

// Draw all clicks and sketches at the present axes of the picture; without any, remove the overlay.
export function cover(overlay, root, tally) {
  const graph = document.querySelector(".kv-plot .kv-graph"),
    layout = graph?._fullLayout;
  if (!layout?.xaxis || !tally || !(tally.spots.length || tally.sketches.length || tally.before?.sketches.length))
    return overlay.remove();
  const box = graph.querySelector(".svg-container") ?? graph;
  if (overlay.parentNode !== box) box.append(overlay);
  overlay.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
  const at = (x, y) => [layout.xaxis._offset + layout.xaxis.d2p(x), layout.yaxis._offset + layout.yaxis.d2p(y)];
  const style = getComputedStyle(root),
    accent = style.getPropertyValue("--st-primary-color").trim() || "#0072B2",
    ink = style.color;
  const earlier = tally.before?.sketches.map((line) => stroke(line, at, ink, 0.35, "1 5")) ?? [];
  const strength = Math.max(0.12, Math.min(0.8, 6 / Math.max(1, tally.sketches.length)));
  const lines = tally.sketches.map((line, i) => {
    const passes = tally.passed[i];
    if (passes === undefined) return stroke(line, at, accent, strength, "");
    return stroke(line, at, passes ? RIGHT : ink, passes ? Math.max(strength, 0.5) : strength, passes ? "" : "6 5");
  });
  const discs = tally.spots.map((spot, i) => disc(spot, tally, tally.before?.spots[i], at, { accent, ink }));
  overlay.replaceChildren(
    ...earlier,
    ...lines,
    ...discs.map(({ ring }) => ring),
    ...labels(discs, marks(graph, layout, at)),
  );
}

function stroke(line, at, color, opacity, dashes) {
  return shape("polyline", {
    points: line.map(([x, y]) => at(x, y).join(",")).join(" "),
    fill: "none",
    stroke: color,
    "stroke-width": 2.5,
    "stroke-opacity": opacity,
    "stroke-dasharray": dashes,
    "stroke-linejoin": "round",
  });
}

// The ring of a point, and how many chose the point: "3", or "1 → 3" in a second round. Once the answer is shown, a
// right point has ✓ and a thick ring, and a wrong one a dashed ring.
function disc({ x, y, count, right }, { count: all }, before, at, { accent, ink }) {
  const [cx, cy] = at(x, y),
    r = SMALL + GROWS * Math.sqrt(count / Math.max(A_CLASS, all));
  const color = right === null ? accent : right ? RIGHT : ink;
  const ring = shape("circle", {
    cx,
    cy,
    r,
    fill: color,
    "fill-opacity": 0.15,
    stroke: color,
    "stroke-width": right ? 3.5 : 2,
    "stroke-dasharray": right === false ? "3 3" : "",
  });
  const said = `${right ? "✓ " : ""}${before ? `${before.count} → ` : ""}${count}`;
  return { ring, cx, cy, r, said };
}

// Boxes [left, top, right, bottom] of the picture's points and rings, and of what is outside its axes.
function marks(/** @type {any} */ { _fullData: traces }, { xaxis, yaxis, width, height }, at) {
  const [left, top] = [xaxis._offset, yaxis._offset],
    [right, bottom] = [left + xaxis._length, top + yaxis._length];
  const around = [
    [-width, -height, left, 2 * height],
    [right, -height, 2 * width, 2 * height],
    [-width, -height, 2 * width, top],
    [-width, bottom, 2 * width, 2 * height],
  ];
  const drawn = traces.filter(({ visible, type, mode }) => visible === true && type === "scatter" && /mark/.test(mode));
  const points = drawn.flatMap(({ x, y, marker: { size } }) => {
    const ys = numbers(y),
      r = (typeof size === "number" ? size : 2 * SMALL) / 2;
    const centres = [...numbers(x)].map((u, i) => at(u, ys[i])).filter((place) => place.every(Number.isFinite));
    return centres.map(([cx, cy]) => [cx - r, cy - r, cx + r, cy + r]);
  });
  return [...around, ...points];
}

// The boxes of the counts beside their rings: above, right, left or below, wherever a count overlaps other counts, rings
// and the boxes `taken` least.
export function places(discs, taken) {
  const all = [...taken, ...discs.map(({ cx, cy, r }) => [cx - r, cy - r, cx + r, cy + r])];
  return discs.map(({ cx, cy, r, said }) => {
    const wide = 4 + LETTER * said.length,
      far = r + 3;
    const boxes = [
      [cx - wide / 2, cy - far - LINE],
      [cx + far, cy - LINE / 2],
      [cx - far - wide, cy - LINE / 2],
      [cx - wide / 2, cy + far],
    ].map(([x, y]) => [x, y, x + wide, y + LINE]);
    const cost = (box) => all.reduce((sum, other) => sum + overlap(box, other), 0);
    const place = boxes.reduce((best, box) => (cost(box) < cost(best) ? box : best));
    all.push(place);
    return place;
  });
}

function labels(discs, taken) {
  return places(discs, taken).map(([left, , right, bottom], i) => {
    const [x, y] = [(left + right) / 2, bottom - 5];
    const more = { "text-anchor": "middle", "font-size": 17, "font-weight": 600, class: "kv-counted" };
    return shape("text", { x, y, ...more }, discs[i].said);
  });
}

const overlap = (a, b) =>
  Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
