// A picture on half the grid: it is requested again when the pointer rests.
import "./page.js";
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

const classList = { add() {}, remove() {} };
Object.assign(globalThis.document.documentElement, { classList });
const live = await import("../../kernviz/ui/assets/live.js");

let answers = []; // "half" or "whole", in order
let queue = []; // "long" or "short", in order; nothing: the server does not answer
let asked = [];

function message() {
  const text = new TextEncoder().encode(JSON.stringify({ pictures: {}, readouts: [], problem: "" }));
  const bytes = new Uint8Array(Math.ceil((4 + text.length) / 8) * 8);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  return bytes.buffer;
}

globalThis.fetch = async (address) => {
  asked.push(address);
  if (address === "kernviz-queue") {
    const told = queue.shift();
    if (!told) throw new Error("no answer");
    return { ok: true, text: async () => told };
  }
  const half = answers.shift() === "half";
  const headers = { get: (name) => (name === "X-Kernviz-Grid" && half ? "half" : null) };
  return { ok: true, status: 200, headers, arrayBuffer: async () => message() };
};

const settled = async () => {
  for (let k = 0; k < 20; k++) await new Promise((next) => setImmediate(next));
};

async function after(ms) {
  mock.timers.tick(ms);
  await settled();
  return asked.length;
}

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  mock.method(Math, "random", () => 0.5);
  [answers, asked, queue] = [[], [], []];
  live.settle({ route: "/kernviz-live/svm", more: {}, hand: "a" });
});

afterEach(async () => {
  live.release();
  await settled();
  mock.timers.reset();
  mock.restoreAll();
});

test("at rest the whole grid is requested again, at growing intervals, until it arrives", async () => {
  answers = ["half", "half", "whole"];
  live.move("C", "1");
  assert.equal(await after(0), 1);
  assert.equal(await after(999), 1);
  assert.equal(await after(1), 2);
  assert.equal(await after(1999), 2);
  assert.equal(await after(1), 3);
  assert.equal(asked[2], asked[0]);
  assert.equal(await after(60000), 3);
});

test("during a drag only the newest value is requested", async () => {
  answers = ["half", "whole"];
  live.move("C", "1");
  assert.equal(await after(500), 1);
  live.move("C", "2");
  assert.equal(await after(0), 2);
  assert.match(asked[1], /C=2/);
  assert.equal(await after(60000), 2);
});

test("after the release the page's run draws the picture", async () => {
  answers = ["half"];
  live.move("C", "3");
  assert.equal(await after(0), 1);
  live.release();
  assert.equal(await after(60000), 1);
});

// ---- a page drawn on half the grid ----
const coarse = { route: "/kernviz-live/svm", more: {}, hand: "a", queue: "kernviz-queue" };

test("a page on half the grid asks at growing intervals, and is drawn again once the queue is short", async () => {
  const again = mock.fn();
  queue = ["long", null, "short"];
  live.settle(coarse, again);
  assert.equal(await after(999), 0);
  assert.equal(await after(1), 1);
  assert.equal(await after(1999), 1);
  assert.equal(await after(1), 2);
  assert.equal(await after(4000), 3);
  assert.equal(again.mock.callCount(), 1);
  assert.equal(await after(60000), 3);
  live.settle(coarse, again); // the queue has grown meanwhile
  assert.equal(await after(7999), 3);
  queue = ["short"];
  assert.equal(await after(1), 4);
  assert.equal(again.mock.callCount(), 2);
  live.settle({ ...coarse, queue: undefined }, again);
  assert.equal(await after(60000), 4);
});

test("a newer run of the page ends these requests, and a drag delays them", async () => {
  const again = mock.fn();
  queue = ["short", "short"];
  answers = ["whole"];
  live.settle(coarse, again);
  live.settle({ ...coarse, queue: undefined }, again);
  assert.equal(await after(60000), 0);
  live.settle(coarse, again);
  live.move("C", "9");
  await after(1000);
  assert.equal(asked.filter((address) => address === "kernviz-queue").length, 0);
  live.release();
  await after(2000);
  assert.equal(asked.filter((address) => address === "kernviz-queue").length, 1);
  assert.equal(again.mock.callCount(), 1);
});

test("a picture that plays is kept only if it has the whole grid", async () => {
  answers = ["half", "whole"];
  const kept = new Map();
  assert.equal((await live.ahead("C", "4", kept)).half, true);
  assert.equal(kept.size, 0);
  assert.equal((await live.ahead("C", "4", kept)).half, false);
  assert.equal(kept.size, 1);
});

test("a drag's requests have the value of a number that played last, if its picture was shown", async () => {
  answers = ["whole", "whole", "whole"];
  await live.ahead("C", "5", new Map());
  live.move("gamma", "1");
  await after(0);
  assert.doesNotMatch(asked.at(-1), /C=5/);
  live.arrive(await live.ahead("C", "6", new Map()));
  live.move("gamma", "2");
  await after(0);
  assert.match(asked.at(-1), /C=6/);
});
