// A plotly.js graph that is updated in place: its layout for kernviz, the viewer's zoom and camera, and its events.
import { mendCells } from "./cell_text.js";
import { clicked } from "./picture_clicks.js";
import { configOf } from "./plotly_loading.js";
import { larger } from "./size.js";
import { spread } from "./spread.js";
import { stopMotion, template } from "./template.js";
import { sign } from "./words.js";
import { Zoomed } from "./zoomed.js";
import { calm } from "./motion.js";

const AXES_3D = ["xaxis", "yaxis", "zaxis"],
  TICK = 12; // font size of a tick label, as in template.js

const TWICE = 300, // largest ms between the two clicks of a double click
  NEAR = 6; // largest distance between them in pixels

// Arguments of plotly.js's relayout that restore the ranges of a layout's axes.
const rangesOf = (layout) =>
  Object.fromEntries(
    Object.entries(layout)
      .filter(([name]) => /^[xy]axis\d*$/.test(name))
      .map(([name, { range }]) => (range ? [`${name}.range`, range.slice()] : [`${name}.autorange`, true])),
  );

export class Graph {
  zoomed = new Zoomed();
  whole = {}; // rangesOf() of the figure shown
  pressed = { at: -Infinity, x: 0, y: 0 }; // the last click
  base; // the figure shown
  frame; // what only plotly.js draws of this figure (frameOf in layer.js)
  config;
  filename;
  element;
  redraw;
  told;
  beside = false; // whether the colour bar is beside the plane

  // element: where plotly.js draws; redraw(): called after plotly.js has moved its axes; told(): called for a click
  constructor(element, redraw, told) {
    Object.assign(this, { element, redraw, told });
    // plotly.js makes a click of a tap, and another one of the mouse events that the browser makes of the same tap
    const once = (event) => event.cancelable && event.target.closest(".draglayer") && event.preventDefault();
    element.addEventListener("touchend", once, { passive: false });
  }

  get drawn() {
    return Boolean(this.element._fullLayout);
  }

  // The layout for plotly.js: a copy, since plotly.js modifies it.
  prepare(Plotly, figure, options, theme) {
    const layout = structuredClone(figure.layout);
    layout.template = larger(JSON.parse(JSON.stringify(template(theme)))); // a copy, as its parts are shared
    for (const name of AXES_3D) {
      const { tickfont } = layout.template.layout.scene[name];
      tickfont.size = Math.sqrt(TICK * tickfont.size); // plotly.js enlarges the numbers of a 3D axis twice
    }
    layout.autosize = true;
    layout.uirevision = options.revision; // keeps the camera and the legend's hidden traces
    this.whole = rangesOf(layout);
    this.zoomed.keep(this.element, layout, options.revision);
    layout.clickanywhere = options.clickable && !options.sketched;
    // Dragging moves objects or scrolls the page; zooming has a button.
    const flat = !figure.data.some(({ type }) => /3d$|^surface$/.test(type));
    if (layout.dragmode === undefined && (flat || matchMedia("(pointer: coarse)").matches)) layout.dragmode = false;
    if (calm()) stopMotion(layout);
    if (sign !== ".") layout.separators = `${sign}.`;
    // plotly.js would take two quick clicks at different places for a double click at the first place. If every click
    // counts, its detection is therefore off, and twice() is used.
    this.config = { ...(this.config ?? configOf(this, Plotly)), doubleClickDelay: layout.clickanywhere ? 0 : 300 };
    this.filename = options.filename;
    // plotly.js would keep the space of a horizontal colour bar for a vertical one
    const beside = Boolean(layout.meta?.beside);
    if (this.drawn && beside !== this.beside) Plotly.purge(this.element);
    this.beside = beside;
    return layout;
  }

  react(Plotly, { data, frames }, layout) {
    return Plotly.react(this.element, { data, layout, frames, config: this.config });
  }

  // Mend the texts that plotly.js has drawn.
  mend() {
    spread(this.element);
    mendCells(this.element);
  }

  // Events of the present picture.
  listen({ clickable, sketched, taking }) {
    this.mend(); // the event of the first drawing is over
    /** @type {Record<string, (event: any) => void>} */
    const heard = {
      plotly_relayouting: this.redraw,
      plotly_afterplot: () => (this.mend(), this.redraw()),
      plotly_relayout: (change) => {
        this.zoomed.note(change);
        // "Reset axes" gives the ranges of the graph's first figure
        if (Object.keys(change).some((key) => /^[xy]axis\d*\.(auto)?range$/.test(key) && !this.isWhole(key, change)))
          this.unzoom();
      },
      plotly_doubleclick: () => this.unzoom(),
      plotly_click: (event) => {
        if (!clickable || sketched) return;
        const told = clicked(this.element, event);
        if (this.twice(event.event)) this.unzoom();
        if (told) this.told(told);
        // the point's note would lie over the points to be chosen next
        if (taking) window.Plotly.Fx.unhover(this.element, { target: this.element });
      },
    };
    for (const [name, does] of Object.entries(heard)) {
      this.element.removeAllListeners(name);
      this.element.on(name, does);
    }
    for (const svg of this.element.querySelectorAll("svg.main-svg")) svg.setAttribute("aria-hidden", "true");
  }

  // Whether this click is the second of two at one place.
  twice({ timeStamp, clientX, clientY }) {
    const { at, x, y } = this.pressed;
    this.pressed = { at: timeStamp, x: clientX, y: clientY };
    return timeStamp - at < TWICE && Math.hypot(clientX - x, clientY - y) < NEAR;
  }

  isWhole(key, change) {
    return String(change[key]) === String(this.whole[key]);
  }

  unzoom() {
    window.Plotly.relayout(this.element, this.whole).then(() => this.zoomed.reset());
  }

  // Resize to the present box.
  fit() {
    const { width, height } = this.element._fullLayout;
    if (Math.abs(width - this.element.clientWidth) > 1 || Math.abs(height - this.element.clientHeight) > 1)
      window.Plotly.Plots.resize(this.element);
  }

  purge() {
    window.Plotly?.purge(this.element);
  }
}
