// Choice of frames of a sweep: nearest to a value, or those shown side by side. This module uses no DOM.
import { read } from "./positions.js";

export const MOST = 12,
  USUAL = 6;

// Index of the swept value in xs nearest to `value`; with `log`, nearest by ratio.
export function nearest(xs, value, log = false) {
  const f = (v) => (log && v > 0 ? Math.log(v) : v);
  const distances = xs.map((x) => Math.abs(f(x) - f(value)));
  return distances.indexOf(Math.min(...distances));
}

// Default indices of `count` frames.
export const usual = (count) =>
  count <= MOST
    ? [...Array(count).keys()]
    : [...new Set(Array.from({ length: USUAL }, (_, i) => Math.round((i * (count - 1)) / (USUAL - 1))))];

// Indices of the swept values nearest to the values in a text such as "0.1  1; 10"; null if it has none.
export function named(text, xs, log = false) {
  const values = text
    .split(/[\s;]+|,\s+/)
    .map((typed) => read(typed))
    .filter((value) => !Number.isNaN(value));
  return values.length ? [...new Set(values.map((value) => nearest(xs, value, log)))] : null;
}
