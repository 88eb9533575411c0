// The fold "Sweep" under a picture: which number, from, to, how many; then its pictures are looked at without the server, through
// the same layer that follows the hand (live.js). See kernviz/ui/sweeps/fold.py for the other half.
import { element } from "./elements.js";
import * as live from "./live.js";
import { read } from "./positions.js";
import { makeBar, option } from "./sweep_bar.js";
import { touched, usual } from "./sweep_side.js";
import { Swept } from "./swept.js";
import { whenGone } from "./theme.js";
import { decimal, inBytes, inWords } from "./words.js";

const STILL = 1; // pictures a second, for those who ask for less motion
const UNDER = 3; // read-outs under each of the pictures side by side
const ON_A_MAP = 12; // values of a number unless somebody says otherwise
const folds = new WeakMap();
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

class Fold {
  send;
  data;
  play;
  rail;
  said;
  speed;
  stay;
  back;
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
  picked;

  constructor(root) {
    this.root = root;
    this.form = element("form", { onsubmit: (event) => (event.preventDefault(), this.submit()) });
    this.field = {};
    const labelled = (name, label, control, more = {}) =>
      element("label", { className: `kv-${name}`, ...more }, [label, (this.field[name] = control)]);
    const scale = (n) => labelled(`log${n}`, inWords("log scale"), element("input", { type: "checkbox" }));
    const ends = (n) =>
      [
        ["from", inWords("from")],
        ["to", inWords("to")],
        ["count", inWords("how many")],
      ]
        .map(([name, label]) =>
          labelled(name + n, label, element("input", { type: "text", inputMode: "text", autocomplete: "off" })),
        )
        .concat(scale(n));
    this.go = element("button", { type: "submit", className: "kv-go", textContent: inWords("Compute") });
    this.second = element("div", { className: "kv-line" }, ends(2));
    this.form.append(
      element("div", { className: "kv-line" }, [labelled("name1", inWords("Sweep"), element("select")), ...ends(1)]),
      element("div", { className: "kv-line" }, [
        labelled("name2", inWords("and, for a map"), element("select")),
        this.second,
        this.go,
      ]),
    );
    this.problem = element("p", { className: "kv-problem", role: "status", hidden: true });
    this.progress = element("progress", { ariaLabel: inWords("pictures computed") });
    this.amount = element("span", { role: "status" });
    this.cancel = element("button", {
      type: "button",
      textContent: inWords("Cancel"),
      onclick: () => this.stop(inWords("Cancelled.")),
    });
    this.work = element("div", { className: "kv-line kv-work", hidden: true }, [
      this.progress,
      this.amount,
      this.cancel,
    ]);
    this.film = makeBar(this);
    this.film.hidden = true;
    root.append(this.film, this.work, this.problem, this.form);
    this.field.name1.onchange = () => this.fill(1);
    this.field.name2.onchange = () => this.fill(2);
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(root);
  }

  // A part of the bar that is folded away until it is asked for.
  unfold(button, name, on = button.ariaPressed !== "true") {
    button.ariaPressed = String(on);
    this.root.classList.toggle(name, on);
    if (on) this.draw();
  }

  // ---- what Python says ----
  accept(data, send) {
    const first = this.data?.route !== data.route; // another page may keep the element
    if (first) {
      this.forget();
      this.arriving = Boolean(data.said[0]); // by a link
    }
    if (!first && this.data.turn !== data.turn) live.rest();
    [this.data, this.send] = [data, send];
    this.choices();
    const said = JSON.stringify(data.said);
    if (this.defined === said) this.defined = null; // what we said has come round
    if (this.defined == null && said !== this.text) {
      this.text = said;
      this.stop();
      this.film.hidden = true;
      if (data.said[0]) this.begin(data.said);
    }
    if (this.swept && this.depends !== this.signature()) this.drop();
    this.shown = null; // the page has drawn itself
    if (!first) this.place();
  }

  // The numbers there are; what a person has written stays.
  choices() {
    const { numbers } = this.data;
    const said = JSON.stringify(numbers.map(({ name, label, tab }) => [name, label, tab]));
    this.root.hidden = !numbers.length;
    if (said === this.offered) return;
    this.offered = said;
    const { name1, name2 } = this.field,
      before = [name1.value, name2.value];
    const options = () => numbers.map(({ name, label, tab }) => option(name, label + (tab ? ` · ${tab}` : "")));
    name1.replaceChildren(...options());
    name2.replaceChildren(option("", inWords("no other")), ...options());
    [name1, name2].forEach((select, i) => {
      const kept = [...select.options].some(({ value }) => value === before[i]);
      select.value = kept ? before[i] : i ? "" : numbers[0]?.name;
      if (!kept || !before[i]) this.fill(i + 1);
    });
  }

