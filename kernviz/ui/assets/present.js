// Layout of a course's step on one screen, with its picture in the remaining height. Presenter mode shows the step
// only, enlarged, and has a pointer and a black screen. A parameter of the address turns it on; this file has the
// browser's part.
import { element } from "./elements.js";
import { narrow } from "./narrow_formula.js";
import { mark } from "./mark.js";
import { enlarge } from "./size.js";
import { inWords } from "./words.js";

const ROOM = 12; // pixels kept free below the picture
const FOOT = 34; // pixels kept free below a picture that has the right part of the screen (presenter mode)
// heights in pixels
const LEAST = 260, // smallest height of a picture
  LOWEST = 240, // smallest height of a picture below its question, on a phone
  REPLY = 88, // kept free for a reply above the picture, on a phone: a verdict of two lines
  SEEN = 64, // least height of a reply that is seen, where a long question leaves less: its verdict's first line
  MOST = 510; // largest height of a picture that is not presented
const READ = ".st-key-kv-understood"; // the line below the row with field and buttons of an answer
const REPLIED = '[class*="st-key-kv-told"] [data-testid="stElementContainer"]';
const HELD = '[class*="st-key-answer_"]'; // its class names the step and its variant
const ARRIVES = 2000; // ms in which the beginning of a new reply is kept in view
const root = document.documentElement;
let fitting = 0,
  observer = null,
  changes = null,
  newest = null,
  until = 0,
  held = null; // height of picture and column before the reply, {of, tall, height}

export const presenting = () => root.classList.contains("kv-present");

export function present(on) {
  root.classList.add("kv-step");
  root.classList.toggle("kv-present", on);
  root.classList.toggle("kv-pictured", document.querySelector(".kv-plot") !== null);
  enlarge(on);
  unwatch();
  observer = new ResizeObserver(() => fit());
  observer.observe(document.body);
  changes = new MutationObserver(() => fit()); // content may change without a change of the column's height
  for (const column of columns()) {
    observer.observe(column);
    // in the text at any depth, since formulas are rendered late; in the picture's column only direct children
    changes.observe(column.querySelector('[data-testid="stVerticalBlock"]') ?? column, {
      childList: true,
      subtree: !column.querySelector(".kv-plot"),
    });
  }
  document.fonts.addEventListener("loadingdone", fit); // the font of formulas is loaded with the first formula
  if (!on) clear();
  fit();
}

// Undo present(), when the course is left.
export function leave() {
  present(false);
  unwatch();
  root.classList.remove("kv-step", "kv-pictured", "kv-picture-last");
  held = null;
  root.classList.remove("kv-more");
  for (const name of ["--kv-tall", "--kv-foot", "--kv-free", "--kv-held"]) root.style.removeProperty(name);
}

function unwatch() {
  cancelAnimationFrame(fitting);
  document.fonts.removeEventListener("loadingdone", fit);
  observer?.disconnect();
  changes?.disconnect();
}

// The columns of question and picture. On a phone the question is above the picture. A proof tree comes with the answer:
// there the picture is last, and does not stay on the screen.
function columns() {
  const column = document.querySelector(".kv-plot")?.closest('[data-testid="stColumn"]');
  return column ? [...column.parentElement.children] : [];
}

// Give the picture the height that the other content of its column leaves on the screen.
function fit() {
  cancelAnimationFrame(fitting);
  fitting = requestAnimationFrame(() => {
    narrow();
    const plot = document.querySelector(".kv-plot"),
      column = plot?.closest('[data-testid="stColumn"]');
    root.classList.toggle("kv-pictured", Boolean(column));
    const last = document.querySelector(".kv-candidate") !== null;
    root.classList.toggle("kv-picture-last", last);
    for (const picture of document.querySelectorAll(".kv-plot")) mark(picture, "plot");
    if (!column) return;
    const box = plot.getBoundingClientRect();
    const ends = [...column.querySelectorAll('[data-testid="stElementContainer"]')]
      .filter((part) => !part.contains(plot))
      .map((part) => part.getBoundingClientRect())
      .filter((part) => part.height);
    const under = Math.max(0, ...ends.map((part) => part.bottom - box.bottom));
    const above = natural(column) + box.top - column.getBoundingClientRect().top;
    // in presenter mode the picture's controls are below the question, not in this column
    const alone = getComputedStyle(column).display === "contents";
    const below = !alone && isUnder(column);
    const scrolled = document.querySelector('[data-testid="stMain"]')?.scrollTop ?? 0;
    const reply = below ? REPLY : 0;
    const room = Math.round(innerHeight - (alone ? box.top + scrolled + FOOT : above + under + reply + ROOM));
    const of = place(),
      keeps = !!of && held?.of === of && replied();
    const tall = keeps ? held.tall : Math.max(below ? LOWEST : LEAST, presenting() ? room : Math.min(room, MOST));
    put("--kv-tall", tall);
    if (!keeps) put("--kv-held", 0);
    const { height } = column.getBoundingClientRect();
    if (!keeps) held = { of, tall, height };
    put("--kv-held", keeps ? Math.round(held.height) : 0);
    put("--kv-foot", last ? 0 : Math.round(height));
    put("--kv-free", below ? Math.max(0, Math.round(innerHeight - natural(column) - later() - height)) : 0);
    follow();
    more();
  });
}

