// Draws contour traces: contour lines without labels.
import { levelLines } from "./contours.js";
import { css, limits, pick, placing, tableOf } from "./scale.js";
import { stroke } from "./strokes.js";
import { matrix } from "./binary_message.js";

const MOST = 100; // largest number of levels of a trace

export function drawLevels(context, trace, [xaxis, yaxis], { theme }) {
  const { values, width, height } = matrix(trace.z);
  const px = trace.x ? xaxis.pixels(trace.x) : Float32Array.from({ length: width }, (_, i) => xaxis.pixel(i));
  const py = trace.y ? yaxis.pixels(trace.y) : Float32Array.from({ length: height }, (_, i) => yaxis.pixel(i));
  const { start, end, size, coloring } = trace.contours;
  const step = size > 0 ? size : 1;
  const { width: thick = 0.5, color = theme.colors.ink, dash, smoothing = 1 } = trace.line || {};
  const ownColor = coloring === "none" ? () => color : scaled(trace, values, theme);
  const paths = [];
  for (let n = 0; n < MOST && start + n * step <= end + step / 1e6; n++) {
    const level = start + n * step;
    const path = !paths.length || coloring !== "none" ? new Path2D() : paths[0][0];
    if (path !== paths[0]?.[0]) paths.push([path, ownColor(level)]);
    levelLines(path, values, width, height, level, px, py, smoothing);
  }
  context.save();
  context.globalAlpha = trace.opacity ?? 1;
  for (const [path, shade] of paths) stroke(context, shade, thick, dash, path);
  context.restore();
}

function scaled(trace, values, theme) {
  const table = tableOf(trace.colorscale || theme.colors.sequential);
  const scale = placing(...limits(values, trace.zmin, trace.zmax, trace.zmid));
  return (level) => css(pick(table, level, scale));
}
