// Arithmetic with positions, in axis coordinates and in pixels. This module uses no DOM.
import { round125 } from "./round125.js";

const SLACK = 1e-9; // in steps of the grid
const LINE = 2; // pixels from a lasso's line within which a point is on the line

// Round a number to the digits that are meaningful for the given unit.
export function tidy(value, unit) {
  const places = Math.min(100, Math.max(0, Math.ceil(-Math.log10(unit)))); // toFixed takes at most 100
  return Number(value.toFixed(places)) + 0;
}

// Pixels of a position.
/** @param {number[]} at  @param {any[]} axes  @returns {[number, number]} */
export const pixel = ([x, y], axes) => [axes[0].pixel(x), axes[1].pixel(y)];

// The linear position on an axis at a pixel; the inverse of pixel().
export const along = (axis, pixel) => axis.start + (pixel - axis.base) / axis.rate;

// The position in the plane at these pixels, limited to the axes, and rounded to one pixel, or to the grid with `snap`.
export function placeAt(px, py, axes, snap = false) {
  return [px, py].map((at, i) => {
    const axis = axes[i],
      unit = Math.abs(1 / axis.rate);
    const raw = Math.min(axis.to, Math.max(axis.from, along(axis, at)));
    if (!snap) return tidy(raw, unit);
    const grid = gridOf(axis),
      [first, last] = [Math.ceil(axis.from / grid - SLACK), Math.floor(axis.to / grid + SLACK)];
    return tidy(Math.min(last, Math.max(first, Math.round(raw / grid))) * grid, grid / 10);
  });
}

// A round step of which an axis has about twelve.
export const gridOf = (axis) => round125((axis.to - axis.from) / 12);

// Whether pixels are inside the axes.
/** @param {number[]} at  @param {any[]} axes */
export function isInside([x, y], [across, up]) {
  return x >= across.offset && x <= across.offset + across.length && y >= up.offset && y <= up.offset + up.length;
}

// Index of the position nearest to another; null if there are none.
export function nearestOf(places, [x, y]) {
  let found = null,
    best = Infinity;
  places.forEach(([a, b], i) => {
    const away = Math.hypot(a - x, b - y);
    if (away < best) [found, best] = [i, away];
  });
  return found;
}

// Whether a position is inside a closed path or on its line: a ray from it crosses the path an odd number of times.
export function within([x, y], path) {
  let inside = false;
  for (let i = 0, j = path.length - 1; i < path.length; j = i++) {
    const [ax, ay] = path[i],
      [bx, by] = path[j];
    // on the line rounding would decide, for instance at the start of the path
    if (away([x, y], path[i], path[j]) <= LINE) return true;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

// Distance of a position from the segment between two others.
function away([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay],
    squared = dx * dx + dy * dy;
  const part = squared ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared)) : 0;
  return Math.hypot(x - ax - part * dx, y - ay - part * dy);
}
