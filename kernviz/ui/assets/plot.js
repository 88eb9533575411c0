// One picture: a plotly.js graph that is updated in place, so that zoom, pan and camera are kept when numbers change.
// At rest plotly.js draws everything; during a drag our layer (layer.js) draws over its axes. See picture_states.js.
import { colored, same, unpack } from "./binary_message.js";
import { Hands } from "./hands.js";
import { drawable, frameOf, Layer } from "./layer.js";
import * as live from "./live.js";
import { atLeisure, decoded, painted } from "./painted.js";
import { Box } from "./picture_box.js";
import { Clicks } from "./picture_clicks.js";
import { onDrawn, onNext, onSettled, onWanted } from "./picture_states.js";
import { playOnce } from "./play_once.js";
import { Graph } from "./plotly_graph.js";
import { loadPlotly } from "./plotly_loading.js";
import { onSize } from "./size.js";
import { skeleton } from "./skeleton.js";
import { Answering } from "./answering.js";
import { drawSpace, restSpace } from "./space.js";
import { mountedIn, themeOf } from "./theme.js";
import { Turning } from "./turning.js";
import { inWords } from "./words.js";

// ms: a picture at rest waits this long during a drag; after a drag, the last picture waits this long for one at rest
const PATIENCE = 1500;
// ms after which plotly.js draws, for hovering, what our layer already shows; later if the browser is busy
const LEISURE = 300;
const ATTEMPTS = 8; // attempts to load plotly.js

class Picture {
  // A drawing is {figure, options, frame, revision, moving, seen, whole, painted, over}. frame: frameOf the figure.
  // moving: part of a drag. seen: already on the screen. whole(): requests the figure with exact numbers. painted():
  // called after painting. over: plotly.js draws only axes and legend, our layer draws the rest.
  newest; // the drawing requested last
  next = null; // the drawing that plotly.js draws next
  rest; // the last figure that plotly.js drew as a whole
  space = null; // the figure whose numbers were put into plotly.js's 3D scene
  busy = false; // plotly.js is drawing
  moves = 0; // number of pictures of drags so far
  clicks = new Clicks();
  attempts = 0;

