// A field to set points in. The points are this script's: it sends every change as text, with a growing number, and takes
// points from Python only when Python has seen the newest. See kernviz/ui/drawing.py for the other half.
import { themeOf, whenGone } from "./theme.js";

const PAUSE = 110; // ms between two messages of one drag
const STILL = 4; // pixels within which a press that moved is a click
const EDGE = { left: 34, right: 8, top: 8, bottom: 22 };
const ERASE = -1;
const fields = new WeakMap();

const polygon = (n, turn, r = 1, inner = r) =>
  Array.from({ length: n }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / n, reach = i % 2 ? inner : r;
    return (i ? "L" : "M") + (reach * Math.cos(angle)).toFixed(3) + "," + (reach * Math.sin(angle)).toFixed(3);
  }).join("") + "Z";
const UP = -Math.PI / 2;
const PLUS = "M-.35,-1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z";
const SHAPES = [
  { d: "M-1,0A1,1 0 1 1 1,0A1,1 0 1 1 -1,0Z" }, { d: "M-.86,-.86H.86V.86H-.86Z" }, { d: polygon(4, UP, 1.2) },
  { d: polygon(3, UP, 1.15) }, { d: PLUS }, { d: polygon(3, -UP, 1.15) }, { d: PLUS, turn: 45 },
  { d: polygon(10, UP, 1.25, 0.5) }, { d: polygon(6, UP, 1.1) }, { d: polygon(5, UP, 1.1) },
];

function element(name, attributes, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

function ticks(low, high) {
  const rough = (high - low) / 5;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((m) => m * decade >= rough * 0.999) * decade;
  const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const found = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) found.push([k * step, (k * step).toFixed(places).replace("-", "−")]);
  return found;
}

