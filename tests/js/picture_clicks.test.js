// Clicks made while Python is busy are told again, each with a number of its own.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Clicks } from "../../kernviz/ui/assets/picture_clicks.js";

const numbers = (told) => told.map(({ number }) => number);

test("a click is told with those before it, in their order", () => {
  const clicks = new Clicks();
  clicks.with({ x: 1, y: 0 }, 1000);
  const told = clicks.with({ x: 2, y: 0 }, 1100);
  assert.deepEqual(
    told.map(({ x }) => x),
    [1, 2],
  );
});

test("numbers grow, whatever the clock does", () => {
  const clicks = new Clicks();
  for (const now of [5000, 5000, 4000, 6000]) clicks.with({ x: 0, y: 0 }, now);
  const found = numbers(clicks.told);
  assert.deepEqual(
    found,
    [...new Set(found)].sort((a, b) => a - b),
  );
});

test("old clicks are told no more, and never more than Python reads", () => {
  const clicks = new Clicks();
  clicks.with({ x: 0, y: 0 }, 1000);
  assert.equal(clicks.with({ x: 1, y: 0 }, 60_000).length, 1);
  for (let i = 0; i < 50; i++) clicks.with({ x: i, y: 0 }, 60_001 + i);
  assert.equal(clicks.told.length, 32);
});
