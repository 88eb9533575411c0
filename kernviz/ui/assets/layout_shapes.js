// Draws the shapes and annotations of a layout.
import { stroke } from "./strokes.js";
import { measure, write } from "./canvas_text.js";

const idOf = (ref, letter) => (ref || letter).split(" ")[0];

export const isUnder = (shape) => shape.layer === "below";

export function drawShape(context, shape, axes, theme) {
  const x = [shape.x0, shape.x1].map((v) => axes.place("x", shape.xref, v));
  const y = [shape.y0, shape.y1].map((v) => axes.place("y", shape.yref, v));
  if (![...x, ...y].every(Number.isFinite)) return;
  context.save();
  clip(context, shape, axes);
  context.globalAlpha = shape.opacity ?? 1;
  context.beginPath();
  if (shape.type === "line") (context.moveTo(x[0], y[0]), context.lineTo(x[1], y[1]));
  else if (shape.type === "circle")
    context.ellipse(
      (x[0] + x[1]) / 2,
      (y[0] + y[1]) / 2,
      Math.abs(x[1] - x[0]) / 2,
      Math.abs(y[1] - y[0]) / 2,
      0,
      0,
      2 * Math.PI,
    );
  else context.rect(Math.min(...x), Math.min(...y), Math.abs(x[1] - x[0]), Math.abs(y[1] - y[0]));
  if (shape.fillcolor && shape.type !== "line") {
    context.fillStyle = shape.fillcolor;
    context.fill();
  }
  const { width = 2, color = theme.colors.muted, dash } = shape.line || {};
  if (width > 0) stroke(context, color, width, dash);
  context.restore();
  if (shape.label?.text) name(context, shape, x, y, theme);
}

// Clip a shape to its axes; a shape placed on the paper is clipped to the whole graph.
function clip(context, shape, axes) {
  const { width, height } = axes.layout;
  const box = { x: [0, width], y: [0, height] };
  for (const letter of ["x", "y"]) {
    const id = idOf(shape[letter + "ref"], letter);
    const axis = id !== "paper" && axes.get(id);
    if (axis) box[letter] = [axis.offset, axis.length];
  }
  context.beginPath();
  context.rect(box.x[0], box.y[0], box.x[1], box.y[1]);
  context.clip();
}

// Write a shape's label above it, at the start, middle or end.
function name(context, { label }, x, y, theme) {
  const size = label.font?.size || 14;
  const color = label.font?.color || theme.colors.ink;
  const pad = label.padding ?? 3;
  const anchor = label.textposition === "end" ? "end" : label.textposition === "start" ? "start" : "middle";
  const last = x[1] >= x[0] ? 1 : 0;
  const at = anchor === "end" ? x[last] - pad : anchor === "start" ? x[1 - last] + pad : (x[0] + x[1]) / 2;
  write(context, label.text, at, Math.min(y[0], y[1]) - pad - 0.2 * size, { size, color, anchor, theme });
}

const SHIFT = { left: 0.5, center: 0, right: -0.5, top: 0.5, middle: 0, bottom: -0.5 };
const HEADS = { 1: [2.4, 3, 0.6], 2: [3.7, 2.5, 1.3] }; // arrowheads: length behind, half width, length ahead

// Shift of a text by its anchor, in units of its size. The default anchor depends on the third of the paper in which
// the text is.
function shift(anchor, share, names) {
  return SHIFT[anchor && anchor !== "auto" ? anchor : share < 1 / 3 ? names[0] : share > 2 / 3 ? names[2] : names[1]];
}

export function drawAnnotation(context, note, axes, theme) {
  if (note.visible === false) return;
  const size = note.font?.size || 13;
  const thick = note.borderwidth ?? 1;
  const pad = thick + (note.borderpad ?? 1);
  const box = note.text ? measure(context, note.text, size, theme) : { width: 0, height: 0, ascent: 0 };
  const [w, h] = [Math.round(box.width + 2 * pad), Math.round(box.height + 2 * pad)];
  const arrow = note.showarrow ?? true;
  const [x, y] = ["x", "y"].map((letter) => {
    const [ref, value] = [note[letter + "ref"] || letter, note[letter]];
    const axis = ref !== "paper" && !ref.endsWith("domain") && axes.get(ref);
    if (axis && !axis.holds(value)) return null; // outside the visible range
    const at = axes.place(letter, ref, value, true);
    const names = letter === "x" ? ["left", "center", "right"] : ["top", "middle", "bottom"];
    const share = axis || arrow ? 0.5 : letter === "x" ? value : 1 - value;
    const moved = (letter === "x" ? w : h) * shift(note[letter + "anchor"], share, names);
    const own = (note[letter + "shift"] || 0) * (letter === "x" ? 1 : -1);
    const way = note["a" + letter] ?? (letter === "x" ? -10 : -30);
    const tail = !arrow ? at : note["a" + letter + "ref"] === ref ? axes.place(letter, ref, way, true) : at + way;
    return { head: at + own, tail: tail + own, text: tail + moved + own };
  });
  if (!x || !y || !Number.isFinite(x.head + y.head)) return;
  context.globalAlpha = note.opacity ?? 1;
  const [left, top] = [Math.round(x.text - w / 2), Math.round(y.text - h / 2)];
  if (arrow) drawArrow(context, note, x, y, note.text ? [left, top, w, h] : null, theme);
  if (note.bgcolor || note.bordercolor) {
    context.beginPath();
    context.rect(left + thick / 2, top + thick / 2, w - thick, h - thick);
    context.fillStyle = note.bgcolor || "transparent";
    context.fill();
    if (note.bordercolor && thick) stroke(context, note.bordercolor, thick);
  }
  if (note.text) {
    const anchor = note.align === "left" ? "start" : note.align === "right" ? "end" : "middle";
    const at = left + (anchor === "start" ? pad : anchor === "end" ? w - pad : pad + box.width / 2);
    write(context, note.text, at, top + pad + box.ascent, {
      size,
      color: note.font?.color || theme.colors.ink,
      anchor,
      theme,
    });
  }
  context.globalAlpha = 1;
}

function drawArrow(context, note, x, y, box, theme) {
  const [dx, dy] = [x.head - x.tail, y.head - y.tail];
  const length = Math.hypot(dx, dy);
  if (length < 1) return;
  const [ux, uy] = [dx / length, dy / length];
  const width = note.arrowwidth ?? 1;
  const color = note.arrowcolor || theme.colors.muted;
  const head = HEADS[note.arrowhead ?? 1];
  const unit = width * (note.arrowsize ?? 1);
  const stop = (note.standoff || 0) + (head ? head[2] * unit : 0);
  let start = 0; // the line starts at the border of the text's box
  if (box) {
    const out = (p, u, from, size) => (u > 0 ? (from + size - p) / u : u < 0 ? (from - p) / u : Infinity);
    start = Math.max(0, Math.min(out(x.tail, ux, box[0], box[2]), out(y.tail, uy, box[1], box[3])));
  }
  const [ex, ey] = [x.head - ux * stop, y.head - uy * stop];
  context.beginPath();
  context.moveTo(x.tail + ux * start, y.tail + uy * start);
  context.lineTo(ex, ey);
  stroke(context, color, width);
  if (!head) return;
  const [behind, half, ahead] = head.map((v) => v * unit);
  context.beginPath();
  context.moveTo(ex + ux * ahead, ey + uy * ahead);
  context.lineTo(ex - ux * behind - uy * half, ey - uy * behind + ux * half);
  context.lineTo(ex - ux * behind + uy * half, ey - uy * behind - ux * half);
  context.fillStyle = color;
  context.fill();
}
