// A step of a course on one screen: its picture takes the height that is left. Presenter mode: only the step, large; a
// pointer, a black screen. Who is presenting is in the address; this is what of it only the browser knows.
import { element } from "./elements.js";
import { enlarge } from "./size.js";
import { inWords } from "./words.js";

const ROOM = 12; // pixels left free under the picture
const FOOT = 34; // under one that stands beside all else: the foot of the page
const LEAST = 260,
  LOWEST = 240,
  MOST = 510; // pixels: of a picture, of one under its question on a phone, and of one that nobody presents
const ROW = ".st-key-kv-answering",
  READ = ".st-key-kv-understood"; // the row of an answer, and what is under it from the start
const SMALLEST = 0.5; // of a formula's usual size
const ARRIVES = 2000; // ms
const root = document.documentElement;
let fitting = 0,
  observer = null,
  changes = null,
  newest = null,
  until = 0;

export const presenting = () => root.classList.contains("kv-present");

export function present(on) {
  root.classList.add("kv-step");
  root.classList.toggle("kv-present", on);
  enlarge(on);
  unwatch();
  observer = new ResizeObserver(() => fit());
  observer.observe(document.body);
  changes = new MutationObserver(() => fit()); // what comes or goes in a column need not make it taller
  for (const each of columns()) {
    observer.observe(each);
    // in words to the last formula, which comes late; in the picture's column not what the picture does
    changes.observe(each.querySelector('[data-testid="stVerticalBlock"]') ?? each, {
      childList: true,
      subtree: !each.querySelector(".kv-plot"),
    });
  }
  document.fonts.addEventListener("loadingdone", fit); // a formula's own type comes with the first formula
  if (!on) clear();
  fit();
}

// The page is another one now.
export function leave() {
  present(false);
  unwatch();
  root.classList.remove("kv-step");
  for (const name of ["--kv-tall", "--kv-foot", "--kv-free"]) root.style.removeProperty(name);
}

function unwatch() {
  document.fonts.removeEventListener("loadingdone", fit);
  observer?.disconnect();
  changes?.disconnect();
}

// Those of the question and of the picture: on a phone one is above the other.
function columns() {
  const column = document.querySelector(".kv-plot")?.closest('[data-testid="stColumn"]');
  return column ? [...column.parentElement.children] : [];
}

// The picture takes the height the screen has left beside what stands in its column.
function fit() {
  cancelAnimationFrame(fitting);
  fitting = requestAnimationFrame(() => {
    narrow();
    follow();
    const plot = document.querySelector(".kv-plot"),
      column = plot?.closest('[data-testid="stColumn"]');
    if (!column) return;
    const box = plot.getBoundingClientRect();
    const ends = [...column.querySelectorAll('[data-testid="stElementContainer"]')]
      .filter((each) => !each.contains(plot))
      .map((each) => each.getBoundingClientRect())
      .filter((each) => each.height);
    const under = Math.max(0, ...ends.map((each) => each.bottom - box.bottom));
    const above = natural(column) + box.top - column.getBoundingClientRect().top;
    const alone = getComputedStyle(column).display === "contents"; // what moves it stands under the question
    const below = !alone && isUnder(column);
    const scrolled = document.querySelector('[data-testid="stMain"]')?.scrollTop ?? 0;
    const room = Math.round(innerHeight - (alone ? box.top + scrolled + FOOT : above + under + ROOM));
    const tall = Math.max(below ? LOWEST : LEAST, presenting() ? room : Math.min(room, MOST));
    put("--kv-tall", tall);
    const { height } = column.getBoundingClientRect();
    put("--kv-foot", Math.round(height));
    put("--kv-free", below ? Math.max(0, Math.round(innerHeight - natural(column) - later() - height)) : 0);
  });
}

function put(name, pixels) {
  if (root.style.getPropertyValue(name) !== `${pixels}px`) root.style.setProperty(name, `${pixels}px`);
}

// Where a column begins when nothing is scrolled; on a phone the picture's begins under the row of the answer, whatever
// comes there later: it stays at the foot of the screen.
function natural(column) {
  const main = document.querySelector('[data-testid="stMain"]');
  const scrolled = main?.scrollTop ?? 0;
  if (!isUnder(column)) return column.getBoundingClientRect().top + scrolled;
  const [words] = columns();
  const last = words.querySelector(READ) ?? words;
  const gap = parseFloat(getComputedStyle(column.parentElement).rowGap) || 0;
  return last.getBoundingClientRect().bottom + scrolled + gap;
}

// How much taller the words have become since they were read.
function later() {
  const [words] = columns(),
    last = words.querySelector(READ);
  return last ? words.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom : 0;
}

// The picture's column is under the words, not beside them.
function isUnder(column) {
  const [words] = columns();
  return words && words !== column && words.getBoundingClientRect().width > column.getBoundingClientRect().width - 1;
}

// On a phone: what is said of an answer comes into view above the picture when it is new, and stays while its formula and
// its buttons arrive, unless a hand scrolls.
function follow() {
  const told = [...document.querySelectorAll('[class*="st-key-kv-told"]')].at(-1) ?? null;
  if (told !== newest) [newest, until] = [told, performance.now() + ARRIVES];
  const picture = document.querySelector(".kv-plot")?.closest('[data-testid="stColumn"]');
  if (!told || !picture || performance.now() > until || getComputedStyle(picture).position !== "sticky") return;
  const said = told.getBoundingClientRect(),
    row = document.querySelector(ROW)?.getBoundingClientRect(),
    main = document.querySelector('[data-testid="stMain"]');
  const hidden = said.bottom - picture.getBoundingClientRect().top,
    above = said.top - (main?.getBoundingClientRect().top ?? 0) - (row?.height ?? 0);
  if (hidden > 0 && above > 0) main?.scrollBy(0, Math.min(hidden, above));
}

for (const name of ["pointerdown", "wheel"])
  addEventListener(name, () => (until = 0), { passive: true, capture: true });

// A formula wider than its column is set smaller: nobody scrolls sideways in a hall, or sees that one could.
function narrow() {
  /** @type {NodeListOf<HTMLElement>} */
  const formulas = document.querySelectorAll('[data-testid="stColumn"] .katex-display');
  for (const formula of formulas) {
    formula.style.fontSize = "";
    const share = formula.clientWidth / formula.scrollWidth;
    if (share < 1) formula.style.fontSize = `${0.97 * Math.max(share, SMALLEST)}em`;
  }
}

const held = {}; // what lies over the page, by name

function toggle(name, make) {
  if (held[name]) return drop(name);
  held[name] = make();
  document.body.append(held[name]);
}

function drop(name) {
  held[name]?.remove();
  delete held[name];
  if (name === "pointer") removeEventListener("pointermove", point);
}

function clear() {
  Object.keys(held).forEach(drop);
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
  if (held.pointer) held.pointer.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
}

// Whether Esc had something to take away.
export function escape() {
  const any = !!held.black;
  drop("black");
  return any;
}