  number(name) {
    return this.data.numbers.find((each) => each.name === name);
  }

  // From, to and how many as they usually are.
  fill(n) {
    const number = this.number(this.field[`name${n}`].value);
    this.second.hidden = !this.field.name2.value;
    if (!number) return this.counts();
    for (const [end, value] of [
      ["from", number.low],
      ["to", number.high],
    ])
      this.field[end + n].value = value;
    this.field[`log${n}`].checked = number.log;
    this.counts();
  }

  counts() {
    const map = Boolean(this.field.name2.value);
    for (const n of map ? [1, 2] : [1]) {
      const number = this.number(this.field[`name${n}`].value);
      if (number) this.field[`count${n}`].value = map ? Math.min(ON_A_MAP, number.count) : number.count;
    }
  }

  // ---- computing ----
  submit() {
    const texts = [1, 2].map((n) => {
      const [name, ...rest] = ["name", "from", "to", "count"].map((part) => this.field[part + n].value.trim());
      const log = this.field[`log${n}`].checked,
        scale = log === this.number(name)?.log ? [] : [log ? "log" : "even"];
      return name
        ? [name, ...rest.map((text) => (Number.isNaN(read(text)) ? text : String(read(text)))), ...scale].join(":")
        : "";
    });
    if (this.side.on && !texts[1]) texts[0] += ":side";
    this.defined = this.text = JSON.stringify(texts);
    this.send("define", texts);
    this.begin(texts);
  }

  begin(texts) {
    this.root.open = true;
    this.unfold(this.range, "kv-ranged", false);
    this.stop();
    this.write(texts);
    const query = new URLSearchParams(location.search);
    for (const [name, text] of Object.entries(this.data.more)) query.set(name, text);
    ["sweep", "sweep2"].forEach((name, i) => (texts[i] ? query.set(name, texts[i]) : query.delete(name)));
    this.names = texts.filter(Boolean).map((text) => text.split(":")[0]);
    this.log = this.field.log1.checked;
    this.depends = this.signature();
    Object.assign(this, { shown: null, at: 0, picked: false });
    this.say("");
    this.film.hidden = true;
    this.spread(texts[0].split(":").includes("side"));
    this.swept = new Swept(this.data.route, query, () => this.heard());
    this.heard();
  }

  // The form says what is computed.
  write(texts) {
    const said = texts.map((text) => text.split(":"));
    said.forEach(([name], i) => {
      const select = this.field[`name${i + 1}`];
      if ([...select.options].some(({ value }) => value === name)) select.value = name;
    });
    [1, 2].forEach((n) => this.fill(n));
    said.forEach(([, ...rest], i) => {
      ["from", "to", "count"].forEach((part, n) => rest[n] && (this.field[part + (i + 1)].value = rest[n]));
      for (const word of rest.slice(3)) if (word !== "side") this.field[`log${i + 1}`].checked = word === "log";
    });
  }

  // What the frames depend on: all but the numbers swept.
  signature() {
    const others = this.data.numbers.filter(({ name }) => !this.names?.includes(name));
    return JSON.stringify([this.data.rest, others.map(({ name, value }) => [name, value])]);
  }

  heard() {
    const { swept } = this,
      { frames, count } = swept;
    this.work.hidden = false;
    this.cancel.hidden = this.progress.hidden = !swept.working;
    if (count) [this.progress.max, this.progress.value] = [count, frames.length];
    else this.progress.removeAttribute("value");
    const map = this.names.length > 1,
      said = { n: frames.length, all: count ?? "…", size: inBytes(swept.bytes) };
    const soFar = map ? inWords("{n} of {all} cells, {size}", said) : inWords("{n} of {all} pictures, {size}", said);
    const one = said.n === 1;
    const cells = one
        ? inWords("{n} cell, {size} kept in this browser", said)
        : inWords("{n} cells, {size} kept in this browser", said),
      pictures = one
        ? inWords("{n} picture, {size} kept in this browser", said)
        : inWords("{n} pictures, {size} kept in this browser", said);
    const inAll = map ? cells : pictures;
    this.amount.textContent = swept.working ? soFar : inAll;
    this.work.hidden = !frames.length && !swept.working;
    if (swept.problem) this.say(swept.problem);
    this.film.hidden = !frames.length;
    this.root.classList.toggle("kv-swept", frames.length > 0);
    this.film.classList.toggle("kv-two", map);
    if (!frames.length) return;
    this.rail.max = Math.max(1, (count ?? frames.length) - 1);
    const labels = swept.labels;
    if (labels.join() !== [...this.readout.options].map(({ value }) => value).join()) {
      const kept = this.readout.value;
      this.readout.replaceChildren(...labels.map((label) => option(label)));
      this.readout.value = labels.includes(kept) && this.picked ? kept : this.telling(labels, map);
    }
    if (!this.picked) this.readout.value = this.telling(labels, map);
    this.meters = frames.map(({ meter }) => meter);
    if (this.shown === null) this.place();
    this.draw();
    if (!swept.working) this.drawSide();
    this.arrive();
  }