  constructor(parent) {
    const part = (name) => parent.querySelector(".kv-" + name);
    this.root = part("plot");
    this.box = new Box(this.root);
    const graph = this.root.querySelector(".kv-graph");
    this.label = this.root.querySelector(".kv-label");
    this.failure = this.root.querySelector(".kv-failure");
    this.layer = new Layer(this.root, graph);
    this.hands = new Hands(this.root, graph, part("tools"));
    this.graph = new Graph(
      graph,
      () => (this.hands.draw(), this.busy || this.layer.redraw()),
      (told) => this.send("click", this.clicks.with(told)),
    );
    this.turning = new Turning(graph, {
      theme: () => this.theme,
      moved: (figure) => this.cover((this.newest = { ...this.newest, figure, frame: frameOf(figure), seen: false })),
      ended: () => this.gone || this.want({ ...this.newest, moving: false }),
    });
    this.answering = new Answering(this.root, graph);
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.root, { box: "border-box" }); // the graph is over the padding, which differs on a phone
    this.root.addEventListener("pointerenter", () => this.ours && this.draw());
    const again = () => this.said && this.accept(...this.said);
    const unsized = onSize(again);
    addEventListener("resize", again);
    this.unsized = () => (unsized(), removeEventListener("resize", again));
  }

  // ---- messages from Python ----
  accept(bytes, send, tell) {
    this.said = [bytes, send, tell];
    this.send = send;
    this.theme = themeOf(this.root);
    const { figure: told, options } = unpack(bytes, this.theme.colors);
    this.box.accept(told, options);
    const figure = this.boxed(told, options.revision);
    if (!this.layer.on) this.label.setAttribute("aria-label", options.alt);
    this.listenFor(options.key);
    this.options = options;
    this.hands.accept(options.hands, tell, this.theme);
    const seen = this.shows(figure);
    // an equal figure keeps its revision
    const revision = seen ? this.root.dataset.revision : String(options.serial);
    this.newest = { figure, options, frame: frameOf(figure), revision, seen };
    this.want(this.newest);
  }

  // The figure fitted to the box; without WebGL, the projection of a 3D scene.
  boxed(told, revision) {
    const figure = this.turning.flat(this.box.fitted(told, this.theme), revision);
    this.root.classList.toggle("kv-turning", this.turning.on);
    return figure;
  }

  fresh(figure) {
    return this.boxed(colored(figure, this.theme.colors), this.options.revision);
  }

  // Whether the picture on the screen differs from plotly.js's last drawing.
  get ours() {
    return this.layer.on || !!this.space;
  }

  // Whether our layer or the 3D scene already shows this figure. Animation frames are not compared.
  shows(figure) {
    const shown = this.layer.on ? this.layer.figure : this.space;
    return !!shown && !this.busy && same(figure.data, shown.data) && same(figure.layout, shown.layout);
  }

  // Receive this picture's updates during a drag from live.js.
  listenFor(key) {
    if (key === this.key) return;
    this.forget?.();
    this.key = key;
    this.forget = live.onPicture(key, (figure, alt, places, whole) => {
      this.hands.follow(places);
      return this.live(figure, alt, whole);
    });
  }

  // ---- our layer, during a drag ----
  // Show a picture of a drag. Resolves after painting, or at once without a graph. `whole`: requests exact numbers.
  live(figure, alt, whole = null) {
    if (this.gone || !this.options || !this.root.clientWidth || !this.graph.drawn) return Promise.resolve();
    figure = this.fresh(figure);
    const options = { ...this.options, alt },
      revision = `${options.serial}.${++this.moves}`;
    const picture = { figure, options, frame: frameOf(figure), revision, moving: true, whole };
    this.newest = picture;
    this.movedAt = performance.now();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.settle(), PATIENCE);
    // the fastest way that is possible: our layer alone; plotly.js's axes and legend below our layer; plotly.js alone
    if (this.cover(picture)) return painted();
    return new Promise((painted) => this.want({ ...picture, painted, over: drawable(figure) }));
  }

  // Draw by our layer if the axes are the same, or put new numbers into plotly.js's 3D scene. False if impossible.
  cover(picture) {
    const inSpace = Boolean(picture.figure.layout.scene);
    if (!inSpace && (picture.frame !== this.graph.frame || !drawable(picture.figure))) return false;
    try {
      const { element, base, zoomed } = this.graph;
      if (!inSpace) this.overlay(picture.figure);
      else if (this.busy || !drawSpace(element, base, picture.figure, zoomed.turned)) return false;
    } catch (error) {
      console.warn("kernviz:", error);
      if (!inSpace) this.layer.remove();
      return false;
    }
    if (inSpace) this.space = picture.figure;
    this.show(picture);
    return true;
  }

  overlay(figure) {
    this.layer.draw(figure, this.theme, this.graph.base, this.graph.zoomed.axes);
  }

  // PATIENCE ms after the last picture of a drag: draw it at rest, unless a picture at rest has arrived.
  settle() {
    const { gone, ours, next, newest } = this;
    const does = onSettled({ gone, ours, asked: next, held: live.held, moving: newest?.moving });
    if (does === "wait") this.waiting = setTimeout(() => this.settle(), PATIENCE);
    if (does === "rest") this.atRest(newest);
  }

  async atRest(newest) {
    try {
      const figure = newest.whole && (await newest.whole());
      if (this.gone || this.newest !== newest) return;
      if (figure) newest = this.newest = { ...newest, figure: this.fresh(figure), whole: null };
    } catch (error) {
      console.warn("kernviz:", error); // the picture with rounded numbers is drawn
    }
    if (!this.gone) this.want({ ...newest, frame: frameOf(newest.figure), moving: false });
  }

  // ---- plotly.js ----
  want(picture) {
    this.next?.painted?.(); // this drawing is skipped, since a newer one has arrived
    this.next = picture;
    clearTimeout(this.leisure);
    const { seen, moving, frame, options } = picture;
    let does = onWanted({
      sameAxes: frame === this.graph.frame && options.revision === this.graph.zoomed.revision,
      underMouse: this.root.matches(":hover"),
      seen,
      moving,
      busy: this.busy,
      lately: live.lately(),
    });
    if (does === "cover") does = this.cover(picture) ? "at leisure" : "draw";
    if (does === "draw") this.draw();
    else this.leisure = setTimeout(() => atLeisure(() => this.draw()), LEISURE);
  }

  // Record what was drawn last, for screen readers and tests.
  show({ options, revision }) {
    this.label.setAttribute("aria-label", options.alt);
    this.root.dataset.revision = revision;
  }

  async draw() {
    const { busy, next, ours, graph } = this;
    const patient = performance.now() - this.movedAt < PATIENCE,
      sized = this.root.clientWidth > 0;
    const does = onNext({ busy, asked: next, sized, ours, held: live.held, moving: next?.moving, patient });
    if (does === "wait") return;
    this.busy = true;
    let picture;
    try {
      const Plotly = await loadPlotly(this.next.options.plotly);
      if (this.gone) return;
      [picture, this.next] = [this.next, null];
      const { options, over } = picture;
      const figure = over ? skeleton(picture.figure) : picture.figure;
      const moves = this.moves;
      const layout = graph.prepare(Plotly, figure, options, this.theme);
      if (over && !this.layer.on && drawable(this.rest)) this.overlay(this.rest); // keeps the old traces
      await graph.react(Plotly, figure, layout);
      if (this.gone) return graph.purge();
      [graph.frame, graph.base] = [picture.frame, figure];
      if (!over) this.rest = figure;
      if (this.space) [this.space] = [null, restSpace(graph.element)];
      graph.listen(options);
      this.answering.accept(options.taking, (told) => this.send("click", this.clicks.with(told)));
      this.failure.hidden = true;
      this.attempts = 0;
      if (this.layer.on && !over) await decoded(graph.element);
      this.uncover(picture, moves);
      if (figure.layout.meta?.arrives === "played" && !this.arrived)
        await playOnce(graph.element, Plotly, figure.frames);
      this.arrived = true;
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy = false;
      if (picture?.painted) painted().then(picture.painted);
    }
    if (this.next && !this.gone) this.draw();
    else if (!this.gone) this.fit(); // the box may have changed meanwhile
  }

  // plotly.js has finished: hide our layer in the same frame, unless a newer drawing must stay visible.
  uncover(picture, moves) {
    this.hands.draw();
    const movedOn = moves !== this.moves && this.newest.moving;
    const ours = { newest: this.newest, own: picture, plotly: null }[onDrawn({ movedOn, axesOnly: picture.over })];
    if (ours && this.cover(ours)) return;
    if (ours && !this.next)
      this.next = { ...ours, painted: undefined, over: ours !== picture && drawable(ours.figure) };
    if (ours && this.layer.on) return;
    this.layer.remove();
    this.show(picture);
  }

  fail(error) {
    console.warn("kernviz:", error);
    const retry = !window.Plotly && this.attempts++ < ATTEMPTS;
    this.failure.hidden = false;
    this.failure.textContent = retry
      ? inWords("Loading the drawing library again.")
      : inWords("This picture could not be drawn. Reload the page to try again.");
    if (retry) this.timer = setTimeout(() => this.draw(), 400 * this.attempts);
    else this.next = null;
  }

  fit() {
    cancelAnimationFrame(this.fitting);
    this.fitting = requestAnimationFrame(() => {
      if (this.said && this.box.outgrown) this.accept(...this.said);
      if (this.next) this.draw();
      else if (this.graph.drawn && this.root.clientWidth) this.graph.fit();
    });
  }

  remove() {
    this.gone = true;
    this.forget?.();
    this.unsized();
    this.next?.painted?.();
    for (const timer of [this.timer, this.waiting, this.leisure]) clearTimeout(timer);
    this.observer.disconnect();
    this.hands.remove();
    if (!this.busy) this.graph.purge();
  }
}

export default mountedIn(Picture);
