// Error messages for texts that are no value of a number.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { fits, refusal } = await import("../../kernviz/ui/assets/number_refusal.js");
const { read } = await import("../../kernviz/ui/assets/positions.js");

const C = { label: "C, penalty", least: 0.001, most: 1000, refusal: "C must be between 0.001 and 1000." };
const n = { label: "n, points", least: 4, most: 1000, whole: true, refusal: "n must be from 4 to 1000." };
const nu = { label: "ν, smoothness", least: 0.5, most: null, infinite: true, refusal: "" };
const said = (told, text) =>
  refusal(
    told,
    text,
    read(text, (value) => fits(told, value)),
  );

test("a valid value has no error message", () => {
  for (const [told, text] of [
    [C, "1"],
    [C, "0.001"],
    [C, "1e3"],
    [n, "4"],
    [nu, "∞"],
    [nu, "1e9"],
  ])
    assert.equal(said(told, text), "", `${told.label} ${text}`);
});

test("an error message names the fault", () => {
  for (const [told, text, sentence] of [
    [C, "", "C needs a number."],
    [C, "soon", "“soon” is not a number."],
    [C, "x".repeat(99), `“${"x".repeat(40)}” is not a number.`],
    [C, "0", C.refusal],
    [C, "2000", C.refusal],
    [C, "∞", C.refusal],
    [{ ...C, refusal: "" }, "∞", "C must be finite."],
    [n, "4.5", "n must be a whole number."],
    [n, "3", n.refusal],
    [{ ...C, most: 5000 }, "1,500", "“1,500” can mean 1.5 or 1500: type the one that is meant."],
  ])
    assert.equal(said(told, text), sentence, text);
});

test("a value is valid exactly if it has no error message", () => {
  for (const told of [C, n])
    for (const value of [-1, 0, 0.001, 3, 4, 4.5, 1000, 1001])
      assert.equal(fits(told, value), refusal(told, String(value), value) === "", `${told.label} ${value}`);
});
