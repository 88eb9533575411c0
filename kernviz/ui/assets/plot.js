// One picture: a Plotly graph that is updated in place, so that zoom, pan and camera outlive every new set of numbers.
// While a hand is on something, our own layer draws what moves over its axes (layer.js); at rest everything is plotly's.
import { arranged } from "./arrange.js";
import { cameraOf, fineness, flattened, solid, turned } from "./flat.js";
import { fits, fitted } from "./fit.js";
import { Hands } from "./hands.js";
import { drawable, frameOf, Layer } from "./layer.js";
import { hasLabels, spaced } from "./labels.js";
import * as live from "./live.js";
import { inPowers } from "./log_axes.js";
import { isMain, roomOf, TOOLS } from "./room_of_picture.js";
import { enlarged, larger, onSize, size } from "./size.js";
import { playOnce } from "./play_once.js";
import { skeleton } from "./skeleton.js";
import { Sketching } from "./sketching.js";
import { drawSpace, restSpace } from "./space.js";
import { stopMotion, template } from "./template.js";
import { themeOf, whenGone } from "./theme.js";
import { colored, same, unpack } from "./binary_message.js";
import { inWords, sign } from "./words.js";

const REACH = 12; // pixels within which a click means the point and not the plane
const PATIENCE = 1500; // ms a picture at rest waits for a hand that moves another one, and a moved one for its rest
const LEISURE = 300; // ms after which plotly draws what is seen already, for its hover: not while the page is still coming
const LOW = 540; // pixels: a picture that on a phone leaves room for a control
const TALLER = 1.4; // in a hall, what is neither square nor the page's main picture
const instances = new WeakMap();

function loadPlotly(url) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  if (!window.__kernvizPlotly) {
    window.__kernvizPlotly = new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = url;
      script.onload = () => (window.Plotly ? resolve(window.Plotly) : reject(new Error("no Plotly in " + url)));
      script.onerror = () => reject(new Error("could not load " + url));
      document.head.appendChild(script);
    }).catch((error) => {
      window.__kernvizPlotly = null; // the next attempt starts afresh
      throw error;
    });
  }
  return window.__kernvizPlotly;
}

// Made once a picture: for a config that differs, be it by a new function, plotly.js starts a new graph and forgets the zoom.
function configOf(picture, Plotly) {
  const download = (format, title, icon) => ({
    name: "download-" + format,
    title,
    icon,
    click: (gd) => Plotly.downloadImage(gd, { format, scale: format === "png" ? 3 : 1, filename: picture.filename }),
  });
  return {
    displaylogo: false,
    showSendToCloud: false,
    responsive: false,
    showTips: false,
    doubleClick: "reset",
    plotGlPixelRatio: fineness(),
    modeBarButtonsToRemove: [
      "toImage",
      "select2d",
      "lasso2d",
      "autoScale2d",
      "hoverClosest3d",
      "tableRotation",
      "resetCameraLastSave3d",
    ],
    modeBarButtonsToAdd: [
      download("png", inWords("Download as PNG"), Plotly.Icons.camera),
      download("svg", inWords("Download as SVG"), Plotly.Icons.disk),
    ],
  };
}

class Picture {
  seenIn;
  frame;
  base;
  zoomed;
  config;
  beside = false;

