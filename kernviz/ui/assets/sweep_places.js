// Which frames of a sweep are meant: the one nearest to a value, those shown side by side. No page here.
import { read } from "./positions.js";

export const MOST = 12,
  USUAL = 6;

// xs: the values swept. On a log scale the nearest by its ratio.
export function nearest(xs, value, log = false) {
  const f = (v) => (log && v > 0 ? Math.log(v) : v);
  const apart = xs.map((x) => Math.abs(f(x) - f(value)));
  return apart.indexOf(Math.min(...apart));
}

// The places of `count` that are shown unless somebody asks for others.
export const usual = (count) =>
  count <= MOST
    ? [...Array(count).keys()]
    : [...new Set(Array.from({ length: USUAL }, (_, i) => Math.round((i * (count - 1)) / (USUAL - 1))))];

// The places of the values in a text, "0.1  1; 10"; null where it names none.
export function named(text, xs) {
  const values = text
    .split(/[\s;]+|,\s+/)
    .map((each) => read(each))
    .filter((value) => !Number.isNaN(value));
  return values.length ? [...new Set(values.map((value) => nearest(xs, value)))] : null;
}
