// Positions of a slider: steps, rounding, parsing and formatting of values.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { Scale, read, readings, shown, written } = await import("../../kernviz/ui/assets/positions.js");

const line = () => new Scale({ low: 0, high: 10 });
const whole = () => new Scale({ low: 1, high: 9, whole: true, least: 1 });
const log = () => new Scale({ low: 0.01, high: 100, log: true });
const finite = () => new Scale({ low: 0.1, high: 10, log: true, infinite: true });
const stops = () => new Scale({ stops: [1, 2, 5, "inf"] });
const EVERY = [line, whole, log, finite, stops];

test("the ends of a track are the ends of its numbers", () => {
  for (const scale of EVERY.map((make) => make())) {
    assert.equal(scale.value(0), scale.ends[0]);
    assert.equal(scale.value(1), scale.ends[1]);
    assert.equal(scale.at(scale.ends[0]), 0);
    assert.equal(scale.at(scale.ends[1]), 1);
  }
});

test("the value at a position of the track is monotone, and its own position is near", () => {
  const far = [0.01, 1 / 16, 0.01, 0.031, 1 / 6]; // half of the largest gap between two positions
  for (const [i, scale] of EVERY.map((make) => make()).entries()) {
    let before = -Infinity;
    for (let k = 0; k <= 1000; k++) {
      const value = scale.value(k / 1000);
      assert.ok(value >= before, `${value} after ${before}`);
      assert.ok(Math.abs(scale.at(value) - k / 1000) <= far[i] + 1e-9, `${k / 1000} -> ${value}`);
      before = value;
    }
  }
});

test("keys go from end to end and back, a step at a time", () => {
  for (const scale of EVERY.map((make) => make())) {
    const [low, high] = scale.ends;
    for (const [from, to, sign] of [
      [low, high, 1],
      [high, low, -1],
    ]) {
      let value = from,
        steps = 0;
      for (; value !== to && steps < 1000; steps++) {
        const next = scale.next(value, sign);
        assert.ok((next - value) * sign > 0, `${value} -> ${next}`);
        value = next;
      }
      assert.equal(value, to);
      assert.equal(scale.next(to, sign), to);
    }
  }
});

test("steps are round, tenths finer, pages coarser", () => {
  assert.equal(line().next(3.02, 1), 3.05);
  assert.equal(line().next(3, 1, "tenth"), 3.005);
  assert.equal(line().next(3, 1, "page"), 3.5);
  assert.equal(log().next(1, 1), 1.3);
  assert.equal(log().next(1, -1, "page"), 0.1);
  assert.equal(whole().next(3, 1, "tenth"), 4);
  assert.equal(stops().next(2, 1), 5);
  assert.equal(stops().next(5, 1), Infinity);
});

test("a typed number beyond the range widens it to a round one", () => {
  const up = line();
  up.grow(13);
  assert.deepEqual(up.ends, [0, 20]);
  const signs = log();
  signs.grow(-3);
  assert.equal(signs.log, false);
  assert.deepEqual(signs.ends, [-10, 10]);
  const held = whole();
  held.grow(-4);
  assert.equal(held.ends[0], 1); // its least
  held.grow(Infinity);
  assert.equal(held.ends[1], 9);
});

test("numbers are written as Python writes them, and shown with six digits", () => {
  assert.equal(written(1e-7), "1e-07");
  assert.equal(written(Infinity), "inf");
  assert.equal(shown(Infinity), "∞");
  assert.equal(shown(1 / 3), "0.333333");
});

test("typed values are parsed, also ∞, and an ambiguous one gives both readings", () => {
  assert.equal(read("= ∞"), Infinity);
  assert.equal(read("2×3"), 6);
  assert.ok(Number.isNaN(read("three")));
  assert.deepEqual(readings("184,756"), ["184.756", "184756"]);
  assert.deepEqual(readings("7"), []);
});
