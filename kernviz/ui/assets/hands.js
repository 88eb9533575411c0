// Hands on a picture: a place or a point within reach of mouse, finger or key is taken hold of and moved, and the picture
// follows through live.js. What is moved is drawn here at once, under the pointer; on release Python is told in one message.
// See kernviz/ui/hands.py for the other half, tools.js for what a click does.
import { Axes } from "./axes.js";
import * as cell from "./cell.js";
import * as live from "./live.js";
import { size } from "./size.js";
import { isOpen, pathOf } from "./symbols.js";
import { ERASE, LASSO, PROBE, Tools, tool } from "./tools.js";
import { numbers } from "./binary_message.js";
import { decimal, inWords, listed, plain } from "./words.js";

const REACH = { mouse: 12, touch: 22 }; // pixels around a point within which a press takes hold of it
const TOUCHED = { mouse: 8, touch: 14 }; // and within which a click means it, and not the plane beside it
const STILL = 4; // pixels within which a press that moved is a click
const QUIET = { first: 700, repeated: 250 }; // ms after which a key counts as released, should its end never be told
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const SYMBOLS = ["circle", "square", "diamond", "triangle-up", "cross", "triangle-down", "x", "star", "hexagon", "pentagon"];
export const MOVE = "@move"; // the name under which the live route hears of points that are moved

const kindOf = (event) => (event.pointerType === "touch" ? "touch" : "mouse");
const shown = (value) => decimal(String(Number(value.toPrecision(6))).replace("-", "−"));

export class Hands {
  constructor(root, graph, tools) {
    [this.root, this.graph] = [root, graph];
    Object.assign(this, { seq: 0, acts: [], places: [], points: null, chosen: new Set(), held: null, press: null, hover: null, cursor: null });
    this.canvas = document.createElement("canvas");
    this.canvas.className = "kv-hands";
    this.canvas.setAttribute("aria-hidden", "true");
    root.append(this.canvas);
    this.grips = [];
    this.tools = new Tools(tools, this);
    const on = (name, does, passive = true) => graph.addEventListener(name, does, { capture: true, passive });
    on("pointerdown", (event) => this.down(event), false);
    on("pointerleave", () => this.held || this.point(null));
    on("contextmenu", (event) => this.menu(event), false);
    // plotly.js and the browser's scrolling listen to these: what is held is ours alone
    for (const name of ["mousedown", "touchstart", "mousemove", "touchmove"])
      on(name, (event) => {
        if (!this.held) return;
        event.stopImmediatePropagation();
        if (event.cancelable) event.preventDefault();
      }, false);
    // of the whole page: while a button is down plotly.js lays a cover over it
    this.page = { pointermove: (event) => this.move(event), pointerup: (event) => this.up(event), pointercancel: (event) => this.cancel(event), keydown: (event) => this.key(event) };
    for (const [name, does] of Object.entries(this.page)) document.addEventListener(name, does, true);
    root.addEventListener("pointerenter", () => (this.over = true));
    root.addEventListener("pointerleave", () => (this.over = false));
  }

  get on() {
    return Boolean(this.told);
  }

  // ---- what Python says ----
  accept(told, send, theme) {
    Object.assign(this, { told, send, theme });
    this.root.classList.toggle("kv-handy", Boolean(told));
    this.root.classList.toggle("kv-cells", Boolean(told?.places.some(({ cells }) => cells.length)));
    if (!told) return this.tools.show();
    this.acts = this.acts.filter((act) => act.seq > told.seq);
    if (!this.held && told.seq >= this.seq) this.take();
    this.tools.show();
    this.draw();
  }

  take() {
    const { told } = this;
    this.seq = told.seq;
    this.places = told.places.map((place) => ({ ...place, at: [...place.at] }));
    this.points = told.points && pointsOf(told.points);
    this.chosen = new Set([...this.chosen].filter((i) => i < (this.points?.length ?? 0)));
    this.name();
  }

  // A picture while something else is held: places that follow it go with it.
  follow(places) {
    if (!this.on || !places) return;
    places.forEach((at, i) => this.places[i] && this.held?.place !== this.places[i] && (this.places[i].at = at));
    this.draw();
  }

