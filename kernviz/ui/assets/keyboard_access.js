// Keyboard access: skip links at the top, the list of keys, and scrolling of formulas.
import { element } from "./elements.js";
import { anew, narrow } from "./narrow_formula.js";
import { listen, rove } from "./roving.js";
import { onSize, size, turn } from "./size.js";
import { tongue } from "./language_menu.js";
import { inWords } from "./words.js";

const FOCUSABLE = 'input, button, textarea, summary, a[href], [role="slider"], [role="application"], [tabindex="0"]';
const PLACE = ".st-key-kv-beside .st-key-kv-paragraphs"; // the same selector as in app.css
const SCROLLING = `.katex-display, [class*="st-key-kv-formula"], .st-key-riddle_formula, [data-testid="stCode"] pre, ${PLACE}`;
const TOOL = ".kv-tools, .kv-plot, .kv-sweep, .kv-readouts, [data-testid='stTooltipIcon'], .kv-help";
const MENU = '[data-testid="stPopoverBody"]';
const MOST = 500; // ms after a change of the page until its new elements are prepared for keys
const SETTLED = [50, 400, 1500]; // ms after a change of the page's size, while Streamlit folds or unfolds the sidebar
const OPENING = 3000; // ms the drawer or a menu may take to open

const KEYS = [
  [inWords("Tab, Shift Tab"), inWords("the next control or group of buttons, the one before")],
  [inWords("← →, Home, End"), inWords("from button to button of a group")],
  ["?", inWords("this list")],
  ["P", inWords("large, for a hall; and back")],
  [inWords("A number"), ""],
  ["← →", inWords("one step; with Shift a tenth of it")],
  [inWords("Page ↑ ↓, Home, End"), inWords("a large step, the ends")],
  [inWords("0 … 9, Enter"), inWords("type it exactly: 1.5 or 1/3 or ∞")],
  [inWords("Space"), inWords("play it, stop it")],
  ["Esc", inWords("as it was before")],
  [inWords("The picture"), ""],
  ["← → ↑ ↓", inWords("move what has the focus; with Shift finely")],
  ["N, P", inWords("the next point, the one before")],
  ["Enter", inWords("add a point at the cross, or repaint the chosen one")],
  ["Delete", inWords("erase the chosen points")],
  ["1 … 9, 0", inWords("a brush, the probe")],
  ["E, L, G", inWords("eraser, lasso, grid")],
  ["Z, Y", inWords("undo, redo")],
  [inWords("A course"), ""],
  ["← →", inWords("the step before, the next one")],
  ["P, Esc", inWords("present it: only the step, large; and back")],
  ["B, L, R", inWords("while presenting: black screen, pointer, the answer")],
];

const first = (root, selector) =>
  [...root.querySelectorAll(selector)].find((node) => node.getClientRects().length && !node.disabled);
const main = () => document.querySelector('[data-testid="stMainBlockContainer"]') ?? document.body;
const picture = () => first(main(), ".kv-plot .kv-grip") ?? first(main(), ".kv-plot");

// The first control after the picture. Picture tools, sweeps, read-outs and help buttons do not count.
function control() {
  const drawn = first(main(), ".kv-plot");
  const after = (node) => !drawn || drawn.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
  /** @type {NodeListOf<HTMLInputElement>} */
  const controls = main().querySelectorAll(FOCUSABLE);
  const settings = [...controls].filter((node) => after(node) && node.getClientRects().length && !node.disabled);
  return settings.find((node) => !node.closest(TOOL) && !node.matches('[role="tab"], [tabindex="-1"], a'));
}

// Targets of the skip links, in the order of use. Arrow keys go from link to link.
const PLACES = [
  [inWords("To the controls"), control],
  [inWords("To the picture"), picture],
  [inWords("To data and kernel"), aside],
  [inWords("To the pages"), () => first(document, '[data-testid="stTopNav"] button[tabindex="0"], .kv-pages .kv-here')],
  [inWords("To the tabs"), () => first(main(), '[role="tab"][aria-selected="true"]')],
  [inWords("To the examples"), () => first(main(), ".st-key-examples_menu button")],
];

// Elements in a closed drawer cannot have the focus, so the drawer is opened first.
async function aside() {
  const bar = document.querySelector('[data-testid="stSidebar"]');
  // elements in the drawer become visible slightly later than the drawer
  const hidden = (node) => getComputedStyle(node).visibility === "hidden";
  /** @type {HTMLElement | null} */
  const opens = document.querySelector('[data-testid="stExpandSidebarButton"]');
  if (bar && hidden(bar)) opens?.click();
  const data = () =>
    first(bar, '[data-testid="stSidebarUserContent"] :is(input, button):not([data-testid="stTooltipIcon"] *)');
  return bar && (await coming(() => data() && !hidden(data()) && data()));
}

// The result of `find`, as soon as there is one; the last result after OPENING ms.
async function coming(find) {
  const end = performance.now() + OPENING;
  while (!find() && performance.now() < end) await new Promise((wait) => setTimeout(wait, 30));
  return find();
}

