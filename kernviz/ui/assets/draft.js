// The text typed into an answer's field of a course, until it is given as an answer. It is stored in this browser only.
import { storedText, storeText } from "./storage.js";

const STORE = "kernviz-draft:"; // prefix; course, step and variant follow
const EVERY = 200; // ms between two looks at the field

const read = (place) => storedText(STORE + place) ?? "";
const keep = (place, text) => storeText(STORE + place, text || null);

// Set a field's text as if it was typed: React takes over only what its own setter has not seen. The focus stays.
function fill(field, text) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// A reload of the page and a restart of the server both make a new session, in which the server draws the field empty.
export class Draft {
  constructor() {
    this.oninput = (event) => this.data && event.target === this.field && this.typed(event.target.value);
    document.addEventListener("input", this.oninput);
  }

  accept(data) {
    const { course, at, variant, given, shown } = data;
    this.data = data;
    this.place = `${course}:${at}:${variant}`;
    if (shown || read(this.place) === given) keep(this.place, "");
    this.watch();
  }

  // The answer's field of this step and variant; after a change of the step the former field is there for a moment.
  get field() {
    const { course, at, variant } = this.data;
    const name = `st-key-typed_${course}_${at}_${variant}`.replaceAll(/[^a-zA-Z0-9_-]/g, "-"); // as Streamlit writes it
    return /** @type {HTMLInputElement | null} */ (document.querySelector(`.${name} input[type=text]`));
  }

  typed(text) {
    const { given, shown } = this.data;
    keep(this.place, shown || text === given ? "" : text);
    this.watch();
  }

  // As long as a text is stored, look whether the field has lost it, and put it in again. The server tells nothing of a
  // new session whose page is the same. A visitor who empties the field deletes the stored text.
  watch() {
    clearTimeout(this.timer);
    const draft = read(this.place);
    if (!draft) return;
    const field = this.field;
    if (field && field.value !== draft && ["", this.data.given].includes(field.value)) fill(field, draft);
    this.timer = setTimeout(() => this.watch(), EVERY);
  }

  remove() {
    clearTimeout(this.timer);
    document.removeEventListener("input", this.oninput);
  }
}
