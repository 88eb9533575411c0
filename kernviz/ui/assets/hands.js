// Direct manipulation of a picture: a handle or a data point is moved by mouse, finger or key. The moved object is
// drawn at once, and live.js gets the picture for its position. On release Python gets one message
// (kernviz/ui/hands.py). tools.js has the tools that decide what a click does.
import { Axes } from "./axes.js";
import * as cell from "./cell.js";
import { untilAnswered } from "./connection.js";
import { drawHands } from "./hands_drawing.js";
import { keyed, nameGrips } from "./hands_keys.js";
import { cancel, down, eraseAt, move, pointAt, up } from "./hands_pointer.js";
import * as live from "./live.js";
import { changed, circle, pointsOf } from "./own_points.js";
import { movePlace } from "./handle_position.js";
import { Tools } from "./tools.js";

const MOVE = "@move"; // query parameter for moved points in requests for live pictures

export class Hands {
  root;
  graph;
  told;
  send;
  theme;
  later; // timer for a key whose release is never reported

  constructor(root, graph, tools) {
    [this.root, this.graph] = [root, graph];
    Object.assign(this, {
      seq: 0,
      acts: [],
      places: [],
      points: null,
      chosen: new Set(),
      held: null,
      press: null,
      hover: null,
      cursor: null,
    });
    this.canvas = document.createElement("canvas");
    this.canvas.className = "kv-hands";
    this.canvas.setAttribute("aria-hidden", "true");
    root.append(this.canvas);
    this.grips = [];
    this.tools = new Tools(tools, this);
    const on = (name, does, passive = true) => graph.addEventListener(name, does, { capture: true, passive });
    on("pointerdown", (event) => down(this, event), false);
    on("pointerleave", () => this.held || pointAt(this, null));
    on("contextmenu", (event) => eraseAt(this, event), false);
    // plotly.js and the browser's scrolling listen to these events, too; a held object is handled here only
    for (const name of ["mousedown", "touchstart", "mousemove", "touchmove"])
      on(
        name,
        (event) => {
          if (!this.held) return;
          event.stopImmediatePropagation();
          if (event.cancelable) event.preventDefault();
        },
        false,
      );
    // listeners of the document, since plotly.js covers the page with an element while a mouse button is down
    this.page = {
      pointermove: (event) => move(this, event),
      pointerup: (event) => up(this, event),
      pointercancel: (event) => cancel(this, event),
      keydown: (event) => keyed(this, event),
    };
    for (const [name, does] of Object.entries(this.page)) document.addEventListener(name, does, true);
    root.addEventListener("pointerenter", () => (this.over = true));
    root.addEventListener("pointerleave", () => (this.over = false));
  }

  get on() {
    return Boolean(this.told);
  }

  // ---- messages from Python ----
  accept(told, send, theme) {
    const anew = told && this.told && told.epoch !== this.told.epoch; // the server was restarted
    Object.assign(this, { told, send, theme });
    this.root.classList.toggle("kv-handy", Boolean(told));
    this.root.classList.toggle("kv-cells", Boolean(told?.places.some(({ cells }) => cells.length)));
    if (!told) return this.tools.show();
    if (anew && this.acts.length) this.repeat();
    else this.acts = this.acts.filter((act) => act.seq > told.seq);
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
    nameGrips(this);
  }

  // New positions of the handles, from a picture during a drag. The held handle keeps its own.
  follow(places) {
    if (!this.on || !places) return;
    places.forEach((at, i) => this.places[i] && this.held?.place !== this.places[i] && (this.places[i].at = at));
    this.draw();
  }

  // ---- handles ----
  /** @returns {[any, any] | null} */
  axes() {
    if (!this.graph._fullLayout?._size) return null;
    const axes = new Axes(this.graph),
      x = axes.get("x"),
      y = axes.get("y");
    return x && y ? [x, y] : null;
  }

  // Move the held object to a position in the plane; a cell of a matrix gets a number. The picture follows.
  carry(to) {
    const { held } = this;
    if (held.place) {
      const { place } = held;
      movePlace(place, to, this.axes());
      for (const [name, value] of Object.entries(place.said)) live.move(name, String(value));
      return;
    }
    const { points } = this,
      by = [to[0] - held.from[0], to[1] - held.from[1]];
    const one = held.rows.length === 1;
    held.rows.forEach((i, j) => {
      const [x, y] = held.before[j],
        moved = one ? to : [x + by[0], y + by[1]];
      points.at[i] = points.level ? [moved[0], y] : moved;
    });
    live.move(
      MOVE,
      held.rows.flatMap((i) => [i, ...(points.level ? points.at[i].slice(0, 1) : points.at[i])]).join(" "),
    );
  }

  // Release the held object.
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
    if (held.lasso) circle(this, held.lasso);
    else if (held.place) this.act({ place: held.place.said });
    else changed(this);
    this.draw();
  }

  // Cancel the drag: restore the state before the press.
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
      movePlace(place, from, this.axes());
      place.at = from;
    }
    for (const [name, value] of Object.entries(place.said)) live.move(name, String(value));
  }

  chooseCell(place, at) {
    if (String(place.at) === String(at)) return this.draw();
    place.at = at;
    this.act({ place: cell.chosen(place, at) });
  }

  // Every message repeats all edits that Python has not acknowledged, so that a lost message does no harm.
  act(what) {
    this.seq += 1;
    this.acts.push({ seq: this.seq, ...what });
    this.send("hand", { seq: this.seq, acts: this.acts });
    untilAnswered(
      this,
      () => !this.acts.length,
      () => this.repeat(),
    );
    this.tools.show();
    this.draw();
  }

  // Send all unacknowledged edits again, with numbers that a restarted server accepts as new.
  repeat() {
    this.seq = Math.max(this.seq, this.told.seq);
    for (const act of this.acts) act.seq = this.seq += 1;
    this.send("hand", { seq: this.seq, acts: this.acts });
  }

  draw() {
    drawHands(this);
  }

  remove() {
    clearTimeout(this.later);
    for (const [name, does] of Object.entries(this.page)) document.removeEventListener(name, does, true);
    if (this.held) live.release();
  }
}
