// Draws scatter traces: points, lines, fills and texts.
import { numbers } from "./binary_message.js";
import { css, limits, pick, placing, tableOf } from "./scale.js";
import { stroke, patterned } from "./strokes.js";
import { isOpen, isThin, pathOf } from "./symbols.js";
import { LEADING, write } from "./canvas_text.js";

const NAMED = 20; // by default plotly.js draws markers on lines with fewer points

function modeOf(trace) {
  return trace.mode ?? (numbers(trace.y ?? trace.x).length < NAMED ? "lines+markers" : "lines");
}

// A property that is one value for all, or a list.
export function each(value, otherwise) {
  if (value === undefined || value === null) return () => otherwise;
  if (typeof value !== "object") return () => value;
  const list = numbers(value);
  return (i) => list[i] ?? otherwise;
}

export function drawScatter(context, trace, axes, about) {
  const xs = trace.x ? axes[0].pixels(trace.x) : numbers(trace.y).map((_, i) => axes[0].pixel(i));
  const ys = trace.y ? axes[1].pixels(trace.y) : numbers(trace.x).map((_, i) => axes[1].pixel(i));
  const mode = modeOf(trace);
  const color = about.theme.colors.classes[about.index % about.theme.colors.classes.length];
  context.globalAlpha = trace.opacity ?? 1;
  if (trace.fill && trace.fill !== "none") fill(context, trace, xs, ys, axes, about);
  if (mode.includes("lines")) line(context, trace, xs, ys, color);
  const radius = mode.includes("markers") ? markers(context, trace, xs, ys, axes, color, about) : () => 0;
  if (mode.includes("text")) words(context, trace, xs, ys, axes, radius, about);
  context.globalAlpha = 1;
  return [xs, ys];
}

function line(context, trace, xs, ys, color) {
  const { width = 2, color: own, dash } = trace.line || {};
  if (!(width > 0)) return;
  context.beginPath();
  // parts far outside the canvas are clipped, since the browser would compute every dash
  const [wide, high] = [context.canvas.width, context.canvas.height];
  const far = (x, y) => x < -wide || x > 2 * wide || y < -high || y > 2 * high;
  let [px, py, open, out] = [NaN, NaN, false, false];
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [xs[i], ys[i]];
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      if (!trace.connectgaps) open = false;
      continue;
    }
    const away = far(x, y);
    if (!open) away || context.moveTo(x, y);
    else if (!away && !out) context.lineTo(x, y);
    else {
      const piece = within(px, py, x, y, -wide, 2 * wide, -high, 2 * high);
      if (piece) {
        if (out) context.moveTo(piece[0], piece[1]);
        context.lineTo(piece[2], piece[3]);
      }
    }
    [px, py, open, out] = [x, y, true, away];
  }
  stroke(context, own || color, width, dash);
}

