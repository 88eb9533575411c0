// How high the main picture of a page is: what the window leaves under the page's head and the picture's tools.
import { size } from "./size.js";

export const PHONE = 640; // pixels: a window as narrow shows one thing under the other
export const TOOLS = 48; // of a picture with points

// pixels of the window around it; --kv-head, --kv-bar, --kv-foot and --kv-least are plot.css's
const HALL_HEAD = 50; // in a hall: title
const HALL_BAR = 44; // in a hall: the tools without their words
const HALL_FOOT = 10;
const LINE = 30; // of tools that are their line of words alone
const BAND = 64; // of what the page has found
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

// Its height in pixels. `rows`: the height its rows of words have, or 0; `least`: the one in which they do not lie on each other.
export function roomOf(root, hands, rows, least = 0) {
  const hall = size() > 1,
    css = getComputedStyle(root),
    pixels = (name) => Number(css.getPropertyValue(`--kv-${name}`));
  const tools = !hands ? 0 : hands.points ? (hall ? HALL_BAR : pixels("bar")) : hall ? 0 : LINE;
  const band = document.querySelector(".st-key-kv-band:not(:empty)") ? BAND * (hall ? 1.35 : 1) : 0;
  const room = innerHeight - band - (hall ? HALL_HEAD + HALL_FOOT : pixels("head") + pixels("foot")) - tools;
  const wanted = rows && !hall ? Math.max(Math.min(rows, room), SHARE * innerHeight) : room;
  return Math.round(Math.max(pixels("least"), least, wanted));
}
