// Direct manipulation by keys and screen readers. Each handle has an invisible focusable element, a "grip"; all points
// share one grip.
import { element } from "./elements.js";
import * as cell from "./cell.js";
import { click } from "./hands_pointer.js";
import { add, choose, describe, erase, paint } from "./own_points.js";
import { shown, wordsOf } from "./handle_position.js";
import { pixel, tidy } from "./plane.js";
import { PROBE, tool } from "./tool.js";
import { listed, plain } from "./words.js";

// ms after which a key counts as released, if its release is never reported
const QUIET = { first: 700, repeated: 250 };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export function nameGrips(hands) {
  const wanted = [...hands.places, ...(hands.points ? [null] : [])];
  while (hands.grips.length > wanted.length) hands.grips.pop().remove();
  while (hands.grips.length < wanted.length) {
    const grip = element("div", { tabIndex: 0, className: "kv-grip" });
    grip.onkeyup = (event) => hands.held?.key === event.key && hands.release();
    grip.onblur = () => {
      if (hands.held?.key) hands.release();
      hands.cursor = null;
      hands.draw();
    };
    grip.onfocus = () => hands.draw();
    hands.root.append(grip);
    hands.grips.push(grip);
  }
  wanted.forEach((place, i) => {
    const grip = hands.grips[i];
    grip.setAttribute("role", place ? "slider" : "application");
    grip.setAttribute("aria-label", place ? place.label : hands.told.points.label);
    grip.place = place;
  });
}

export function keyed(hands, event) {
  if (!hands.on || event.altKey) return;
  const grip = hands.grips.find((candidate) => candidate === document.activeElement);
  if (event.key === "Escape" && (hands.held || hands.chosen.size)) {
    hands.held ? hands.giveUp() : choose(hands, []);
    return event.preventDefault();
  }
  const typing = document.activeElement?.matches?.("input, textarea, select, [contenteditable]");
  if (typing || !(grip || hands.over || hands.tools.bar.contains(document.activeElement))) return;
  if ((grip && gripKey(hands, event, grip)) || eraseKey(hands, event) || hands.tools.key(event)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

// Delete erases the selected points if the pointer is over the picture, or a grip or a tool has the focus.
function eraseKey(hands, { key, ctrlKey, metaKey }) {
  if ((key !== "Delete" && key !== "Backspace") || ctrlKey || metaKey || !hands.chosen.size || hands.held) return false;
  erase(hands, [...hands.chosen]);
  return true;
}

function gripKey(hands, event, grip) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key,
    by = ARROWS[key],
    axes = hands.axes();
  if (!axes || event.ctrlKey || event.metaKey) return false;
  if (by) {
    const part = event.shiftKey ? 240 : 24;
    const step = axes.map((axis, i) => (by[i] * (axis.to - axis.from)) / part);
    arrow(hands, event, grip.place, step, axes);
    return true;
  }
  if (grip.place?.cells.length && (key === "n" || key === "p")) {
    if (!hands.held) hands.chooseCell(grip.place, cell.next(grip.place, key === "n" ? 1 : -1));
    return true;
  }
  if (grip.place) return false;
  const one = hands.chosen.size === 1 ? [...hands.chosen][0] : null,
    n = hands.points.length;
  if ((key === "n" || key === "p") && n)
    choose(hands, [one === null ? (key === "n" ? 0 : n - 1) : (one + (key === "n" ? 1 : n - 1)) % n]);
  else if (key === "Enter" || key === " ") {
    if (hands.chosen.size && tool.now >= 0) paint(hands, [...hands.chosen], tool.now);
    else if (hands.cursor && tool.now >= 0) add(hands, hands.cursor);
    else if (hands.cursor && tool.now === PROBE)
      click(hands, { at: pixel(hands.cursor, axes), kind: "mouse", hit: null });
  } else return false;
  return true;
}

// An arrow key moves the handle, the chosen points or the cross. A handle or point is held until the key is released.
function arrow(hands, event, place, step, axes) {
  const fine = (value) =>
    value.map((v, i) => tidy(Math.min(axes[i].to, Math.max(axes[i].from, v)), Math.abs(1 / axes[i].rate) / 10));
  if (!place && !hands.chosen.size) {
    const from = hands.cursor ?? axes.map((axis) => (axis.from + axis.to) / 2);
    hands.cursor = fine([from[0] + step[0], from[1] + step[1]]);
    hands.tools.say(`(${listed(hands.cursor.map(shown))})`);
    return hands.draw();
  }
  if (!hands.held) {
    const rows = place ? [] : [...hands.chosen],
      from = place ? [...place.at] : [...hands.points.at[rows[0]]];
    hands.held = {
      place: place ?? undefined,
      rows,
      from,
      before: rows.map((i) => [...hands.points.at[i]]),
      key: event.key,
      cells: place?.cells,
      moved: true,
    };
  }
  hands.held.key = event.key;
  const now = place ? place.at : hands.points.at[hands.held.rows[0]],
    sign = Math.sign(step[0] + step[1]);
  if (place?.spots.length) {
    const i = place.spots.findIndex(([x, y]) => x === now[0] && y === now[1]),
      n = place.spots.length;
    hands.carry(place.spots[Math.min(n - 1, Math.max(0, i + sign))]);
  } else if (place?.around) {
    const [x, y] = place.around,
      turn = ((event.shiftKey ? 0.1 : 1) * sign * Math.PI) / 180;
    const [dx, dy] = [now[0] - x, now[1] - y],
      [c, s] = [Math.cos(turn), Math.sin(turn)];
    hands.carry([x + c * dx - s * dy, y + s * dx + c * dy]);
  } else if (place?.cells.length) {
    const by = cell.stepOf(hands.held.cells, true) / (event.shiftKey ? 10 : 1);
    hands.carry(tidy(cell.valueOf(place) + sign * by, by));
  } else hands.carry(fine([now[0] + step[0], now[1] + step[1]]));
  if (!place) describe(hands, hands.held.rows[0]);
  hands.draw();
  clearTimeout(hands.later);
  hands.later = setTimeout(
    () => hands.held?.key === event.key && hands.release(),
    event.repeat ? QUIET.repeated : QUIET.first,
  );
}

export function speak(hands, [across, up]) {
  for (const grip of hands.grips) {
    const { place } = grip;
    if (!place) continue;
    const along = place.upright ? up : across,
      many = place.cells.length;
    grip.setAttribute("aria-valuemin", plain(many ? place.low : along.from));
    grip.setAttribute("aria-valuemax", plain(many ? place.high : along.to));
    grip.setAttribute("aria-valuenow", plain(many ? cell.valueOf(place) : place.at[place.upright ? 1 : 0]));
    grip.setAttribute("aria-valuetext", wordsOf(place));
  }
}
