// Hall mode: text, lines, marks, ticks and legends are enlarged by one factor. Only the browser knows the mode: as
// `size=hall` in the address, as a CSS variable, and by larger lengths in figures.
import { numbers } from "./binary_message.js";

const HALL = 1.7;
const listening = new Set();
let hall = new URLSearchParams(location.search).get("size") === "hall";

let presented = false; // presenter mode of a course is always large

export const size = () => (hall || presented ? HALL : 1);

// Value of the query parameter `size`, or null; Python does not read it.
export const said = () => (hall ? "hall" : null);

// Switch hall mode on or off.
export function turn() {
  hall = !hall;
  wear();
  const query = new URLSearchParams(location.search);
  hall ? query.set("size", "hall") : query.delete("size");
  history.replaceState(history.state, "", location.pathname + (String(query) && "?" + query) + location.hash);
  for (const call of listening) call();
}

export function enlarge(on) {
  if (presented === on) return;
  presented = on;
  wear();
  for (const call of listening) call();
}

// Apply the present size to the page.
export function wear() {
  fold(size() > 1);
  document.documentElement.classList.toggle("kv-large", size() > 1);
  document.documentElement.style.setProperty("--kv-size", String(size()));
}

const OPENS = '[data-testid="stExpandSidebarButton"]',
  FOLDS = '[data-testid="stSidebar"][data-collapsed="false"] [data-testid="stSidebarCollapseButton"] button';
const ARRIVES = 20_000; // ms to wait for the sidebar's button
let folded = false; // whether this script has folded the sidebar

// Fold the sidebar in hall mode, and unfold it afterwards. On a phone the sidebar is a drawer, which is closed anyway.
function fold(on) {
  if (innerWidth <= 640 || on === folded) return;
  folded = on;
  const end = performance.now() + ARRIVES;
  const turn = () => {
    /** @type {HTMLElement | null} */
    const button = document.querySelector(on ? FOLDS : OPENS);
    if (button) button.click();
    else if (folded === on && performance.now() < end) setTimeout(turn, 100);
  };
  turn();
}

// Call the function when the size changes; returns a function that stops this.
export function onSize(call) {
  listening.add(call);
  return () => listening.delete(call);
}

const FONTS = new Set([
  "font",
  "tickfont",
  "textfont",
  "titlefont",
  "marker",
  "insidetextfont",
  "outsidetextfont",
  "pattern",
]);
const PIXELS = new Set([
  "borderwidth",
  "borderpad",
  "tickwidth",
  "ticklen",
  "thickness",
  "outlinewidth",
  "itemwidth",
  "standoff",
  "ticklabelstandoff",
  "arrowwidth",
  "ax",
  "ay",
  "xshift",
  "yshift",
  "tracegroupgap",
  "gridwidth",
  "zerolinewidth",
  "linewidth",
  "padding",
]);
const WHOLE = new Set(["ticklabelstandoff"]); // plotly.js ignores a part of a pixel here
const MARGIN = new Set(["l", "r", "t", "b"]);
const PER_FIGURE = { scatter: { marker: 6, line: 2 }, scatter3d: { marker: 8, line: 2 } };

// Enlarge everything in the figure, in place, that is measured in pixels. plotly.js's defaults are written into the
// figure first, so that they are enlarged, too.
export function enlarged(figure, factor = size()) {
  if (factor === 1) return figure;
  for (const trace of figure.data ?? []) {
    const { marker, line } = PER_FIGURE[trace.type ?? "scatter"] ?? {};
    const mode = trace.mode ?? "";
    if (marker && (!trace.mode || mode.includes("markers")))
      trace.marker = { ...trace.marker, size: trace.marker?.size ?? marker };
    if (line && (!trace.mode || mode.includes("lines")))
      trace.line = { ...trace.line, width: trace.line?.width ?? line };
    if (mode.includes("text")) trace.textfont = { ...trace.textfont, size: trace.textfont?.size ?? 14 };
  }
  for (const note of figure.layout?.annotations ?? []) note.font = { ...note.font, size: note.font?.size ?? 13 };
  for (const shape of figure.layout?.shapes ?? []) shape.line = { ...shape.line, width: shape.line?.width ?? 2 };
  return larger(figure, factor);
}

// Make the marks of a 3D figure smaller, in place; texts and lines stay as they are.
export function withSmallMarks(figure, factor) {
  for (const trace of figure.data) {
    if (trace.type !== "scatter3d" || !(trace.mode ?? "").includes("markers")) continue;
    const sizes = { size: trace.marker?.size ?? PER_FIGURE.scatter3d.marker };
    trace.marker = { ...trace.marker, size: grown(sizes, "marker", "", factor).size };
  }
  return figure;
}

// The same for a part of a figure.
export const larger = (part, factor = size()) => (factor === 1 ? part : grown(part, "", "", factor));

function grown(value, key, parent, factor) {
  if (typeof value === "number")
    return !isPixels(key, parent) ? value : WHOLE.has(key) ? Math.round(value * factor) : value * factor;
  if (!value || typeof value !== "object" || value instanceof ArrayBuffer) return value;
  if (value.bdata) return isPixels(key, parent) ? scaled(value, factor) : value;
  if (Array.isArray(value)) {
    if (isPixels(key, parent)) return value.map((item) => (typeof item === "number" ? item * factor : item));
    if (value.some((item) => item && typeof item === "object"))
      for (let i = 0; i < value.length; i++) value[i] = grown(value[i], key, parent, factor);
    return value;
  }
  for (const name in value)
    if (!((name === "ax" || name === "ay") && value[name + "ref"])) value[name] = grown(value[name], name, key, factor);
  return value;
}

function isPixels(key, parent) {
  if (key === "size") return FONTS.has(parent);
  if (key === "width") return parent === "line";
  return PIXELS.has(key) || (parent === "margin" && MARGIN.has(key));
}

function scaled(array, factor) {
  const bdata = Float64Array.from(numbers(array), (v) => v * factor).buffer;
  return { dtype: "f8", shape: array.shape, bdata };
}
