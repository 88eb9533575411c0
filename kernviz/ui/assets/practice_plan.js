// Spaced practice with Leitner's boxes: which cards are due on a day, and the box of a card after an answer. A card is
// a step of a course or a kind of riddle: {box, day of its last answer, key of that answer}. Days are whole numbers;
// this module uses neither clock nor storage.
export const BOXES = [1, 2, 4, 8, 16]; // box -> days until its cards are due again
export const EACH = 5; // questions a day

export const dayOf = (date) => Math.floor((date.getTime() / 60000 - date.getTimezoneOffset()) / 1440);

// A day as a date in a language, with the year if it is another; "" for day 0, which stands for an unknown day.
export function dateOf(day, language, now) {
  if (!day) return "";
  const [date, other] = [day, now].map((days) => new Date(days * 86400000)),
    year = date.getUTCFullYear() === other.getUTCFullYear() ? undefined : "numeric";
  return date.toLocaleDateString(language, { timeZone: "UTC", day: "numeric", month: "long", year });
}

export const due = ({ box, day }) => day + BOXES[box];

// The card after an answer. Only the first answer under a key counts. A right answer before the card is due keeps its
// box and day.
export function answered(card, key, right, day) {
  if (card?.key === key) return card;
  if (!right) return { box: 0, day, key };
  if (!card) return { box: 1, day, key };
  return day < due(card) ? { ...card, key } : { box: Math.min(card.box + 1, BOXES.length - 1), day, key };
}

// The step to ask beside one that was answered wrongly: another step with the same wrong idea, of any course. `ideas`
// are the ideas of each step. Steps without an answer come first, and of these the steps of courses with answers; then
// the step that has waited longest. A step in `taken`, or answered that day, is not asked; undefined if none is left.
export function companion(name, ideas, cards, day, taken) {
  const course = (step) => step.split(":")[1];
  const begun = new Set(Object.keys(cards).map(course));
  const rank = (step) => (cards[step] ? 2 + cards[step].day : begun.has(course(step)) ? 0 : 1);
  return Object.keys(ideas)
    .filter((step) => step !== name && !taken.has(step) && cards[step]?.day !== day)
    .filter((step) => ideas[step].some((idea) => ideas[name]?.includes(idea)))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0];
}

// The cards for a day as {name, of}. `of` is the step answered wrongly because of which the card is asked: the card
// itself, or the step beside which it is asked. Without `of` it is asked because it waited longest, or to fill up.
export function planned(cards, day, spare = [], ideas = {}, count = EACH) {
  const names = chosen(cards, day, spare, Infinity),
    taken = new Set(names.filter((name) => cards[name]?.box === 0)),
    plan = [];
  for (const name of names) {
    if (plan.some((planned) => planned.name === name)) continue;
    const wrong = cards[name]?.box === 0 && !spare.includes(name);
    plan.push(wrong ? { name, of: name } : { name });
    const beside = wrong && companion(name, ideas, cards, day, taken);
    if (beside) {
      taken.add(beside);
      plan.push({ name: beside, of: name });
    }
  }
  return plan.slice(0, count);
}

// Names of the cards for a day: those answered wrongly first, then those that have waited longest; empty if no card is
// due. Cards of `spare` fill up to five, unless they were answered that day.
export function chosen(cards, day, spare = [], count = EACH) {
  const waiting = Object.entries(cards)
    .filter(([, card]) => due(card) <= day)
    .sort(
      ([a, one], [b, other]) => Math.sign(one.box) - Math.sign(other.box) || due(one) - due(other) || (a < b ? -1 : 1),
    )
    .map(([name]) => name);
  if (!waiting.length) return [];
  const free = spare.filter((name) => !waiting.includes(name) && cards[name]?.day !== day);
  return [...waiting, ...free].slice(0, count);
}

// Number of cards due on coming days: [[days from today, number], …]. Cards that are already due count for tomorrow.
export function coming(cards, day) {
  const found = new Map();
  for (const card of Object.values(cards)) {
    const wait = Math.max(1, due(card) - day);
    found.set(wait, (found.get(wait) ?? 0) + 1);
  }
  return [...found].sort(([a], [b]) => a - b);
}

// Days of practice in total, and consecutive days up to today or yesterday.
export function streak(days, day) {
  const done = new Set(days);
  let last = done.has(day) ? day : day - 1,
    run = 0;
  while (done.has(last--)) run++;
  return { all: done.size, run };
}

// The question of a card on a day, for the server: its name and the number of a variant or a riddle. The level of a
// riddle increases with its box.
export function question(name, card, day) {
  let drawn = day;
  for (const sign of name) drawn = (drawn * 31 + sign.codePointAt(0)) % 9973;
  return name.startsWith("step:") ? `${name}:${1 + drawn}` : `${name}:${1 + drawn}:1:${1 + (card?.box ?? 0)}`;
}
