// Pictures of the static site. A picture with stored frames gets a slider and a ▶ button when it is near the window. No
// kernviz server is needed.
import { colored, unpack } from "./binary_message.js";
import { Breathing } from "./breathing.js";
import { element } from "./elements.js";
import { cameraOf, flattened, turned } from "./projected_3d.js";
import { Held } from "./draggable_number.js";
import { Scale } from "./positions.js";
import { SentenceNumber } from "./sentence_number.js";
import { Stage } from "./stage.js";
import { themeOf } from "./theme.js";
import { touched } from "./touched.js";
import { inWords } from "./words.js";
import { calm } from "./motion.js";

const TURNS = { ArrowLeft: [-16, 0], ArrowRight: [16, 0], ArrowUp: [0, -16], ArrowDown: [0, 16] }; // pixels of a drag

const NEAR = "300px"; // distance from the window at which a picture's frames are fetched
const WIDE = 2.5; // factor of the usual range of ▶, so that all frames are played
const dark = matchMedia("(prefers-color-scheme: dark)");
const shown = new Set();

const gzipped = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (!gzipped(bytes)) return bytes; // the server set Content-Encoding, so the browser has unpacked the file already
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Mixin for a number whose values are indices of frames.
/** @type {(Base: any) => any} */
const ofFrames = (Base) =>
  class extends Base {
    moving;
    wide = WIDE;

    get said() {
      return this.moving.said;
    }

    move(place) {
      if (place !== this.value) this.moving.show(place);
    }

    carry(place) {
      this.moving.show(place);
    }

    // ---- ▶ ----
    async ahead() {
      return {}; // the frame is already loaded
    }

    async arrive() {
      performance.mark("kv-moved");
    }
  };

// The slider under a picture.
class Rail extends ofFrames(Held) {
  constructor(moving, rail, said, button, status) {
    super(rail);
    const { symbol, label, frames, name } = moving.told;
    const [low, high] = [0, frames.length - 1];
    Object.assign(this, {
      moving,
      output: said,
      thumb: rail,
      value: moving.place,
      told: { label: symbol, live: name },
    });
    this.scale = new Scale({
      low,
      high,
      whole: true,
      least: low,
      most: high,
      log: false,
      step: 1,
      infinite: false,
      stops: undefined,
    });
    Object.assign(rail, { type: "range", min: low, max: high, ariaLabel: label });
    rail.oninput = () => this.move(Number(rail.value));
    this.breathing = new Breathing(this, button, status);
    this.breathing.describe(this.told);
    this.show();
  }

  show() {
    const { root, output, value, moving } = this;
    root.value = String(value);
    output.textContent = moving.sentence;
    root.setAttribute("aria-valuetext", moving.sentence);
  }

  // A number that played without a click stays where it stopped.
  giveUp() {
    this.release();
  }
}

// A number in the text.
class Hand extends ofFrames(SentenceNumber) {
  constructor(moving, span) {
    super(span, { ...moving.told, low: 0, high: moving.told.frames.length - 1, whole: true, log: false }, moving.place);
    this.moving = moving;
    this.show();
  }

  get first() {
    return this.moving.told.rest;
  }
}

class Moving {
  invited = false; // whether ▶ starts without a click
  atRest; // the caption of the picture at rest
  numbersMoved = []; // the slider, and the numbers in the text

  constructor(figure) {
    this.figure = figure;
    this.plate = figure.querySelector(".kv-plate");
    this.caption = figure.querySelector("figcaption");
    this.numbers = [...document.querySelectorAll("main > .numbers dd:not(.means)")];
    this.alone = document.querySelectorAll(".kv-figure[data-frames]").length === 1;
  }

  async begin() {
    const [frames, drawing] = await Promise.all([fetched(this.figure.dataset.frames), this.drawing()]);
    this.told = unpack(frames);
    this.place = this.told.rest;
    this.controls();
    this.turning();
    this.dress(drawing);
    shown.add(this);
    this.figure.dataset.ready = "";
    if (!calm() && !touched && this.invited) this.numbersMoved[0].breathing.start({ byItself: true });
  }

  get said() {
    return this.told.frames[this.place].value;
  }

  get sentence() {
    return `${this.told.symbol} = ${this.said}`;
  }

  // The SVG drawing for the page's light or dark theme, as text.
  async drawing() {
    const bytes = await fetched(`${this.figure.dataset.drawing}-${dark.matches ? "dark" : "light"}.svg`);
    return new TextDecoder().decode(bytes);
  }

  // Put an SVG drawing into the page.
  dress(text) {
    const drawing = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    this.plate.querySelector("svg")?.remove();
    this.plate.querySelector("picture")?.setAttribute("hidden", "");
    this.plate.prepend(drawing);
    this.stage?.remove();
    this.stage = new Stage(this.plate, drawing, this.told.stage);
    this.theme = themeOf(document.documentElement);
    this.drawn = new Map();
    if (this.place !== this.told.rest || this.figure.dataset.shown) this.draw();
  }

