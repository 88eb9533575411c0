// The strip of steps of a course. Answers are kept in this browser alone: they mark the steps, come back on the next visit,
// and go into one link that hands them in. See kernviz/ui/courses/progress.py for the other half.
import { black, escape, leave, pointer, present, presenting } from "./present.js";
import { whenGone } from "./theme.js";
import { inWords } from "./words.js";

const TYPING = "input, textarea, select, [role=slider], [role=radio], [role=application], [contenteditable=true]";
const STORE = "kernviz-course:";
const strips = new WeakMap();

export function kept(course) {
  try {
    return JSON.parse(localStorage.getItem(STORE + course)) ?? {};
  } catch {
    return {}; // a browser that keeps nothing, or something else under that name
  }
}

function keep(course, answers) {
  try {
    localStorage.setItem(STORE + course, JSON.stringify(answers));
  } catch {
    // private windows may refuse
  }
}

// As kernviz/courses/handed_in.py reads it: JSON in URL-safe base64.
function packed(answers) {
  const said = JSON.stringify(Object.entries(answers).map(([step, { variant, text }]) => [step, variant, text]));
  const bytes = Array.from(new TextEncoder().encode(said), (byte) => String.fromCharCode(byte)).join("");
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function button(text, label, onclick) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text, onclick });
  made.setAttribute("aria-label", label);
  made.title = label;
  return made;
}

class Strip {
  constructor(root) {
    this.root = root;
    this.onkey = (event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
  }

  accept(data, send, say) {
    this.data = data;
    this.send = send;
    const before = kept(data.course);
    this.answers = { ...before, ...data.answers };
    keep(data.course, this.answers);
    if (data.ask && this.asked !== data.course) {
      this.asked = data.course;
      if (Object.keys(before).length) say("kept", before);
    }
    present(data.present);
    this.draw();
  }

  get place() {
    return this.data.steps.findIndex((step) => step.name === this.data.at);
  }

  go(place) {
    const step = this.data.steps[place];
    if (step && step.name !== this.data.at) this.send("go", step.name);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest?.(TYPING)) return;
    const act = this.act(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (!act) return;
    event.preventDefault();
    act();
  }

  // ← and → walk, p presents; while presenting a clicker's keys walk too, b is black, l the pointer, r shows the answer.
  act(key) {
    const shown = presenting();
    const acts = { ArrowRight: () => this.go(this.place + 1), ArrowLeft: () => this.go(this.place - 1), p: () => this.send("present", !shown) };
    const more = {
      PageDown: acts.ArrowRight, PageUp: acts.ArrowLeft, b: black, ".": black, l: pointer, r: () => this.send("reveal", Date.now()),
      Escape: () => escape() || this.send("present", false),
    };
    return acts[key] ?? (shown ? more[key] : undefined);
  }

  draw() {
    const { steps } = this.data, here = this.place;
    const back = button("←", inWords("The step before"), () => this.go(here - 1));
    const on = button("→", inWords("The next step"), () => this.go(here + 1));
    back.disabled = here <= 0;
    on.disabled = here >= steps.length - 1;
    const list = document.createElement("ol");
    steps.forEach((step, i) => {
      const answer = this.answers[step.name];
      const state = answer ? (answer.right ? "right" : "wrong") : "";
      const dot = button(String(i + 1), inWords("Step {i}: {title}", { i: i + 1, title: step.title }) + (answer ? `, ${answer.right ? inWords("right") : inWords("wrong")}` : ""), () => this.go(i));
      if (state) dot.dataset.answer = state;
      if (i === here) dot.setAttribute("aria-current", "step");
      list.appendChild(document.createElement("li")).append(dot);
    });
    const count = steps.filter((step) => this.answers[step.name]?.right).length;
    const said = Object.assign(document.createElement("span"), { className: "kv-said", textContent: inWords("{count} of {all} right", { count, all: steps.length }) });
    const hand = button(inWords("Hand in"), inWords("One link with all your answers"), () => this.handIn());
    hand.className = "kv-hand-in";
    hand.disabled = !Object.keys(this.answers).length;
    const project = button(inWords("Present"), inWords("Only the step, large (p). Then b: black, l: pointer, r: the answer, Esc: back"), () => this.send("present", true));
    project.className = "kv-project";
    const before = this.root.querySelector("ol")?.scrollLeft ?? 0;
    this.root.replaceChildren(back, list, on, said, hand, project);
    this.reveal(list, before);
  }

  // On a phone the steps stand in one row that scrolls by itself: the one in force is in sight.
  reveal(list, before) {
    list.scrollLeft = before;
    const row = list.getBoundingClientRect(), dot = list.querySelector("[aria-current]")?.getBoundingClientRect();
    if (dot && (dot.left < row.left || dot.right > row.right)) list.scrollLeft += (dot.left + dot.right - row.left - row.right) / 2;
  }

  async handIn() {
    const query = new URLSearchParams({ course: this.data.course, answers: packed(this.answers) });
    const link = `${location.origin}${location.pathname}?${query}`;
    const field = Object.assign(document.createElement("input"), { value: link, readOnly: true });
    field.setAttribute("aria-label", inWords("The link with all your answers"));
    this.root.querySelector("input")?.remove();
    this.root.append(field);
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      this.root.querySelector(".kv-hand-in").textContent = inWords("Link copied");
    } catch {
      // it stands in the field
    }
  }

  remove() {
    leave();
    document.removeEventListener("keydown", this.onkey);
  }
}

export default function ({ data, parentElement, setTriggerValue, setStateValue }) {
  const root = parentElement.querySelector(".kv-course");
  let strip = strips.get(root);
  if (!strip) strips.set(root, (strip = new Strip(root)));
  if (data) strip.accept(data, setTriggerValue, setStateValue);
  return whenGone(root, () => strip.remove());
}