  // For keys and screen readers: an element a place, and one for all the points.
  name() {
    const wanted = [...this.places, ...(this.points ? [null] : [])];
    while (this.grips.length > wanted.length) this.grips.pop().remove();
    while (this.grips.length < wanted.length) {
      const grip = Object.assign(document.createElement("div"), { tabIndex: 0, className: "kv-grip" });
      grip.onkeyup = (event) => this.held?.key === event.key && this.release();
      grip.onblur = () => {
        if (this.held?.key) this.release();
        this.cursor = null;
        this.draw();
      };
      grip.onfocus = () => this.draw();
      this.root.append(grip);
      this.grips.push(grip);
    }
    wanted.forEach((place, i) => {
      const grip = this.grips[i];
      grip.setAttribute("role", place ? "slider" : "application");
      grip.setAttribute("aria-label", place ? place.label : this.told.points.label);
      grip.place = place;
    });
  }

  // ---- places ----
  axes() {
    if (!this.graph._fullLayout?._size) return null;
    const axes = new Axes(this.graph), x = axes.get("x"), y = axes.get("y");
    return x && y ? [x, y] : null;
  }

  pixel([x, y], axes) {
    return [axes[0].pixel(x), axes[1].pixel(y)];
  }

  // Of the screen's place, on numbers as fine as the picture shows, inside it.
  value(px, py, axes) {
    return [px, py].map((at, i) => {
      const axis = axes[i], unit = Math.abs(1 / axis.rate);
      const raw = Math.min(axis.to, Math.max(axis.from, axis.start + (at - axis.base) / axis.rate));
      const grid = tool.snap ? this.grid(axis) : 0;
      return tidy(grid ? Math.round(raw / grid) * grid : raw, grid ? grid / 10 : unit);
    });
  }

  grid(axis) {
    const rough = (axis.to - axis.from) / 12, decade = 10 ** Math.floor(Math.log10(rough));
    return [1, 2, 5, 10].find((m) => m * decade >= rough * 0.999) * decade;
  }

