// Layout of a course's step on one screen, with its picture in the remaining height. Presenter mode shows the step
// only, enlarged, and has a pointer and a black screen. A parameter of the address turns it on; this file has the
// browser's part.
import { element } from "./elements.js";
import { narrow } from "./narrow.js";
import { mark } from "./mark.js";
import { enlarge } from "./size.js";
import { inWords } from "./words.js";

const ROOM = 12; // pixels kept free below the picture
const FOOT = 34; // pixels kept free below a picture that has the right part of the screen (presenter mode)
// heights in pixels
const LEAST = 260, // smallest height of a picture
  LOWEST = 240, // smallest height of a picture below its question, on a phone
  MOST = 510; // largest height of a picture that is not presented
const ROW = ".st-key-kv-answering",
  READ = ".st-key-kv-understood"; // the row with field and buttons of an answer, and the line below it
const ARRIVES = 2000; // ms in which a new reply is kept in view
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
  root.classList.toggle("kv-pictured", document.querySelector(".kv-plot") !== null);
  enlarge(on);
  unwatch();
  observer = new ResizeObserver(() => fit());
  observer.observe(document.body);
  changes = new MutationObserver(() => fit()); // content may change without a change of the column's height
  for (const each of columns()) {
    observer.observe(each);
    // in the text at any depth, since formulas are rendered late; in the picture's column only direct children
    changes.observe(each.querySelector('[data-testid="stVerticalBlock"]') ?? each, {
      childList: true,
      subtree: !each.querySelector(".kv-plot"),
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
  root.classList.remove("kv-step", "kv-pictured");
  for (const name of ["--kv-tall", "--kv-foot", "--kv-free"]) root.style.removeProperty(name);
}

function unwatch() {
  document.fonts.removeEventListener("loadingdone", fit);
  observer?.disconnect();
  changes?.disconnect();
}

// The columns of question and picture. On a phone the question is above the picture.
function columns() {
  const column = document.querySelector(".kv-plot")?.closest('[data-testid="stColumn"]');
  return column ? [...column.parentElement.children] : [];
}

// Give the picture the height that the other content of its column leaves on the screen.
function fit() {
  cancelAnimationFrame(fitting);
  fitting = requestAnimationFrame(() => {
    narrow();
    follow();
    const plot = document.querySelector(".kv-plot"),
      column = plot?.closest('[data-testid="stColumn"]');
    root.classList.toggle("kv-pictured", Boolean(column));
    for (const each of document.querySelectorAll(".kv-plot")) mark(each, "plot");
    if (!column) return;
    const box = plot.getBoundingClientRect();
    const ends = [...column.querySelectorAll('[data-testid="stElementContainer"]')]
      .filter((each) => !each.contains(plot))
      .map((each) => each.getBoundingClientRect())
      .filter((each) => each.height);
    const under = Math.max(0, ...ends.map((each) => each.bottom - box.bottom));
    const above = natural(column) + box.top - column.getBoundingClientRect().top;
    // in presenter mode the picture's controls are below the question, not in this column
    const alone = getComputedStyle(column).display === "contents";
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

// On a phone, scroll a new reply into view above the picture. Keep the reply in view while formulas and buttons appear,
// unless the visitor scrolls.
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

const held = {}; // elements over the page by name: "black", "pointer"

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

// Close the black screen; returns whether there was one.
export function escape() {
  const any = !!held.black;
  drop("black");
  return any;
}
