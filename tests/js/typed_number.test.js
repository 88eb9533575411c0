// Typed numbers. Python reads the same table of spellings.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readNumber } from "../../kernviz/ui/assets/typed_number.js";

const ROWS = JSON.parse(readFileSync(new URL("../typed_numbers.json", import.meta.url), "utf-8"));

test("every spelling of the table has its value in both languages", () => {
  assert.ok(ROWS.length >= 200);
  for (const [text, ...expected] of ROWS)
    [".", ","].forEach((sign, i) => {
      const read = readNumber(text, sign),
        meant = expected[i],
        said = `“${text}” with the sign ${sign}`;
      if (meant === "unclear") assert.equal(read.readings?.length, 2, said);
      else if (meant === null) assert.deepEqual(read, {}, said);
      else assert.ok(Math.abs(read.value - meant) <= 1e-14 * Math.abs(meant), `${said}: ${read.value}, not ${meant}`);
    });
});

test("of two readings of a number the possible one is taken", () => {
  assert.deepEqual(readNumber("184,756", "."), { readings: [184.756, 184756] });
  assert.deepEqual(
    readNumber("184,756", ".", (value) => value > 1000),
    { value: 184756 },
  );
});
