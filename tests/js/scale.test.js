// Colour of a number in a coloured cell.
import "./page.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { contrast, pick, placing, tableOf } = await import("../../kernviz/ui/assets/scale.js");
const palette = JSON.parse(readFileSync(new URL("../../kernviz/ui/assets/palette.json", import.meta.url), "utf8"));

const luminance = (channels) => {
  const [r, g, b] = channels.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (one, other) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const INK = { "#fff": [255, 255, 255], "#000": [0, 0, 0] };

for (const theme of ["light", "dark"])
  for (const scale of ["diverging", "sequential"])
    test(`a number can be read in every cell of the ${theme} ${scale} scale`, () => {
      const table = tableOf(palette[theme][scale]);
      for (let v = 0; v <= 1; v += 1 / 512) {
        const pixel = pick(table, v, placing(0, 1));
        const cell = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
        const found = ratio(INK[contrast(pixel)], cell);
        assert.ok(found >= 4.5, `${contrast(pixel)} on rgb(${cell}) at ${v}: ${found.toFixed(2)}`);
      }
    });
