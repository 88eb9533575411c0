// The strip of buttons for a course's steps. Answers are stored in this browser only. They mark the steps, are restored
// on the next visit, and can be handed in as one link. The Python side is kernviz/ui/courses/progress.py.
import { Draft } from "./draft.js";
import { element } from "./elements.js";
import { handedIn, linkOf } from "./handed_in.js";
import { note } from "./practice_store.js";
import { black, escape, leave, pointer, present, presenting } from "./present.js";
import { groupOf } from "./roving.js";
import { store, stored } from "./storage.js";
import { mounted } from "./theme.js";
import { inWords } from "./words.js";

const TYPING = "input, textarea, select, [role=slider], [role=radio], [role=application], [contenteditable=true]";
const PHONE = "(pointer: coarse)"; // a field in focus would open the keyboard
const CHOICE = "[role=radio], [type=radio], [type=checkbox]"; // fields in which Enter has no meaning of its own
const ROW = ".st-key-kv-answering";
const FIELD = `${ROW} input[type=text]`,
  ANSWER = `${ROW} [class*="st-key-answer_"] button`,
  ONWARD = `${ROW} [class*="st-key-next_"] button`;
// elements that handle Enter themselves
const OTHERS = "button, a, summary, [role=application], [role=button], [role=tab], .kv-hands";
const STORE = "kernviz-course:";
const LONGEST_NAME = 60; // characters; equal to kernviz/courses/submission.py

// Stored answers: step -> [[variant, text, right], …] with the first answer, the last right one and the last.
export function kept(course) {
  const found = Object.entries(stored(STORE + course) ?? {});
  return Object.fromEntries(
    found.map(([step, said]) => [step, listed(said)]).filter(([, attempts]) => attempts.length),
  );
}

// An earlier version stored the last answer only.
function listed(said) {
  return Array.isArray(said)
    ? said.filter(Array.isArray)
    : typeof said?.text === "string"
      ? [[said.variant, said.text, said.right]]
      : [];
}

export const isRight = (attempts) => !!attempts?.some(([, , right]) => right);

// Merge stored and present answers, since another window of this browser may have added some. As in kept() of
// kernviz/courses/attempts.py, the first answer, the last right one and the last are kept.
function joined(before, now) {
  const all = [...(before ?? []), ...(now ?? [])],
    right = all.findLastIndex(([, , right]) => right);
  return all
    .filter((_, i) => i === 0 || i === right || i === all.length - 1)
    .filter((one, i, some) => !i || String(one) !== String(some[i - 1]));
}

function together(before, now) {
  return Object.fromEntries(Object.keys({ ...before, ...now }).map((step) => [step, joined(before[step], now[step])]));
}

// Whether the visitor is at a field, a picture, or a button reached by keys, outside the row of the answer.
const isElsewhere = (active) =>
  !!active && active !== document.body && !active.closest(ROW) && active.matches(`${TYPING}, :focus-visible`);

// In the answer's field ← and → change the step as long as the field is empty.
const isEmpty = ({ target, key }) =>
  target.matches(FIELD) && !target.value && (key === "ArrowLeft" || key === "ArrowRight");

function button(text, label, onclick) {
  return element("button", { type: "button", textContent: text, title: label, ariaLabel: label, onclick });
}

class Strip {
  constructor(root) {
    this.root = root;
    this.draft = new Draft();
    this.onkey = (event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
    // a choice stops the propagation of key events, so Enter is handled in the capture phase
    this.onchoice = (event) => event.key === "Enter" && event.target.matches?.(CHOICE) && this.key(event);
    document.addEventListener("keydown", this.onchoice, true);
  }

  accept(data, send, say) {
    const handed = handedIn(this.data === undefined);
    if (handed) send("handed", handed);
    this.data = data;
    this.send = send;
    const before = kept(data.course);
    this.answers = together(before, data.answers);
    store(STORE + data.course, this.answers);
    if (typeof data.first === "boolean") note(`step:${data.course}:${data.at}`, data.variant, data.first);
    if (data.ask && this.asked !== data.course) {
      this.asked = data.course;
      if (Object.keys(before).length) say("kept", before);
    }
    this.draft.accept(data);
    present(data.present);
    this.draw();
    this.arrive();
  }

  // On arrival at a step, focus the answer's field as soon as it is there. The page does not scroll. On a phone the
  // keyboard would open, so there only Enter in the field before leads to it.
  arrive() {
    const { course, at, variant, shown } = this.data,
      place = `${course}:${at}:${variant}`;
    if (place === this.arrived) return;
    this.arrived = place;
    const typing = this.typing;
    this.typing = false;
    if (typing || !(shown || presenting() || matchMedia(PHONE).matches)) this.type(place);
  }

  type(place, tries = 80) {
    if (this.arrived !== place || isElsewhere(document.activeElement)) return;
    const { field } = this.draft;
    if (field) field.focus({ preventScroll: true });
    else if (tries) setTimeout(() => this.type(place, tries - 1), 25);
  }

  get place() {
    return this.data.steps.findIndex((step) => step.name === this.data.at);
  }

  go(place) {
    const step = this.data.steps[place];
    if (step && step.name !== this.data.at) this.send("go", step.name);
  }

  // Enter submits an answer, and pressed again goes to the next step. This works in the answer's field, and wherever
  // Enter has no other meaning.
  enter(event) {
    const { target } = event;
    if (event.isComposing || target.closest?.(OTHERS)) return;
    const field = target.matches?.(FIELD) ? target : null;
    if (!field && target.closest?.(TYPING) && !target.closest(`${CHOICE}, [role=slider]`)) return;
    const { shown, given, done } = this.data;
    const on = field ? shown && (field.value === "" || field.value === given) : done;
    event.preventDefault();
    this.typing = on && !!field;
    // after the field's own handler, which sends its text
    setTimeout(() => /** @type {HTMLElement | null} */ (document.querySelector(on ? ONWARD : ANSWER))?.click());
  }

  key(event) {
    if (event === this.heard) return;
    this.heard = event;
    if (event.key === "Enter" && !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey))
      return this.enter(event);
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest?.(TYPING) && !isEmpty(event)) return;
    if (event.key.startsWith("Arrow") && event.target.matches?.(":focus-visible") && groupOf(event.target)) return;
    const act = this.act(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (!act) return;
    event.preventDefault();
    act();
  }

