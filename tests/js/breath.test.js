// Values of a number that oscillates around its value after a press on ▶.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { Scale } = await import("../../kernviz/ui/assets/positions.js");
const { Breath, PERIOD } = await import("../../kernviz/ui/assets/breath.js");

const SCALES = {
  line: [{ low: 0, high: 10 }, [0, 4, 10]],
  signed: [{ low: -3, high: 3 }, [-3, 0.2, 3]],
  whole: [{ low: 1, high: 9, whole: true, least: 1 }, [1, 4, 9]],
  log: [{ low: 0.001, high: 1000, log: true }, [0.001, 1, 2.5, 1000]],
  narrow: [{ low: 0.5, high: 2, log: true }, [0.5, 1, 2]],
  endless: [{ low: 0.1, high: 10, log: true, infinite: true }, [0.1, 1, 10, Infinity]],
  stops: [{ stops: [0.5, 1, 1.5, 2.5, 5, "inf"] }, [0.5, 1.5, Infinity]],
};
const TIMES = Array.from({ length: 401 }, (_, i) => (i * PERIOD) / 400);
const every = (does) => {
  for (const [name, [rules, values]] of Object.entries(SCALES))
    for (const value of values) does(new Scale(rules), value, `${name} at ${value}`);
};

test("an oscillation begins and ends at the number's value", () => {
  every((scale, value, what) => {
    if (value === Infinity && !scale.stops) return;
    const breath = new Breath(scale, value);
    for (const time of [0, PERIOD, 2 * PERIOD])
      assert.ok(Math.abs(scale.at(breath.at(time)) - scale.at(value)) < 0.03, `${what}: ${breath.at(time)}`);
  });
});

test("an oscillation moves, inside the slider's range and on its steps", () => {
  every((scale, value, what) => {
    const [low, high] = scale.ends,
      seen = TIMES.map((time) => new Breath(scale, value).at(time));
    assert.ok(
      seen.every((v) => v >= low && v <= high),
      what,
    );
    const places = new Set(Array.from({ length: 8001 }, (_, i) => scale.value(i / 8000)));
    assert.ok(
      seen.every((v) => places.has(v)),
      what,
    );
    assert.ok(new Set(seen).size >= (scale.stops ? 3 : scale.whole ? 4 : 10), `${what}: ${new Set(seen).size} values`);
  });
});

test("an oscillation has the same width for each value of the number", () => {
  for (const [name, [rules, values]] of Object.entries(SCALES)) {
    const scale = new Scale(rules);
    const widths = values.map((value) => {
      const places = TIMES.map((time) => scale.at(new Breath(scale, value).at(time)));
      return Math.max(...places) - Math.min(...places);
    });
    assert.ok(Math.max(...widths) - Math.min(...widths) < 0.25, `${name}: ${widths}`);
  }
});

test("on a logarithmic slider the factors upwards and downwards are equal", () => {
  const seen = TIMES.map((time) => new Breath(new Scale(SCALES.log[0]), 1).at(time));
  assert.ok(Math.max(...seen) > 5 && Math.max(...seen) < 6);
  assert.ok(Math.abs(Math.max(...seen) * Math.min(...seen) - 1) < 0.05);
});

test("a number without an upper end stays finite, unless ∞ is a value of its slider", () => {
  const endless = new Scale(SCALES.endless[0]);
  for (const value of [10, Infinity])
    assert.ok(TIMES.every((time) => Number.isFinite(new Breath(endless, value).at(time))));
});

test("a narrow oscillation is inside the usual one", () => {
  const scale = new Scale(SCALES.log[0]),
    top = (narrow) => Math.max(...TIMES.map((time) => new Breath(scale, 1, narrow).at(time)));
  assert.ok(top(0.5) < top(1));
});
