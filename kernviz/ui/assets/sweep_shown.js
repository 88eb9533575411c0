// Draws frames of a sweep on the page. Only the newest requested frame is drawn next; others are skipped.
import * as live from "./live.js";

export class Shown {
  drawing = null;
  wanted = null;

  // drawn(place): called after each drawn frame
  constructor(drawn) {
    this.drawn = drawn;
  }

  // Resolves when the frame at `place`, or one requested later, is drawn. inForce(): whether the sweep is still valid.
  go(swept, place, inForce) {
    this.wanted = place;
    this.drawing ??= this.run(swept, inForce).finally(() => (this.drawing = null));
    return this.drawing;
  }

  async run(swept, inForce) {
    while (this.wanted !== null && inForce() && swept.frames[this.wanted]) {
      const now = this.wanted;
      const message = swept.message(now);
      if (message.pictures) await live.arrive(message);
      this.drawn(now);
      if (this.wanted === now) this.wanted = null;
    }
  }
}
