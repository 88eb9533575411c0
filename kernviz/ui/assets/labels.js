// Labels of points without overlaps. Of a trace whose `meta` is "labels", as many labels are written as fit, in order.
// A note in a corner says how many are left out; their points show them on hovering.
import { numbers } from "./binary_message.js";
import { inWords } from "./words.js";
import { measure } from "./canvas_text.js";

const BESIDE = "\u2002"; // space between a mark and its label
const GAP = 3; // pixels between two labels
const SAFE = 0.9; // share of the plane's size that is assumed, since the exact size is unknown before drawing
const LEAST = 120; // smallest assumed size of the plane in pixels

let context;
const canvas = () => (context ??= document.createElement("canvas").getContext("2d"));

export const hasLabels = ({ data }) => (data ?? []).some(({ meta }) => meta === "labels");

// Indices of the boxes [left, top, right, bottom] that overlap no box kept before, and none of `taken`.
export function withoutOverlap(boxes, taken = []) {
  const kept = [],
    there = [...taken];
  boxes.forEach((box, i) => {
    const free = there.every(
      ([left, top, right, bottom]) =>
        box[0] > right + GAP || box[2] < left - GAP || box[1] > bottom + GAP || box[3] < top - GAP,
    );
    if (!free) return;
    there.push(box);
    kept.push(i);
  });
  return kept;
}

// Keep the labels of the figure, in place, that fit into a box of this size in pixels.
export function spaced(figure, { clientWidth, clientHeight }, theme) {
  if (hasLabels(figure)) placed(figure, pixels(figure.layout, clientWidth, clientHeight), theme, onHover);
  return figure;
}

const onHover = (values) => inWords("{name}: {written} written, {left} more on hover", values);
const leftOut = (values) => inWords("{name}: {written} written, {left} left out", values);

// A copy of the figure with the labels that fit, in a picture that shows nothing on hovering. `place` gives the pixels
// of a position in the plane.
export function withoutOverlapAt(figure, place, theme) {
  if (!hasLabels(figure)) return figure;
  const copy = { data: figure.data.map((trace) => ({ ...trace })), layout: { ...figure.layout } };
  placed(copy, place, theme, leftOut);
  return copy;
}

function placed({ data, layout }, place, theme, told) {
  for (const trace of data) {
    if (trace.meta !== "labels" || !trace.text?.length) continue;
    const xs = numbers(trace.x),
      ys = numbers(trace.y),
      size = trace.textfont?.size ?? 12;
    const boxes = trace.text.map((text, i) => {
      const [x, y] = place(xs[i], ys[i]),
        { width } = measure(canvas(), BESIDE + text, size, theme);
      return [x, y - 1.3 * size, x + width, y];
    });
    const kept = new Set(
      withoutOverlap(boxes, (layout.annotations ?? []).map((note) => boxOf(note, place, theme)).filter(Boolean)),
    );
    const left = trace.text.length - kept.size;
    trace.text = trace.text.map((text, i) => (kept.has(i) ? BESIDE + text : ""));
    if (left)
      layout.annotations = [
        ...(layout.annotations ?? []),
        note(told({ name: trace.name, written: kept.size, left }), size, theme),
      ];
  }
}

function pixels(layout, width, height) {
  const { l = 48, r = 12, t = 12, b = 44 } = layout.margin ?? {};
  const [wide, high] = [Math.max(LEAST, SAFE * (width - l - r)), Math.max(LEAST, SAFE * (height - t - b))];
  const [[x0, x1], [y0, y1]] = [layout.xaxis.range, layout.yaxis.range];
  let [across, up] = [wide / (x1 - x0), high / (y1 - y0)];
  if (layout.yaxis.scaleanchor || layout.xaxis.scaleanchor) across = up = Math.min(across, up);
  return (x, y) => [(x - x0) * across, (y1 - y) * up];
}

// Box of an annotation at a position in the plane; null if it is placed otherwise.
function boxOf({ text, x, y, xref = "x", yref = "y", xanchor, yanchor, xshift = 0, yshift = 0, font }, place, theme) {
  if (!text || xref !== "x" || yref !== "y") return null;
  const size = font?.size ?? 13,
    wide = measure(canvas(), text, size, theme).width + 10,
    high = 1.3 * size + 10,
    [px, py] = place(x, y);
  const left = px + xshift - (xanchor === "right" ? wide : xanchor === "left" ? 0 : wide / 2);
  const top = py - yshift - (yanchor === "bottom" ? high : yanchor === "top" ? 0 : high / 2);
  return [left, top, left + wide, top + high];
}

const note = (text, size, { colors }) => ({
  text,
  xref: "x domain",
  yref: "y domain",
  x: 1,
  y: 0,
  xanchor: "right",
  yanchor: "bottom",
  xshift: -3,
  yshift: 3,
  showarrow: false,
  bgcolor: colors.panel,
  borderpad: 3,
  font: { size },
});
