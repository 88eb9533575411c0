// Daily practice of five questions: the invitation, the progress, and the result. The browser has the calendar and the
// history, and tells the server which five questions to ask (kernviz/ui/courses/practising.py).
import { element } from "./elements.js";
import { mark } from "./mark.js";
import { coming, dateOf, EACH, planned, question, streak } from "./practice_plan.js";
import { load, NOTED, save, today, withHistory } from "./practice_store.js";
import { whenGone } from "./theme.js";
import { inWords, language } from "./words.js";

const SPARE = ["kernel", "drawn:machine", "drawn:gamma", "drawn:count"];
const TOLD = 3; // number of coming days that are announced

const drawn = new WeakMap(); // root -> function that redraws it

const small = (textContent) => element("p", { className: "kv-small", textContent });
const head = (textContent) => element("p", { className: "kv-head", textContent });

const counted = (n) => (n === 1 ? inWords("one question") : inWords("{n} questions", { n }));
const inDays = (n) => (n === 1 ? inWords("tomorrow") : inWords("in {n} days", { n }));

// Stored cards whose questions still exist.
function askable(state, known) {
  const all = new Set([...known, ...SPARE]);
  return Object.fromEntries(Object.entries(state.cards).filter(([name]) => all.has(name)));
}

function days(state, day) {
  const { all, run } = streak(state.days, day);
  const practised = all === 1 ? inWords("one day of practice") : inWords("{all} days of practice", { all });
  return run > 1 ? inWords("{days}, {run} in a row", { days: practised, run }) : practised;
}

function comes(cards, day) {
  const list = coming(cards, day).slice(0, TOLD);
  return list.map(([wait, n]) => `${inDays(wait)} ${counted(Math.min(n, EACH))}`).join(" · ");
}

// When the next questions are due, as long as none is due today. Without any card, nothing is said.
function waiting(cards, day) {
  const [next] = coming(cards, day);
  if (!next) return [];
  const [days, all] = next,
    n = Math.min(all, EACH);
  if (days === 1)
    return n === 1
      ? [small(inWords("Tomorrow one question comes back for practice."))]
      : [small(inWords("Tomorrow {n} questions come back for practice.", { n }))];
  return n === 1
    ? [small(inWords("In {days} days one question comes back for practice.", { days }))]
    : [small(inWords("In {days} days {n} questions come back for practice.", { days, n }))];
}

function finished(state, known, day) {
  const found = [head(inWords("Done for today.")), small(days(state, day))];
  const next = comes(askable(state, known), day);
  if (next) found.push(small(inWords("Next: {next}", { next })));
  return found;
}

// The state with today's five questions: chosen earlier today, or chosen now.
function five(state, known, ideas, day) {
  if (state.day === day && state.five.length) return state;
  const cards = askable(state, known),
    plan = planned(cards, day, SPARE, ideas).map(({ name, of }) => [question(name, cards[name], day), of]),
    because = plan.filter(([, of]) => of).map(([item, of]) => [item, { of, day: cards[of].day }]);
  return { ...state, day, five: plan.map(([item]) => item), told: [], why: Object.fromEntries(because) };
}

const isOf = (item, name) => item.startsWith(`${name}:`);

// Why the five are asked: how many were answered wrongly before, how many have the same idea as one of these.
function whyThese(items, why) {
  const asked = items.filter((item) => why[item]),
    again = asked.filter((item) => isOf(item, why[item].of)).length,
    akin = asked.length - again;
  const said = [];
  if (again) said.push(inWords("{n} answered wrongly before", { n: again }));
  if (akin) said.push(inWords("{n} with the same idea as one of these", { n: akin }));
  if (asked.length < items.length)
    said.push(inWords("{n} answered long ago or new", { n: items.length - asked.length }));
  return said.join(" · ");
}

// Why a question is asked. `akin` are the steps that share an idea with it: name -> their title and that idea. The idea
// is named after the answer only, since it would tell what is wrong.
function whyThis(item, because, akin, told) {
  const { of, day } = because,
    { title, idea } = akin[of] ?? {},
    date = dateOf(day, language, today());
  if (isOf(item, of))
    return date
      ? inWords("Asked again: you answered this question wrongly on {date}.", { date })
      : inWords("Asked again: you answered this question wrongly before.");
  if (!title) return "";
  const said = date
    ? inWords("Same idea as “{title}”, which you answered wrongly on {date}.", { title, date })
    : inWords("Same idea as “{title}”, which you answered wrongly before.", { title });
  return told && idea ? `${said} ${inWords("The wrong idea is: {idea}.", { idea })}` : said;
}

// The state with the answers that the server has received; new answers are stored.
function heard(state, items, told, day) {
  const fresh = items.filter((item) => told.includes(item) && !state.told.includes(item));
  if (!fresh.length) return state;
  const now = { ...state, told: [...state.told, ...fresh] };
  if (items.every((item) => now.told.includes(item)) && !now.days.includes(day)) now.days = [...now.days, day];
  save(now);
  return now;
}

function offer(root, { known, idea_names: ideas, told }, send) {
  const day = today(),
    kept = withHistory(load()),
    held = kept.day === day ? heard(kept, kept.five, told, day) : kept,
    state = five(held, known, ideas, day);
  const left = state.five.filter((item) => !state.told.includes(item));
  const cards = askable(held, known);
  if (!state.five.length) return root.replaceChildren(...waiting(cards, day));
  if (!left.length) return root.replaceChildren(...finished(state, known, day));
  const start = element("button", {
    type: "button",
    textContent: state.told.length ? inWords("Go on") : inWords("Start"),
    onclick: () => {
      save(state);
      send("start", { items: state.five, first: left[0] });
    },
  });
  root.replaceChildren(
    head(
      left.length === 1 ? inWords("One question for today") : inWords("{n} questions for today", { n: left.length }),
    ),
    start,
    small(whyThese(left, state.why)),
    ...(held.days.length ? [small(days(held, day))] : []),
  );
}

function place(root, { known, akin, items, at, told }) {
  const kept = withHistory(load()),
    day = today();
  const state = kept.five.join() === items.join() ? heard(kept, items, told, day) : kept;
  const dots = items.map((item, i) => {
    const dot = element("li", { className: state.told.includes(item) || told.includes(item) ? "kv-told" : "" });
    if (i === at) dot.setAttribute("aria-current", "step");
    return dot;
  });
  const list = element("ol", { className: "kv-five" }, dots);
  list.setAttribute("aria-label", inWords("Question {at} of {all}", { at: at + 1, all: items.length }));
  const over = items.every((item) => state.told.includes(item));
  const item = items[at],
    because = state.why[item],
    isTold = state.told.includes(item) || told.includes(item),
    why = because ? whyThis(item, because, akin, isTold) : "";
  root.replaceChildren(list, ...(why ? [small(why)] : []), ...(over ? finished(state, known, day) : []));
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".kv-practice");
  const draw = () => {
    if (data.items.length) place(root, data);
    else offer(root, data, setTriggerValue);
    mark(root, "filled", root.childElementCount > 0);
  };
  document.removeEventListener(NOTED, drawn.get(root));
  drawn.set(root, draw);
  document.addEventListener(NOTED, draw);
  if (data) draw();
  return whenGone(root, () => document.removeEventListener(NOTED, drawn.get(root)));
}
