// Stored state of practice, in this browser only: the cards, the days on which five were finished, and today's five.
import { answered, dayOf } from "./practice_plan.js";
import { store, stored } from "./storage.js";

const STORE = "kernviz-practice",
  COURSE = "kernviz-course:", // prefix used by course.js
  RIDDLES = "kernviz-riddles"; // key used by quiz_score.js

export const today = () => dayOf(new Date());

const whole = (value) => Number.isInteger(value);

export function load() {
  const said = stored(STORE) ?? {},
    cards = {};
  for (const [name, card] of Object.entries(said.cards ?? {}))
    if (whole(card?.day) && whole(card.box) && card.box >= 0 && card.box < 5) cards[name] = card;
  const list = (value) => (Array.isArray(value) ? value : []);
  return {
    cards,
    days: list(said.days).filter(whole),
    day: whole(said.day) ? said.day : -1, // day on which the five were chosen
    five: list(said.five).filter((item) => typeof item === "string"),
    told: list(said.told), // those of the five that were answered
    why: reasons(said.why),
  };
}

// Why a question is asked: item -> {of, day}, the step answered wrongly and the day of that answer.
function reasons(value) {
  const usable = ([, why]) => typeof why?.of === "string" && whole(why.day);
  return Object.fromEntries(Object.entries(value ?? {}).filter(usable));
}

export const save = (state) => store(STORE, state);

// Add cards for stored answers of courses and riddles that have no card yet. Their day is unknown and counts as the
// oldest.
export function withHistory(state) {
  const cards = { ...state.cards };
  const add = (name, right) => (cards[name] ??= { box: right ? 1 : 0, day: 0, key: "" });
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(COURSE))
        for (const [step, attempts] of Object.entries(stored(key) ?? {}))
          if (Array.isArray(attempts) && attempts.length)
            add(`step:${key.slice(COURSE.length)}:${step}`, attempts.at(-1)?.[2] === true);
      if (key.startsWith(RIDDLES) && Array.isArray(stored(key)) && stored(key).length)
        add(key === RIDDLES ? "kernel" : `drawn:${key.slice(RIDDLES.length + 1)}`, stored(key).at(-1)?.[3] === 1);
    }
  } catch {
    // storage is unavailable: there is no history
  }
  return { ...state, cards };
}

export const NOTED = "kernviz-noted"; // document event: a card has changed

// Record an answer; only the first under a key counts.
export function note(name, key, right) {
  const state = load();
  const card = answered(state.cards[name], String(key), right, today());
  if (card === state.cards[name]) return;
  save({ ...state, cards: { ...state.cards, [name]: card } });
  document.dispatchEvent(new Event(NOTED));
}