  controls() {
    const button = element("button", { type: "button", className: "kv-breathe", ariaPressed: "false" });
    const [rail, said] = [element("input"), element("output", { className: "kv-said" })];
    const status = element("span", { className: "kv-stopped", role: "status" });
    this.plate.after(element("div", { className: "kv-bar" }, [button, rail, said, status]));
    this.numbersMoved = [
      new Rail(this, rail, said, button, status),
      ...this.parts(`[data-hand="${CSS.escape(this.told.name)}"]`).map((span) => new Hand(this, span)),
    ];
  }

  // The parts of sentences that belong to this picture and match a selector.
  parts(which) {
    const { picture } = this.figure.dataset;
    if (picture === undefined) return [];
    return /** @type {HTMLElement[]} */ ([
      ...document.querySelectorAll(`[data-part][data-picture="${picture}"]${which}`),
    ]);
  }

  show(place) {
    this.place = place;
    for (const other of this.numbersMoved) {
      other.value = place;
      other.show();
    }
    this.draw();
  }

  // The figure to draw: a 3D scene is projected, from the visitor's camera or else the frame's own.
  seen(figure) {
    const { scene } = figure.layout;
    return scene ? flattened(figure, this.camera ?? cameraOf(scene), this.theme) : figure;
  }

  // A 3D scene is turned by dragging and by arrow keys; Home restores its camera.
  turning() {
    const { scene } = this.told.frames[this.place].picture.figure.layout;
    if (!scene) return;
    const { plate } = this;
    plate.classList.add("kv-turns");
    plate.tabIndex = 0;
    plate.setAttribute("role", "group");
    plate.setAttribute("aria-label", inWords("Picture in space. Arrow keys turn it, Home turns it back."));
    plate.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "Home") this.camera = undefined;
      else if (event.key in TURNS) this.turn(...TURNS[event.key]);
      else return;
      event.preventDefault();
      this.draw();
    });
    plate.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary) return;
      event.preventDefault();
      let { clientX: x, clientY: y } = event;
      plate.setPointerCapture(event.pointerId);
      plate.onpointermove = (now) => {
        if (now.pointerId !== event.pointerId) return;
        this.turn(now.clientX - x, now.clientY - y);
        [x, y] = [now.clientX, now.clientY];
        this.draw();
      };
      plate.onpointerup = plate.onpointercancel = (now) =>
        now.pointerId === event.pointerId && (plate.onpointermove = null);
    });
  }

  // right, down: pixels of a drag
  turn(right, down) {
    const { scene } = this.told.frames[this.place].picture.figure.layout;
    this.camera = turned(this.camera ?? cameraOf(scene), right, down);
  }

  draw() {
    const { picture, numbers, sentences } = this.told.frames[this.place];
    if (!this.drawn.has(this.place))
      this.drawn.set(this.place, colored(structuredClone(picture.figure), this.theme.colors));
    this.stage.draw(this.seen(this.drawn.get(this.place)), this.theme);
    this.stage.canvas.setAttribute("aria-hidden", "true");
    this.plate.querySelector("svg")?.setAttribute("aria-label", picture.alt);
    if (this.caption) {
      this.atRest ??= [...this.caption.childNodes];
      if (picture.caption) this.caption.textContent = picture.caption;
      else this.caption.replaceChildren(...(this.place === this.told.rest ? this.atRest : []));
    }
    if (this.alone) numbers.forEach((text, i) => this.numbers[i] && (this.numbers[i].textContent = text));
    if (sentences)
      for (const part of this.parts(":not([role=slider])"))
        part.innerHTML = sentences[part.dataset.part] ?? part.innerHTML;
    this.figure.dataset.shown = String(this.place); // tests wait for this attribute
  }
}

const failed = (error) => console.warn("kernviz:", error); // the picture stays as it is

function near(entries, observer) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    const moving = new Moving(target);
    moving.invited = target === first;
    moving.begin().catch(failed);
  }
}

const first = document.querySelector(".kv-figure[data-frames]");
const watch = new IntersectionObserver(near, { rootMargin: NEAR });
for (const figure of document.querySelectorAll(".kv-figure[data-frames]")) watch.observe(figure);
async function redress(picture) {
  const before = dark.matches,
    drawing = await picture.drawing();
  if (before === dark.matches) picture.dress(drawing);
}
dark.addEventListener("change", () => shown.forEach((picture) => redress(picture).catch(failed)));
addEventListener("resize", () => shown.forEach((picture) => picture.figure.dataset.shown && picture.stage.redraw()));
