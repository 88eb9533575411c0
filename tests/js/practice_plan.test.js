// Spaced practice: cards due on a day, and the box of a card after an answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answered,
  BOXES,
  chosen,
  coming,
  companion,
  dateOf,
  dayOf,
  due,
  EACH,
  planned,
  question,
  streak,
} from "../../kernviz/ui/assets/practice_plan.js";

test("a right answer moves a card to the next box, a wrong answer to the first", () => {
  let card,
    day = 100;
  const waits = [];
  for (let i = 0; i < 6; i++) {
    card = answered(card, `try ${i}`, true, day);
    waits.push(due(card) - day);
    day = due(card);
  }
  assert.deepEqual(waits, [2, 4, 8, 16, 16, 16]);
  card = answered(card, "slip", false, day);
  assert.equal(due(card) - day, 1);
  assert.deepEqual(BOXES, [1, 2, 4, 8, 16]);
});

test("the first answer to a card of a day counts", () => {
  const wrong = answered(undefined, "v3", false, 7);
  assert.equal(answered(wrong, "v3", true, 7), wrong);
  assert.equal(answered(wrong, "v3", true, 40), wrong); // the same answer, seen again later
  const right = answered(undefined, "v3", true, 7);
  assert.equal(answered(right, "v3", false, 7), right);
});

test("a right answer to a card that is not due changes nothing", () => {
  const card = { box: 2, day: 10, key: "a" };
  const next = answered(card, "b", true, 12);
  assert.equal(due(next), due(card));
  assert.equal(answered(card, "b", false, 12).box, 0);
});

test("cards answered wrongly come first, then the most overdue, five in all", () => {
  const cards = {
    late: { box: 1, day: 1 },
    later: { box: 1, day: 5 },
    wrong: { box: 0, day: 9 },
    tomorrow: { box: 0, day: 10 },
    known: { box: 4, day: 5 },
  };
  assert.deepEqual(chosen(cards, 10), ["wrong", "late", "later"]);
  assert.deepEqual(chosen(cards, 10, ["kernel", "late", "drawn:gamma"]), [
    "wrong",
    "late",
    "later",
    "kernel",
    "drawn:gamma",
  ]);
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`s${i}`, { box: 1, day: i % 5 }]));
  assert.equal(chosen(many, 10).length, EACH);
});

test("without due cards nothing is asked, and no puzzle twice a day", () => {
  assert.deepEqual(chosen({}, 10, ["kernel"]), []);
  assert.deepEqual(chosen({ a: { box: 3, day: 9 } }, 10, ["kernel"]), []);
  const cards = { a: { box: 0, day: 1 }, kernel: { box: 1, day: 10 } };
  assert.deepEqual(chosen(cards, 10, ["kernel", "drawn:count"]), ["a", "drawn:count"]);
});

test("the order does not depend on the order of the cards", () => {
  const cards = Object.entries({ b: { box: 1, day: 1 }, a: { box: 1, day: 1 }, c: { box: 0, day: 1 } });
  assert.deepEqual(chosen(Object.fromEntries(cards), 9), chosen(Object.fromEntries(cards.reverse()), 9));
});

test("the plan lists cards by day, and leftover cards come on the next day", () => {
  const cards = { a: { box: 0, day: 10 }, b: { box: 1, day: 2 }, c: { box: 2, day: 10 }, d: { box: 2, day: 10 } };
  assert.deepEqual(coming(cards, 10), [
    [1, 2],
    [4, 2],
  ]);
});

test("days in a row end today or yesterday; all days stay", () => {
  assert.deepEqual(streak([3, 4, 5], 5), { all: 3, run: 3 });
  assert.deepEqual(streak([3, 4, 5], 6), { all: 3, run: 3 });
  assert.deepEqual(streak([3, 4, 5], 7), { all: 3, run: 0 });
  assert.deepEqual(streak([], 7), { all: 0, run: 0 });
});

