// Fits text in pictures to the available space. A trace whose `meta` is "fit" has its text to the right of its points.
// Text that is a little too long gets a smaller font; longer text is cut and ends in "…". If rows of bars are closer
// than a line of text, as in hall mode, only every second, third … row is labelled.
import { numbers } from "./binary_message.js";
import { measure } from "./canvas_text.js";

const EDGE = 8; // pixels between a text and the right edge
const BESIDE = 0.8; // plotly.js writes a text at a distance of radius / 0.8 + 1 from a marker's centre
const PARTS = /^((?:<[^>]*>)*)(.*?)((?:<[^>]*>)*)$/s; // tags before the words, words, tags after them
const PART = " ·"; // between the parts of a text
const LETTER = /&#?\w+;|./gsu;
const context = document.createElement("canvas").getContext("2d");

const SMALLER = 0.82; // smallest factor of the font size, if all texts of a trace then fit
const LEAST = 10.5; // smallest font size in pixels of such texts
const CLOSE = 1.2; // row height in units of the font size
const rowsOf = ({ data, layout }) =>
  data?.some(({ orientation }) => orientation === "h") ? (layout?.yaxis?.ticktext?.length ?? 0) : 0;

export const isTree = (figure) => (figure.data ?? []).some(({ meta }) => meta === "fit");
export const fits = (figure) => !!rowsOf(figure) || isTree(figure);

// Fit the texts of the figure, in place, to a box of this size in pixels.
export function fitted(figure, { clientWidth: width, clientHeight: height }, theme) {
  if (!width || !fits(figure)) return figure;
  thin(figure, height);
  const { l = 0, r = 0 } = figure.layout?.margin ?? {},
    inner = width - l - r;
  for (const trace of figure.data) {
    if (trace.meta !== "fit") continue;
    const x = numbers(trace.x),
      { size } = trace.textfont,
      shift = trace.marker.size / 2 / BESIDE + 1,
      rooms = trace.text.map((_, i) => (1 - x[i]) * inner - shift - EDGE);
    const share = Math.min(1, ...trace.text.map((text, i) => rooms[i] / measure(context, text, size, theme).width));
    const small = share < 1 && share >= SMALLER && share * size >= LEAST ? share * size : size;
    trace.textfont = { ...trace.textfont, size: small };
    trace.text = trace.text.map((text, i) => shortened(text, rooms[i], small, theme));
  }
  return figure;
}

function thin({ data, layout }, height) {
  const rows = rowsOf({ data, layout }),
    { t = 0, b = 0 } = layout.margin ?? {};
  const tips = data.filter(({ mode, text }) => mode === "text" && text?.length === rows);
  const every = Math.ceil((rows * CLOSE * (tips[0]?.textfont?.size ?? 12)) / Math.max(height - t - b, 1));
  if (!rows || !height || every < 2) return;
  const some = (texts) => texts.map((text, i) => (i % every ? "" : text));
  layout.yaxis.ticktext = some(layout.yaxis.ticktext);
  for (const trace of tips) trace.text = some(trace.text);
}

function shortened(text, room, size, theme) {
  const [, before, words, behind] = PARTS.exec(text),
    wide = (said) => measure(context, before + said + behind, size, theme).width;
  if (wide(words) <= room) return text;
  const letters = words.match(LETTER) ?? [];
  let [least, most] = [0, letters.length]; // binary search for the largest number of letters that fit
  const cut = (count) => letters.slice(0, count).join("").trimEnd().replace(/…?$/, "…");
  while (least < most) {
    const half = Math.ceil((least + most) / 2);
    if (wide(cut(half)) <= room) least = half;
    else most = half - 1;
  }
  const kept = cut(least),
    whole = kept.lastIndexOf(PART); // a list of sources ends after a whole one
  return before + (whole > 0 ? `${kept.slice(0, whole)} …` : kept) + behind;
}
