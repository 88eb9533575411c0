// A handle of a picture: the parameter values of its position, and its position in words. This module uses no DOM.
import * as cell from "./cell.js";
import { nearestOf, pixel, tidy } from "./plane.js";
import { decimal, inWords, listed } from "./words.js";

export const shown = (value) => decimal(String(Number(value.toPrecision(6))).replace("-", "−"));

// Move a handle to a position, as far as its constraint allows. `place.said` gets the parameter values of the position.
export function movePlace(place, to, axes) {
  const { names, spots, weights, around, limits } = place;
  const fit = (value, i) => {
    const [low, high] = limits[i] ?? [place.low, place.high];
    return Math.min(high, Math.max(low, value));
  };
  if (place.cells.length) {
    place.cells = cell.changed(place.cells, place.at, Math.min(place.high, Math.max(place.low, to)));
    place.said = cell.said(place);
    return;
  }
  let values = to;
  if (spots.length) {
    const i = nearestOf(
      spots.map((spot) => pixel(spot, axes)),
      pixel(to, axes),
    );
    [place.at, values] = [spots[i], [i + 1]];
  } else if (weights.length) {
    place.at = place.upright ? [place.at[0], to[1]] : to;
    values = weights.map(([a, b, c]) => tidy(a * place.at[0] + b * place.at[1] + c, 0.001));
  } else if (around) {
    const [x, y] = around,
      turn = Math.atan2(to[1] - y, to[0] - x),
      far = Math.hypot(place.at[0] - x, place.at[1] - y);
    place.at = [x + far * Math.cos(turn), y + far * Math.sin(turn)];
    values = [tidy(((((turn * 180) / Math.PI) % 180) + 180) % 180, 0.01)];
  } else place.at = names.length > 1 ? to : [to[0], place.at[1]];
  place.said = Object.fromEntries(names.map((name, i) => [name, fit(values[i], i)]));
}

// Position of a handle in words.
export function wordsOf({ at, names, spots, weights, around, upright, cells }) {
  if (cells.length) return `K(${at[1] + 1}, ${at[0] + 1}) = ${shown(cells[at[1]][at[0]])}`;
  if (upright) return shown(tidy(at[1], 0.01));
  if (spots.length) return inWords("point {i}", { i: spots.findIndex(([x, y]) => x === at[0] && y === at[1]) + 1 });
  if (around)
    return `${shown(tidy(((Math.atan2(at[1] - around[1], at[0] - around[0]) * 180) / Math.PI + 360) % 180, 0.1))}°`;
  return names.length > 1 || weights.length ? `(${listed(at.map(shown))})` : shown(at[0]);
}
