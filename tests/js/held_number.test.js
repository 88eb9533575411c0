// State of a dragged number: the messages to Python, and values from Python that are ignored during a drag.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.MutationObserver ??= class {};
globalThis.document ??= {
  querySelector: () => null,
  documentElement: { classList: { add: () => {}, remove: () => {} } },
};
const { HeldNumber } = await import("../../kernviz/ui/assets/held_number.js");

const TOLD = { label: "C, penalty", value: "1", default: "1", low: 0.01, high: 100, log: true, seq: 0, epoch: "a" };

function made(more = {}) {
  const marks = new Set();
  const root = {
    isConnected: true,
    closest: () => null,
    classList: { add: (name) => marks.add(name), remove: (name) => marks.delete(name) },
  };
  const number = new HeldNumber(root),
    sent = [];
  const python = (told = {}) =>
    number.accept({ ...TOLD, ...more, ...told }, null, (_, { text, seq }) => sent.push([text, seq]));
  python();
  return { number, sent, marks, python };
}

test("a release sends the value to Python once, with an increasing sequence number", () => {
  const { number, sent, marks } = made();
  number.hold("pointer");
  assert.ok(marks.has("kv-held"));
  for (const value of [2, 3, 4]) number.move(value);
  assert.deepEqual(sent, []);
  number.release();
  assert.deepEqual(sent, [["4", 1]]);
  assert.ok(!marks.has("kv-held"));
  number.set(5);
  assert.deepEqual(sent[1], ["5", 2]);
});

test("values from Python are ignored during a drag, and if they answer an older move", () => {
  const { number, python } = made();
  number.hold("pointer");
  number.move(7);
  python({ value: "2" });
  assert.equal(number.value, 7);
  number.release(); // number 1
  python({ value: "3", seq: 0 });
  assert.equal(number.value, 7);
  python({ value: "8", seq: 1 });
  assert.equal(number.value, 8);
});

test("a cancelled drag restores the value and sends nothing to Python", () => {
  const { number, sent } = made();
  number.hold("pointer");
  number.move(7);
  number.giveUp();
  assert.deepEqual([number.value, number.held, sent], [1, null, []]);
});

test("a restarted server gets the value on the screen", () => {
  const { number, sent, python } = made();
  number.set(7);
  python({ epoch: "b", seq: 0 });
  assert.deepEqual(sent, [
    ["7", 1],
    ["7", 2],
  ]);
  assert.equal(number.value, 7);
  number.hold("pointer");
  python({ epoch: "c", seq: 0 }); // under a hand: when it lets go
  assert.equal(sent.length, 2);
  number.release();
  assert.deepEqual(sent[2], ["7", 3]);
});

test("a number in a lecture's notation is written to the address in kernviz's", () => {
  assert.equal(made({ how: [0.5, -1] }).number.own(2), 0.25); // σ² = 1/(2γ)
  assert.equal(made({ how: [2, 1] }).number.own(3), 1.5);
  assert.equal(made().number.own(3), 3);
});

test("values from outside are clipped to the range of the number", () => {
  const said = {},
    slider = { setAttribute: (name, text) => (said[name] = text) };
  const { number } = made({ infinite: true });
  number.carry(Infinity);
  number.sayIn(slider);
  assert.deepEqual(said, {
    "aria-valuemin": "0.01",
    "aria-valuemax": "100",
    "aria-valuenow": "100",
    "aria-valuetext": "∞",
  });
});

test("a number that leaves the page while it is held frees the drawer", () => {
  const { number } = made(),
    marks = new Set(),
    drawer = { closest: () => drawer, toggleAttribute: (name, on) => (on ? marks.add(name) : marks.delete(name)) };
  number.root.closest = () => drawer;
  number.hold("pointer");
  assert.deepEqual([...marks], ["data-kv-held"]);
  number.root.closest = () => null; // the element has left the page
  number.remove();
  assert.deepEqual([[...marks], number.held], [[], null]);
});