  constructor(parent) {
    this.root = parent.querySelector(".kv-plot");
    this.graph = this.root.querySelector(".kv-graph");
    this.label = this.root.querySelector(".kv-label");
    this.failure = this.root.querySelector(".kv-failure");
    this.layer = new Layer(this.root, this.graph);
    this.hands = new Hands(this.root, this.graph, parent.querySelector(".kv-tools"));
    this.attempts = 0;
    this.moves = 0;
    this.busy = false;
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.root);
    this.root.addEventListener("pointerenter", () => this.ours && this.draw());
    this.graph.addEventListener("pointerdown", (event) => this.turn(event), true);
    this.graph.addEventListener(
      "mousedown",
      (event) => this.solid && event.target.closest(".nsewdrag") && event.stopImmediatePropagation(),
      true,
    );
    this.sketching = new Sketching(this.graph);
    const again = () => this.said && this.accept(...this.said);
    const unsized = onSize(again);
    addEventListener("resize", again);
    this.unsized = () => (unsized(), removeEventListener("resize", again));
  }

  accept(bytes, send, tell) {
    this.said = [bytes, send, tell];
    this.send = send;
    this.theme = themeOf(this.root);
    const { figure: told, options } = unpack(bytes, this.theme.colors);
    this.main = isMain(this.root);
    this.root.classList.toggle("kv-main", this.main);
    this.stretch = fits(told) ? options.height : 0; // its rows are as high as their words
    const high = size() > 1 ? TALLER * options.height : options.height;
    const tools = options.hands?.points && size() === 1 ? TOOLS : 0;
    this.root.style.height = this.main ? roomOf(options.hands, this.stretch) + "px" : options.square ? "" : high + "px";
    // the padding of .kv-square is for legend and colour bar
    const most = options.square && !this.main ? options.height - 120 * size() - tools : 0;
    this.root.style.maxHeight = most ? most + "px" : "";
    this.root.classList.toggle("kv-low", options.square || options.height <= LOW);
    this.root.classList.toggle("kv-square", options.square);
    this.root.classList.toggle("kv-clickable", options.clickable);
    this.fitsIn = this.free || fits(told) || hasLabels(told) ? this.box : null;
    const figure = this.boxed(told, options.revision);
    if (!this.layer.on) this.label.setAttribute("aria-label", options.alt);
    this.listenFor(options.key);
    this.options = options;
    this.hands.accept(options.hands, tell, this.theme);
    const seen = this.shows(figure);
    // the same again is no new picture
    const revision = seen ? this.root.dataset.revision : String(options.serial);
    this.newest = { figure, options, frame: frameOf(figure), revision, seen };
    this.want(this.newest);
  }

  // Whether its box has a shape of its own: on a wide page, in a step of a course, and in a story.
  get free() {
    return (
      this.main || document.documentElement.classList.contains("kv-step") || this.root.closest(".kv-story") !== null
    );
  }

  get box() {
    return `${this.root.clientWidth} ${this.root.clientHeight}`;
  }

  // The figure for this place: its words as large as they shall be and as long as there is room, as high as the box is.
  boxed(told, revision) {
    const figure = spaced(fitted(enlarged(inPowers(told)), this.root, this.theme), this.root, this.theme);
    delete figure.layout.height;
    if (this.free) arranged(figure, this.root, this.theme, size());
    return this.flat(figure, revision);
  }

  // Without WebGL a space is its projection, seen from where it was last turned to.
  flat(figure, revision) {
    this.solid = !figure.layout.scene || solid() ? null : figure;
    this.root.classList.toggle("kv-turning", Boolean(this.solid));
    if (!this.solid) return figure;
    if (revision !== this.seenIn) [this.seenIn, this.camera] = [revision, cameraOf(figure.layout.scene)];
    return { ...flattened(figure, this.camera, this.theme), frames: [] };
  }

  // A drag turns it.
  turn(event) {
    if (!this.solid || event.button || !event.target.closest(".nsewdrag")) return;
    let { clientX: x, clientY: y } = event;
    event.stopImmediatePropagation();
    const move = (now) => {
      this.camera = turned(this.camera, now.clientX - x, now.clientY - y);
      [x, y] = [now.clientX, now.clientY];
      const figure = { ...flattened(this.solid, this.camera, this.theme), frames: [] };
      this.newest = { ...this.newest, figure, frame: frameOf(figure), seen: false };
      this.cover(this.newest);
    };
    const end = () => {
      for (const [name, does] of ends) removeEventListener(name, does, true);
      if (!this.gone) this.want({ ...this.newest, moving: false });
    };
    /** @type {[string, (event: any) => void][]} */
    const ends = [
      ["pointermove", move],
      ["pointerup", end],
      ["pointercancel", end],
    ];
    for (const [name, does] of ends) addEventListener(name, does, true);
  }

  // Whether what is seen is not plotly's alone.
  get ours() {
    return this.layer.on || !!this.space;
  }

  // Whether that is what is seen already.
  shows(figure) {
    const shown = this.layer.on ? this.layer.figure : this.space;
    return !!shown && !this.busy && sameFigure(figure, shown);
  }

  // From now on what live.js hears of that picture comes here.
  listenFor(key) {
    if (key === this.key) return;
    this.forget?.();
    this.key = key;
    this.forget = live.onPicture(key, (figure, alt, places, whole) => {
      this.hands.follow(places);
      return this.live(figure, alt, whole);
    });
  }

  // A picture while the hand moves. Resolves when it is painted, or when there is nothing to paint it on. `whole`: asks for the
  // figure with all its numbers, where this one has them rounded.
  live(figure, alt, whole = null) {
    if (this.gone || !this.options || !this.root.clientWidth || !this.graph._fullLayout) return Promise.resolve();
    figure = this.fresh(figure);
    const options = { ...this.options, alt };
    const picture = {
      figure,
      options,
      frame: frameOf(figure),
      revision: `${options.serial}.${++this.moves}`,
      moving: true,
      whole,
    };
    this.newest = picture;
    this.movedAt = performance.now();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.settle(), PATIENCE);
    // three ways, the quickest that can: ours alone; plotly's axes and legend under ours; all plotly's
    if (this.cover(picture)) return painted();
    return new Promise((painted) => this.want({ ...picture, painted, over: drawable(figure) }));
  }

  fresh(figure) {
    return this.boxed(colored(figure, this.theme.colors), this.options.revision);
  }

  // Ours over plotly's axes, if these are the picture's; or its numbers in plotly's space.
  cover(picture) {
    if (picture.figure.layout.scene) return this.enter(picture);
    if (picture.frame !== this.frame || !drawable(picture.figure)) return false;
    try {
      this.layer.draw(picture.figure, this.theme, this.base, this.zoomed);
    } catch (error) {
      console.warn("kernviz:", error);
      this.layer.remove();
      return false;
    }
    this.show(picture);
    return true;
  }

  enter(picture) {
    try {
      if (this.busy || !drawSpace(this.graph, this.base, picture.figure, this.turned)) return false;
    } catch (error) {
      console.warn("kernviz:", error);
      return false;
    }
    this.space = picture.figure;
    this.show(picture);
    return true;
  }

  // No picture at rest has come since, be it that the hand is back where it was: then the last one is drawn as one.
  settle() {
    if (this.gone || !(this.ours || this.next)) return;
    if (live.held && this.newest.moving) this.waiting = setTimeout(() => this.settle(), PATIENCE);
    else this.atRest(this.newest);
  }

  async atRest(newest) {
    try {
      const figure = newest.whole && (await newest.whole());
      if (this.gone || this.newest !== newest) return;
      if (figure) newest = this.newest = { ...newest, figure: this.fresh(figure), whole: null };
    } catch (error) {
      console.warn("kernviz:", error); // the rounded picture stays, and says no number under the mouse
    }
    if (!this.gone) this.want({ ...newest, frame: frameOf(newest.figure), moving: false });
  }

  want(picture) {
    this.next?.painted?.(); // never drawn: a newer one is there
    this.next = picture;
    clearTimeout(this.leisure);
    // under the mouse there may be a hover, and other axes or another zoom are not seen yet
    const same =
      picture.frame === this.frame && picture.options.revision === this.revision && !this.root.matches(":hover");
    const soon = () => !picture.moving && !this.busy && live.lately() && this.cover(picture); // what did not follow the hand
    if (same && (picture.seen || soon())) this.leisure = setTimeout(() => atLeisure(() => this.draw()), LEISURE);
    else this.draw();
  }

  // What was drawn last, for screen readers, and for tests and the curious who wait for it.
  show({ options, revision }) {
    this.label.setAttribute("aria-label", options.alt);
    this.root.dataset.revision = revision;
  }

  // A picture at rest from before, under a hand that has moved on: settle() comes back to it.
  early() {
    return this.ours && live.held && !this.next.moving && performance.now() - this.movedAt < PATIENCE;
  }

  // One drawing by plotly at a time and only the newest: with a key held down, a queue would show the past.
  async draw() {
    if (this.busy || !this.next || this.root.clientWidth === 0 || this.early()) return; // hidden (a closed tab): drawn when it has a size
    this.busy = true;
    let picture;
    try {
      const Plotly = await loadPlotly(this.next.options.plotly);
      if (this.gone) return;
      [picture, this.next] = [this.next, null];
      const { options, over } = picture;
      const figure = over ? skeleton(picture.figure) : picture.figure;
      const moves = this.moves;
      const layout = structuredClone(figure.layout); // plotly writes into it
      layout.template = larger(JSON.parse(JSON.stringify(template(this.theme)))); // whose parts are shared
      layout.autosize = true;
      layout.uirevision = options.revision; // the camera, and what the legend hides
      this.keepView(layout, options.revision);
      layout.clickanywhere = options.clickable && !options.sketched;
      // A drag is for what can be taken hold of, or scrolls the page; zooming stays one button away.
      const flat = !figure.data.some(({ type }) => /3d$|^surface$/.test(type));
      if (layout.dragmode === undefined && (flat || matchMedia("(pointer: coarse)").matches)) layout.dragmode = false;
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) stopMotion(layout);
      if (sign !== ".") layout.separators = `${sign}.`;
      this.config ??= configOf(this, Plotly);
      this.filename = options.filename;
      // plotly.js keeps the room of a colour bar that lay for one that stands
      const beside = Boolean(layout.meta?.beside);
      if (this.graph._fullLayout && beside !== this.beside) Plotly.purge(this.graph);
      this.beside = beside;
      if (over && !this.layer.on && drawable(this.rest)) this.layer.draw(this.rest, this.theme, this.base, this.zoomed); // nothing blinks
      await Plotly.react(this.graph, { data: figure.data, layout, frames: figure.frames, config: this.config });
      if (this.gone) return Plotly.purge(this.graph);
      [this.frame, this.base] = [picture.frame, figure];
      if (!over) this.rest = figure;
      if (this.space) [this.space] = [null, restSpace(this.graph)];
      this.listen(options);
      for (const svg of this.graph.querySelectorAll("svg.main-svg")) svg.setAttribute("aria-hidden", "true");
      this.failure.hidden = true;
      this.attempts = 0;
      if (this.layer.on && !over) await decoded(this.graph);
      this.uncover(picture, moves);
      if (figure.layout.meta?.arrives === "played" && !this.arrived) await playOnce(this.graph, Plotly, figure.frames);
      this.arrived = true;
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy = false;
      if (picture?.painted) painted().then(picture.painted);
    }
    if (this.next && !this.gone) this.draw();
    else if (!this.gone) this.fit(); // its box may be another one by now
  }

  // Plotly's drawing is there: in the same frame ours goes, unless it is still ours to show, on these axes or the next.
  uncover(picture, moves) {
    this.hands.draw();
    const ours = moves !== this.moves && this.newest.moving ? this.newest : picture.over ? picture : null;
    if (ours && this.cover(ours)) return;
    if (ours && !this.next)
      this.next = { ...ours, painted: undefined, over: ours !== picture && drawable(ours.figure) };
    if (ours && this.layer.on) return;
    this.layer.remove();
    this.show(picture);
  }

  fail(error) {
    console.warn("kernviz:", error);
    const retry = !window.Plotly && this.attempts++ < 8;
    this.failure.hidden = false;
    this.failure.textContent = retry
      ? inWords("Loading the drawing library again.")
      : inWords("This picture could not be drawn. Reload the page to try again.");
    if (retry) this.timer = setTimeout(() => this.draw(), 400 * this.attempts);
    else this.next = null;
  }

  // The zoomed ranges, and how a space was turned. uirevision alone loses ranges on axes with equal scales: plotly widens those to
  // fit, takes our next, unwidened range for a change we want, and lets go of the viewer's. So it does with his camera where the
  // figure brings another of its own.
  keepView(layout, revision) {
    if (revision !== this.revision) [this.zoomed, this.turned] = [new Set(), false];
    this.revision = revision;
    const camera = this.turned && this.graph._fullLayout?.scene?.camera;
    if (camera && layout.scene) layout.scene.camera = structuredClone(camera);
    for (const axis of this.zoomed) {
      const range = this.graph._fullLayout?.[axis]?.range;
      if (range) layout[axis] = { ...layout[axis], range: range.slice(), autorange: false };
    }
  }

  listen(options) {
    for (const name of [
      "plotly_relayout",
      "plotly_relayouting",
      "plotly_afterplot",
      "plotly_doubleclick",
      "plotly_click",
    ])
      this.graph.removeAllListeners(name);
    for (const name of ["plotly_relayouting", "plotly_afterplot"])
      this.graph.on(name, () => (this.hands.draw(), this.busy || this.layer.redraw()));
    this.graph.on("plotly_relayout", (change) => {
      for (const key of Object.keys(change)) {
        const axis = /^([xy]axis\d*)\.(range|autorange)/.exec(key);
        if (axis) this.zoomed.add(axis[1]);
        if (key.startsWith("scene.camera")) this.turned = key === "scene.camera"; // its parts: turned back by a button
      }
    });
    this.graph.on("plotly_doubleclick", () => this.zoomed.clear());
    this.sketching.accept(options.sketched ? (drawn) => this.send("click", drawn) : null);
    if (!options.clickable || options.sketched) return;
    this.graph.on("plotly_click", (event) => {
      // on an axis of categories (the rows of a Gram matrix) the name of the category, which is the number of a point
      const [x, y] = [event.xvals?.[0], event.yvals?.[0]].map((v) => (typeof v === "string" && v ? Number(v) : v));
      const far = (p) => Math.hypot(p.xaxis.d2p(p.x) - p.xaxis.d2p(x), p.yaxis.d2p(p.y) - p.yaxis.d2p(y));
      const mark = (event.points || []).find(
        (p) => p.data.type === "scatter" && p.pointNumber !== undefined && far(p) < REACH,
      );
      if (!Number.isFinite(x) || !Number.isFinite(y)) return;
      this.send("click", {
        x,
        y,
        curve: mark ? mark.curveNumber : null,
        point: mark ? mark.pointNumber : null,
        customdata: mark?.customdata ?? null,
      });
    });
  }

  fit() {
    cancelAnimationFrame(this.fitting);
    this.fitting = requestAnimationFrame(() => {
      if (this.fitsIn !== null && this.said && this.root.clientWidth && this.box !== this.fitsIn)
        this.accept(...this.said);
      if (this.next) this.draw();
      else if (this.graph._fullLayout && this.root.clientWidth) {
        const { width, height } = this.graph._fullLayout;
        if (Math.abs(width - this.graph.clientWidth) > 1 || Math.abs(height - this.graph.clientHeight) > 1)
          window.Plotly.Plots.resize(this.graph);
      }
    });
  }

  remove() {
    this.gone = true;
    this.forget?.();
    this.unsized();
    this.next?.painted?.();
    clearTimeout(this.timer);
    clearTimeout(this.waiting);
    clearTimeout(this.leisure);
    this.observer.disconnect();
    this.hands.remove();
    if (window.Plotly && !this.busy) window.Plotly.purge(this.graph);
  }
}

