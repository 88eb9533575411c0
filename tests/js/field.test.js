// Decoding of fields: the same numbers as in Python, to the last bit.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { matrix, numbers, unpack } from "../../kernviz/ui/assets/binary_message.js";
import { decode } from "../../kernviz/ui/assets/field.js";

const FIELDS = JSON.parse(readFileSync(new URL("fields.json", import.meta.url), "utf-8"));

for (const [name, { values, ...coded }] of Object.entries(FIELDS))
  test(`${name} is what Python decodes`, () => assert.deepEqual([...decode(coded)], values));

function packed(header, ...arrays) {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const start = Math.ceil((4 + text.length) / 8) * 8;
  const bytes = new Uint8Array(start + arrays.reduce((size, array) => size + 8 * Math.ceil(array.byteLength / 8), 0));
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  let at = start;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer), at);
    at += 8 * Math.ceil(array.byteLength / 8);
  }
  return bytes;
}

test("a field of a message is decoded once for all traces that draw it", () => {
  const z = {
    kv_field: {
      shape: [2, 2],
      limits: [-2, 2],
      step: 0.5,
      octave: 128,
      ladders: [[0.25, 1, 2]],
      exact: "f4",
      counts: [4, 1, 3, 3, 1],
      at: 0,
    },
  };
  const arrays = new Uint8Array(24);
  arrays.set(new Uint8Array(Int8Array.of(1, 1, -128, 0).buffer)); // codes
  arrays.set(new Uint8Array(Int32Array.of(100).buffer), 4);
  arrays.set([0, 1, 1], 8);
  // half a step more; itself; above the nearest level, 1.25, which it was before, by a step doubled twice
  arrays.set(new Uint8Array(Int8Array.of(2, -127, 2 * 8 + 9).buffer), 11);
  arrays.set(new Uint8Array(Float32Array.of(0.75).buffer), 14);
  const said = unpack(packed({ a: z, b: { kv_field: 0 } }, new Float64Array(arrays.buffer)));
  const { values, width, height } = matrix(said.a);
  assert.deepEqual([width, height], [2, 2]);
  assert.deepEqual([...values], [0.75, 0.75, 3.25, 1]);
  assert.equal(said.b, said.a); // decoded once
});

test("rounded coordinates are fractions of their axis, and a gap is NaN", () => {
  const codes = [0, 2 ** 14, -(2 ** 14), 2 ** 13 + 1, -(2 ** 15)].map((code) => code & 0xffff);
  const raw = Uint8Array.from([...codes.map((code) => code & 255), ...codes.map((code) => code >> 8)]);
  const bytes = new Uint8Array(16);
  bytes.set(raw);
  const said = unpack(packed({ x: { kv_parts: [0, 5, -1, 3] } }, new Float64Array(bytes.buffer)));
  assert.deepEqual([...numbers(said.x)], [-1, 3, -5, 1 + 4 / 2 ** 14, NaN]);
});

test("evenly spaced numbers are those of numpy.linspace", () => {
  const said = unpack(packed({ x: { kv_even: [-2, 2, 9] } }));
  assert.deepEqual([...numbers(said.x)], [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2]);
});
