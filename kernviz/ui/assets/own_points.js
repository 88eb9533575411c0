// Data points that the user edits in the picture: they are added, erased, repainted and selected. Python gets every
// change except selections.
import { numbers } from "./binary_message.js";
import { nearestOf, pixel, within } from "./plane.js";
import { shown } from "./handle_position.js";
import { tool } from "./tool.js";
import { classWord, inWords, listed } from "./words.js";

export function pointsOf({ at, codes, values, names, level }) {
  const flat = numbers(at),
    places = [];
  for (let i = 0; i < flat.length; i += 2) places.push([flat[i], flat[i + 1]]);
  return {
    at: places,
    codes: codes && [...codes],
    values: values && [...numbers(values)],
    names,
    level,
    ground: places.length ? places[0][1] : 0,
    get length() {
      return this.at.length;
    },
  };
}

export function choose(hands, rows) {
  hands.chosen = new Set(rows);
  if (rows.length === 1) describe(hands, rows[0]);
  hands.tools.show();
  hands.draw();
}

export function circle(hands, path) {
  const axes = hands.axes();
  if (axes)
    choose(
      hands,
      hands.points.at.flatMap((at, i) => (within(pixel(at, axes), path) ? [i] : [])),
    );
  hands.tools.say(hands.tools.ofChosen());
}

const counted = (n) => (n === 1 ? inWords("{n} point.", { n }) : inWords("{n} points.", { n }));

export function add(hands, at) {
  const { points, told } = hands;
  if (points.length >= told.most)
    return hands.tools.say(inWords("{most} points: no more can be set by hand.", { most: told.most }));
  const nearest = points.values && nearestOf(points.at, at);
  points.at.push(points.level ? [at[0], points.ground] : at);
  points.codes?.push(Math.max(0, tool.now));
  points.values?.push(nearest === null ? 0 : points.values[nearest]);
  changed(hands);
  hands.tools.say(counted(points.length));
}

export function erase(hands, rows) {
  const gone = new Set(rows),
    { points } = hands;
  for (const name of ["at", "codes", "values"]) points[name] = points[name]?.filter((_, i) => !gone.has(i));
  hands.chosen = new Set();
  hands.hover = null;
  changed(hands);
  hands.tools.say(counted(points.length));
}

export function paint(hands, rows, code) {
  const { codes } = hands.points;
  if (!codes || rows.every((i) => codes[i] === code)) return;
  for (const i of rows) codes[i] = code;
  changed(hands);
}

export function newClass(hands, name) {
  hands.points.names = [...hands.points.names, name];
  hands.tools.pick(hands.points.names.length - 1);
}

export function describe(hands, i) {
  const { points } = hands,
    name = points.codes ? classWord(points.names[points.codes[i]]) + ", " : "";
  const at = points.level ? shown(points.at[i][0]) : `(${listed(points.at[i].map(shown))})`;
  hands.tools.say(inWords("Point {i} of {n}, {about}", { i: i + 1, n: points.length, about: name + at }));
}

// The points have changed: send all of them to Python, with all digits. Earlier unacknowledged lists of points are
// dropped, unless a command such as undo follows them.
export function changed(hands) {
  const { points } = hands;
  const kept = hands.acts.filter((act) => !act.points || hands.acts.some((later) => later.do && later.seq > act.seq));
  hands.acts = kept;
  hands.act({
    points: {
      at: points.level ? points.at.map(([x]) => [x]) : points.at,
      codes: points.codes,
      values: points.values,
      names: points.names,
    },
  });
}
