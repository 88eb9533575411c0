// Axis titles that fit. A title longer than its axis is broken into two lines, and made smaller if they are still too
// long. Of the whole-number ticks on an x axis, as many are labelled as there is room for.
import { numbers } from "./binary_message.js";
import { measure } from "./canvas_text.js";

const SIZE = 14; // font size of a title, as in template.js
const LEAST = 0.6; // smallest factor of a title's font size
const TICK = 12; // font size of a tick label
const APART = 0.8; // space between two tick labels, in units of their font size
const FREE = 4; // pixels between a title and the edge of the figure
const STANDOFF = 4; // pixels between an axis and its tick labels, as in template.js
const context = globalThis.document?.createElement("canvas").getContext("2d");

// Fit the titles and ticks of the figure, in place, to a box of this size in pixels. `scale`: factor of the font size.
export function whole(figure, { clientWidth, clientHeight }, theme, scale) {
  const { layout } = figure,
    { r = 12, t = 12, b = 44 } = layout.margin ?? {};
  if (!clientWidth || !clientHeight) return figure;
  const l = leftOf(layout, theme, scale);
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

// Width of the left margin, which plotly.js widens until the names at the vertical axis have room.
function leftOf({ margin, yaxis }, theme, scale) {
  const size = yaxis?.tickfont?.size ?? TICK * scale,
    names = yaxis?.showticklabels === false ? [] : (yaxis?.ticktext ?? []),
    widest = Math.max(0, ...names.map((name) => measure(context, name, size, theme).width));
  return Math.max(margin?.l ?? 48, Math.ceil(widest) + STANDOFF);
}

// Label every whole number of an axis, or every second, fifth, tenth …
function count(axis, inner, theme, scale) {
  if (axis.dtick !== 1 || axis.type === "log" || !axis.range) return;
  const [low, high] = numbers(axis.range),
    [from, to] = axis.domain ?? [0, 1],
    size = axis.tickfont?.size ?? TICK * scale,
    wide = measure(context, String(Math.floor(Math.max(low, high))), size, theme).width + APART * size;
  axis.dtick = everyOf((wide * Math.abs(high - low)) / Math.max(1, (to - from) * inner));
}

// The smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`.
export function everyOf(least) {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= least) ?? 1;
}

// Text broken at the space that makes the longer of the two lines shortest. A text without a space stays one line.
export function halves(text, wide) {
  const blanks = [...text.matchAll(/ /g)].map(({ index }) => [text.slice(0, index), text.slice(index + 1)]);
  const longer = (lines) => Math.max(...lines.map(wide));
  return blanks.reduce((best, lines) => (longer(lines) < longer(best) ? lines : best), [text]);
}
