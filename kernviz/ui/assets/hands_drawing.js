// Draws the marks of direct manipulation: rings around handles and points, new points that the picture lacks, the
// lasso.
import { numbers } from "./binary_message.js";
import * as cell from "./cell.js";
import { speak } from "./hands_keys.js";
import { pixel } from "./plane.js";
import { size } from "./size.js";
import { isOpen, pathOf } from "./symbols.js";

const SYMBOLS = __SYMBOLS__; // marks of the classes, as in kernviz/figures/theme.py

export function drawHands(hands) {
  const axes = hands.on && hands.root.clientWidth ? hands.axes() : null;
  hands.canvas.hidden = !axes;
  hands.tools.root.classList.toggle("kv-wide", hands.root.clientWidth > 570);
  if (!axes) return;
  const context = sheet(hands),
    { colors } = hands.theme,
    [across, up] = axes;
  context.save();
  context.beginPath();
  context.rect(across.offset - 16, up.offset - 16, across.length + 32, up.length + 32);
  context.clip();
  const ring = (at, r, width, color = colors.ink) => {
    context.beginPath();
    context.arc(...pixel(at, axes), r * size(), 0, 2 * Math.PI);
    [context.strokeStyle, context.lineWidth] = [color, width * size()];
    context.stroke();
  };
  const focused = hands.grips.find((grip) => grip === document.activeElement && grip.matches(":focus-visible"));
  for (const place of hands.places) {
    const mine = hands.held?.place === place || hands.hover?.place === place || focused?.place === place;
    if (place.cells.length) {
      const at = hands.held?.place === place ? place.at : hands.hover?.place === place ? hands.hover.cell : place.at;
      cell.draw(context, at, axes, colors, mine, size());
      continue;
    }
    const bare = place.weights.length || place.around; // the picture itself has no mark for this handle
    if (!bare && !place.spots.length && hands.held?.place === place) diamond(context, pixel(place.at, axes), colors);
    if (bare) knob(context, pixel(place.at, axes), colors);
    context.globalAlpha = mine ? 1 : 0.45;
    ring(place.at, 14, mine ? 2.5 : 1.2);
    context.globalAlpha = 1;
  }
  const { points, held, hover } = hands;
  if (points) {
    const far = [...hands.chosen, ...(held?.rows ?? [])];
    for (const i of new Set(far)) points.at[i] && ring(points.at[i], 10, 2, colors.accent);
    if (held?.moved) for (const i of held.rows) mark(hands, context, i, axes);
    if (hover?.point !== undefined && points.at[hover.point] && !held) ring(points.at[hover.point], 9, 2);
    unseen(hands).forEach((i) => mark(hands, context, i, axes));
    if (hands.cursor && focused && !focused.place && !hands.chosen.size) {
      const [x, y] = pixel(hands.cursor, axes);
      context.beginPath();
      for (const [a, b] of [
        [9 * size(), 0],
        [0, 9 * size()],
      ]) {
        context.moveTo(x - a, y - b);
        context.lineTo(x + a, y + b);
      }
      [context.strokeStyle, context.lineWidth] = [colors.ink, 2];
      context.stroke();
    }
  }
  if (held?.lasso) {
    context.beginPath();
    held.lasso.forEach(([x, y]) => context.lineTo(x, y));
    context.setLineDash([5, 4]);
    [context.strokeStyle, context.lineWidth] = [colors.ink, 1.5];
    context.stroke();
  }
  context.restore();
  if (focused) {
    context.setLineDash([]);
    [context.strokeStyle, context.lineWidth] = [colors.accent, 2];
    context.strokeRect(across.offset, up.offset, across.length, up.length);
  }
  speak(hands, axes);
}

// Indices of points added here that Python's picture lacks.
function unseen(hands) {
  const newest = hands.acts.findLast?.((act) => act.points);
  return newest
    ? hands.points.at.map((_, i) => i).slice(hands.told.points ? numbers(hands.told.points.at).length / 2 : 0)
    : [];
}

function mark(hands, context, i, axes) {
  const { points, theme } = hands,
    [x, y] = pixel(points.at[i], axes),
    code = points.codes?.[i] ?? 0;
  const symbol = SYMBOLS[code % SYMBOLS.length],
    path = pathOf(symbol, (points.length > 250 ? 8 : 11) * size());
  context.save();
  context.translate(x, y);
  [context.fillStyle, context.strokeStyle, context.lineWidth] = [
    theme.colors.classes[code % theme.colors.classes.length],
    theme.colors.paper,
    1,
  ];
  if (!isOpen(symbol)) context.fill(path);
  context.stroke(path);
  context.restore();
}

/** @param {CanvasRenderingContext2D} context  @param {number[]} at */
function diamond(context, [x, y], colors) {
  context.save();
  context.translate(x, y);
  [context.fillStyle, context.strokeStyle, context.lineWidth] = [colors.paper, colors.ink, 2.5];
  const path = pathOf("diamond", 17 * size());
  context.fill(path);
  context.stroke(path);
  context.fillStyle = colors.ink;
  context.fill(pathOf("circle", 5 * size()));
  context.restore();
}

function knob(context, at, colors) {
  context.beginPath();
  context.arc(...at, 7 * size(), 0, 2 * Math.PI);
  [context.fillStyle, context.strokeStyle, context.lineWidth] = [colors.paper, colors.accent, 3];
  context.fill();
  context.stroke();
}

function sheet(hands) {
  const { width, height } = hands.graph._fullLayout,
    scale = window.devicePixelRatio || 1;
  const [w, h] = [Math.ceil(width * scale), Math.ceil(height * scale)];
  if (hands.canvas.width !== w || hands.canvas.height !== h) {
    [hands.canvas.width, hands.canvas.height] = [w, h];
    [hands.canvas.style.width, hands.canvas.style.height] = [w / scale + "px", h / scale + "px"];
  }
  const context = hands.canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
