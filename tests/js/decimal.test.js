// Numbers as texts: decimal sign and powers of ten.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { classWord, decimal } = await import("../../kernviz/ui/assets/words.js");

test("an exponent is a power of ten", () => {
  const said = [
    ["1.5e-7", "1.5·10⁻⁷"],
    ["−2.5e+21", "−2.5·10²¹"],
    ["1e-7", "10⁻⁷"],
    ["1e-07", "10⁻⁷"],
    ["2.5e-08", "2.5·10⁻⁸"],
    ["−1e−10", "−10⁻¹⁰"],
    ["11e-7", "11·10⁻⁷"],
    ["0.25", "0.25"],
    ["∞", "∞"],
    ["degree2", "degree2"],
    ["x^2", "x^2"],
    [12, "12"],
  ];
  for (const [number, text] of said) assert.equal(decimal(number), text);
});

test("a class named by a negative number has a minus sign", () => {
  assert.deepEqual(["-1", "-0.5", "+1", "-a", "a-1", "1-2"].map(classWord), ["−1", "−0.5", "+1", "-a", "a-1", "1-2"]);
});
