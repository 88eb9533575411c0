// The expander "Sweep" below a picture. A sweep is a series of pictures (frames) for many values of a number. It is
// computed once; then its frames are shown without the server, in the same way as live pictures (live.js). The Python
// side is kernviz/ui/sweeps/sweep_panel.py.
import * as live from "./live.js";
import { calm } from "./motion.js";
import { makeBar, stay } from "./sweep_bar.js";
import { curveOf, linked, mapOf } from "./sweep_drawn.js";
import { Form, option } from "./sweep_form.js";
import { nearest } from "./sweep_places.js";
import { Player } from "./sweep_player.js";
import { telling } from "./sweep_readouts.js";
import { Shown } from "./sweep_shown.js";
import { Work } from "./sweep_work.js";
import { Swept } from "./swept.js";
import { mounted } from "./theme.js";
import { looked } from "./touched.js";
import { decimal, inWords } from "./words.js";

class Fold {
  send;
  data;
  at = 0; // index of the frame shown
  picked = false; // whether the visitor has chosen the read-out of the curve
  // elements of the bar (sweep_bar.js)
  play;
  rail;
  said;
  speed;
  readout;
  beside;
  curved;
  range;
  chosen;
  which;
  curve;
  meter;
  grid;
  side;

  constructor(root) {
    this.root = root;
    this.form = new Form(() => this.submit());
    this.work = new Work(() => this.stop(inWords("Cancelled.")));
    this.player = new Player(this);
    this.onPage = new Shown((place) => (this.root.dataset.shown = this.shown = place));
    this.film = makeBar(this);
    this.film.hidden = true;
    root.append(this.film, this.work.root, this.work.problem, this.form.root);
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(root);
    root.addEventListener("toggle", () => stay(root));
  }

  // Show or hide an element of the bar. `name`: the class on the root that shows it.
  unfold(button, name, on = button.ariaPressed !== "true") {
    button.ariaPressed = String(on);
    this.root.classList.toggle(name, on);
    if (on) this.draw();
  }

  // ---- messages from Python ----
  accept(data, send) {
    const first = this.data?.route !== data.route; // another page may reuse this element
    if (first) {
      this.forget();
      this.arriving = Boolean(data.said[0]); // opened by a link
    }
    if (!first && this.data.turn !== data.turn) live.rest();
    [this.data, this.send] = [data, send];
    this.root.hidden = !data.numbers.length;
    this.form.offer(data.numbers);
    const said = JSON.stringify(data.said);
    if (this.defined === said) this.defined = null; // Python has confirmed our own message
    if (this.defined == null && said !== this.text) {
      this.text = said;
      this.stop();
      this.film.hidden = true;
      if (data.said[0]) this.begin(data.said);
    }
    if (this.swept && this.depends !== this.signature()) this.drop();
    this.shown = null; // the page was redrawn
    if (!first) this.place();
  }

  // The swept number (0), or the second number of a map (1).
  number(i = 0) {
    return this.form.number(this.names[i]);
  }

  get isMap() {
    return this.names.length > 1;
  }

  // ---- computing ----
  submit() {
    const { texts } = this.form;
    if (this.side.on && !texts[1]) texts[0] += ":side";
    this.defined = this.text = JSON.stringify(texts);
    this.send("define", texts);
    this.begin(texts);
  }

  begin(texts) {
    this.root.open = true;
    this.unfold(this.range, "kv-ranged", false);
    this.stop();
    this.form.write(texts);
    const query = new URLSearchParams(location.search);
    for (const [name, text] of Object.entries(this.data.more)) query.set(name, text);
    ["sweep", "sweep2"].forEach((name, i) => (texts[i] ? query.set(name, texts[i]) : query.delete(name)));
    this.names = texts.filter(Boolean).map((text) => text.split(":")[0]);
    this.log = this.form.log;
    this.depends = this.signature();
    Object.assign(this, { shown: null, at: 0, picked: false });
    this.work.say("");
    this.film.hidden = true;
    this.side.spread(texts[0].split(":").includes("side"));
    this.swept = new Swept(this.data.route, query, () => this.heard());
    this.heard();
  }

  // Everything the frames depend on: all parameters except the swept numbers.
  signature() {
    const others = this.data.numbers.filter(({ name }) => !this.names?.includes(name));
    return JSON.stringify([this.data.rest, others.map(({ name, value }) => [name, value])]);
  }

  // More frames have arrived.
  heard() {
    const { swept, isMap } = this,
      { frames, count } = swept;
    this.work.show(swept, isMap);
    this.film.hidden = !frames.length;
    this.root.classList.toggle("kv-swept", frames.length > 0);
    this.film.classList.toggle("kv-two", isMap);
    this.root.classList.toggle("kv-mapped", isMap);
    stay(this.root);
    if (!frames.length) return;
    this.rail.max = Math.max(1, (count ?? frames.length) - 1);
    this.offerReadouts();
    this.meters = frames.map(({ meter }) => meter);
    if (this.shown === null) this.place();
    this.draw();
    if (!swept.working) this.side.draw();
    this.arrive();
  }

