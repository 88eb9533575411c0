// Which frame of a sweep is on the page. Newest first: what cannot be drawn in time is left out.
import * as live from "./live.js";

export class Shown {
  drawing = null;
  wanted = null;

  // drawn(place): called after each frame that was drawn
  constructor(drawn) {
    this.drawn = drawn;
  }

  // Resolves when the frame at that place is drawn, or a later one in its stead. inForce(): whether the sweep still counts.
  go(swept, place, inForce) {
    this.wanted = place;
    this.drawing ??= this.run(swept, inForce);
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
    this.drawing = null;
  }
}
