// Height of a page's main picture: the window's height without the page's head and the picture's tools.
import { size } from "./size.js";

export const PHONE = 640; // pixels; narrower windows have a single column
export const TOOLS = 48; // height of the tools of a picture with points

// pixels around the picture; --kv-head, --kv-bar, --kv-foot and --kv-least are defined in plot.css
const HALL_HEAD = 50; // title in hall mode
const HALL_BAR = 44; // tools without text, in hall mode
const HALL_FOOT = 10;
const HALL_SWEEP = 50; // open bar of a sweep, in hall mode; otherwise --kv-foot has room for it
const LINE = 30; // tools that are a line of text only
const BAND = 64; // the band with the page's result
const SHARE = 0.58; // least share of the window's height for rows of bars

// Whether this is the main picture: the first one beside a page's controls, in a wide window.
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

// Height of the main picture in pixels. `rows`: height of its rows of text, or 0. `least`: smallest height without
// overlap.
export function roomOf(root, hands, rows, least = 0) {
  const hall = size() > 1,
    css = getComputedStyle(root),
    pixels = (name) => Number(css.getPropertyValue(`--kv-${name}`));
  const tools = !hands ? 0 : hands.points ? (hall ? HALL_BAR : pixels("bar")) : hall ? 0 : LINE;
  const band = document.querySelector(".st-key-kv-band:not(:empty)") ? BAND * (hall ? 1.35 : 1) : 0;
  const swept = hall && document.querySelector(".st-key-kv-sweep[data-kv-open]") ? HALL_SWEEP : 0;
  const room = innerHeight - band - swept - (hall ? HALL_HEAD + HALL_FOOT : pixels("head") + pixels("foot")) - tools;
  const wanted = rows && !hall ? Math.max(Math.min(rows, room), SHARE * innerHeight) : room;
  return Math.round(Math.max(pixels("least"), least, wanted));
}
