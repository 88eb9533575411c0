// Values of a plain slider that oscillates after a press on ▶.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { scaleOf } = await import("../../kernviz/ui/assets/rail_breath.js");
const { Breath, PERIOD } = await import("../../kernviz/ui/assets/breath.js");

const RAILS = [
  { min: "0", max: "60", step: "1", value: 40 },
  { min: "0", max: "60", step: "1", value: 0 },
  { min: "-2", max: "2", step: "0.02", value: 2 },
];

test("a slider that plays begins at its value, and takes values of the slider only", () => {
  for (const { value, ...rail } of RAILS) {
    const breath = new Breath(scaleOf(rail), value);
    const [low, high, step] = [rail.min, rail.max, rail.step].map(Number);
    assert.ok(Math.abs(breath.at(0) - value) <= step);
    const seen = Array.from({ length: 200 }, (_, i) => breath.at((i * PERIOD) / 200));
    assert.ok(seen.every((each) => each >= low && each <= high));
    assert.ok(seen.every((each) => Math.abs((each - low) / step - Math.round((each - low) / step)) < 1e-6));
    assert.ok(new Set(seen).size > 10);
  }
});
