// Pictures of the static site. A picture with stored frames gets a slider and a ▶ button when it is near the window. No
// server is needed.
import { colored, unpack } from "./binary_message.js";
import { Breath } from "./breath.js";
import { element } from "./elements.js";
import { Stage } from "./stage.js";
import { themeOf } from "./theme.js";
import { inWords } from "./words.js";

const NEAR = "300px"; // below the window: its frames are fetched
const SEEN = 0.4; // of a picture; what has been seen less does not begin by itself
const APART = 40; // ms between two pictures
const WIDE = 8; // pixels of a hand on a number of the text to the next picture
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const dark = matchMedia("(prefers-color-scheme: dark)");
const shown = new Set();
let touched = false;

const gzipped = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (!gzipped(bytes)) return bytes; // the server set Content-Encoding, so the browser has unpacked the file already
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

class Moving {
  invited = false; // it begins by itself
  atRest; // the caption of the picture at rest

  constructor(figure) {
    this.figure = figure;
    this.plate = figure.querySelector(".kv-plate");
    this.caption = figure.querySelector("figcaption");
    this.numbers = [...document.querySelectorAll("main > .numbers dd:not(.means)")];
    this.alone = document.querySelectorAll(".kv-figure[data-frames]").length === 1;
    this.playing = null;
  }

  async begin() {
    this.told = unpack(await fetched(this.figure.dataset.frames));
    this.place = this.told.rest;
    this.controls();
    await this.dress();
    shown.add(this);
    this.figure.dataset.ready = "";
    if (!calm() && !touched && this.invited) this.play();
  }

  // Return the drawing with the colours of the page.
  async dress() {
    const text = await (await fetch(`${this.figure.dataset.drawing}-${dark.matches ? "dark" : "light"}.svg`)).text();
    const drawing = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    this.plate.querySelector("svg")?.remove();
    this.plate.querySelector("picture")?.setAttribute("hidden", "");
    this.plate.prepend(drawing);
    this.stage?.remove();
    this.stage = new Stage(this.plate, drawing, this.told.stage);
    this.theme = themeOf(document.documentElement);
    this.drawn = new Map();
    if (this.place !== this.told.rest || this.playing) this.draw();
  }

  controls() {
    const { frames, symbol, label } = this.told;
    this.rail = element("input", {
      type: "range",
      min: 0,
      max: frames.length - 1,
      value: this.place,
      ariaLabel: label,
      oninput: () => (this.pause(), this.show(Number(this.rail.value))),
    });
    this.button = element("button", {
      type: "button",
      className: "kv-play",
      ariaPressed: "false",
      ariaLabel: inWords("Play {symbol}", { symbol }),
      onclick: () => (this.playing ? this.pause() : this.play()),
    });
    this.said = element("output", { className: "kv-said" });
    this.bar = element("div", { className: "kv-bar" }, [this.button, this.rail, this.said]);
    this.plate.after(this.bar);
    for (const part of this.parts(`[data-hand="${this.told.name}"]`)) this.handle(part);
    this.say();
  }

  // Return the parts of sentences that belong to this picture.
  parts(which) {
    const { picture } = this.figure.dataset;
    if (picture === undefined) return [];
    return /** @type {HTMLElement[]} */ ([...document.querySelectorAll(`[data-part][data-picture="${picture}"]${which}`)]);
  }

  // A number of the text: dragged sideways, or moved by the arrows.
  handle(part) {
    const most = this.told.frames.length - 1;
    const to = (place) => (this.pause(), this.show(Math.max(0, Math.min(most, place))));
    Object.assign(part, { tabIndex: 0, role: "slider", ariaLabel: this.told.label, ariaValueMin: 0, ariaValueMax: most });
    part.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key];
      if (step) to(this.place + step);
    });
    part.addEventListener("pointerdown", (event) => {
      const [start, from] = [event.clientX, this.place];
      part.setPointerCapture(event.pointerId);
      part.onpointermove = (move) => to(from + Math.round((move.clientX - start) / WIDE));
      part.onpointerup = part.onpointercancel = () => (part.onpointermove = null);
    });
  }

  say() {
    const { frames, symbol } = this.told;
    const text = `${symbol} = ${frames[this.place].value}`;
    this.said.textContent = text;
    for (const each of [this.rail, ...this.parts("[role=slider]")]) {
      each.setAttribute("aria-valuetext", text);
      if (each !== this.rail) each.setAttribute("aria-valuenow", String(this.place));
    }
  }

  show(place) {
    this.place = place;
    this.rail.value = String(place);
    this.say();
    this.draw();
  }

  draw() {
    const { picture, numbers, sentences } = this.told.frames[this.place];
    if (!this.drawn.has(this.place)) this.drawn.set(this.place, colored(structuredClone(picture.figure), this.theme.colors));
    this.stage.draw(this.drawn.get(this.place), this.theme);
    this.stage.canvas.setAttribute("aria-hidden", "true");
    this.plate.querySelector("svg")?.setAttribute("aria-label", picture.alt);
    if (this.caption) {
      this.atRest ??= [...this.caption.childNodes];
      if (picture.caption) this.caption.textContent = picture.caption;
      else this.caption.replaceChildren(...(this.place === this.told.rest ? this.atRest : []));
    }
    if (this.alone) numbers.forEach((text, i) => this.numbers[i] && (this.numbers[i].textContent = text));
    if (sentences) for (const part of this.parts("")) part.innerHTML = sentences[part.dataset.part] ?? part.innerHTML;
    this.figure.dataset.shown = String(this.place); // tests wait for it
  }

  play() {
    for (const other of shown) other.pause();
    const most = this.told.frames.length - 1;
    const scale = { low: 0, high: most, whole: true, at: (v) => v / most, value: (share) => Math.round(share * most) };
    const breath = new Breath(scale, this.place, 2.5);
    const run = (this.playing = Symbol());
    this.mark();
    const began = performance.now();
    let last = 0;
    const step = (now) => {
      if (this.playing !== run || !this.figure.isConnected) return;
      const place = breath.at(now - began);
      if (place !== this.place && now - last >= (calm() ? 1000 : APART)) {
        last = now;
        this.show(place);
        performance.mark("kv-moved");
      }
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  pause() {
    if (!this.playing) return;
    this.playing = null;
    this.mark();
  }

  mark() {
    this.button.ariaPressed = String(!!this.playing);
  }
}

function near(entries, observer) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    const moving = new Moving(target);
    moving.invited = target === first;
    moving.begin().catch((error) => console.warn("kernviz:", error)); // on an error the picture at rest stays
  }
}

const first = document.querySelector(".kv-figure[data-frames]");
const watch = new IntersectionObserver(near, { rootMargin: NEAR, threshold: [0, SEEN] });
for (const figure of document.querySelectorAll(".kv-figure[data-frames]")) watch.observe(figure);
for (const name of ["pointerdown", "keydown"])
  document.addEventListener(
    name,
    (event) => {
      touched = true;
      for (const each of shown) if (!each.bar.contains(/** @type {Node} */ (event.target))) each.pause();
    },
    true,
  );
dark.addEventListener("change", () => shown.forEach((each) => each.dress()));
addEventListener("resize", () => shown.forEach((each) => each.figure.dataset.shown && each.stage.redraw()));
