// Stand-in for a plotly.js graph on the static site. The axes are part of an SVG drawn by Python, and layer.js draws
// the traces. This file provides what layer.js reads from a plotly.js graph.
import { withoutOverlapAt } from "./labels.js";
import { Layer } from "./layer.js";

/** An axis with the properties that layer.js reads from plotly.js's axes. */
function axisOf({ type, range, ends: [start, end], words }) {
  const [low, high] = range;
  const offset = Math.min(start, end);
  return {
    type,
    range,
    _offset: offset,
    _length: Math.abs(end - start),
    _categories: words,
    l2p: (value) => start - offset + ((value - low) / (high - low)) * (end - start),
  };
}

export class Stage extends Layer {
  // plate: element of the picture; drawing: its SVG in the page; stage: sizes and axes, as written by
  // kernviz/site/example_frames.py
  constructor(plate, drawing, { width, height, box: [l, t, w, h], axes }) {
    const layout = { width, height, _size: { l, t, w, h } };
    for (const [name, axis] of Object.entries(axes)) layout[name] = axisOf(axis);
    const graph = {
      _fullLayout: layout,
      querySelector: (/** @type {string} */ wanted) => plate.querySelector(wanted),
      querySelectorAll: () => [], // no legend of plotly.js; the legend is part of the SVG
      getBoundingClientRect: () => plate.getBoundingClientRect(),
    };
    super(plate, graph);
    this.drawing = drawing;
    this.keys = [...drawing.querySelectorAll(".key tspan")];
  }

  draw(figure, theme) {
    const { xaxis, yaxis } = this.graph._fullLayout;
    const place = (x, y) => [xaxis._offset + xaxis.l2p(x), yaxis._offset + yaxis.l2p(y)];
    Object.assign(this, {
      figure: withoutOverlapAt(figure, place, theme),
      theme,
      ranges: {},
      under: true,
      bar: !!this.drawing.querySelector(".cbfill"),
    });
    this.redraw();
    this.writeKeys(figure);
  }

  // Write the names of the traces into the legend, since they may contain numbers that change.
  writeKeys({ data }) {
    const named = data
      .filter(
        (t) =>
          (t.visible ?? true) === true && t.name && (t.showlegend ?? ["scatter", "bar"].includes(t.type ?? "scatter")),
      )
      .sort((a, b) => (a.legendrank || 1000) - (b.legendrank || 1000));
    if (named.length !== this.keys.length) return;
    named.forEach(({ name }, i) => {
      const text = name.trim();
      if (!/[<&]/.test(text) && this.keys[i].textContent !== text) this.keys[i].textContent = text;
    });
  }

  // Clear the canvas, which covers the whole drawing; the page may have scaled the drawing.
  begin() {
    const { width, height } = this.graph._fullLayout;
    const shown = this.drawing.getBoundingClientRect().width || width;
    const scale = ((window.devicePixelRatio || 1) * shown) / width;
    const [w, h] = [Math.ceil(width * scale), Math.ceil(height * scale)];
    if (this.canvas.width !== w || this.canvas.height !== h) [this.canvas.width, this.canvas.height] = [w, h];
    else {
      this.context.setTransform(1, 0, 0, 1, 0, 0);
      this.context.clearRect(0, 0, w, h);
    }
    this.context.setTransform(scale, 0, 0, scale, 0, 0);
    return null;
  }

  show() {
    if (this.canvas.parentNode !== this.root) this.root.append(this.canvas);
    this.root.classList.add("kv-live");
    this.root.classList.toggle("kv-live-bar", this.bar);
  }
}
