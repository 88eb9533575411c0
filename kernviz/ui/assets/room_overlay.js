// The answers of a room that are clicks or sketches, drawn over the picture of its step.
import { shape } from "./elements.js";

// All clicks and all sketches, in the coordinates of the picture's axes as they are now.
export function cover(overlay, root, { spots, sketches }) {
  const graph = document.querySelector(".kv-plot .kv-graph"),
    layout = graph?._fullLayout;
  if (!layout?.xaxis || !(spots.length || sketches.length)) return overlay.remove();
  const box = graph.querySelector(".svg-container") ?? graph;
  if (overlay.parentNode !== box) box.append(overlay);
  overlay.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
  const at = (x, y) => [layout.xaxis._offset + layout.xaxis.d2p(x), layout.yaxis._offset + layout.yaxis.d2p(y)];
  const most = Math.max(1, ...spots.map((spot) => spot.count));
  const color = getComputedStyle(root).getPropertyValue("--st-primary-color").trim() || "#0072B2";
  const marks = spots.flatMap(({ x, y, count }) => {
    const [cx, cy] = at(x, y),
      r = 9 + 17 * Math.sqrt(count / most);
    const words = shape("text", {
      x: cx,
      y: cy - r - 4,
      "text-anchor": "middle",
      "font-size": 14,
      "font-weight": 600,
      fill: "currentColor",
    });
    words.textContent = count;
    return [shape("circle", { cx, cy, r, fill: color, "fill-opacity": 0.25, stroke: color, "stroke-width": 2 }), words];
  });
  const strength = Math.max(0.12, Math.min(0.8, 6 / Math.max(1, sketches.length)));
  const lines = sketches.map((line) =>
    shape("polyline", {
      points: line.map(([x, y]) => at(x, y).join(",")).join(" "),
      fill: "none",
      stroke: color,
      "stroke-width": 2.5,
      "stroke-opacity": strength,
      "stroke-linejoin": "round",
    }),
  );
  overlay.replaceChildren(...lines, ...marks);
}
