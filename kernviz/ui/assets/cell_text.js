// Text in the cells of a heat map, as both our layer and plotly.js draw it: its colour, its font size and its digits.
import { contrast, pick, placing, tableOf } from "./scale.js";
import { decimal } from "./words.js";

export const SMALL = 9; // font size in pixels below which a number in a cell gets fewer digits
export const LEAST = 6; // font size in pixels below which cells have no text: nobody could read it
const MOST = 14; // largest font size in pixels
const ABOVE = 0.35; // distance of the baseline of one line below the cell's middle, in units of the font size

// The largest font size with which every text fits into a cell of this size.
export function fontOf(texts, wide, high) {
  const lines = texts.flatMap((row) => Array.from(row, (text) => String(text ?? "").split("<br>")));
  const longest = Math.max(1, ...lines.flat().map((line) => line.length));
  const most = Math.max(1, ...lines.map((line) => line.length));
  return Math.min(Math.floor(wide / longest / 0.65), Math.floor(high / most / 1.3), MOST);
}

// A number's text with two significant digits, for a small cell; every other text, and a whole number, as it is.
export function rounded(text, value) {
  if (!/^[\u2212+-]?\d+[.,]\d+(·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?$/.test(String(text)) || !Number.isFinite(value)) return text;
  const digits = Math.min(100, Math.max(2, Math.ceil(Math.log10(Math.abs(value) + 1)))); // toPrecision takes at most 100
  const short = decimal(String(Number(value.toPrecision(digits)))).replace(/^-/, "\u2212");
  return short.length < String(text).length ? short : text;
}

// Mend the texts that plotly.js has written into cells: it takes a dark grey where black is needed, and a font that
// nobody can read where fewer digits have room.
export function mendCells(graph) {
  for (const group of graph.querySelectorAll(".heatmaplayer .hm")) {
    const labels = [...group.querySelectorAll(".heatmap-label")].map((label) => [
      label.querySelector("text"),
      label.__data__,
    ]);
    const trace = group.__data__?.[0]?.trace;
    if (!labels.length || !labels.every(([, data]) => data) || !trace?.colorscale) continue;
    if ((trace.textfont?.color ?? "auto") !== "auto") continue;
    const [table, scale] = [tableOf(trace.colorscale), placing(trace.zmin, trace.zmax)];
    for (const [text, { z }] of labels) if (z !== undefined) text.style.fill = contrast(pick(table, z, scale));
    const size = shorten(labels);
    if (size < LEAST) for (const [text] of labels) text.style.display = "none";
  }
}

// Shorten the texts if their font is small. Returns the font size.
function shorten(labels) {
  const size = parseFloat(labels[0][0].style.fontSize);
  if (!(size < SMALL) || labels.some(([text]) => text.children.length)) return size;
  const texts = labels.map(([text, { z }]) => String(rounded(text.textContent, z)));
  const longest = (all) => Math.max(1, ...all.map(({ length }) => length));
  const larger = Math.min(MOST, Math.floor((size * longest(labels.map(([, { t }]) => t))) / longest(texts)));
  if (larger <= size) return size;
  labels.forEach(([text, { y }], i) => {
    text.textContent = texts[i];
    text.style.fontSize = `${larger}px`;
    text.setAttribute("y", y + ABOVE * larger);
  });
  return larger;
}