// The step, its variant, and the window's size. Empty when presented: the step has no reply beside its picture then.
function place() {
  const step = presenting() ? null : document.querySelector(HELD);
  return step ? `${/st-key-answer_\S+/.exec(step.className)} ${innerWidth} ${innerHeight}` : "";
}

const replied = () => document.querySelector(REPLIED) !== null;

function put(name, pixels) {
  if (root.style.getPropertyValue(name) !== `${pixels}px`) root.style.setProperty(name, `${pixels}px`);
}

// Top of a column on the unscrolled page. For the picture's column on a phone, it is computed from the line below the
// answer's row, so that replies below this line do not change it.
function natural(column) {
  const main = document.querySelector('[data-testid="stMain"]');
  const scrolled = main?.scrollTop ?? 0;
  if (!isUnder(column)) return column.getBoundingClientRect().top + scrolled;
  const [words] = columns();
  const last = words.querySelector(READ) ?? words;
  const gap = parseFloat(getComputedStyle(column.parentElement).rowGap) || 0;
  return last.getBoundingClientRect().bottom + scrolled + gap;
}

// Height of the replies below the line READ.
function later() {
  const [words] = columns(),
    last = words.querySelector(READ);
  return last ? words.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom : 0;
}

// Whether the picture's column is below the text, not beside it.
function isUnder(column) {
  const [words] = columns();
  return words && words !== column && words.getBoundingClientRect().width > column.getBoundingClientRect().width - 1;
}

// On a phone, scroll the beginning of a new reply into view where a long question has left no room for it.
function follow() {
  const told = document.querySelector(REPLIED);
  if (told !== newest) [newest, until] = [told, performance.now() + ARRIVES];
  const [, picture] = columns();
  if (!told || performance.now() > until || !isOver(picture)) return;
  const read = document.querySelector(READ); // a reply begins below it; its own place varies while it is drawn
  if (!read) return;
  // another picture may be taller while it is drawn
  const height = held?.height ?? picture.getBoundingClientRect().height;
  const seen = innerHeight - height - read.getBoundingClientRect().bottom;
  if (seen < SEEN) document.querySelector('[data-testid="stMain"]')?.scrollBy(0, REPLY - seen);
}

for (const name of ["pointerdown", "wheel"])
  addEventListener(name, () => (until = 0), { passive: true, capture: true });

// Whether the picture stays at the bottom of the screen, over the text.
const isOver = (picture) => !!picture && getComputedStyle(picture).position === "sticky";

// On a phone, mark the picture's upper edge while a reply goes on behind it.
function more() {
  const [words, picture] = columns();
  const hides =
    isOver(picture) && replied() && words.getBoundingClientRect().bottom > picture.getBoundingClientRect().top + 4;
  root.classList.toggle("kv-more", hides);
}

addEventListener("scroll", more, { passive: true, capture: true });

const over = {}; // elements over the page by name: "black", "pointer"

function toggle(name, make) {
  if (over[name]) return drop(name);
  over[name] = make();
  document.body.append(over[name]);
}

function drop(name) {
  over[name]?.remove();
  delete over[name];
  if (name === "pointer") removeEventListener("pointermove", point);
}

function clear() {
  Object.keys(over).forEach(drop);
}

export function black() {
  toggle("black", () =>
    element("div", {
      className: "kv-black",
      role: "img",
      ariaLabel: inWords("Black screen: press b to go on"),
      onclick: () => drop("black"),
    }),
  );
}

export function pointer() {
  toggle("pointer", () => {
    addEventListener("pointermove", point);
    return element("div", { className: "kv-pointer" });
  });
}

function point(event) {
  if (over.pointer) over.pointer.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
}

// Close the black screen; returns whether there was one.
export function escape() {
  const any = !!over.black;
  drop("black");
  return any;
}