  // ← and → change the step, p starts presenting. While presenting, a clicker's keys change the step, too; b: black
  // screen, l: pointer, r: show the answer.
  act(key) {
    const shown = presenting();
    const acts = {
      ArrowRight: () => this.go(this.place + 1),
      ArrowLeft: () => this.go(this.place - 1),
      p: () => this.send("present", !shown),
    };
    const more = {
      PageDown: acts.ArrowRight,
      PageUp: acts.ArrowLeft,
      b: black,
      ".": black,
      l: pointer,
      r: () => this.send("reveal", Date.now()),
      Escape: () => escape() || this.send("present", false),
    };
    return acts[key] ?? (shown ? more[key] : undefined);
  }

  draw() {
    const { steps, alone } = this.data,
      here = this.place;
    if (alone) return this.root.replaceChildren(); // a practice question belongs to no course
    const back = button("←", inWords("The step before"), () => this.go(here - 1));
    const on = button("→", inWords("The next step"), () => this.go(here + 1));
    back.disabled = here <= 0;
    on.disabled = here >= steps.length - 1;
    const dots = steps.map((step, i) => {
      const answers = this.answers[step.name];
      const state = answers ? (isRight(answers) ? "right" : "wrong") : "";
      const dot = button(
        String(i + 1),
        inWords("Step {i}: {title}", { i: i + 1, title: step.title }) +
          (answers ? `, ${isRight(answers) ? inWords("right") : inWords("wrong")}` : ""),
        () => this.go(i),
      );
      if (state) dot.dataset.answer = state;
      if (i === here) dot.setAttribute("aria-current", "step");
      return element("li", {}, [dot]);
    });
    const list = element("ol", {}, dots);
    const count = steps.filter((step) => isRight(this.answers[step.name])).length;
    const said = element("span", {
      className: "kv-said",
      textContent: inWords("{count} of {all} right", { count, all: steps.length }),
    });
    const hand = button(inWords("Hand in"), inWords("One link with all your answers"), () => this.handIn());
    hand.className = "kv-hand-in";
    hand.disabled = !Object.keys(this.answers).length;
    const project = button(
      inWords("Present"),
      inWords("Only the step, large (p). Then b: black, l: pointer, r: the answer, Esc: back"),
      () => this.send("present", true),
    );
    project.className = "kv-project";
    const before = this.root.querySelector("ol")?.scrollLeft ?? 0;
    this.root.classList.remove("kv-handing-in");
    this.root.replaceChildren(back, list, on, said, hand, project);
    this.reveal(list, before);
  }

  // On a phone the steps are in one scrollable row: scroll the current step into view.
  reveal(list, before) {
    list.scrollLeft = before;
    const row = list.getBoundingClientRect(),
      dot = list.querySelector("[aria-current]")?.getBoundingClientRect();
    if (dot && (dot.left < row.left || dot.right > row.right))
      list.scrollLeft += (dot.left + dot.right - row.left - row.right) / 2;
  }

  link(by) {
    return linkOf(this.data.course, this.answers, by);
  }

  // Show the link in a field and copy it. A typed name is added to the link and stored nowhere else.
  handIn() {
    const field = element("input", {
      value: this.link(""),
      readOnly: true,
      ariaLabel: inWords("The link with all your answers"),
    });
    const name = element("input", {
      className: "kv-by",
      maxLength: LONGEST_NAME,
      autocomplete: "off",
      placeholder: inWords("Your name, if you like"),
      ariaLabel: inWords("Your name, or any other, for whoever reads the answers"),
    });
    name.oninput = () => (field.value = this.link(name.value.trim()));
    name.onchange = () => this.copy(field);
    this.root.querySelectorAll("input").forEach((input) => input.remove());
    this.root.classList.add("kv-handing-in");
    this.root.append(name, field);
    this.copy(field);
  }

  async copy(field) {
    const hand = this.root.querySelector(".kv-hand-in");
    try {
      await navigator.clipboard.writeText(field.value);
      hand.textContent = inWords("Link copied");
    } catch {
      field.select(); // the visitor can copy it from the field
    }
  }

  remove() {
    leave();
    this.draft.remove();
    document.removeEventListener("keydown", this.onkey);
    document.removeEventListener("keydown", this.onchoice, true);
  }
}

export default mounted(".kv-course", Strip);
