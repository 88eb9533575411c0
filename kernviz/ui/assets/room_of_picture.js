// How high the main picture of a page is: what the window leaves under the page's head and the picture's tools.
import { size } from "./size.js";

export const PHONE = 640; // pixels: a window as narrow shows one thing under the other
export const TOOLS = 48; // of a picture with points

const HEAD = 112; // pixels of the window above a page's columns: menu, title
const HALL_HEAD = 50; // in a hall: title
const BAR = 64; // of the tools with their line of words
const HALL_BAR = 44; // in a hall: without the words
const LINE = 30; // of tools that are that line alone
const BAND = 64; // of what the page has found
const FOOT = 56; // for the first line of what is said of it
const HALL_FOOT = 10;
const LEAST = 300; // however low the window is
const SHARE = 0.58; // of the window, for rows of bars

// The first picture beside a page's controls, in a window that has room beside it.
export function isMain(root) {
  if (innerWidth <= PHONE) return false;
  const column = root.closest('[data-testid="stColumn"]');
  const row = column?.parentElement;
  return (
    !!row &&
    row.firstElementChild === column &&
    !!row.querySelector(":scope > * .st-key-kv-beside") &&
    column.querySelector(".kv-plot") === root
  );
}

// Its height in pixels. `rows`: the height its rows of words need, or 0.
export function roomOf(hands, rows) {
  const hall = size() > 1;
  const tools = !hands ? 0 : hands.points ? (hall ? HALL_BAR : BAR) : hall ? 0 : LINE;
  const band = document.querySelector(".st-key-kv-band:not(:empty)") ? BAND * (hall ? 1.35 : 1) : 0;
  const room = innerHeight - band - (hall ? HALL_HEAD + HALL_FOOT : HEAD + FOOT) - tools;
  return Math.round(Math.max(LEAST, rows && !hall ? Math.max(Math.min(rows, room), SHARE * innerHeight) : room));
}