  // Who has opened a link with a sweep sees it on the first screen.
  async arrive() {
    if (!this.arriving || (this.side.on && this.swept.working)) return;
    this.arriving = false;
    await this.side.drawn;
    const shown = this.side.on ? this.side.root : this.root;
    await new Promise((resolve) => setTimeout(resolve, 300)); // until what has just been drawn has its height
    if (touched) return; // and has begun to look elsewhere
    shown.scrollIntoView({ block: this.side.on ? "end" : "nearest", behavior: calm() ? "instant" : "smooth" });
  }

  // The read-out to begin with: one that moves; over two numbers, how well it does on what it has not seen.
  telling(labels, map) {
    const moves = (label) => new Set(this.swept.along(label).map(({ value }) => value)).size > 1;
    const found = labels.filter(moves),
      wanted = this.swept.telling(map ? "map" : "curve");
    return wanted.find((label) => found.includes(label)) ?? found[0] ?? labels[0] ?? "";
  }

  stop(why = "") {
    this.pause();
    const { swept } = this;
    swept?.stop();
    if (swept && why) this.heard();
    if (why) this.say(why);
  }

  forget() {
    this.stop();
    [this.swept, this.text, this.defined, this.picked] = [null, JSON.stringify(["", ""]), null, false];
    this.work.hidden = this.film.hidden = true;
    this.root.classList.remove("kv-swept");
    this.side.clear();
    this.say("");
  }

  // The page is another than the one that was swept.
  drop() {
    const { text } = this;
    this.forget();
    this.text = text; // what the address says is not computed again by itself
    this.say(inWords("The page has changed since: compute it again."));
  }

  say(sentence) {
    [this.problem.textContent, this.problem.hidden] = [sentence, !sentence];
  }

  // ---- looking ----
  get xs() {
    const { asks } = this.number(this.names[0]) ?? {};
    return this.swept.frames.map(({ at }) => Number(at[asks]));
  }

  // The slider where the page is, as long as nobody has moved it.
  place() {
    if (!this.swept?.frames.length || this.names.length > 1 || this.playing) return;
    const { value } = this.number(this.names[0]) ?? {},
      { log } = this,
      f = (v) => (log && v > 0 ? Math.log(v) : v);
    if (value == null) return this.mark(this.at);
    const apart = this.xs.map((x) => Math.abs(f(x) - f(Number(value))));
    this.mark(apart.indexOf(Math.min(...apart)));
  }

  mark(place) {
    this.at = place;
    const { symbol, asks } = this.number(this.names[0]) ?? {};
    const text = `${symbol} = ${decimal(this.swept.frames[place].at[asks])}`;
    this.rail.value = place;
    this.rail.setAttribute("aria-label", inWords("{symbol}, swept", { symbol }));
    this.rail.setAttribute(
      "aria-valuetext",
      inWords("{text}, {n} of {all}", { text, n: place + 1, all: this.swept.count }),
    );
    this.said.textContent = text;
    this.root.dataset.place = place; // tests and the curious can wait for it
    this.curve.mark(place);
    this.meter.draw(this.meters, this.swept.frames[place].meter, this.film.clientWidth);
  }

  // Newest first: what cannot be drawn in time is left out.
  async show(place) {
    const { swept } = this;
    place = Math.min(place, swept.frames.length - 1);
    this.mark(place);
    this.wanted = place;
    if (this.drawing) return this.drawing;
    this.drawing = (async () => {
      while (this.wanted !== null && this.swept === swept && swept.frames[this.wanted]) {
        const now = this.wanted;
        const message = swept.message(now);
        if (message.pictures) await live.arrive(message);
        this.shown = now;
        this.root.dataset.shown = now;
        if (this.wanted === now) this.wanted = null;
      }
      this.drawing = null;
    })();
    return this.drawing;
  }

