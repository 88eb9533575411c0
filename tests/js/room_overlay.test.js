// The counts of a room beside the rings of the points.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

import { places } from "../../kernviz/ui/assets/room_overlay.js";

const meets = ([a, b, c, d], [e, f, g, h]) => Math.min(c, g) > Math.max(a, e) && Math.min(d, h) > Math.max(b, f);
const disc = { cx: 100, cy: 100, r: 10, said: "3" };

test("a count is above its ring", () => assert.ok(places([disc], [])[0][3] < 90));

test("a count covers neither the picture's points nor the numbers outside the axes", () => {
  const above = [90, 70, 110, 90],
    edge = [112, -100, 400, 400];
  const [box] = places([disc], [above, edge]);
  assert.ok(!meets(box, above) && !meets(box, edge));
});

test("two counts do not cover each other or each other's ring", () => {
  const other = { ...disc, cy: 75 };
  const [first, second] = places([disc, other], []);
  assert.ok(!meets(first, second) && !meets(first, [90, 65, 110, 85]) && !meets(second, [90, 90, 110, 110]));
});
