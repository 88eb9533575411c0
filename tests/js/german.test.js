// Numbers in text fields of a page in German: what a field shows can be read again.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document.documentElement.dataset.language = "de";
globalThis.fetch = async () => ({ json: async () => ({}) }); // translations
const { ExactField } = await import("../../kernviz/ui/assets/number_field.js");
const { read } = await import("../../kernviz/ui/assets/positions.js");

for (const [text, shown] of [
  ["2.126", "2,126"],
  ["1e-07", "1e-07"],
  ["2.126e-08", "2,126e-08"],
  ["∞", "∞"],
])
  test(`the field of ${text} shows ${shown}, which has the same value`, () => {
    const input = { value: "", select() {} };
    new ExactField({ text, told: {} }, input).select();
    assert.equal(input.value, shown);
    assert.equal(read(input.value), text === "∞" ? Infinity : Number(text));
  });
