// Draws heatmap traces (colour fields and matrices): an image with one pixel per value, which the browser enlarges.
import { matrix, numbers } from "./binary_message.js";
import { contrast, css, limits, pick, placing, tableOf } from "./scale.js";
import { write } from "./canvas_text.js";
import { fontOf, LEAST, rounded, SMALL } from "./cell_text.js";

const tiles = []; // reused small images, by index in a picture

function tile(number, width, height) {
  let found = tiles[number];
  if (!found) {
    const canvas = document.createElement("canvas");
    found = tiles[number] = { canvas, context: canvas.getContext("2d", { willReadFrequently: true }) };
  }
  if (!found.image || found.image.width !== width || found.image.height !== height) {
    [found.canvas.width, found.canvas.height] = [width, height];
    found.image = found.context.createImageData(width, height);
    found.pixels = new Uint32Array(found.image.data.buffer);
  }
  return found;
}

// Pixel positions of the centres of n columns.
function middles(axis, array, n) {
  if (array) return axis.pixels(array);
  return Float32Array.from({ length: n }, (_, i) => axis.pixel(i));
}

// Borders between cells in pixels, half way between their centres; a single cell has length 1 on the axis.
function borders(centres, axis) {
  const n = centres.length;
  const out = new Float32Array(n + 1);
  for (let i = 1; i < n; i++) out[i] = (centres[i - 1] + centres[i]) / 2;
  out[0] = n > 1 ? 2 * centres[0] - out[1] : centres[0] - axis.rate / 2;
  out[n] = n > 1 ? 2 * centres[n - 1] - out[n - 1] : centres[0] + axis.rate / 2;
  return out;
}

const even = (edges) => {
  const step = (edges[edges.length - 1] - edges[0]) / (edges.length - 1);
  return edges.every((edge, i) => Math.abs(edge - edges[0] - i * step) < 0.5);
};

// Range [first, past) of the cells that are visible, with a margin of two cells.
function seen(edges, from, to) {
  const last = edges.length - 1;
  const at = (pixel) => ((pixel - edges[0]) / (edges[last] - edges[0])) * last;
  const [a, b] = [at(from), at(to)].sort((p, q) => p - q);
  return [Math.max(0, Math.floor(a) - 2), Math.min(last, Math.ceil(b) + 2)];
}

export function drawHeat(context, trace, [xaxis, yaxis], { number, theme }) {
  const { values, width, height } = matrix(trace.z);
  if (!width || !height) return;
  const xs = middles(xaxis, trace.x, width);
  const ys = middles(yaxis, trace.y, height);
  const [across, up] = [borders(xs, xaxis), borders(ys, yaxis)];
  const table = tableOf(trace.colorscale || theme.colors.sequential);
  const scale = placing(...limits(values, trace.zmin, trace.zmax, trace.zmid));
  context.globalAlpha = trace.opacity ?? 1;
  const gaps = trace.xgap || trace.ygap;
  if (!gaps && even(across) && even(up)) {
    const { canvas, context: small, image, pixels } = tile(number, width, height);
    for (let k = 0; k < pixels.length; k++) {
      const v = values[k];
      pixels[k] = v === v ? pick(table, v, scale) : 0;
    }
    small.putImageData(image, 0, 0);
    context.imageSmoothingEnabled = !!trace.zsmooth;
    context.imageSmoothingQuality = "low"; // bilinear
    if (!trace.zsmooth) [across, up].forEach(whole);
    stretch(context, canvas, across, up, xaxis, yaxis);
  } else bricks(context, { values, width, height }, across, up, trace, (v) => css(pick(table, v, scale)));
  context.globalAlpha = 1;
  if (trace.texttemplate)
    lettering(context, trace, xs, ys, { values, width }, theme, (v) => contrast(pick(table, v, scale)));
}

// Round the size of the whole image, in place, to whole pixels, as plotly.js does for cells without smoothing.
function whole(edges) {
  const start = Math.min(edges[0], edges[edges.length - 1]);
  const size = Math.abs(edges[edges.length - 1] - edges[0]);
  for (let i = 0; i < edges.length; i++) edges[i] = start + ((edges[i] - start) * Math.round(size)) / size;
}

// Draw the visible part only: zoomed in, the whole image may be a thousand times as large as the window.
function stretch(context, canvas, across, up, xaxis, yaxis) {
  const [i, past] = seen(across, xaxis.offset, xaxis.offset + xaxis.length);
  const [j, under] = seen(up, yaxis.offset, yaxis.offset + yaxis.length);
  if (past <= i || under <= j) return;
  const [x, y, w, h] = [across[i], up[j], across[past] - across[i], up[under] - up[j]];
  context.save();
  context.translate(x, y);
  context.scale(Math.sign(w), Math.sign(h)); // where y points upwards, the first row is at the bottom
  context.drawImage(canvas, i, j, past - i, under - j, 0, 0, Math.abs(w), Math.abs(h));
  context.restore();
}

function bricks(context, { values, width, height }, across, up, trace, colorOf) {
  const columns = sides(across, trace.xgap || 0);
  const rows = sides(up, trace.ygap || 0);
  for (let j = 0; j < height; j++) {
    const [top, high] = rows[j];
    for (let i = 0; i < width; i++) {
      const v = values[j * width + i];
      if (v !== v) continue;
      context.fillStyle = colorOf(v);
      context.fillRect(columns[i][0], top, columns[i][1], high);
    }
  }
}

// Start and length of each cell in whole pixels, with half of the gap left free on either side.
function sides(edges, gap) {
  const start = Math.min(edges[0], edges[edges.length - 1]);
  const at = Array.from(edges, (edge) => start + Math.round(edge - start));
  return at
    .slice(1)
    .map((_, i) => [Math.min(at[i], at[i + 1]) + Math.floor(gap / 2), Math.abs(at[i + 1] - at[i]) - gap]);
}

// Text in the cells. Without a given font size, the text is as large as the cells allow, at most 14 pixels. If it would
// be too small to read, numbers have two digits. If it still is, there is none.
function lettering(context, trace, xs, ys, { values, width }, theme, colorOf) {
  let texts = (trace.text || []).map(numbers);
  let size = trace.textfont?.size;
  if (!(size > 0)) {
    const room = (at, gap) => (at.length > 1 ? Math.abs(at[1] - at[0]) - (gap || 0) : Infinity);
    const fitting = () => fontOf(texts, room(xs, trace.xgap), room(ys, trace.ygap));
    size = fitting();
    if (size < SMALL) {
      texts = texts.map((row, j) => Array.from(row, (text, i) => rounded(text, values[j * width + i])));
      size = fitting();
    }
  }
  if (!(size >= LEAST)) return;
  texts.forEach((row, j) => {
    for (let i = 0; i < row.length; i++) {
      if (row[i] === null || row[i] === undefined || row[i] === "") continue;
      const v = values[j * width + i];
      const color = trace.textfont?.color || (v === v ? colorOf(v) : theme.colors.ink);
      const count = String(row[i]).split("<br>").length;
      write(context, row[i], Math.round(xs[i]), Math.round(ys[j]) - size * ((count * 1.3) / 2 - 1), {
        size,
        color,
        anchor: "middle",
        theme,
      });
    }
  });
}
