// Draws contour traces: contour lines, labelled with their levels.
import { levelLines } from "./contours.js";
import { css, limits, pick, placing, tableOf } from "./scale.js";
import { stroke } from "./strokes.js";
import { matrix } from "./binary_message.js";
import { measure, write } from "./canvas_text.js";

const MOST = 100; // largest number of levels of a trace
const ROOM = 3; // a line is labelled if its length is at least this many times the label's

export function drawLevels(context, trace, [xaxis, yaxis], { theme }) {
  const { values, width, height } = matrix(trace.z);
  const px = trace.x ? xaxis.pixels(trace.x) : Float32Array.from({ length: width }, (_, i) => xaxis.pixel(i));
  const py = trace.y ? yaxis.pixels(trace.y) : Float32Array.from({ length: height }, (_, i) => yaxis.pixel(i));
  const { start, end, size, showlabels, labelfont, coloring } = trace.contours;
  const step = size > 0 ? size : 1;
  const { width: thick = 0.5, color = theme.colors.ink, dash, smoothing = 1 } = trace.line || {};
  const ownColor = coloring === "none" ? () => color : scaled(trace, values, theme);
  const labels = [];
  const paths = [];
  for (let n = 0; n < MOST && start + n * step <= end + step / 1e6; n++) {
    const level = start + n * step;
    const path = !paths.length || coloring !== "none" ? new Path2D() : paths[0][0];
    if (path !== paths[0]?.[0]) paths.push([path, ownColor(level)]);
    const lines = showlabels ? new Lines() : path;
    levelLines(lines, values, width, height, level, px, py, showlabels ? 0 : smoothing);
    if (!showlabels) continue;
    levelLines(path, values, width, height, level, px, py, smoothing);
    const text = said(level, step);
    const font = { size: labelfont?.size || 11, color: labelfont?.color || color, anchor: "middle", theme };
    const box = measure(context, text, font.size, theme);
    for (const line of lines.all) {
      const place = middle(line, box.width, xaxis, yaxis);
      if (place) labels.push({ ...place, text, font, box });
    }
  }
  context.save();
  context.globalAlpha = trace.opacity ?? 1;
  if (labels.length) spare(context, labels);
  for (const [path, shade] of paths) stroke(context, shade, thick, dash, path);
  context.restore();
  for (const { x, y, angle, text, font, box } of labels) {
    context.save();
    context.translate(x, y);
    context.rotate(angle);
    write(context, text, 0, box.ascent - box.height / 2, font);
    context.restore();
  }
}

function scaled(trace, values, theme) {
  const table = tableOf(trace.colorscale || theme.colors.sequential);
  const scale = placing(...limits(values, trace.zmin, trace.zmax, trace.zmid));
  return (level) => css(pick(table, level, scale));
}

// Collects lines as lists of points, instead of drawing a path.
class Lines {
  all = [];
  moveTo(x, y) {
    this.all.push([x, y]);
  }
  lineTo(x, y) {
    this.all[this.all.length - 1].push(x, y);
  }
  closePath() {}
}

// A level as text, with the digits that distinguish neighbouring levels, and a minus sign (U+2212).
function said(level, step) {
  const digits = Math.max(0, Math.min(12, -Math.floor(Math.log10(step) + 1e-9)));
  const fine = step.toFixed(digits) === String(+step.toPrecision(12)) || digits === 12;
  return (+level.toFixed(fine ? digits : digits + 1)).toString().replace("-", "\u2212");
}

// Place of a label `wide` pixels long: the middle of the line's visible part, and the slope there; null if it is too
// short.
function middle(line, wide, xaxis, yaxis) {
  const inside = (x, y) =>
    x >= xaxis.offset + wide / 2 &&
    x <= xaxis.offset + xaxis.length - wide / 2 &&
    y >= yaxis.offset + 8 &&
    y <= yaxis.offset + yaxis.length - 8;
  const steps = [];
  let total = 0;
  for (let i = 2; i < line.length; i += 2) {
    const length = inside(line[i], line[i + 1]) ? Math.hypot(line[i] - line[i - 2], line[i + 1] - line[i - 1]) : 0;
    steps.push((total += length));
  }
  if (total < ROOM * wide) return null;
  const at = 2 * steps.findIndex((length) => length >= total / 2);
  const angle = Math.atan2(line[at + 3] - line[at + 1], line[at + 2] - line[at]);
  const upright = angle > Math.PI / 2 ? angle - Math.PI : angle < -Math.PI / 2 ? angle + Math.PI : angle;
  return { x: line[at], y: line[at + 1], angle: upright };
}

// Clip the context, so that the lines leave the labels' boxes free.
function spare(context, labels) {
  const { a, d, e, f } = context.getTransform();
  const hole = new Path2D();
  hole.rect(-e / a, -f / d, context.canvas.width / a, context.canvas.height / d);
  for (const { x, y, angle, box } of labels) {
    const [c, s, w, h] = [Math.cos(angle), Math.sin(angle), box.width / 2 + 2, box.height / 2];
    [
      [-w, -h],
      [w, -h],
      [w, h],
      [-w, h],
    ].forEach(([u, v], i) => hole[i ? "lineTo" : "moveTo"](x + u * c - v * s, y + u * s + v * c));
    hole.closePath();
  }
  context.clip(hole, "evenodd");
}
