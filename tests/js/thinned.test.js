// Part of a large file that represents the whole file.
import assert from "node:assert/strict";
import test from "node:test";
import { READ, thinned } from "../../kernviz/ui/assets/thinned.js";

const bytes = (text) => new TextEncoder().encode(text);

test("a large table keeps its head and the shares of its classes", () => {
  const rows = [...Array(6e5).keys()].map((i) => `${i},${i < 4.5e5 ? "a" : "b"}`);
  const whole = bytes(["x,c", ...rows].join("\n"));
  assert.ok(whole.length > READ);
  const [part, [kept, all]] = thinned(whole, READ);
  const lines = new TextDecoder().decode(part).trimEnd().split("\n");
  assert.ok(part.length <= READ);
  assert.deepEqual(lines.slice(0, 3), ["x,c", "0,a", "1,a"]);
  assert.equal(all, rows.length + 1);
  assert.ok(Math.abs(lines.length / kept - 1) < 0.01);
  const share = lines.filter((line) => line.endsWith("a")).length / lines.length;
  assert.ok(Math.abs(share - 0.75) < 0.01);
});

test("a file without line ends gives an empty part", () => {
  assert.equal(thinned(new Uint8Array(READ + 1).fill(48), READ)[0].length, 0);
});
