// Actions of the visitor: presses and keys are touches, the wheel and Tab are looks.
import assert from "node:assert/strict";
import { test } from "node:test";

const page = await import("../../kernviz/ui/assets/touched.js");
const key = (name) => ({ type: "keydown", key: name });

test("a touch is also a look, and a look is no touch", () => {
  const touches = [],
    looks = [];
  const deaf = page.onTouch((event) => touches.push(event.type + (event.key ?? "")));
  page.onLook((event) => looks.push(event.type + (event.key ?? "")));
  assert.deepEqual([page.touched, page.looked], [false, false]);
  for (const event of [{ type: "wheel" }, key("Tab"), key("Shift")]) page.hear(event);
  assert.deepEqual([page.touched, page.looked], [false, true]);
  for (const event of [{ type: "pointerdown" }, key("a")]) page.hear(event);
  assert.deepEqual([page.touched, page.looked], [true, true]);
  assert.deepEqual(touches, ["pointerdown", "keydowna"]);
  assert.deepEqual(looks, ["wheel", "keydownTab", "keydownShift", "pointerdown", "keydowna"]);
  deaf();
  page.hear(key("b"));
  assert.equal(touches.length, 2);
});

test("a listener that unsubscribes during a call is not called again", () => {
  let heard = 0;
  const first = page.onTouch(() => (heard++, first(), second()));
  const second = page.onTouch(() => heard++);
  page.hear(key("a"));
  page.hear(key("a"));
  assert.equal(heard, 1);
});