test("a question has numbers in the server's range, another on another day", () => {
  const seen = new Set();
  for (let day = 20000; day < 20030; day++) {
    const [, variant] = question("step:s1:another-alpha", undefined, day).match(/^step:s1:another-alpha:(\d+)$/);
    assert.ok(Number(variant) >= 1 && Number(variant) <= 9999);
    seen.add(variant);
    assert.match(question("drawn:gamma", { box: 4 }, day), /^drawn:gamma:\d{1,4}:1:5$/);
    assert.match(question("kernel", undefined, day), /^kernel:\d{1,4}:1:1$/);
  }
  assert.equal(seen.size, 30);
});

test("days change at the visitor's midnight", () => {
  const evening = new Date(2026, 4, 3, 23, 59),
    night = new Date(2026, 4, 4, 0, 1);
  assert.equal(dayOf(night) - dayOf(evening), 1);
  assert.equal(dayOf(new Date(2026, 4, 4, 23, 0)) - dayOf(night), 0);
});

const IDEAS = {
  "step:a:one": ["minus"],
  "step:a:two": ["minus", "plus"],
  "step:b:three": ["minus"],
  "step:b:four": ["plus"],
  "step:c:five": ["minus"],
};

test("beside a wrong answer comes another step with its idea, first one without an answer in a course with answers", () => {
  const cards = { "step:a:one": { box: 0, day: 9 } };
  const beside = (cards, taken = []) => companion("step:a:one", IDEAS, cards, 10, new Set(taken));
  assert.equal(beside(cards), "step:a:two");
  assert.equal(beside(cards, ["step:a:two"]), "step:b:three");
  assert.equal(beside({ ...cards, "step:a:two": { box: 1, day: 3 }, "step:c:x": { box: 1, day: 3 } }), "step:c:five");
  const all = Object.fromEntries(Object.keys(IDEAS).map((name, i) => [name, { box: 2, day: 8 - i }]));
  assert.equal(beside({ ...all, ...cards }), "step:c:five"); // the longest ago
  assert.equal(beside({ ...all, "step:c:five": { box: 2, day: 10 } }), "step:b:three"); // one of today is not asked
  assert.equal(companion("step:b:four", { "step:b:four": ["plus"] }, {}, 10, new Set()), undefined);
});

test("a plan says for which wrong answer a question is asked", () => {
  const cards = {
    "step:a:one": { box: 0, day: 9 },
    "step:b:four": { box: 0, day: 8 },
    "step:d:old": { box: 1, day: 1 },
    kernel: { box: 0, day: 3 },
  };
  assert.deepEqual(planned(cards, 10, ["kernel", "drawn:count"], IDEAS), [
    { name: "kernel" }, // a puzzle has no idea
    { name: "step:b:four", of: "step:b:four" },
    { name: "step:a:two", of: "step:b:four" },
    { name: "step:a:one", of: "step:a:one" },
    { name: "step:b:three", of: "step:a:one" },
  ]);
  assert.deepEqual(planned({}, 10, ["kernel"], IDEAS), []);
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`step:a:${i}`, { box: 0, day: 3 }]));
  assert.equal(planned(many, 10, [], {}).length, EACH);
});

test("no question is asked twice, though two wrong answers share an idea", () => {
  const cards = {
    "step:a:one": { box: 0, day: 9 },
    "step:a:two": { box: 0, day: 9 },
    "step:b:three": { box: 1, day: 2 },
  };
  const names = planned(cards, 10, [], IDEAS).map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  assert.deepEqual(new Set(names), new Set(Object.keys(IDEAS)));
});

test("a day is written as a date, with the year if it is another, and an unknown day not at all", () => {
  const day = dayOf(new Date(2026, 4, 3, 12));
  assert.equal(dateOf(day, "en", day + 1), "May 3");
  assert.equal(dateOf(day, "de", day + 1), "3. Mai");
  assert.match(dateOf(day, "en", day + 300), /2026/);
  assert.equal(dateOf(0, "en", day), "");
});
