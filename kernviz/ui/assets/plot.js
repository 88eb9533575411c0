// One picture: a Plotly graph that is updated in place, so that zoom, pan and camera outlive every new set of numbers.
// The message is [u32 header length][header JSON][padding to 8][raw arrays]; see kernviz/ui/wire.py for its other half.
import { themeOf, whenGone } from "./theme.js";

const REACH = 12; // pixels within which a click means the point and not the plane
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

// var(--kv-ink), var(--kv-class-1, 0.4): a colour of the theme, perhaps translucent. Scales resolve to their list of stops.
function resolveToken(text, colors) {
  const match = /^var\(--kv-([a-z0-9-]+)(?:,\s*([0-9.]+))?\)$/.exec(text);
  if (!match || colors[match[1]] === undefined) return text;
  const value = colors[match[1]];
  if (match[2] === undefined || Array.isArray(value)) return value;
  const n = parseInt(value.slice(1), 16);
  return value[0] === "#" ? `rgba(${n >> 16},${(n >> 8) & 255},${n & 255},${match[2]})` : value;
}

function unpack(bytes, colors) {
  const buffer = bytes.slice().buffer; // a copy of its own: views need alignment, and plotly may keep them
  const length = new DataView(buffer).getUint32(0, true);
  const start = Math.ceil((4 + length) / 8) * 8;
  const header = new TextDecoder().decode(new Uint8Array(buffer, 4, length));
  return JSON.parse(header, (key, value) => {
    if (typeof value === "string") return value.startsWith("var(--kv-") ? resolveToken(value, colors) : value;
    if (key === "colorscale" && Array.isArray(value) && Array.isArray(value[0]) && Array.isArray(value[0][1])) return value[0][1];
    if (value && value.kv_buffer) {
      const [offset, size] = value.kv_buffer;
      return { dtype: value.dtype, shape: value.shape, bdata: buffer.slice(start + offset, start + offset + size) };
    }
    return value;
  });
}

function template({ colors, font }) {
  const text = { family: font, color: colors.ink, size: 14 };
  const axis = {
    gridcolor: colors.grid, zerolinecolor: colors.line, linecolor: colors.line, tickcolor: colors.line, zerolinewidth: 1,
    tickfont: { color: colors.muted, size: 12 }, title: { font: { size: 14 }, standoff: 8 }, automargin: true,
  };
  const axis3d = { ...axis, automargin: undefined, backgroundcolor: colors.paper, showbackground: true, showspikes: false };
  const bar = { outlinewidth: 0, thickness: 12, tickfont: axis.tickfont, title: { font: { size: 13 } } };
  const scaled = {};
  for (const type of ["heatmap", "contour", "surface", "histogram2d"]) scaled[type] = [{ colorbar: bar }];
  for (const type of ["scatter", "scatter3d"]) scaled[type] = [{ marker: { colorbar: bar } }];
  const button = { bgcolor: colors.panel, bordercolor: colors.line, font: { ...text, size: 13 } };
  return {
    data: scaled,
    layout: {
      paper_bgcolor: colors.paper, plot_bgcolor: colors.paper, font: text, colorway: colors.classes,
      colorscale: { sequential: colors.sequential, diverging: colors.diverging }, coloraxis: { colorbar: bar },
      hovermode: "closest", hoverlabel: { bgcolor: colors.panel, bordercolor: colors.line, font: text, align: "left" },
      title: { font: { size: 15 }, x: 0, xanchor: "left", xref: "paper" },
      legend: { bgcolor: "rgba(0,0,0,0)", font: { size: 13 }, orientation: "h", y: 1.02, yanchor: "bottom", x: 0 },
      margin: { l: 48, r: 16, t: 36, b: 44 }, xaxis: axis, yaxis: axis,
      scene: { xaxis: axis3d, yaxis: axis3d, zaxis: axis3d, bgcolor: colors.paper },
      annotationdefaults: { font: { color: colors.ink, size: 13 }, arrowcolor: colors.muted, arrowwidth: 1 },
      shapedefaults: { line: { color: colors.muted } },
      sliderdefaults: { ...button, activebgcolor: colors.accent, tickcolor: colors.line }, updatemenudefaults: button,
      modebar: { bgcolor: "rgba(0,0,0,0)", color: colors.muted, activecolor: colors.accent },
    },
  };
}

function stopMotion(layout) {
  delete layout.transition;
  for (const control of [...(layout.updatemenus || []).flatMap((m) => m.buttons || []), ...(layout.sliders || []).flatMap((s) => s.steps || [])])
    for (const arg of control.args || []) if (arg && arg.transition) arg.transition.duration = 0;
  for (const button of (layout.updatemenus || []).flatMap((m) => m.buttons || []))
    if (button.method === "animate" && Array.isArray(button.args?.[0])) button.args[0] = button.args[0].slice(-1); // no way, its end
}

// Made once a picture: for a config that differs, be it by a new function, plotly.js starts a new graph and forgets the zoom.
function configOf(picture, Plotly) {
  const download = (format, title, icon) => ({
    name: "download-" + format, title, icon,
    click: (gd) => Plotly.downloadImage(gd, { format, scale: format === "png" ? 3 : 1, filename: picture.filename }),
  });
  return {
    displaylogo: false, showSendToCloud: false, responsive: false, showTips: false, doubleClick: "reset",
    modeBarButtonsToRemove: ["toImage", "select2d", "lasso2d", "autoScale2d", "hoverClosest3d", "tableRotation", "resetCameraLastSave3d"],
    modeBarButtonsToAdd: [
      download("png", "Download as PNG", Plotly.Icons.camera), download("svg", "Download as SVG", Plotly.Icons.disk),
    ],
  };
}