// Focus a menu that was opened by a key. Tab would not reach it, since menus are at the end of the document.
async function enter(event) {
  const button = event.target.closest?.('[data-testid="stPopover"] button');
  if (!button || !["Enter", " "].includes(event.key) || document.querySelector(MENU)) return;
  (await coming(() => first(document, `${MENU} :is(input, button)`)))?.focus({ focusVisible: true });
}

async function go(find) {
  const place = await find();
  if (!place) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.scrollIntoView({ block: "center" });
  place.focus({ focusVisible: true });
}

export function reach(language) {
  const dialog = keys();
  const links = PLACES.map(([name, find]) =>
    element("button", { type: "button", textContent: name, onclick: () => go(find) }),
  );
  const hall = element("button", {
    type: "button",
    textContent: "Aa",
    className: "kv-hall",
    title: inWords("Large, for a hall"),
  });
  hall.setAttribute("aria-label", inWords("Large, for a hall"));
  hall.setAttribute("aria-keyshortcuts", "p");
  const told = () => hall.setAttribute("aria-pressed", String(size() > 1));
  hall.onclick = () => (turn(), told());
  told();
  const list = element("button", {
    type: "button",
    textContent: "?",
    className: "kv-keys",
    title: `${inWords("Keys")} (?)`,
    onclick: () => dialog.showModal(),
  });
  list.setAttribute("aria-label", inWords("Keys"));
  const jump = element("div", { className: "kv-jump" }, links);
  const nav = element("nav", { className: "kv-reach" }, [jump, tongue(language), hall, list]);
  nav.setAttribute("aria-label", inWords("Jump to a part of the page"));
  listen();
  document.body.prepend(nav, dialog);
  scheme();
  document.addEventListener("keydown", (event) => {
    const typing = document.activeElement?.matches?.(
      "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]",
    );
    if (typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const press = { "?": () => (dialog.open ? dialog.close() : dialog.showModal()), p: () => hall.click() }[
      event.key.toLowerCase()
    ];
    if (!press || (event.key !== "?" && (dialog.open || hasOtherP(event.target)))) return;
    event.preventDefault();
    press();
  });
  document.addEventListener("keydown", enter);
  let waiting = 0;
  new MutationObserver(() => (waiting ||= setTimeout(() => ((waiting = 0), look()), MOST))).observe(document.body, {
    childList: true,
    subtree: true,
  });
  addEventListener("resize", formulas);
  document.fonts.addEventListener("loadingdone", () => (anew(), formulas()));
  onSize(() => SETTLED.forEach((after) => setTimeout(formulas, after)));
}

// In a course, p presents the step (course.js). In a picture it chooses the point before (hands_keys.js).
const hasOtherP = (target) => document.querySelector(".kv-course") || target.closest?.(".kv-plot");

// Make new elements reachable by keys.
function look() {
  if (document.documentElement.classList.contains("kv-held")) return;
  formulas();
  options();
  rove();
}

// Our elements on the page follow Streamlit's light or dark theme.
function scheme() {
  const app = document.querySelector(".stApp"),
    wear = () => (document.body.style.colorScheme = getComputedStyle(app).colorScheme);
  wear();
  new MutationObserver(wear).observe(app, { attributes: true, attributeFilter: ["class"] });
}

function keys() {
  const rows = KEYS.map(([key, does]) =>
    does ? element("div", {}, [element("dt", { textContent: key }), element("dd", { textContent: does })]) : key,
  );
  const parts = [];
  for (const row of rows) {
    if (typeof row === "string") parts.push(element("h2", { textContent: row }), element("dl"));
    else (parts.at(-1) ?? parts[parts.push(element("dl")) - 1]).append(row);
  }
  const close = element("button", { type: "button", textContent: inWords("Close") });
  const title = element("h1", { textContent: inWords("Keys"), id: "kv-keys" });
  const dialog = element("dialog", { className: "kv-list" }, [title, ...parts, close]);
  dialog.setAttribute("aria-labelledby", "kv-keys");
  close.onclick = () => dialog.close();
  return dialog;
}

// A radio option that is a formula has no text for screen readers, so the text of its MathML becomes its name.
function options() {
  for (const option of document.querySelectorAll('[data-testid="stRadioOption"]:has(.katex)')) {
    const said = /** @type {Element} */ (option.cloneNode(true)),
      input = option.querySelector("input");
    for (const twice of said.querySelectorAll(".katex-html, annotation")) twice.remove();
    if (input.getAttribute("aria-label") !== said.textContent) input.setAttribute("aria-label", said.textContent);
  }
}

// A formula, code or text larger than its box becomes a Tab stop, so that keys can scroll it. Others are no Tab stops.
function formulas() {
  narrow();
  for (const box of document.querySelectorAll(SCROLLING)) {
    const wide =
      box.scrollWidth > box.clientWidth ||
      (box.scrollHeight > box.clientHeight && box.matches(PLACE) && getComputedStyle(box).overflowY === "auto");
    if (wide !== (box.getAttribute("tabindex") === "0"))
      wide ? box.setAttribute("tabindex", "0") : box.removeAttribute("tabindex");
  }
}
