// Fields that Python has coded: the same numbers, to the last bit.
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
  const bytes = new Uint8Array(start + 8 * arrays.length);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  arrays.forEach((array, i) => bytes.set(new Uint8Array(array.buffer), start + 8 * i));
  return bytes;
}

test("a field in a message is a matrix, two traces that draw it read the same", () => {
  const part = (i, size, dtype) => ({ kv_buffer: [8 * i, size], dtype });
  const z = {
    kv_field: {
      shape: [2, 2],
      limits: [-2, 2],
      step: 0.5,
      codes: part(0, 4, "i1"),
      far: part(1, 4, "i4"),
      places: part(2, 2, "u1"),
      fine: part(3, 2, "i1"),
      exact: part(4, 4, "f4"),
    },
  };
  // one step, and a quarter of one more; two, but sent itself; below them a hundred and one, clipped; as above it
  const said = unpack(
    packed(
      { a: z, b: z },
      Int8Array.of(1, 1, -128, 0),
      Int32Array.of(100),
      Uint8Array.of(0, 1),
      Int8Array.of(64, -128),
      Float32Array.of(0.75),
    ),
  );
  const { values, width, height } = matrix(said.a);
  assert.deepEqual([width, height], [2, 2]);
  assert.deepEqual([...values], [0.625, 0.75, 2, 1]);
  assert.equal(said.b.bdata, said.a.bdata); // decoded once
});

test("evenly spaced numbers are those of numpy.linspace", () => {
  const said = unpack(packed({ x: { kv_even: [-2, 2, 9] } }));
  assert.deepEqual([...numbers(said.x)], [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2]);
});
