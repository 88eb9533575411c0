// Editing a cell of a matrix by dragging: the number increases upwards. See Handle in kernviz/lessons/lesson.py.
import { along } from "./plane.js";
import { round125 } from "./round125.js";

const PIXELS = 100; // pixels of dragging that change a number by the largest entry of the matrix
const KEYS = 20; // key presses that change it by as much

const largest = (cells) => Math.max(...cells.flat().map(Math.abs)) || 1;

// Change per pixel of dragging, or per key press: a round number near the largest entry divided by PIXELS or KEYS.
export const stepOf = (cells, keys = false) => round125(largest(cells) / (keys ? KEYS : PIXELS));

// Column and row of the cell at those pixels; null outside the matrix.
export function cellAt({ cells }, at, axes) {
  const found = axes.map((axis, i) => Math.round(along(axis, at[i])));
  return found.every((k) => k >= 0 && k < cells.length) ? found : null;
}

export const valueOf = ({ cells, at: [column, row] }) => cells[row][column];

// A copy of the matrix with another number in the cell, and in the mirrored cell if the matrix is symmetric.
export function changed(cells, [column, row], value) {
  const symmetric = cells.every((row, i) => row.every((v, j) => v === cells[j][i]));
  const here = (i, j) => (i === row && j === column) || (symmetric && i === column && j === row);
  return cells.map((row, i) => row.map((v, j) => (here(i, j) ? value : v)));
}

// Query parameters: the text of the matrix, and row and column of the cell, counted from 1.
export function said({ names, cells, at: [column, row] }) {
  const text = cells.map((row) => row.join(" ")).join("; ");
  return { [names[0]]: text, ...chosen({ names }, [column, row]) };
}

export const chosen = ({ names }, [column, row]) => ({ [names[1]]: row + 1, [names[2]]: column + 1 });

// The cell `by` cells later, row by row; the first follows the last.
export function next({ cells, at: [column, row] }, by) {
  const n = cells.length,
    k = (row * n + column + by + n * n) % (n * n);
  return [k % n, Math.floor(k / n)];
}

// Draw two arrowheads in the cell, up and down, and a frame around the cell if `strong`.
export function draw(context, [column, row], axes, colors, strong, size) {
  // by index, since the names of rows and columns start at 1
  const [x, y] = [column, row].map((k, i) => axes[i].base + (k - axes[i].start) * axes[i].rate);
  const [w, h] = [Math.abs(axes[0].rate), Math.abs(axes[1].rate)];
  if (strong) {
    [context.strokeStyle, context.lineWidth] = [colors.ink, 2.5];
    context.strokeRect(x - w / 2 + 2, y - h / 2 + 2, w - 4, h - 4);
  }
  const far = 18 * size,
    tip = 6 * size;
  if (Math.min(w, h) < 2 * far + 4 * tip) return;
  for (const way of [-1, 1]) {
    context.beginPath();
    context.moveTo(x - tip, y + way * far);
    context.lineTo(x, y + way * (far + tip));
    context.lineTo(x + tip, y + way * far);
    [context.lineWidth, context.lineJoin] = [4, "round"];
    context.strokeStyle = colors.paper;
    context.stroke();
    [context.strokeStyle, context.lineWidth] = [colors.ink, 2];
    context.stroke();
  }
}
