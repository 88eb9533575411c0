// Spaced practice with Leitner's boxes: which cards are due on a day, and the box of a card after an answer. A card is
// a step of a course or a kind of riddle: {box, day of its last answer, key of that answer}. Days are whole numbers;
// this module uses neither clock nor storage.
export const BOXES = [1, 2, 4, 8, 16]; // box -> days until its cards are due again
export const EACH = 5; // questions a day

export const dayOf = (date) => Math.floor((date.getTime() / 60000 - date.getTimezoneOffset()) / 1440);

export const due = ({ box, day }) => day + BOXES[box];

// The card after an answer. Only the first answer under a key counts. A right answer before the card is due keeps its
// box and day.
export function answered(card, key, right, day) {
  if (card?.key === key) return card;
  if (!right) return { box: 0, day, key };
  if (!card) return { box: 1, day, key };
  return day < due(card) ? { ...card, key } : { box: Math.min(card.box + 1, BOXES.length - 1), day, key };
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
