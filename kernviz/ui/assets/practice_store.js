// What practice knows, in this browser alone: the cards, the days on which five were done, and today's five.
import { answered, dayOf } from "./practice_plan.js";

const STORE = "kernviz-practice",
  COURSE = "kernviz-course:", // of course.js
  RIDDLES = "kernviz-riddles"; // of streak.js

export const today = () => dayOf(new Date());

const whole = (value) => Number.isInteger(value);

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // a browser that keeps nothing, or something else under that name
  }
}

export function load() {
  const said = read(STORE) ?? {},
    cards = {};
  for (const [name, card] of Object.entries(said.cards ?? {}))
    if (whole(card?.day) && whole(card.box) && card.box >= 0 && card.box < 5) cards[name] = card;
  const list = (value) => (Array.isArray(value) ? value : []);
  return {
    cards,
    days: list(said.days).filter(whole),
    day: whole(said.day) ? said.day : -1, // on which the five were chosen
    five: list(said.five).filter((item) => typeof item === "string"),
    told: list(said.told), // those of the five that were answered
  };
}

export function save(state) {
  try {
    localStorage.setItem(STORE, JSON.stringify(state));
  } catch {
    // private windows may refuse
  }
}

// Answers from before practice existed have no day: they are as long ago as can be.
export function withHistory(state) {
  const cards = { ...state.cards };
  const add = (name, right) => (cards[name] ??= { box: right ? 1 : 0, day: 0, key: "" });
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(COURSE))
        for (const [step, attempts] of Object.entries(read(key) ?? {}))
          if (Array.isArray(attempts) && attempts.length)
            add(`step:${key.slice(COURSE.length)}:${step}`, attempts.at(-1)?.[2] === true);
      if (key.startsWith(RIDDLES) && Array.isArray(read(key)) && read(key).length)
        add(key === RIDDLES ? "kernel" : `drawn:${key.slice(RIDDLES.length + 1)}`, read(key).at(-1)?.[3] === 1);
    }
  } catch {
    // no history, then
  }
  return { ...state, cards };
}

export const NOTED = "kernviz-noted"; // event of the document: a card has changed

// An answer was given: the first one under a key counts.
export function note(name, key, right) {
  const state = load();
  const card = answered(state.cards[name], String(key), right, today());
  if (card === state.cards[name]) return;
  save({ ...state, cards: { ...state.cards, [name]: card } });
  document.dispatchEvent(new Event(NOTED));
}