class Picture {
  constructor(parent) {
    this.root = parent.querySelector(".kv-plot");
    this.graph = this.root.querySelector(".kv-graph");
    this.label = this.root.querySelector(".kv-label");
    this.failure = this.root.querySelector(".kv-failure");
    this.attempts = 0;
    this.busy = false;
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.root);
  }

  accept(bytes, send) {
    this.bytes = bytes;
    this.send = send;
    this.theme = themeOf(this.root);
    const { figure, options } = unpack(bytes, this.theme.colors);
    this.root.style.height = options.square ? "" : options.height + "px";
    // the padding of .kv-square is for legend and colour bar: the square inside keeps the width of the page
    this.root.style.maxHeight = options.square ? options.height - 120 + "px" : "";
    this.root.classList.toggle("kv-square", options.square);
    this.root.classList.toggle("kv-clickable", options.clickable);
    this.label.setAttribute("aria-label", options.alt);
    this.next = { figure, options };
    this.draw();
  }

  // One drawing at a time and only the newest: with a key held down, a queue would show the past.
  async draw() {
    if (this.busy || !this.next || this.root.clientWidth === 0) return; // hidden (a closed tab): drawn when it has a size
    this.busy = true;
    const { figure, options } = this.next;
    try {
      const Plotly = await loadPlotly(options.plotly);
      if (this.gone) return;
      if (this.next.options === options) this.next = null;
      const layout = figure.layout;
      layout.template = template(this.theme);
      layout.autosize = true;
      layout.uirevision = options.revision; // the camera, and what the legend hides
      this.keepView(layout, options.revision);
      layout.clickanywhere = options.clickable;
      // On a touch screen a drag scrolls the page; zooming stays one button away.
      if (layout.dragmode === undefined && matchMedia("(pointer: coarse)").matches) layout.dragmode = false;
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) stopMotion(layout);
      this.config ??= configOf(this, Plotly);
      this.filename = options.filename;
      await Plotly.react(this.graph, { data: figure.data, layout, frames: figure.frames, config: this.config });
      if (this.gone) return Plotly.purge(this.graph);
      this.listen(options);
      for (const svg of this.graph.querySelectorAll("svg.main-svg")) svg.setAttribute("aria-hidden", "true");
      this.failure.hidden = true;
      this.attempts = 0;
      this.root.dataset.revision = options.serial; // what was drawn: tests and the curious can wait for it
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy = false;
    }
    if (this.next && !this.gone) this.draw();
  }

  fail(error) {
    console.warn("kernviz:", error);
    const retry = !window.Plotly && this.attempts++ < 8;
    this.failure.hidden = false;
    this.failure.textContent = retry ? "Loading the drawing library again." : "This picture could not be drawn. Reload the page to try again.";
    if (retry) this.timer = setTimeout(() => this.draw(), 400 * this.attempts);
    else this.next = null;
  }

  // The zoomed ranges. uirevision alone loses them on axes with equal scales: plotly widens those to fit, takes our next,
  // unwidened range for a change we want, and lets go of the viewer's.
  keepView(layout, revision) {
    if (revision !== this.revision) this.zoomed = new Set();
    this.revision = revision;
    for (const axis of this.zoomed) {
      const range = this.graph._fullLayout?.[axis]?.range;
      if (range) layout[axis] = { ...layout[axis], range: range.slice(), autorange: false };
    }
  }

  listen(options) {
    for (const name of ["plotly_relayout", "plotly_doubleclick", "plotly_click"]) this.graph.removeAllListeners(name);
    this.graph.on("plotly_relayout", (change) => {
      for (const key of Object.keys(change)) {
        const axis = /^([xy]axis\d*)\.(range|autorange)/.exec(key);
        if (axis) this.zoomed.add(axis[1]);
      }
    });
    this.graph.on("plotly_doubleclick", () => this.zoomed.clear());
    if (!options.clickable) return;
    this.graph.on("plotly_click", (event) => {
      // on an axis of categories (the rows of a Gram matrix) the name of the category, which is the number of a point
      const [x, y] = [event.xvals?.[0], event.yvals?.[0]].map((v) => (typeof v === "string" && v ? Number(v) : v));
      const far = (p) => Math.hypot(p.xaxis.d2p(p.x) - p.xaxis.d2p(x), p.yaxis.d2p(p.y) - p.yaxis.d2p(y));
      const mark = (event.points || []).find((p) => p.data.type === "scatter" && p.pointNumber !== undefined && far(p) < REACH);
      if (!Number.isFinite(x) || !Number.isFinite(y)) return;
      this.send("click", {
        x, y, curve: mark ? mark.curveNumber : null, point: mark ? mark.pointNumber : null,
        customdata: mark?.customdata ?? null,
      });
    });
  }

  fit() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (this.next) this.draw();
      else if (this.graph._fullLayout && this.root.clientWidth) {
        const { width, height } = this.graph._fullLayout;
        if (Math.abs(width - this.graph.clientWidth) > 1 || Math.abs(height - this.graph.clientHeight) > 1) window.Plotly.Plots.resize(this.graph);
      }
    });
  }

  remove() {
    this.gone = true;
    clearTimeout(this.timer);
    this.observer.disconnect();
    if (window.Plotly && !this.busy) window.Plotly.purge(this.graph);
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  let picture = instances.get(parentElement);
  if (!picture || !parentElement.contains(picture.root)) {
    picture?.remove();
    instances.set(parentElement, (picture = new Picture(parentElement)));
  }
  if (data) picture.accept(data, setTriggerValue);
  return whenGone(picture.root, () => picture.remove());
}
