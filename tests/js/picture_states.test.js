// Decision tables of a picture, against the conditions they replace, over all combinations of facts.
import assert from "node:assert/strict";
import { test } from "node:test";

const { onDrawn, onNext, onSettled, onWanted } = await import("../../kernviz/ui/assets/picture_states.js");

function* every(...names) {
  for (let i = 0; i < 2 ** names.length; i++)
    yield Object.fromEntries(names.map((name, place) => [name, Boolean((i >> place) & 1)]));
}
const agree = (table, condition, ...names) => {
  for (const facts of every(...names)) assert.equal(table(facts), condition(facts), JSON.stringify(facts));
};

test("plotly.js draws at once if the axes change or the pointer is on the picture", () => {
  const condition = ({ sameAxes, underMouse, seen, moving, busy, lately }) => {
    if (!sameAxes || underMouse) return "draw";
    if (seen) return "at leisure";
    return !moving && !busy && lately ? "cover" : "draw";
  };
  agree(onWanted, condition, "sameAxes", "underMouse", "seen", "moving", "busy", "lately");
});

test("plotly.js draws one picture at a time, if it has a size and is the newest", () => {
  const early = ({ ours, held, moving, patient }) => ours && held && !moving && patient;
  const condition = (facts) => (facts.busy || !facts.asked || !facts.sized || early(facts) ? "wait" : "draw");
  agree(onNext, condition, "busy", "asked", "sized", "ours", "held", "moving", "patient");
});

test("the layer stays visible over axes that were drawn for it", () => {
  agree(onDrawn, ({ movedOn, axesOnly }) => (movedOn ? "newest" : axesOnly ? "own" : "plotly"), "movedOn", "axesOnly");
});

test("plotly.js waits during a drag, and draws nothing for a removed or empty picture", () => {
  const condition = ({ gone, ours, asked, held, moving }) => {
    if (gone || !(ours || asked)) return "nothing";
    return held && moving ? "wait" : "rest";
  };
  agree(onSettled, condition, "gone", "ours", "asked", "held", "moving");
});

test("an unknown fact counts as false", () => {
  assert.equal(onNext({ asked: {}, sized: true, moving: undefined }), "draw");
  assert.equal(onNext({ asked: null, sized: true }), "wait");
});
