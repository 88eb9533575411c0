// Binary messages with figures: decoding of arrays, colours and gaps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { matrix, numbers, resolveToken, same, unpack } from "../../kernviz/ui/assets/binary_message.js";

// [u32 length][header][zeros up to a multiple of 8][raw arrays], as kernviz/ui/binary_message.py packs it.
function packed(header, ...arrays) {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const start = Math.ceil((4 + text.length) / 8) * 8;
  const raw = arrays.map((array) => new Uint8Array(array.buffer));
  const bytes = new Uint8Array(start + raw.reduce((sum, { length }) => sum + length, 0));
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  let at = start;
  for (const each of raw) {
    bytes.set(each, at);
    at += each.length;
  }
  return bytes;
}

test("decoded arrays equal the encoded ones, and a repeated array is one object", () => {
  const x = { kv_buffer: [0, 24], dtype: "f8", shape: "3" };
  const said = unpack(packed({ a: x, b: x, word: "é" }, Float64Array.of(1, NaN, -3)));
  assert.deepEqual([...numbers(said.a)], [1, NaN, -3]);
  assert.equal(said.a.bdata, said.b.bdata);
  assert.equal(said.word, "é");
  assert.equal(numbers(said.a), numbers(said.a)); // read once
});

test("float32 values are sent byte plane by byte plane", () => {
  const plain = new Uint8Array(Float32Array.of(1.5, -2, 1e-3).buffer);
  const mixed = Uint8Array.from({ length: 12 }, (_, k) => plain[4 * (k % 3) + Math.floor(k / 3)]);
  const said = unpack(packed({ z: { kv_buffer: [0, 12], dtype: "f4", shape: "3" } }, mixed));
  assert.deepEqual([...numbers(said.z)], [1.5, -2, Math.fround(1e-3)]);
});

test("a message inside a larger buffer is read at its offset", () => {
  const bytes = packed({ x: { kv_buffer: [0, 8], dtype: "f8", shape: "1" } }, Float64Array.of(7));
  const larger = new Uint8Array(bytes.length + 3);
  larger.set(bytes, 3);
  assert.deepEqual([...numbers(unpack(larger.subarray(3)).x)], [7]);
});

test("names of colours are replaced by the colours", () => {
  const colors = { ink: "#102030", diverging: [[0, "#000000"]] };
  assert.equal(resolveToken("var(--kv-ink)", colors), "#102030");
  assert.equal(resolveToken("var(--kv-ink, 0.5)", colors), "rgba(16,32,48,0.5)");
  assert.equal(resolveToken("var(--kv-none)", colors), "var(--kv-none)");
  const said = unpack(packed({ colorscale: [[0, "var(--kv-diverging)"]], at: ["var(--kv-ink)"] }), colors);
  assert.deepEqual(said, { colorscale: [[0, "#000000"]], at: ["#102030"] });
});

test("a matrix is read row by row, a gap is NaN", () => {
  assert.deepEqual(
    matrix([
      [1, 2],
      [null, 4],
    ]),
    { values: Float64Array.of(1, 2, NaN, 4), width: 2, height: 2 },
  );
  const bdata = Float64Array.of(1, 2, 3, 4, 5, 6).buffer;
  const { width, height, values } = matrix({ dtype: "f8", shape: "2, 3", bdata });
  assert.deepEqual([width, height, values[4]], [3, 2, 5]);
});

test("two messages are equal if all their values are", () => {
  const z = (...values) => ({ dtype: "f8", shape: `${values.length}`, bdata: Float64Array.from(values).buffer });
  assert.equal(same({ a: [1, z(1, 2)] }, { a: [1, z(1, 2)] }), true);
  assert.equal(same(z(1, 2), z(1, 3)), false);
  assert.equal(same(z(1, 2), { ...z(1, 2), shape: "2, 1" }), false);
  assert.equal(same({ a: undefined }, { b: undefined }), false);
  assert.equal(same([1], { 0: 1 }), false);
  assert.equal(same(NaN, NaN), true);
});
