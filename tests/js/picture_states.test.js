// What a picture does next: the tables against the conditions they stand for, over every combination of facts.
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

test("plotly waits only for what nobody misses", () => {
  const condition = ({ sameAxes, underMouse, seen, moving, busy, lately }) => {
    if (!sameAxes || underMouse) return "draw";
    if (seen) return "at leisure";
    return !moving && !busy && lately ? "cover" : "draw";
  };
  agree(onWanted, condition, "sameAxes", "underMouse", "seen", "moving", "busy", "lately");
});

test("plotly draws one picture at a time, where it has a size, unless a hand has moved on", () => {
  const early = ({ ours, held, moving, patient }) => ours && held && !moving && patient;
  const condition = (facts) => (facts.busy || !facts.asked || !facts.sized || early(facts) ? "wait" : "draw");
  agree(onNext, condition, "busy", "asked", "sized", "ours", "held", "moving", "patient");
});

test("ours stays on top of axes that were drawn for it", () => {
  agree(onDrawn, ({ movedOn, axesOnly }) => (movedOn ? "newest" : axesOnly ? "own" : "plotly"), "movedOn", "axesOnly");
});

test("a hand that moves is waited for, and nothing is drawn where nothing is ours", () => {
  const condition = ({ gone, ours, asked, held, moving }) => {
    if (gone || !(ours || asked)) return "nothing";
    return held && moving ? "wait" : "rest";
  };
  agree(onSettled, condition, "gone", "ours", "asked", "held", "moving");
});

test("a fact nobody knows counts as false", () => {
  assert.equal(onNext({ asked: {}, sized: true, moving: undefined }), "draw");
  assert.equal(onNext({ asked: null, sized: true }), "wait");
});
