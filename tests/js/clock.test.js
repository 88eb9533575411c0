// Remaining time of a timer, as a text in minutes and seconds.
import assert from "node:assert/strict";
import test from "node:test";
import { Clock } from "../../kernviz/ui/assets/clock.js";

test("minutes and seconds are counted down to the end", (context) => {
  let now = 1000;
  context.mock.method(performance, "now", () => now);
  const clock = new Clock();
  assert.deepEqual([clock.left, clock.text, clock.over], [null, "", false]);
  clock.set(65);
  assert.equal(clock.text, "1:05");
  now += 60100;
  assert.deepEqual([clock.left, clock.text, clock.over], [5, "0:05", false]);
  now += 5000;
  assert.deepEqual([clock.text, clock.over], ["0:00", true]);
  clock.set(null);
  assert.deepEqual([clock.left, clock.over], [null, false]);
});
