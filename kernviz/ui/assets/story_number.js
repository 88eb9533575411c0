// A number in a sentence of a story, whose picture the server computes (story_picture.js).
import { SentenceNumber } from "./sentence_number.js";

export class Hand extends SentenceNumber {
  knob;
  picture;

  constructor(span, knob, picture) {
    super(span, knob, knob.value);
    Object.assign(this, { knob, picture });
    this.show();
  }

  get first() {
    return this.knob.value;
  }

  get said() {
    return super.said.replace("-", "−");
  }

  touch() {
    document.querySelector(".kv-story")?.classList.add("kv-touched"); // ends the animation that invites dragging
    this.picture.begin();
  }

  move(value) {
    if (value === this.value) return;
    this.touch();
    this.picture.move(this.knob.name, value);
  }

  // ---- ▶ ----
  ahead(value, kept) {
    this.touch();
    return this.picture.ahead(this.knob.name, value, kept);
  }

  carry(value) {
    this.picture.carry(this.knob.name, value);
  }

  arrive(message) {
    return this.picture.arrive(message);
  }

  release() {
    const played = this.held === "breath";
    super.release();
    if (played) this.picture.settle();
  }
}
