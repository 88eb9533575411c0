// Answers to a question in a picture by keys. Where points are to be clicked, the arrow keys go from point to point and
// Enter chooses. Where a line is to be drawn, they move a cross and Enter sets a corner.
import { element } from "./elements.js";
import { next, WAYS } from "./finger.js";
import { shown } from "./handle_position.js";
import { inWords, listed } from "./words.js";

const STEP = 10; // pixels that an arrow key moves the cross; with Shift a fifth
const TAKE_BACK = '[class*="st-key-take_back_"] button';

export class Cursor {
  constructor(root, graph) {
    this.graph = graph;
    this.pad = element("div", { tabIndex: 0, className: "kv-cursor", role: "application" });
    this.mark = element("span", { hidden: true });
    this.said = element("span", { className: "kv-spoken", role: "status" });
    this.pad.append(this.mark, this.said);
    this.pad.onkeydown = (event) => this.key(event);
    this.pad.onfocus = () => (this.taking.holds || this.tellPoint(), this.draw());
    this.pad.onblur = () => this.draw();
    this.root = root;
  }

  // `taking`: {spots, chosen, line, holds} of the question, or null. `send` receives a click {x, y}.
  accept(taking, send) {
    this.taking = taking;
    this.send = send;
    if (!taking) return this.pad.remove();
    this.pad.setAttribute(
      "aria-label",
      taking.holds
        ? inWords("Your line: arrow keys move the cross, Enter sets a corner, Backspace takes one back")
        : inWords("Points of the picture: arrow keys go from point to point, Enter chooses"),
    );
    if (!this.pad.parentNode) this.root.append(this.pad);
    if (document.activeElement === this.pad && !taking.holds) this.tellPoint();
    this.draw();
  }

  get axes() {
    const { xaxis, yaxis } = this.graph._fullLayout ?? {};
    return xaxis && yaxis ? [xaxis, yaxis] : null;
  }

  // Places of the points in pixels of the graph, numbered from 0.
  spots(/** @type {any[]} */ [across, up]) {
    const at = ([x, y]) => [across._offset + across.d2p(x), up._offset + up.d2p(y)];
    return this.taking.spots.map((spot, number) => ({ number, spot, at: at(spot) }));
  }

  // Place of the cross in pixels of the graph; at first the middle of the axes.
  cross(/** @type {any[]} */ [across, up]) {
    const [u, v] = this.at ?? [0.5, 0.5];
    return [across._offset + u * across._length, up._offset + v * up._length];
  }

  key(event) {
    const { axes } = this;
    if (!axes || event.altKey || event.ctrlKey || event.metaKey) return;
    if (this.taking.holds ? this.move(event, axes) : this.walk(event, axes)) {
      event.preventDefault();
      event.stopPropagation();
      this.draw();
    }
  }

  move({ key, shiftKey }, axes) {
    const way = WAYS[key];
    if (way) {
      const by = shiftKey ? STEP / 5 : STEP,
        [u, v] = this.at ?? [0.5, 0.5];
      const on = (share, i) => Math.min(1, Math.max(0, share + (way[i] * by) / axes[i]._length));
      this.at = [on(u, 0), on(v, 1)];
      this.tell(this.place(axes));
    } else if (key === "Enter" || key === " ") this.click(this.place(axes));
    else if (key === "Backspace") /** @type {HTMLElement | null} */ (document.querySelector(TAKE_BACK))?.click();
    else return false;
    return true;
  }

  place(/** @type {any[]} */ [across, up]) {
    const [u, v] = this.at ?? [0.5, 0.5];
    return [across.p2d(u * across._length), up.p2d(v * up._length)];
  }

  walk({ key }, axes) {
    const spots = this.spots(axes);
    if (!spots.length) return false;
    const here = Math.min(this.number ?? 0, spots.length - 1),
      to = next(key, here, spots);
    if (to === undefined && key !== "Enter" && key !== " ") return false;
    this.number = to ?? here;
    if (to === undefined) this.click(spots[this.number].spot);
    else this.tellPoint();
    return true;
  }

  // Say where the cursor is, and whether this point is chosen.
  tellPoint() {
    const { spots, chosen } = this.taking,
      number = Math.min(this.number ?? 0, spots.length - 1),
      place = `(${listed((spots[number] ?? []).map(shown))})`;
    this.said.textContent = chosen.includes(number) ? inWords("{place}, chosen", { place }) : place;
  }

  click(/** @type {number[]} */ [x, y]) {
    this.send({ x, y });
  }

  tell(place) {
    this.said.textContent = `(${listed(place.map(shown))})`;
  }

  // Show where the cursor is, while it has the focus.
  draw() {
    const { axes } = this;
    this.mark.hidden = !axes || !this.taking || document.activeElement !== this.pad;
    if (this.mark.hidden || !axes) return;
    const spots = this.taking.holds ? [] : this.spots(axes);
    if (!this.taking.holds && !spots.length) return (this.mark.hidden = true);
    const [x, y] = this.taking.holds ? this.cross(axes) : spots[Math.min(this.number ?? 0, spots.length - 1)].at;
    this.mark.className = this.taking.holds ? "kv-cross" : "kv-on-point";
    this.mark.style.translate = `${x.toFixed(1)}px ${y.toFixed(1)}px`;
  }
}
