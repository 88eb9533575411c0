// Direct manipulation by mouse and finger: which object a press holds, how it is dragged, and what a click does.
import * as cell from "./cell.js";
import { add, erase, paint } from "./own_points.js";
import { movePlace } from "./handle_position.js";
import { isInside, pixel, placeAt, tidy } from "./plane.js";
import { ERASE, LASSO, PROBE, tool } from "./tool.js";

const REACH = { mouse: 12, touch: 22 }; // pixels around a point within which a press holds the point
const TOUCHED = { mouse: 8, touch: 14 }; // pixels around a point within which a click applies to the point
const STILL = 4; // pixels of movement up to which a press is a click

const kindOf = (event) => (event.pointerType === "touch" ? "touch" : "mouse");

/** @returns {[number, number]} */
function pixelsOf(hands, event) {
  const box = hands.graph.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

// The object within reach, {place} or {point}, and its distance; null if there is none. A mouse reaches every cell of a
// matrix. A finger reaches only the selected cell, since elsewhere it scrolls the page.
/** @param {any} hands  @param {number[]} at */
function withinReach(hands, [x, y], kind, axes) {
  let found = null,
    best = REACH[kind];
  for (const place of hands.places) {
    if (place.cells.length) {
      const at = cell.cellAt(place, [x, y], axes);
      if (at && (kind === "mouse" || String(at) === String(place.at))) return { place, cell: at, away: 0 };
      continue;
    }
    const [px, py] = pixel(place.at, axes),
      away = Math.hypot(px - x, py - y);
    if (away <= best) [found, best] = [{ place, away }, away];
  }
  const point = nearestPoint(hands, [x, y], kind, axes);
  return found && !(point && under(found, point, kind)) ? found : point;
}

/** @param {any} hands  @param {number[]} at */
function nearestPoint(hands, [x, y], kind, axes) {
  let found = null,
    best = REACH[kind];
  hands.points?.at.forEach((at, i) => {
    const [px, py] = pixel(at, axes),
      away = Math.hypot(px - x, py - y);
    if (away <= best) [found, best] = [{ point: i, away }, away];
  });
  return found;
}

// Whether a press holds the point and not the handle near it. A handle that can be anywhere, such as a probe, gives way
// to a nearer point. A handle on points, or with a constraint, cannot be moved away from a point, so the press holds
// the handle.
export const under = ({ place, away }, point, kind) =>
  !place.spots.length && !place.weights.length && !place.around && point.away < away && point.away <= TOUCHED[kind];

export function down(hands, event) {
  if (!hands.on || event.button !== 0 || !event.isPrimary || !event.target.closest(".draglayer")) return;
  if (hands.held) hands.release(); // the end of the last press was never reported
  const axes = hands.axes(),
    at = pixelsOf(hands, event),
    kind = kindOf(event);
  if (!axes) return;
  const typing = /** @type {HTMLElement | null} */ (document.activeElement);
  if (typing?.matches("input, textarea")) typing.blur(); // so that the field sends its text first
  const hit = withinReach(hands, at, kind, axes);
  hands.press = { at, kind, hit, id: event.pointerId, inside: isInside(at, axes) };
  if (draws(hands, hit) && hands.press.inside) grab(hands, event, { lasso: [at] });
  else if (hit && !(tool.now === ERASE && hit.place === undefined)) grab(hands, event, hit);
}

// Whether a press draws a lasso: with the lasso tool, everywhere but on a selected point.
function draws(hands, hit) {
  return tool.now === LASSO && Boolean(hands.points) && !hands.chosen.has(hit?.point);
}

function grab(hands, event, hit) {
  const from = hit.place ? (hit.cell ?? hit.place.at) : hit.lasso ? null : hands.points.at[hit.point];
  const rows = hit.point === undefined ? [] : hands.chosen.has(hit.point) ? [...hands.chosen] : [hit.point];
  hands.held = {
    ...hit,
    from: from && [...from],
    rows,
    before: rows.map((i) => [...hands.points.at[i]]),
    cells: hit.place?.cells,
    moved: false,
  };
  hands.graph.setPointerCapture(event.pointerId);
  if (event.cancelable) event.preventDefault();
  window.Plotly?.Fx?.unhover?.(hands.graph, { target: hands.graph });
  hands.root.classList.add("kv-grabbing");
  hands.draw();
}

export function move(hands, event) {
  const { press, held } = hands,
    here = hands.graph.contains(event.target);
  if (!hands.on || !(press || held || here)) return;
  const at = pixelsOf(hands, event),
    axes = hands.axes();
  if (!axes) return;
  if (!held) {
    if (press && Math.hypot(at[0] - press.at[0], at[1] - press.at[1]) > STILL) press.moved = true;
    return pointAt(hands, event.pointerType === "touch" || !event.target.closest(".draglayer") ? null : at, axes);
  }
  if (held.key || event.pointerId !== press?.id) return;
  event.stopImmediatePropagation();
  if (!held.moved && Math.hypot(at[0] - press.at[0], at[1] - press.at[1]) <= STILL) return;
  held.moved = true;
  if (held.lasso) held.lasso.push(at);
  else if (held.cell) {
    const step = cell.stepOf(held.cells) / (event.shiftKey ? 10 : 1),
      before = cell.valueOf({ cells: held.cells, at: held.cell });
    held.place.at = held.cell;
    hands.carry(tidy(before + Math.round(press.at[1] - at[1]) * step, step));
  } else {
    const [px, py] = pixel(held.from, axes);
    hands.carry(placeAt(px + at[0] - press.at[0], py + at[1] - press.at[1], axes, tool.snap));
  }
  hands.draw();
}

export function up(hands, event) {
  const { press, held } = hands;
  hands.press = null;
  if (!hands.on || !press || event.pointerId !== press.id) return;
  if (held?.key) return;
  if (held?.moved) return hands.release();
  if (held) hands.let();
  if (held?.cell) return hands.chooseCell(held.place, held.cell);
  if (!press.moved && press.inside) click(hands, press);
  hands.draw();
}

// The browser uses the press for scrolling.
export function cancel(hands, event) {
  if (event.pointerId === hands.press?.id) hands.giveUp();
}

// The handle that a click moves: the first one. If all handles move vertically only, as on bars, the nearest in x.
/** @param {any} hands  @param {number[]} at */
function meant(hands, [x], axes) {
  if (!hands.places.every((place) => place.upright)) return hands.places[0];
  const away = ({ at }) => Math.abs(pixel(at, axes)[0] - x);
  return [...hands.places].sort((a, b) => away(a) - away(b))[0];
}

// A press without movement: apply the current tool.
export function click(hands, { at, kind, hit }) {
  const axes = hands.axes(),
    touched = hit && hit.away <= TOUCHED[kind] ? hit : null;
  if (!axes) return;
  const i = touched?.point;
  if (tool.now === PROBE || !hands.points) {
    const place = meant(hands, at, axes);
    if (!place || touched?.place) return;
    if (place.cells.length) return hands.chooseCell(place, cell.cellAt(place, at, axes) ?? place.at);
    movePlace(place, placeAt(...at, axes, tool.snap), axes);
    hands.act({ place: place.said });
  } else if (touched?.place) return;
  else if (tool.now === ERASE) i === undefined || erase(hands, [i]);
  else if (tool.now === LASSO) {
    hands.chosen = new Set(i === undefined ? [] : [i]);
    hands.tools.show();
  } else if (i === undefined) add(hands, placeAt(...at, axes, tool.snap));
  else paint(hands, hands.chosen.has(i) ? [...hands.chosen] : [i], tool.now);
}

export function eraseAt(hands, event) {
  if (!hands.on || !hands.points || !event.target.closest(".draglayer")) return;
  hands.giveUp(); // on macOS, or with a long press, this press has begun as a usual one
  const axes = hands.axes(),
    hit = axes && withinReach(hands, pixelsOf(hands, event), "mouse", axes);
  event.preventDefault();
  if (hit?.point !== undefined) erase(hands, hands.chosen.has(hit.point) ? [...hands.chosen] : [hit.point]);
}

// Mark the object under the mouse if it can be held; at: null if the mouse is elsewhere.
export function pointAt(hands, at, axes) {
  const near = at && withinReach(hands, at, "mouse", axes),
    hit = draws(hands, near) ? null : near;
  const same = ["place", "point", "cell"].every((what) => String(hit?.[what]) === String(hands.hover?.[what]));
  hands.hover = hit;
  hands.root.classList.toggle("kv-graspable", Boolean(hit));
  if (!same) hands.draw();
}
