// Lines of text that end with the picture, as on a phone: what is too long is cut there and ends in "…". A trace whose
// `meta` is "fit" stands right of its places, half a marker away, on an axis that is as wide as the picture.
import { numbers } from "./binary_message.js";
import { measure } from "./writing.js";

const EDGE = 20; // pixels that stay free at the end: the picture's own margin and the box's
const PARTS = /^((?:<[^>]*>)*)(.*?)((?:<[^>]*>)*)$/s; // marks before, words, marks behind
const LETTER = /&#?\w+;|./gsu;
const context = document.createElement("canvas").getContext("2d");

export const fits = (figure) => (figure.data ?? []).some(({ meta }) => meta === "fit");

// The figure, in place, with those texts as long as they may be in that many pixels.
export function fitted(figure, width, theme) {
  if (!width || !fits(figure)) return figure;
  for (const trace of figure.data) {
    if (trace.meta !== "fit") continue;
    const x = numbers(trace.x), { size } = trace.textfont, shift = trace.marker.size / 2;
    trace.text = trace.text.map((text, i) => shortened(text, (1 - x[i]) * width - shift - EDGE, size, theme));
  }
  return figure;
}

function shortened(text, room, size, theme) {
  const [, before, words, behind] = PARTS.exec(text), wide = (said) => measure(context, before + said + behind, size, theme).width;
  if (wide(words) <= room) return text;
  const letters = words.match(LETTER) ?? [];
  let [least, most] = [0, letters.length]; // the most that fit, by halves
  const cut = (count) => letters.slice(0, count).join("").trimEnd().replace(/…?$/, "…");
  while (least < most) {
    const half = Math.ceil((least + most) / 2);
    if (wide(cut(half)) <= room) least = half;
    else most = half - 1;
  }
  return before + cut(least) + behind;
}
