// New value of a number for each key.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { keyed, pressed } = await import("../../kernviz/ui/assets/number_keys.js");
const { Scale } = await import("../../kernviz/ui/assets/positions.js");

const line = new Scale({ low: 0, high: 10 });

test("arrows step, with Shift a tenth, Page keys ten steps, Home and End go to the ends", () => {
  const rows = [
    ["ArrowRight", false, 3.05],
    ["ArrowUp", false, 3.05],
    ["ArrowLeft", false, 2.95],
    ["ArrowDown", false, 2.95],
    ["ArrowRight", true, 3.005],
    ["PageUp", false, 3.5],
    ["PageDown", true, 2.5],
    ["Home", false, 0],
    ["End", false, 10],
    ["Tab", false, null],
    ["5", false, null],
  ];
  for (const [key, shift, value] of rows) assert.equal(keyed(line, 3, key, shift), value, key);
});

// A control that writes down what is done to it.
function control(held = null) {
  const done = [];
  const noting =
    (name) =>
    (...what) =>
      done.push([name, ...what].join(" "));
  return {
    scale: line,
    value: 3,
    held,
    done,
    ...Object.fromEntries(["hold", "move", "giveUp"].map((n) => [n, noting(n)])),
  };
}

const event = (key, more = {}) => ({ key, preventDefault: () => {}, ...more });

test("a digit opens the text field, and keyboard shortcuts of the browser are left alone", () => {
  let typed = 0;
  const one = control();
  for (const key of ["5", "-", ".", ","]) pressed(one, event(key), () => typed++);
  assert.equal(typed, 4);
  pressed(one, event("ArrowRight", { ctrlKey: true }));
  pressed(one, event("x"), () => typed++);
  assert.deepEqual([typed, one.done], [4, []]);
});

test("Escape cancels a drag by keys, and keys do not end a drag by pointer", () => {
  const one = control("pointer");
  pressed(one, event("ArrowRight"));
  assert.deepEqual(one.done, []);
  pressed(one, event("Escape"));
  assert.deepEqual(one.done, ["giveUp"]);
  const free = control();
  pressed(free, event("Escape"));
  pressed(free, event("ArrowRight"));
  clearTimeout(free.later);
  assert.deepEqual(free.done, ["hold ArrowRight", "move 3.05"]);
});
