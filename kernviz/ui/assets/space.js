// 3D scenes during a drag: new numbers are put directly into plotly.js's scene, which is faster than a new layout.
import { numberless, writeLegend } from "./legend.js";
import { numbers, same } from "./binary_message.js";

const KINDS = new Set(["mesh3d", "scatter3d", "surface"]);
const MOVING = new Set(["template", "autosize", "uirevision", "clickanywhere", "dragmode", "transition", "scene"]);
const AXES = ["xaxis", "yaxis", "zaxis"];

// Draw the figure in the scene that shows `base`. The result is false if only plotly.js can draw it. `turned`: the
// viewer has turned the camera, which then overrides the figure's.
export function drawSpace(graph, base, figure, turned) {
  const layout = graph._fullLayout?.scene;
  const scene = layout?._scene;
  if (!scene?.glplot || scene.glplot.contextLost || !alike(base, figure, turned)) return false;
  const traces = graph._fullData.map((full, i) => renewed(full, base.data[i], figure.data[i]));
  if (traces.includes(null)) return false;
  for (const trace of traces)
    if (trace.type === "scatter3d") trace._length = Math.min(trace.x.length, trace.y.length, trace.z.length);
  for (const name of AXES) {
    const axis = figure.layout.scene?.[name] || {};
    if (axis.range) layout[name].range = [...axis.range];
    if (axis.title?.text !== undefined) layout[name].title.text = axis.title.text;
  }
  if (figure.layout.scene?.aspectratio) Object.assign(layout.aspectratio, figure.layout.scene.aspectratio);
  scene.plot(traces, graph._fullLayout, graph.layout);
  for (const object of scene.glplot.objects) object.drawPick = null; // switches hovering off meanwhile
  writeLegend(graph, figure);
  return true;
}

// After plotly.js has drawn again: switch hovering on, and restore plotly.js's own numbers.
export function restSpace(graph) {
  const scene = graph._fullLayout?.scene?._scene;
  if (!scene?.glplot || scene.glplot.contextLost) return;
  for (const object of scene.glplot.objects) delete object.drawPick;
  scene.plot(graph._fullData, graph._fullLayout, graph.layout);
}

// Whether the figures differ in numbers only: the same traces, names and axes.
function alike(base, figure, turned) {
  if (!base || base.data.length !== figure.data.length || !figure.layout.scene || !base.layout.scene) return false;
  const kept = (layout) =>
    Object.entries(layout)
      .filter(([key]) => !MOVING.has(key))
      .sort();
  const around = ({ scene }) =>
    Object.entries(scene)
      .filter(([key]) => key !== "aspectratio" && !(turned && key === "camera"))
      .sort()
      .map(([key, said]) =>
        AXES.includes(key) ? { ...said, range: !!said.range, title: said.title?.text !== undefined } : said,
      );
  return (
    base.data.every((trace, i) => alikeTraces(trace, figure.data[i])) &&
    same(kept(base.layout), kept(figure.layout)) &&
    same(around(base.layout), around(figure.layout))
  );
}

const alikeTraces = (a, b) =>
  KINDS.has(a.type) &&
  numberless(a.name) === numberless(b.name) &&
  ["type", "visible", "showlegend", "legendgroup", "mode"].every((key) => a[key] === b[key]);

// An array as plotly.js stores it, row by row.
function rows(array) {
  const values = numbers(array);
  const [height, width] = String(array.shape ?? "")
    .split(",")
    .map(Number);
  return width ? Array.from({ length: height }, (_, j) => values.subarray(j * width, (j + 1) * width)) : values;
}

// plotly.js's complete trace with the figure's new values; null if a property was removed or has a new structure.
function renewed(full, before, after) {
  const found = { ...full };
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[key], after[key]];
    if (same(was, is)) continue;
    if (is === undefined || is === null) return null;
    if (is.bdata) found[key] = rows(is);
    else if (typeof is === "object" && !Array.isArray(is)) {
      if (!was || typeof was !== "object" || !(found[key] = renewed(full[key] || {}, was, is))) return null;
    } else found[key] = is;
  }
  return found;
}
