// Frames of a sweep side by side: the choice of frames, the field to type their values, and the read-outs below each.
import { named, usual } from "./sweep_places.js";
import { underEach } from "./sweep_readouts.js";
import { Side } from "./sweep_side.js";
import { typeable } from "./words.js";

export class Beside {
  on = false;

  // fold: the sweep (sweep.js), with its button "Side by side" and the field for values
  constructor(fold) {
    this.fold = fold;
    this.side = new Side((place) => fold.go(place));
  }

  get root() {
    return this.side.root;
  }

  get drawn() {
    return this.side.drawn;
  }

  spread(on) {
    const { fold, side } = this;
    this.on = on;
    fold.beside.ariaPressed = String(on);
    fold.which.hidden = !on;
    fold.root.classList.toggle("kv-beside", on);
    if (!on) [side.shown] = ["", side.clear()];
    fold.chosen.value = "";
    this.draw();
  }

  draw(again = false) {
    const { fold, side } = this,
      { swept, chosen } = fold;
    if (!this.on || !swept?.frames.length || fold.isMap) return;
    const asked = named(chosen.value, fold.xs, fold.log),
      places = asked ?? usual(swept.frames.length),
      told = underEach(swept, fold.readout.value);
    if (!asked) chosen.value = places.map((place) => typeable(fold.asked(place))).join("  ");
    const items = places.map((place) => ({
      place,
      title: fold.titled(place),
      said: told.map(({ label, values }) => `${label} ${values[place].text}`),
      message: () => swept.message(place),
    }));
    const wide = document.querySelector(".kv-panels") ?? fold.film; // as wide as the page
    if (this.root.parentElement !== wide) wide.append(this.root);
    side.drawn = side.draw(items, again);
  }

  clear() {
    this.side.clear();
  }
}
