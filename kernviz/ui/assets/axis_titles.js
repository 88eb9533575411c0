// Words of axes, whole. A name that is longer than its axis takes two lines, and is smaller if two are not enough. Of counted
// ticks under a picture as many are labelled as have room.
import { numbers } from "./binary_message.js";
import { measure } from "./canvas_text.js";

const SIZE = 14; // of a name, as template.js says it
const LEAST = 0.6; // of its size
const TICK = 12; // of a label
const APART = 0.8; // of a label's size, between two
const FREE = 4; // pixels to the frame's edge
const context = globalThis.document?.createElement("canvas").getContext("2d");

// The figure, in place, for a box of that many pixels; `scale` is the size of its type.
export function whole(figure, { clientWidth, clientHeight }, theme, scale) {
  const { layout } = figure,
    { l = 48, r = 12, t = 12, b = 44 } = layout.margin ?? {};
  if (!clientWidth || !clientHeight) return figure;
  for (const [name, axis] of Object.entries(layout)) {
    if (/^xaxis/.test(name)) count(axis, clientWidth - l - r, theme, scale);
    const text = /^[xy]axis\d*$/.test(name) && axis?.title?.text;
    if (!text || text.includes("<br>")) continue;
    const size = axis.title.font?.size ?? SIZE * scale,
      wide = (words) => measure(context, words, size, theme).width,
      [from, to] = axis.domain ?? [0, 1],
      [length, beyond] =
        name[0] === "x" ? [clientWidth - l - r, Math.min(l, r)] : [clientHeight - t - b, Math.min(t, b)],
      room = (to - from) * length + (to - from === 1 ? 2 * Math.max(0, beyond - FREE) : 0);
    if (room <= 0 || wide(text) <= room) continue;
    const lines = halves(text, wide),
      longest = Math.max(...lines.map(wide));
    axis.title = { ...axis.title, text: lines.join("<br>") };
    if (longest > room) axis.title.font = { ...axis.title.font, size: size * Math.max(LEAST, room / longest) };
  }
  return figure;
}

// Whole numbers under a picture: every one, or every second, fifth, tenth …
function count(axis, inner, theme, scale) {
  if (axis.dtick !== 1 || axis.type === "log" || !axis.range) return;
  const [low, high] = numbers(axis.range),
    [from, to] = axis.domain ?? [0, 1],
    size = axis.tickfont?.size ?? TICK * scale,
    wide = measure(context, String(Math.floor(Math.max(low, high))), size, theme).width + APART * size;
  axis.dtick = everyOf((wide * Math.abs(high - low)) / Math.max(1, (to - from) * inner));
}

// The smallest of 1, 2, 5, 10, 20, 50 … that is not below a number.
export function everyOf(least) {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= least) ?? 1;
}

// Text in two lines, broken at the blank where the longer one is shortest; one without a blank stays as it is.
export function halves(text, wide) {
  const blanks = [...text.matchAll(/ /g)].map(({ index }) => [text.slice(0, index), text.slice(index + 1)]);
  const longer = (lines) => Math.max(...lines.map(wide));
  return blanks.reduce((best, lines) => (longer(lines) < longer(best) ? lines : best), [text]);
}