  offerReadouts() {
    const { labels } = this.swept,
      { readout } = this;
    if (labels.join() !== [...readout.options].map(({ value }) => value).join()) {
      const kept = readout.value;
      readout.replaceChildren(...labels.map((label) => option(label)));
      readout.value = labels.includes(kept) ? kept : telling(this.swept, this.isMap);
    }
    if (!this.picked) readout.value = telling(this.swept, this.isMap);
  }

  // After a link with a sweep was opened, scroll the sweep into view.
  async arrive() {
    if (!this.arriving || (this.side.on && this.swept.working)) return;
    this.arriving = false;
    await this.side.drawn;
    const shown = this.side.on ? this.side.root : this.root;
    await new Promise((resolve) => setTimeout(resolve, 300)); // wait until new elements have their heights
    if (looked) return; // the visitor has scrolled meanwhile
    shown.scrollIntoView({ block: this.side.on ? "end" : "nearest", behavior: calm() ? "instant" : "smooth" });
  }

  stop(why = "") {
    this.player.pause();
    const { swept } = this;
    swept?.stop();
    if (swept && why) this.heard();
    if (why) this.work.say(why);
  }

  forget() {
    this.stop();
    [this.swept, this.text, this.defined, this.picked] = [null, JSON.stringify(["", ""]), null, false];
    this.work.root.hidden = this.film.hidden = true;
    this.root.classList.remove("kv-swept");
    stay(this.root);
    this.side.clear();
    this.work.say("");
  }

  // The page's other parameters have changed, so the sweep is no longer valid.
  drop() {
    const { text } = this;
    this.forget();
    this.text = text; // so that the sweep in the address is not computed again at once
    this.work.say(inWords("The page has changed since then: compute the sweep again."));
  }

  // ---- showing frames ----
  get xs() {
    const { asks } = this.number() ?? {};
    return this.swept.frames.map(({ at }) => Number(at[asks]));
  }

  // The text of the swept value at an index, as requested from the server.
  asked(place) {
    const { asks } = this.number() ?? {};
    return this.swept.frames[place].at[asks];
  }

  // "γ = 0.8"
  titled(place) {
    return `${this.number()?.symbol} = ${decimal(this.asked(place))}`;
  }

  // Set the slider to the frame nearest to the page's own value.
  place() {
    if (!this.swept?.frames.length || this.isMap || this.player.playing) return;
    const { value } = this.number() ?? {};
    this.mark(value == null ? this.at : nearest(this.xs, Number(value), this.log));
  }

  mark(place) {
    this.at = place;
    const symbol = this.number()?.symbol,
      text = this.titled(place);
    this.rail.value = place;
    this.rail.setAttribute("aria-label", inWords("{symbol}, swept", { symbol }));
    this.rail.setAttribute(
      "aria-valuetext",
      inWords("{text}, {n} of {all}", { text, n: place + 1, all: this.swept.count }),
    );
    this.said.textContent = text;
    this.root.dataset.place = place; // tests wait for this attribute
    this.curve.mark(place);
    this.meter.draw(this.meters, this.swept.frames[place].meter, this.film.clientWidth);
  }

  // Resolves after drawing.
  show(place) {
    const { swept } = this;
    place = Math.min(place, swept.frames.length - 1);
    this.mark(place);
    return this.onPage.go(swept, place, () => this.swept === swept);
  }

  // Show a frame that the visitor has chosen; playing stops.
  go(place) {
    this.player.pause();
    return this.show(place);
  }

  key(event) {
    if (event.key === " ") this.player.turn();
    else if (event.key === "Escape") this.leave();
    else return;
    event.preventDefault();
  }

  commit() {
    this.player.pause();
    this.send("stay", this.swept.frames[this.at].at);
  }

  leave() {
    this.player.pause();
    this.send("stay", {});
  }

  draw() {
    const { swept, film, readout } = this;
    if (!swept?.frames.length || !this.root.open) return;
    const [number, across] = [this.number(), this.number(1)];
    const shown = { readout: readout.value, wide: film.clientWidth };
    if (this.isMap) {
      const link = (set) => linked(set, location);
      if (number && across) this.grid.draw(mapOf(swept, { rows: number, columns: across, link, ...shown }));
    } else if (number) {
      const [text] = JSON.parse(this.text);
      this.meter.draw(this.meters, swept.frames[this.at]?.meter, film.clientWidth);
      this.curve.draw(curveOf(swept, { number, text, xs: this.xs, log: this.log, ...shown }));
      this.curve.mark(this.at);
    }
  }

  remove() {
    this.swept?.stop();
    this.player.pause();
    this.observer.disconnect();
    this.side.clear();
    this.side.root.remove();
  }
}

export default mounted(".kv-sweep", Fold);