  here(event) {
    const box = this.graph.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  // What is within reach: {place} or {point}, and how far away; null where nothing is. A mouse reaches every cell of a
  // matrix, a finger the one in question: beside it, it scrolls the page.
  near([x, y], kind, axes) {
    let found = null, best = REACH[kind];
    for (const place of this.places) {
      if (place.cells.length) {
        const at = cell.cellAt(place, [x, y], axes);
        if (at && (kind === "mouse" || String(at) === String(place.at))) return { place, cell: at, away: 0 };
        continue;
      }
      const [px, py] = this.pixel(place.at, axes), away = Math.hypot(px - x, py - y);
      if (away <= best) [found, best] = [{ place, away }, away];
    }
    if (found) return found;
    this.points?.at.forEach((at, i) => {
      const [px, py] = this.pixel(at, axes), away = Math.hypot(px - x, py - y);
      if (away <= best) [found, best] = [{ point: i, away }, away];
    });
    return found;
  }

  inside([x, y], [across, up]) {
    return x >= across.offset && x <= across.offset + across.length && y >= up.offset && y <= up.offset + up.length;
  }

  // ---- mouse, finger ----
  down(event) {
    if (!this.on || event.button !== 0 || !event.isPrimary || !event.target.closest(".draglayer")) return;
    if (this.held) this.release(); // by a press whose end was never told
    const axes = this.axes(), at = this.here(event), kind = kindOf(event);
    if (!axes) return;
    const typing = document.activeElement;
    if (typing?.matches("input, textarea")) typing.blur(); // what it says counts first
    const hit = this.near(at, kind, axes);
    this.press = { at, kind, hit, id: event.pointerId, inside: this.inside(at, axes) };
    if (tool.now === LASSO && !hit && this.press.inside && this.points) this.grab(event, { lasso: [at] });
    else if (hit && !(tool.now === ERASE && hit.place === undefined)) this.grab(event, hit);
  }

  grab(event, hit) {
    const from = hit.place ? (hit.cell ?? hit.place.at) : hit.lasso ? null : this.points.at[hit.point];
    const rows = hit.point === undefined ? [] : this.chosen.has(hit.point) ? [...this.chosen] : [hit.point];
    this.held = { ...hit, from: from && [...from], rows, before: rows.map((i) => [...this.points.at[i]]), cells: hit.place?.cells, moved: false };
    this.graph.setPointerCapture(event.pointerId);
    if (event.cancelable) event.preventDefault();
    window.Plotly?.Fx?.unhover?.(this.graph, { target: this.graph });
    this.root.classList.add("kv-grabbing");
    this.draw();
  }

  move(event) {
    const { press, held } = this, here = this.graph.contains(event.target);
    if (!this.on || !(press || held || here)) return;
    const at = this.here(event), axes = this.axes();
    if (!axes) return;
    if (!held) {
      if (press && Math.hypot(at[0] - press.at[0], at[1] - press.at[1]) > STILL) press.moved = true;
      return this.point(event.pointerType === "touch" || !event.target.closest(".draglayer") ? null : at, axes);
    }
    if (held.key || event.pointerId !== press?.id) return;
    event.stopImmediatePropagation();
    if (!held.moved && Math.hypot(at[0] - press.at[0], at[1] - press.at[1]) <= STILL) return;
    held.moved = true;
    if (held.lasso) held.lasso.push(at);
    else if (held.cell) {
      const step = cell.stepOf(held.cells) / (event.shiftKey ? 10 : 1), before = cell.valueOf({ cells: held.cells, at: held.cell });
      held.place.at = held.cell;
      this.carry(tidy(before + Math.round(press.at[1] - at[1]) * step, step));
    } else {
      const [px, py] = this.pixel(held.from, axes);
      this.carry(this.value(px + at[0] - press.at[0], py + at[1] - press.at[1], axes));
    }
    this.draw();
  }

  // What is held is now there; the picture follows.
  carry(to) {
    const { held } = this;
    if (held.place) {
      const { place } = held;
      this.put(place, to);
      for (const [name, value] of Object.entries(place.said)) live.move(name, String(value));
      return;
    }
    const { points } = this, by = [to[0] - held.from[0], to[1] - held.from[1]];
    const one = held.rows.length === 1;
    held.rows.forEach((i, j) => {
      const [x, y] = held.before[j], moved = one ? to : [x + by[0], y + by[1]];
      points.at[i] = points.level ? [moved[0], y] : moved;
    });
    live.move(MOVE, held.rows.flatMap((i) => [i, ...(points.level ? points.at[i].slice(0, 1) : points.at[i])]).join(" "));
  }

  // A place is there, as far as its rule lets it; what that sets.
  put(place, to) {
    const { names, spots, weights, around, limits } = place;
    const fit = (value, i) => {
      const [low, high] = limits[i] ?? [place.low, place.high];
      return Math.min(high, Math.max(low, value));
    };
    if (place.cells.length) {
      place.cells = cell.changed(place.cells, place.at, Math.min(place.high, Math.max(place.low, to)));
      place.said = cell.said(place);
      return;
    }
    let values = to;
    if (spots.length) {
      const axes = this.axes(), i = nearestOf(spots.map((spot) => this.pixel(spot, axes)), this.pixel(to, axes));
      [place.at, values] = [spots[i], [i + 1]];
    } else if (weights.length) {
      place.at = place.upright ? [place.at[0], to[1]] : to;
      values = weights.map(([a, b, c]) => tidy(a * place.at[0] + b * place.at[1] + c, 0.001));
    } else if (around) {
      const [x, y] = around, turn = Math.atan2(to[1] - y, to[0] - x), far = Math.hypot(place.at[0] - x, place.at[1] - y);
      place.at = [x + far * Math.cos(turn), y + far * Math.sin(turn)];
      values = [tidy((((turn * 180) / Math.PI) % 180 + 180) % 180, 0.01)];
    } else place.at = names.length > 1 ? to : [to[0], place.at[1]];
    place.said = Object.fromEntries(names.map((name, i) => [name, fit(values[i], i)]));
  }

  up(event) {
    const { press, held } = this;
    this.press = null;
    if (!this.on || !press || event.pointerId !== press.id) return;
    if (held?.key) return;
    if (held?.moved) return this.release();
    if (held) this.let();
    if (held?.cell) return this.chooseCell(held.place, held.cell);
    if (!press.moved && press.inside) this.click(press);
    this.draw();
  }

  // Nothing is held any more.
  let() {
    clearTimeout(this.later);
    const { held } = this;
    this.held = null;
    this.root.classList.remove("kv-grabbing");
    live.release();
    return held;
  }

  release() {
    const held = this.let();
    if (!held) return;
    if (held.lasso) this.circle(held.lasso);
    else if (held.place) this.act({ place: held.place.said });
    else this.changed();
    this.draw();
  }

  // The browser has taken the press for a scroll.
  cancel(event) {
    if (event.pointerId === this.press?.id) this.giveUp();
  }

  // As if it had not been touched.
  giveUp() {
    const { held } = this;
    this.press = null;
    if (!held) return;
    if (held.moved && !held.lasso) {
      held.rows.forEach((i, j) => (this.points.at[i] = held.before[j]));
      held.moved = false;
      if (held.place) this.carryBack(held);
      else live.move(MOVE, "");
    }
    this.let();
    if (this.told.seq >= this.seq) this.take();
    this.draw();
  }

  carryBack({ place, from, cells }) {
    if (cells?.length) {
      place.cells = cells;
      place.said = cell.said(place);
    } else {
      this.put(place, from);
      place.at = from;
    }
    for (const [name, value] of Object.entries(place.said)) live.move(name, String(value));
  }

  // The place a click means: the first one; of bars that of the place clicked.
  nearest([x], axes) {
    if (!this.places.every((place) => place.upright)) return this.places[0];
    const away = ({ at }) => Math.abs(this.pixel(at, axes)[0] - x);
    return [...this.places].sort((a, b) => away(a) - away(b))[0];
  }

  chooseCell(place, at) {
    if (String(place.at) === String(at)) return this.draw();
    place.at = at;
    this.act({ place: cell.chosen(place, at) });
  }

  // A press that has not moved: what the tool in hand does there.
  click({ at, kind, hit }) {
    const axes = this.axes(), touched = hit && hit.away <= TOUCHED[kind] ? hit : null;
    if (!axes) return;
    const i = touched?.point;
    if (tool.now === PROBE || !this.points) {
      const place = this.nearest(at, axes);
      if (!place || touched?.place) return;
      if (place.cells.length) return this.chooseCell(place, cell.cellAt(place, at, axes) ?? place.at);
      this.put(place, this.value(...at, axes));
      this.act({ place: place.said });
    } else if (touched?.place) return;
    else if (tool.now === ERASE) i === undefined || this.erase([i]);
    else if (tool.now === LASSO) {
      this.chosen = new Set(i === undefined ? [] : [i]);
      this.tools.show();
    } else if (i === undefined) this.add(this.value(...at, axes));
    else this.paint(this.chosen.has(i) ? [...this.chosen] : [i], tool.now);
  }

  menu(event) {
    if (!this.on || !this.points || !event.target.closest(".draglayer")) return;
    const axes = this.axes(), hit = axes && this.near(this.here(event), "mouse", axes);
    event.preventDefault();
    if (hit?.point !== undefined) this.erase(this.chosen.has(hit.point) ? [...this.chosen] : [hit.point]);
  }

  // What the mouse is over: it may be taken hold of, and looks so.
  point(at, axes) {
    const hit = at && this.near(at, "mouse", axes);
    const same = ["place", "point", "cell"].every((what) => String(hit?.[what]) === String(this.hover?.[what]));
    this.hover = hit;
    this.root.classList.toggle("kv-graspable", Boolean(hit));
    if (!same) this.draw();
  }

  // ---- keys ----
  key(event) {
    if (!this.on || event.altKey) return;
    const grip = this.grips.find((each) => each === document.activeElement);
    if (event.key === "Escape" && (this.held || this.chosen.size)) {
      this.held ? this.giveUp() : this.choose([]);
      return event.preventDefault();
    }
    const typing = document.activeElement?.matches?.("input, textarea, select, [contenteditable]");
    if (typing || !(grip || this.over || this.tools.bar.contains(document.activeElement))) return;
    if ((grip && this.gripKey(event, grip)) || this.tools.key(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  gripKey(event, grip) {
    const { key } = event, by = ARROWS[key], axes = this.axes();
    if (!axes || event.ctrlKey || event.metaKey) return false;
    if (by) {
      const part = event.shiftKey ? 240 : 24;
      const step = axes.map((axis, i) => (by[i] * (axis.to - axis.from)) / part);
      this.step(event, grip.place, step, axes);
      return true;
    }
    if (grip.place?.cells.length && (key === "n" || key === "p")) {
      if (!this.held) this.chooseCell(grip.place, cell.next(grip.place, key === "n" ? 1 : -1));
      return true;
    }
    if (grip.place) return false;
    const one = this.chosen.size === 1 ? [...this.chosen][0] : null, n = this.points.length;
    if ((key === "n" || key === "p") && n) this.choose([one === null ? (key === "n" ? 0 : n - 1) : (one + (key === "n" ? 1 : n - 1)) % n]);
    else if (key === "Delete" || key === "Backspace") this.chosen.size && this.erase([...this.chosen]);
    else if (key === "Enter" || key === " ") {
      if (this.chosen.size && tool.now >= 0) this.paint([...this.chosen], tool.now);
      else if (this.cursor && tool.now >= 0) this.add(this.cursor);
      else if (this.cursor && tool.now === PROBE) this.click({ at: this.pixel(this.cursor, axes), kind: "mouse", hit: null });
    } else return false;
    return true;
  }

  // An arrow: what it moves is held until the key is released.
  step(event, place, step, axes) {
    const fine = (value) => value.map((v, i) => tidy(Math.min(axes[i].to, Math.max(axes[i].from, v)), Math.abs(1 / axes[i].rate) / 10));
    if (!place && !this.chosen.size) {
      const from = this.cursor ?? axes.map((axis) => (axis.from + axis.to) / 2);
      this.cursor = fine([from[0] + step[0], from[1] + step[1]]);
      this.tools.say(`(${listed(this.cursor.map(shown))})`);
      return this.draw();
    }
    if (!this.held) {
      const rows = place ? [] : [...this.chosen], from = place ? [...place.at] : [...this.points.at[rows[0]]];
      this.held = { place: place ?? undefined, rows, from, before: rows.map((i) => [...this.points.at[i]]), key: event.key, cells: place?.cells, moved: true };
    }
    this.held.key = event.key;
    const now = place ? place.at : this.points.at[this.held.rows[0]], sign = Math.sign(step[0] + step[1]);
    if (place?.spots.length) {
      const i = place.spots.findIndex(([x, y]) => x === now[0] && y === now[1]), n = place.spots.length;
      this.carry(place.spots[Math.min(n - 1, Math.max(0, i + sign))]);
    } else if (place?.around) {
      const [x, y] = place.around, turn = ((event.shiftKey ? 0.1 : 1) * sign * Math.PI) / 180;
      const [dx, dy] = [now[0] - x, now[1] - y], [c, s] = [Math.cos(turn), Math.sin(turn)];
      this.carry([x + c * dx - s * dy, y + s * dx + c * dy]);
    } else if (place?.cells.length) {
      const by = cell.stepOf(this.held.cells, true) / (event.shiftKey ? 10 : 1);
      this.carry(tidy(cell.valueOf(place) + sign * by, by));
    } else this.carry(fine([now[0] + step[0], now[1] + step[1]]));
    if (!place) this.describe(this.held.rows[0]);
    this.draw();
    clearTimeout(this.later);
    this.later = setTimeout(() => this.held?.key === event.key && this.release(), event.repeat ? QUIET.repeated : QUIET.first);
  }

  // ---- changes ----
  choose(rows) {
    this.chosen = new Set(rows);
    if (rows.length === 1) this.describe(rows[0]);
    this.tools.show();
    this.draw();
  }

  circle(path) {
    const axes = this.axes();
    if (axes) this.choose(this.points.at.flatMap((at, i) => (within(this.pixel(at, axes), path) ? [i] : [])));
    this.tools.say(inWords("{size} points chosen: drag one of them, click a class, or press Delete.", { size: this.chosen.size }));
  }

  add(at) {
    const { points, told } = this;
    if (points.length >= told.most) return this.tools.say(inWords("{most} points: no more can be set by hand.", { most: told.most }));
    const nearest = points.values && nearestOf(points.at, at);
    points.at.push(points.level ? [at[0], points.ground] : at);
    points.codes?.push(Math.max(0, tool.now));
    points.values?.push(nearest === null ? 0 : points.values[nearest]);
    this.changed();
    this.tools.say(inWords("{n} points.", { n: points.length }));
  }

  erase(rows) {
    const gone = new Set(rows), { points } = this;
    for (const name of ["at", "codes", "values"]) points[name] = points[name]?.filter((_, i) => !gone.has(i));
    this.chosen = new Set();
    this.hover = null;
    this.changed();
    this.tools.say(inWords("{n} points.", { n: points.length }));
  }

  paint(rows, code) {
    const { codes } = this.points;
    if (!codes || rows.every((i) => codes[i] === code)) return;
    for (const i of rows) codes[i] = code;
    this.changed();
  }

  newClass(name) {
    this.points.names = [...this.points.names, name];
    this.tools.pick(this.points.names.length - 1);
  }

  describe(i) {
    const { points } = this, name = points.codes ? points.names[points.codes[i]] + ", " : "";
    const at = points.level ? shown(points.at[i][0]) : `(${listed(points.at[i].map(shown))})`;
    this.tools.say(inWords("Point {i} of {n}, {about}", { i: i + 1, n: points.length, about: name + at }));
  }

  // The points are others now: all of them go to Python, exact to the last digit.
  changed() {
    const { points } = this;
    const kept = this.acts.filter((act) => !act.points || this.acts.some((later) => later.do && later.seq > act.seq));
    this.acts = kept;
    this.act({ points: { at: points.level ? points.at.map(([x]) => [x]) : points.at, codes: points.codes, values: points.values, names: points.names } });
  }

  // All that Python has not yet said it has seen goes with every message: one that is lost is made good by the next.
  act(what) {
    this.seq += 1;
    this.acts.push({ seq: this.seq, ...what });
    this.send("hand", { seq: this.seq, acts: this.acts });
    this.tools.show();
    this.draw();
  }

  // ---- drawing ----
  draw() {
    const axes = this.on && this.root.clientWidth ? this.axes() : null;
    this.canvas.hidden = !axes;
    this.tools.root.classList.toggle("kv-wide", this.root.clientWidth > 570);
    if (!axes) return;
    const context = this.sheet(), { colors } = this.theme, [across, up] = axes;
    context.save();
    context.beginPath();
    context.rect(across.offset - 16, up.offset - 16, across.length + 32, up.length + 32);
    context.clip();
    const ring = (at, r, width, color = colors.ink) => {
      context.beginPath();
      context.arc(...this.pixel(at, axes), r * size(), 0, 2 * Math.PI);
      [context.strokeStyle, context.lineWidth] = [color, width * size()];
      context.stroke();
    };
    const focused = this.grips.find((grip) => grip === document.activeElement && grip.matches(":focus-visible"));
    for (const place of this.places) {
      const mine = this.held?.place === place || this.hover?.place === place || focused?.place === place;
      if (place.cells.length) {
        const at = this.held?.place === place ? place.at : this.hover?.place === place ? this.hover.cell : place.at;
        cell.draw(context, at, axes, colors, mine, size());
        continue;
      }
      const bare = place.weights.length || place.around; // nothing in the picture marks it
      if (!bare && !place.spots.length && this.held?.place === place) this.diamond(context, this.pixel(place.at, axes), colors);
      if (bare) this.knob(context, this.pixel(place.at, axes), colors);
      context.globalAlpha = mine ? 1 : 0.45;
      ring(place.at, 14, mine ? 2.5 : 1.2);
      context.globalAlpha = 1;
    }
    const { points, held, hover } = this;
    if (points) {
      const far = [...this.chosen, ...(held?.rows ?? [])];
      for (const i of new Set(far)) points.at[i] && ring(points.at[i], 10, 2, colors.accent);
      if (held?.moved) for (const i of held.rows) this.mark(context, i, axes);
      if (hover?.point !== undefined && points.at[hover.point] && !held) ring(points.at[hover.point], 9, 2);
      this.unseen(axes).forEach((i) => this.mark(context, i, axes));
      if (this.cursor && focused && !focused.place && !this.chosen.size) {
        const [x, y] = this.pixel(this.cursor, axes);
        context.beginPath();
        for (const [a, b] of [[9 * size(), 0], [0, 9 * size()]]) {
          context.moveTo(x - a, y - b);
          context.lineTo(x + a, y + b);
        }
        [context.strokeStyle, context.lineWidth] = [colors.ink, 2];
        context.stroke();
      }
    }
    if (held?.lasso) {
      context.beginPath();
      held.lasso.forEach(([x, y]) => context.lineTo(x, y));
      context.setLineDash([5, 4]);
      [context.strokeStyle, context.lineWidth] = [colors.ink, 1.5];
      context.stroke();
    }
    context.restore();
    if (focused) {
      context.setLineDash([]);
      [context.strokeStyle, context.lineWidth] = [colors.accent, 2];
      context.strokeRect(across.offset, up.offset, across.length, up.length);
    }
    this.speak(axes);
  }

  // Points Python's picture does not yet have: those not yet told of.
  unseen() {
    const newest = this.acts.findLast?.((act) => act.points);
    return newest ? this.points.at.map((_, i) => i).slice(this.told.points ? numbers(this.told.points.at).length / 2 : 0) : [];
  }

  mark(context, i, axes) {
    const { points, theme } = this, [x, y] = this.pixel(points.at[i], axes), code = points.codes?.[i] ?? 0;
    const symbol = SYMBOLS[code % SYMBOLS.length], path = pathOf(symbol, (points.length > 250 ? 8 : 11) * size());
    context.save();
    context.translate(x, y);
    [context.fillStyle, context.strokeStyle, context.lineWidth] = [theme.colors.classes[code % theme.colors.classes.length], theme.colors.paper, 1];
    if (!isOpen(symbol)) context.fill(path);
    context.stroke(path);
    context.restore();
  }

  diamond(context, [x, y], colors) {
    context.save();
    context.translate(x, y);
    [context.fillStyle, context.strokeStyle, context.lineWidth] = [colors.paper, colors.ink, 2.5];
    const path = pathOf("diamond", 17 * size());
    context.fill(path);
    context.stroke(path);
    context.fillStyle = colors.ink;
    context.fill(pathOf("circle", 5 * size()));
    context.restore();
  }

  knob(context, at, colors) {
    context.beginPath();
    context.arc(...at, 7 * size(), 0, 2 * Math.PI);
    [context.fillStyle, context.strokeStyle, context.lineWidth] = [colors.paper, colors.accent, 3];
    context.fill();
    context.stroke();
  }

  speak([across, up]) {
    for (const grip of this.grips) {
      const { place } = grip;
      if (!place) continue;
      const along = place.upright ? up : across, many = place.cells.length;
      grip.setAttribute("aria-valuemin", plain(many ? place.low : along.from));
      grip.setAttribute("aria-valuemax", plain(many ? place.high : along.to));
      grip.setAttribute("aria-valuenow", plain(many ? cell.valueOf(place) : place.at[place.upright ? 1 : 0]));
      grip.setAttribute("aria-valuetext", wordsOf(place));
    }
  }

  sheet() {
    const { width, height } = this.graph._fullLayout, scale = window.devicePixelRatio || 1;
    const [w, h] = [Math.ceil(width * scale), Math.ceil(height * scale)];
    if (this.canvas.width !== w || this.canvas.height !== h) {
      [this.canvas.width, this.canvas.height] = [w, h];
      [this.canvas.style.width, this.canvas.style.height] = [w / scale + "px", h / scale + "px"];
    }
    const context = this.canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    return context;
  }

  remove() {
    clearTimeout(this.later);
    for (const [name, does] of Object.entries(this.page)) document.removeEventListener(name, does, true);
    if (this.held) live.release();
  }
}

function pointsOf({ at, codes, values, names, level }) {
  const flat = numbers(at), places = [];
  for (let i = 0; i < flat.length; i += 2) places.push([flat[i], flat[i + 1]]);
  return {
    at: places, codes: codes && [...codes], values: values && [...numbers(values)], names, level,
    ground: places.length ? places[0][1] : 0,
    get length() {
      return this.at.length;
    },
  };
}

// Where a place stands, in words.
function wordsOf({ at, names, spots, weights, around, upright, cells }) {
  if (cells.length) return `K(${at[1] + 1}, ${at[0] + 1}) = ${shown(cells[at[1]][at[0]])}`;
  if (upright) return shown(tidy(at[1], 0.01));
  if (spots.length) return inWords("point {i}", { i: spots.findIndex(([x, y]) => x === at[0] && y === at[1]) + 1 });
  if (around) return `${shown(tidy((((Math.atan2(at[1] - around[1], at[0] - around[0]) * 180) / Math.PI) + 360) % 180, 0.1))}°`;
  return names.length > 1 || weights.length ? `(${listed(at.map(shown))})` : shown(at[0]);
}

// A number with no more digits than that unit makes sense of.
function tidy(value, unit) {
  const places = Math.min(12, Math.max(0, Math.ceil(-Math.log10(unit))));
  return Number(value.toFixed(places)) + 0;
}

function nearestOf(places, [x, y]) {
  let found = null, best = Infinity;
  places.forEach(([a, b], i) => {
    const away = Math.hypot(a - x, b - y);
    if (away < best) [found, best] = [i, away];
  });
  return found;
}

// Whether a place is inside a closed path: a ray from it crosses the path an odd number of times.
function within([x, y], path) {
  let inside = false;
  for (let i = 0, j = path.length - 1; i < path.length; j = i++) {
    const [ax, ay] = path[i], [bx, by] = path[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
