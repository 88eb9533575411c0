// The answers of a room that are clicks or sketches, drawn over the picture of its step; of the first of two rounds dotted.
import { shape } from "./elements.js";

const RIGHT = "#009E73",
  WRONG = "#6F6E68"; // once the answer is shown; the sign and the stroke say it as well
const SMALL = 7,
  GROWS = 9; // pixels of a disc's radius: none is larger than what it is about
const A_CLASS = 8; // answers from which on a disc may be the largest

// All clicks and all sketches, in the coordinates of the picture's axes as they are now.
export function cover(overlay, root, tally) {
  const graph = document.querySelector(".kv-plot .kv-graph"),
    layout = graph?._fullLayout;
  if (!layout?.xaxis || !tally || !(tally.spots.length || tally.sketches.length || tally.before?.sketches.length))
    return overlay.remove();
  const box = graph.querySelector(".svg-container") ?? graph;
  if (overlay.parentNode !== box) box.append(overlay);
  overlay.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
  const at = (x, y) => [layout.xaxis._offset + layout.xaxis.d2p(x), layout.yaxis._offset + layout.yaxis.d2p(y)];
  const accent = getComputedStyle(root).getPropertyValue("--st-primary-color").trim() || "#0072B2";
  const earlier = tally.before?.sketches.map((line) => stroke(line, at, WRONG, 0.35, "1 5")) ?? [];
  const strength = Math.max(0.12, Math.min(0.8, 6 / Math.max(1, tally.sketches.length)));
  const lines = tally.sketches.map((line, i) => {
    const passes = tally.passed[i];
    if (passes === undefined) return stroke(line, at, accent, strength, "");
    return stroke(line, at, passes ? RIGHT : WRONG, passes ? Math.max(strength, 0.5) : strength, passes ? "" : "6 5");
  });
  const marks = tally.spots.flatMap((spot, i) => disc(spot, tally, tally.before?.spots[i], at, accent));
  overlay.replaceChildren(...earlier, ...lines, ...marks);
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

// A point with how many chose it: "3", or "1 → 3" after two rounds; once the answer is shown, ✓ and a firm ring where it belongs
// to it, a dashed one where it does not.
function disc({ x, y, count, right }, { count: all }, before, at, accent) {
  const [cx, cy] = at(x, y),
    r = SMALL + GROWS * Math.sqrt(count / Math.max(A_CLASS, all));
  const color = right === null ? accent : right ? RIGHT : WRONG;
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
  const words = shape("text", {
    x: cx,
    y: cy - r - 4,
    "text-anchor": "middle",
    "font-size": 14,
    "font-weight": 600,
    class: "kv-counted",
  });
  words.textContent = `${right ? "✓ " : ""}${before ? `${before.count} → ` : ""}${count}`;
  return [ring, words];
}