// After the next frame; a page in the background has none. What is told in a frame itself could still be drawn over in it.
const frames = new MessageChannel();
const shown = [];
frames.port1.onmessage = () => shown.shift()();
const painted = () =>
  new Promise((resolve) =>
    document.hidden
      ? setTimeout(resolve, 100)
      : requestAnimationFrame(() => (shown.push(resolve), frames.port2.postMessage(0))),
  );

const atLeisure = (call) => (window.requestIdleCallback ? requestIdleCallback(call, { timeout: 1000 }) : call());

// Traces and layout; what it could play has time.
const sameFigure = (a, b) => same(a.data, b.data) && same(a.layout, b.layout);

// Fields are images, which a browser reads after plotly has said it is done: until then there would be bare paper.
const decoded = (graph) =>
  Promise.all([...graph.querySelectorAll(".heatmaplayer image")].map((image) => image.decode?.().catch(() => {})));

export default function ({ data, parentElement, setTriggerValue, setStateValue }) {
  let picture = instances.get(parentElement);
  if (!picture || !parentElement.contains(picture.root)) {
    picture?.remove();
    instances.set(parentElement, (picture = new Picture(parentElement)));
  }
  if (data) picture.accept(data, setTriggerValue, setStateValue);
  return whenGone(picture.root, () => picture.remove());
}