class Field {
  constructor(parent) {
    this.root = parent.querySelector(".kv-canvas");
    this.svg = this.root.querySelector("svg[role=application]");
    this.bar = this.root.querySelector(".kv-classes");
    this.said = this.root.querySelector(".kv-said");
    Object.assign(this, { points: [], names: [], seq: 0, step: 0, current: 0, chosen: null, cursor: null, press: null });
    this.svg.onpointerdown = (event) => this.down(event);
    this.svg.onpointermove = (event) => this.move(event);
    this.svg.onpointerup = (event) => this.up(event);
    this.svg.onpointercancel = () => this.release();
    this.svg.oncontextmenu = (event) => this.menu(event);
    this.svg.onkeydown = (event) => this.key(event);
    this.svg.onpointerleave = () => this.say();
    this.svg.onfocus = () => this.svg.matches(":focus-visible") && this.say(this.told.keys);
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.svg);
  }

  accept(data, send) {
    this.send = send;
    this.told = data;
    this.theme = themeOf(this.root);
    this.root.style.setProperty("--kv-muted", this.theme.colors.muted);
    if (!this.press) this.take();
    this.draw();
  }

  // What Python shows, unless it has not yet seen the newest change here.
  take() {
    const { told } = this;
    if (!told || told.seq < this.seq) return;
    const held = this.names[this.current];
    this.seq = told.seq;
    this.window = told.window;
    this.names = told.names;
    this.points = told.points.map(([x, y, k]) => ({ x, y, k }));
    if (this.current !== ERASE) this.current = Math.max(0, this.names.indexOf(held));
    if (this.chosen !== null && this.chosen >= this.points.length) this.chosen = null;
  }

  // ---- places ----
  size() {
    const { clientWidth: w, clientHeight: h } = this.svg;
    return { w, h, across: w - EDGE.left - EDGE.right, up: h - EDGE.top - EDGE.bottom };
  }

  pixel({ x, y }) {
    const [x0, x1, y0, y1] = this.window, { h, across, up } = this.size();
    return [EDGE.left + ((x - x0) / (x1 - x0)) * across, h - EDGE.bottom - ((y - y0) / (y1 - y0)) * up];
  }

  place(event) {
    const box = this.svg.getBoundingClientRect(), { h, across, up } = this.size(), [x0, x1, y0, y1] = this.window;
    const right = (event.clientX - box.left - this.svg.clientLeft - EDGE.left) / across;
    const high = (h - EDGE.bottom - (event.clientY - box.top - this.svg.clientTop)) / up;
    return this.within({ x: x0 + right * (x1 - x0), y: y0 + high * (y1 - y0) });
  }

  // Inside the window, on numbers as fine as the field can show.
  within({ x, y }) {
    const [x0, x1, y0, y1] = this.window;
    const tidy = (value, low, high) => {
      const places = Math.min(8, Math.max(0, Math.ceil(-Math.log10((high - low) / 600))));
      return Number(Math.min(high, Math.max(low, value)).toFixed(places)) + 0;
    };
    return { x: tidy(x, x0, x1), y: tidy(y, y0, y1) };
  }

  near(event) {
    const reach = event.pointerType === "touch" ? 18 : 10, box = this.svg.getBoundingClientRect();
    let found = null, best = reach;
    this.points.forEach((point, i) => {
      const [px, py] = this.pixel(point);
      const away = Math.hypot(px - event.clientX + box.left + this.svg.clientLeft, py - event.clientY + box.top + this.svg.clientTop);
      if (away <= best) [found, best] = [i, away];
    });
    return found;
  }

  // ---- mouse, finger ----
  down(event) {
    if (event.button !== 0 || !event.isPrimary || !this.window) return;
    if (document.activeElement?.tagName === "TEXTAREA") return; // this press ends the typing; those points are on their way
    const hit = this.near(event);
    this.press = { hit, x: event.clientX, y: event.clientY, moved: false };
    this.step += 1;
    if (hit !== null) this.svg.setPointerCapture(event.pointerId);
  }

  move(event) {
    if (!this.window) return;
    const { press } = this;
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL) press.moved = true;
    if (press?.moved && press.hit !== null && this.current !== ERASE) {
      Object.assign(this.points[press.hit], this.place(event));
      this.chosen = press.hit;
      this.changed(false);
    } else if (!press) {
      const hit = this.near(event);
      hit === null ? this.say(this.at(this.place(event))) : this.describe(hit);
    }
  }

  up(event) {
    const { press } = this;
    this.press = null;
    if (!press) return;
    if (press.moved) {
      if (press.hit !== null && this.current !== ERASE) this.changed(true);
    } else if (press.hit === null) {
      if (this.current !== ERASE) this.add(this.place(event), null);
    } else if (this.current === ERASE) this.erase(press.hit);
    else if (this.points[press.hit].k !== this.current) {
      this.points[press.hit].k = this.current;
      this.chosen = press.hit;
      this.changed(true);
    } else {
      this.chosen = press.hit;
      this.draw();
    }
    if (this.told && this.told.seq >= this.seq) this.draw(this.take());
  }

  release() {
    if (this.press?.moved && this.press.hit !== null) this.changed(true);
    this.press = null;
  }

  menu(event) {
    event.preventDefault();
    const hit = this.near(event);
    this.step += 1;
    if (hit !== null) this.erase(hit);
  }

  // ---- keyboard ----
  key(event) {
    const { key } = event;
    if (!this.window) return;
    const undo = key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey);
    if (!undo && (event.ctrlKey || event.metaKey || event.altKey)) return;
    const [x0, x1, y0, y1] = this.window, part = event.shiftKey ? 240 : 24;
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
    if (undo) this.send("undo", ++this.step);
    else if (by) {
      const from = this.chosen === null ? this.cursor ?? { x: (x0 + x1) / 2, y: (y0 + y1) / 2 } : this.points[this.chosen];
      const to = this.within({ x: from.x + (by[0] * (x1 - x0)) / part, y: from.y + (by[1] * (y1 - y0)) / part });
      if (this.chosen === null) [this.cursor] = [to, this.say(this.at(to))];
      else {
        Object.assign(this.points[this.chosen], to);
        if (this.moving !== this.chosen) this.step += 1; // all moves of one point in a row are undone together
        this.moving = this.chosen;
        this.changed(true, true);
      }
      this.draw();
    } else if (key === "Enter" || key === " ") {
      this.step += 1;
      if (this.current !== ERASE) this.add(this.chosen === null ? this.cursor ?? this.within({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 }) : this.points[this.chosen]);
    } else if (key === "n" || key === "p") {
      if (!this.points.length) return;
      const n = this.points.length;
      this.chosen = this.chosen === null ? (key === "n" ? 0 : n - 1) : (this.chosen + (key === "n" ? 1 : n - 1)) % n;
      this.describe(this.chosen);
      this.draw();
    } else if (key === "Delete" || key === "Backspace") {
      this.step += 1;
      if (this.chosen !== null) this.erase(this.chosen);
    } else if (key === "Escape") {
      this.chosen = this.cursor = null;
      this.draw();
    } else if (/^[1-9]$/.test(key) && Number(key) <= this.names.length) {
      this.current = Number(key) - 1;
      this.draw();
    } else return;
    event.preventDefault();
  }

  // ---- changes ----
  add(at, cursor = { x: at.x, y: at.y }) {
    if (this.points.length >= this.told.most) return this.say(`${this.told.most} points: no more can be set by hand.`);
    this.points.push({ x: at.x, y: at.y, k: this.current });
    this.chosen = null;
    this.cursor = cursor;
    this.changed(true);
  }

  erase(i) {
    this.points.splice(i, 1);
    this.chosen = null;
    this.changed(true);
  }

  changed(whole, sameStep = false) {
    if (!sameStep) this.moving = null;
    this.seq += 1;
    if (this.chosen !== null) this.describe(this.chosen);
    else this.say(`${this.points.length} points.`);
    this.draw();
    clearTimeout(this.later);
    const wait = whole ? 0 : PAUSE - (performance.now() - (this.sent ?? 0));
    if (wait <= 0) this.tell();
    else this.later = setTimeout(() => this.tell(), wait);
  }

  tell() {
    this.sent = performance.now();
    const named = (name) => (this.told.values ? name : name + ":");
    const words = this.names.filter((name, k) => name && !this.points.some((point) => point.k === k)).map(named);
    let last = null;
    for (const { x, y, k } of this.points) {
      if (this.names[k] !== last && this.names[k]) words.push(named(this.names[k]));
      last = this.names[k];
      words.push(x, y);
    }
    this.send("edit", { text: words.join(" "), seq: this.seq, step: this.step });
  }

  // ---- words ----
  at({ x, y }) {
    const text = (value) => String(value).replace("-", "−");
    return `(${text(x)}, ${text(y)})`;
  }

  describe(i) {
    const name = this.told.values ? "" : this.names[this.points[i].k];
    this.say(`Point ${i + 1} of ${this.points.length}${name ? ", " + name : ""}, ${this.at(this.points[i])}`);
  }

  say(text) {
    this.said.textContent = text ?? this.told?.[matchMedia("(pointer: coarse)").matches ? "touch" : "hint"] ?? "";
  }

  // ---- drawing ----
  draw() {
    if (!this.window || !this.svg.clientWidth || this.gone) return;
    const { colors } = this.theme, { w, h } = this.size(), [x0, x1, y0, y1] = this.window;
    const drawn = [];
    const line = (a, b, color, width = 1) => drawn.push(element("line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1], stroke: color, "stroke-width": width }));
    for (const [value, text] of ticks(x0, x1)) {
      const [px] = this.pixel({ x: value, y: y0 });
      line([px, EDGE.top], [px, h - EDGE.bottom], Math.abs(value) < 1e-12 ? colors.line : colors.grid);
      drawn.push(element("text", { x: px, y: h - 7, "text-anchor": "middle", fill: colors.muted }, text));
    }
    for (const [value, text] of ticks(y0, y1)) {
      const [, py] = this.pixel({ x: x0, y: value });
      line([EDGE.left, py], [w - EDGE.right, py], Math.abs(value) < 1e-12 ? colors.line : colors.grid);
      drawn.push(element("text", { x: EDGE.left - 5, y: py + 4, "text-anchor": "end", fill: colors.muted }, text));
    }
    if (this.cursor && this.chosen === null) {
      const [px, py] = this.pixel(this.cursor);
      line([px - 9, py], [px + 9, py], colors.ink, 1.5);
      line([px, py - 9], [px, py + 9], colors.ink, 1.5);
    }
    const some = this.points.length > 80 ? 4.5 : 5.5;
    this.points.forEach((point, i) => {
      const [px, py] = this.pixel(point);
      if (i === this.chosen) drawn.push(element("circle", { cx: px, cy: py, r: some + 6, fill: "none", stroke: colors.ink, "stroke-width": 2 }));
      drawn.push(this.shape(point.k, px, py, some), element("circle", { cx: px, cy: py, r: 16, class: "kv-hit" }));
    });
    this.svg.replaceChildren(...drawn);
    this.svg.setAttribute("aria-label", this.told.alt);
    this.svg.classList.toggle("kv-erasing", this.current === ERASE);
    this.chips();
    if (!this.said.textContent) this.say();
    this.root.dataset.seq = this.seq; // what is shown: tests and the curious can wait for it
  }

  shape(k, x, y, r) {
    const { d, turn } = SHAPES[k % SHAPES.length], { classes, paper } = this.theme.colors;
    const transform = `translate(${x},${y}) scale(${r}) rotate(${turn ?? 0})`;
    return element("path", { d, transform, fill: classes[k % classes.length], stroke: paper, "stroke-width": 1 / r });
  }

  chips() {
    const wanted = this.names.map((name, k) => [k, name]);
    const made = wanted.map(([k, name]) => {
      const icon = element("svg", { viewBox: "-7 -7 14 14", "aria-hidden": "true" }, this.shape(k, 0, 0, 5));
      return this.chip(!name || this.told.values ? "Set" : name, k, icon);
    });
    if (this.told.more && this.names.length < 8) {
      const more = this.chip("+", null);
      more.setAttribute("aria-label", more.title = "One more class");
      more.removeAttribute("role");
      more.onclick = () => {
        const free = [..."ABCDEFGH"].find((letter) => !this.names.includes(letter));
        this.step += 1;
        this.names = [...this.names, free];
        this.current = this.names.length - 1;
        this.changed(true);
      };
      made.push(more);
    }
    made.push(this.chip("Erase", ERASE));
    const focused = [...this.bar.children].indexOf(this.root.getRootNode().activeElement);
    this.bar.replaceChildren(...made);
    if (focused >= 0) this.bar.children[Math.min(focused, made.length - 1)].focus();
  }

  chip(text, k, icon) {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.append(...(icon ? [icon] : []), text);
    button.setAttribute("role", "radio");
    button.setAttribute("aria-checked", String(k === this.current));
    button.onclick = () => {
      this.current = k;
      this.draw();
    };
    return button;
  }

  remove() {
    this.gone = true;
    clearTimeout(this.later);
    this.observer.disconnect();
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  let field = fields.get(parentElement);
  if (!field || !parentElement.contains(field.root)) {
    field?.remove();
    fields.set(parentElement, (field = new Field(parentElement)));
  }
  if (data) field.accept(data, setTriggerValue);
  return whenGone(field.root, () => field.remove());
}