// The part of a segment inside a box, or null.
function within(x, y, u, v, left, right, top, bottom) {
  let [from, to] = [0, 1];
  for (const [start, way, low, high] of [
    [x, u - x, left, right],
    [y, v - y, top, bottom],
  ]) {
    if (way === 0 && (start < low || start > high)) return null;
    if (way === 0) continue;
    const [a, b] = [(low - start) / way, (high - start) / way];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return from <= to ? [x + from * (u - x), y + from * (v - y), x + to * (u - x), y + to * (v - y)] : null;
}

function fill(context, trace, xs, ys, [xaxis, yaxis], { before }) {
  const foot = yaxis.log ? yaxis.offset + yaxis.length : yaxis.pixel(0);
  context.beginPath();
  for (let i = 0; i < xs.length;) {
    while (i < xs.length && !(Number.isFinite(xs[i]) && Number.isFinite(ys[i]))) i++;
    const start = i;
    while (i < xs.length && ((Number.isFinite(xs[i]) && Number.isFinite(ys[i])) || trace.connectgaps)) i++;
    if (i === start) break;
    context.moveTo(xs[start], ys[start]);
    for (let k = start + 1; k < i; k++) context.lineTo(xs[k], ys[k]);
    if (trace.fill === "tozeroy") (context.lineTo(xs[i - 1], foot), context.lineTo(xs[start], foot));
    if (trace.fill === "tonexty" && before)
      for (let k = before[0].length - 1; k >= 0; k--)
        if (Number.isFinite(before[1][k])) context.lineTo(before[0][k], before[1][k]);
    context.closePath();
  }
  const pattern = trace.fillpattern;
  const color = trace.fillcolor || trace.line?.color;
  if (!pattern?.shape || pattern.fillmode === "overlay") {
    context.fillStyle = (pattern?.shape && pattern.bgcolor) || color;
    context.fill();
  }
  if (pattern?.shape) {
    context.fillStyle = patterned(context, pattern, pattern.fgcolor || color, xaxis, yaxis);
    context.fill();
  }
}

// Draw the points, and return the radius of each.
function markers(context, trace, xs, ys, [xaxis, yaxis], color, { theme }) {
  const marker = trace.marker || {};
  const size = each(marker.size, 6);
  const symbol = each(marker.symbol, "circle");
  const opacity = each(marker.opacity, 1);
  const own = colorsOf(marker, theme, color);
  const edge = each(marker.line?.color, theme.colors.ink);
  const width = each(marker.line?.width, 0);
  const alpha = context.globalAlpha;
  const [vx, vy] = trace.cliponaxis === false ? [numbers(trace.x), numbers(trace.y)] : [];
  const matrix = context.getTransform();
  context.miterLimit = 2;
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [xs[i], ys[i]];
    if (!(x === x && y === y)) continue;
    if (
      vx &&
      !(xaxis.holds(xaxis.log ? Math.log10(vx[i]) : vx[i]) && yaxis.holds(yaxis.log ? Math.log10(vy[i]) : vy[i]))
    )
      continue;
    const shape = symbol(i);
    const path = pathOf(shape, size(i));
    const [open, thin] = [isOpen(shape), isThin(shape)];
    context.setTransform(matrix.a, 0, 0, matrix.d, matrix.e + matrix.a * x, matrix.f + matrix.d * y);
    context.globalAlpha = alpha * opacity(i);
    if (!open && !thin) {
      context.fillStyle = own(i);
      context.fill(path);
    }
    context.lineWidth = width(i) || (open ? 1 : 0);
    if (!context.lineWidth || (!open && !width(i))) continue;
    context.strokeStyle = open ? own(i) : edge(i);
    context.stroke(path);
  }
  context.setTransform(matrix);
  context.globalAlpha = alpha;
  return (i) => size(i) / 2;
}

function colorsOf(marker, theme, color) {
  const list = marker.color && typeof marker.color === "object" ? numbers(marker.color) : null;
  if (!list || typeof list[0] === "string") return each(marker.color, color);
  const table = tableOf(marker.colorscale || theme.colors.sequential);
  const scale = placing(...limits(list, marker.cmin, marker.cmax, marker.cmid));
  return (i) => css(pick(table, list[i], scale));
}

function words(context, trace, xs, ys, [xaxis, yaxis], radius, { theme }) {
  const text = each(trace.text, "");
  const position = each(trace.textposition, "middle center");
  const size = each(trace.textfont?.size, 14);
  const color = each(trace.textfont?.color, theme.colors.ink);
  const outside = (at, axis) => at < axis.offset - 0.5 || at > axis.offset + axis.length + 0.5;
  for (let i = 0; i < xs.length; i++) {
    const said = text(i);
    if (said === "" || !(xs[i] === xs[i] && ys[i] === ys[i])) continue;
    if (trace.cliponaxis === false && (outside(xs[i], xaxis) || outside(ys[i], yaxis))) continue;
    const where = position(i);
    const away = radius(i) ? radius(i) / 0.8 + 1 : 0;
    const up = where.includes("top") ? -1 : where.includes("bottom") ? 1 : 0;
    const side = where.includes("left") ? -1 : where.includes("right") ? 1 : 0;
    const tall = (String(said).split("<br>").length - 1) * LEADING + 1;
    const y = ys[i] + size(i) * 0.75 + up * away + ((up - 1) * tall * size(i)) / 2;
    const anchor = side < 0 ? "end" : side > 0 ? "start" : "middle";
    write(context, said, xs[i] + side * away, y, { size: size(i), color: color(i), anchor, theme });
  }
}