  turn() {
    if (this.playing) return this.pause();
    if (this.at >= this.swept.frames.length - 1) this.at = -1;
    [this.play.textContent, this.play.ariaLabel, this.play.ariaPressed] = ["⏸", inWords("Pause the sweep"), "true"];
    const run = (this.playing = Symbol());
    let next = performance.now();
    const step = async (now) => {
      if (this.playing !== run || !this.root.isConnected) return;
      if (now >= next) {
        if (this.at + 1 >= this.swept.frames.length && !this.swept.working) return this.pause();
        next = Math.max(next + 1000 / (calm() ? STILL : Number(this.speed.value)), now);
        if (this.at + 1 < this.swept.frames.length) await this.show(this.at + 1);
      }
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  pause() {
    this.playing = null;
    [this.play.textContent, this.play.ariaLabel, this.play.ariaPressed] = ["▶", inWords("Play the sweep"), "false"];
  }

  key(event) {
    if (event.key === " ") this.turn();
    else if (event.key === "Escape") this.leave();
    else return;
    event.preventDefault();
  }

  commit() {
    this.pause();
    this.send("stay", this.swept.frames[this.at].at);
  }

  leave() {
    this.pause();
    this.send("stay", {});
  }

  draw() {
    if (!this.swept?.frames.length || !this.root.open) return;
    if (this.names.length > 1) return this.drawMap();
    const number = this.number(this.names[0]);
    if (!number) return;
    const [low, high] = JSON.parse(this.text)[0].split(":").slice(1, 3).map(Number);
    const xs = this.xs,
      whole = Number.isFinite(low) && Number.isFinite(high) ? [low, high] : [xs[0], xs.at(-1)];
    const log = this.log && whole[0] > 0;
    this.meter.draw(this.meters, this.swept.frames[this.at]?.meter, this.film.clientWidth);
    this.curve.draw({
      xs,
      ys: this.swept.along(this.readout.value),
      log,
      ends: whole,
      x: number.symbol,
      y: this.readout.value,
      wide: this.film.clientWidth,
    });
    this.curve.mark(this.at);
  }

  drawMap() {
    const { frames } = this.swept,
      [rows, columns] = this.names.map((name) => this.number(name));
    if (!rows || !columns) return;
    const texts = ({ asks }) => [...new Set(frames.map(({ at }) => at[asks]))];
    const values = this.swept.along(this.readout.value),
      across = texts(columns);
    const cells = frames.map(({ at, set }, i) => ({ ...values[i], at, href: this.link(set) }));
    const near = (number) => texts(number).findIndex((text) => Number(text) === Number(number.value));
    this.grid.draw({
      rows: { name: rows.symbol, texts: texts(rows) },
      columns: { name: columns.symbol, texts: across },
      cells,
      here: [near(rows), near(columns)],
      what: this.readout.value,
    });
  }

  // The page at that state.
  link(set) {
    const query = new URLSearchParams(location.search);
    for (const name of ["sweep", "sweep2"]) query.delete(name);
    for (const [name, text] of Object.entries(set)) query.set(name, text);
    return `${location.pathname}?${query}`;
  }

  // ---- side by side ----
  spread(on) {
    this.side.on = on;
    this.beside.ariaPressed = String(on);
    this.which.hidden = !on;
    this.root.classList.toggle("kv-beside", on);
    if (!on) [this.side.shown] = ["", this.side.clear()];
    this.chosen.value = "";
    this.drawSide();
  }

  drawSide(again = false) {
    if (!this.side.on || !this.swept?.frames.length || this.names.length > 1) return;
    const xs = this.xs,
      { symbol, asks } = this.number(this.names[0]) ?? {};
    const typed = this.chosen.value
      .split(/[\s;]+|,\s+/)
      .map(read)
      .filter((v) => !Number.isNaN(v));
    const near = (v) => xs.reduce((best, x, i) => (Math.abs(x - v) < Math.abs(xs[best] - v) ? i : best), 0);
    const places = typed.length ? [...new Set(typed.map(near))] : usual(xs.length);
    const told = this.underEach();
    if (!typed.length) this.chosen.value = places.map((i) => this.swept.frames[i].at[asks]).join("  ");
    const items = places.map((place) => ({
      place,
      title: `${symbol} = ${decimal(this.swept.frames[place].at[asks])}`,
      said: told.map(({ label, values }) => `${label} ${values[place].text}`),
      message: () => this.swept.message(place),
    }));
    const wide = document.querySelector(".kv-panels") ?? this.film; // as wide as the page
    if (this.side.root.parentElement !== wide) wide.append(this.side.root);
    this.side.drawn = this.side.draw(items, again);
  }

  // The read-outs under each picture: the chosen one, those the page would begin with, and others that move.
  underEach() {
    const { swept } = this,
      moves = (label) => new Set(swept.along(label).map(({ value }) => value)).size > 1;
    const wanted = [
      this.readout.value,
      ...swept.telling("map"),
      ...swept.telling("curve"),
      ...swept.labels.filter(moves),
    ];
    return [...new Set(wanted)].slice(0, UNDER).map((label) => ({ label, values: swept.along(label) }));
  }

  remove() {
    this.swept?.stop();
    this.pause();
    this.observer.disconnect();
    this.side.clear();
    this.side.root.remove();
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".kv-sweep");
  let fold = folds.get(root);
  if (!fold) folds.set(root, (fold = new Fold(root)));
  if (data) fold.accept(data, setTriggerValue);
  return whenGone(root, () => fold.remove());
}
