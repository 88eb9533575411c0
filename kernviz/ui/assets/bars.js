// Bars, horizontal or vertical, stacked or side by side.
import { numbers } from "./binary_message.js";
import { each } from "./scatter.js";
import { patterned } from "./strokes.js";
import { measure, write } from "./canvas_text.js";

const lying = (trace) => trace.orientation === "h";

// Per trace: width of its bars and offset from their position, by plotly.js's rules.
export function spacing(traces, layout, axes) {
  const found = new Map();
  const groups = new Map();
  for (const trace of traces) {
    const key = (lying(trace) ? trace.yaxis || "y" : trace.xaxis || "x") + (lying(trace) ? "h" : "v");
    groups.set(key, [...(groups.get(key) || []), trace]);
  }
  const [gap, beside] = [layout.bargap ?? 0.2, (layout.barmode || "group") === "group"];
  for (const group of groups.values()) {
    const axis = axes.get(lying(group[0]) ? group[0].yaxis || "y" : group[0].xaxis || "x");
    const places = [
      ...new Set(group.flatMap((t) => [...numbers(lying(t) ? t.y : t.x)].map((v) => axis.linear(v)))),
    ].sort((a, b) => a - b);
    let step = Infinity;
    for (let i = 1; i < places.length; i++) step = Math.min(step, places[i] - places[i - 1]);
    if (!Number.isFinite(step)) step = 1;
    group.forEach((trace, n) => {
      const share = beside ? group.length : 1;
      const width = (step * (1 - gap)) / share;
      found.set(trace, { gap, width, start: beside ? -0.5 * step * (1 - gap) + n * width : -width / 2 });
    });
  }
  return found;
}

export function drawBars(context, trace, [xaxis, yaxis], { theme, room, index }) {
  const flat = lying(trace);
  const [along, across] = flat ? [xaxis, yaxis] : [yaxis, xaxis];
  const lengths = numbers(flat ? trace.x : trace.y);
  const places = (flat ? trace.y : trace.x) ? numbers(flat ? trace.y : trace.x) : lengths.map((_, i) => i);
  const marker = trace.marker || {};
  const of = {
    base: each(trace.base, 0),
    width: each(trace.width, room.width),
    color: each(marker.color, theme.colors.classes[index % theme.colors.classes.length]),
    edge: each(marker.line?.color, theme.colors.ink),
    thick: each(marker.line?.width, 0),
    opacity: each(marker.opacity, 1),
    shape: each(marker.pattern?.shape, ""),
    text: each(trace.text, ""),
    position: each(trace.textposition, "auto"),
  };
  for (let i = 0; i < lengths.length; i++) {
    const [base, length, width] = [of.base(i), lengths[i], of.width(i)];
    if (length === null || length !== length) continue;
    const middle = across.linear(places[i]) + (trace.width === undefined ? room.start + room.width / 2 : 0);
    const at = (v) => across.base + (v - across.start) * across.rate;
    const tip = along.pixel(base + length);
    // on a logarithmic axis a bar starts a decade below the visible range, or below its own end
    const foot =
      along.log && base <= 0 ? along.power(Math.min(along.from, along.linear(base + length)) - 1) : along.pixel(base);
    if (tip !== tip || tip === foot) continue;
    const snap = snapping(room.gap, of.thick(i));
    const [a, b] = snap(at(middle - width / 2), at(middle + width / 2));
    const [start, end] = snap(foot, tip);
    const [x, y, w, h] = flat
      ? [Math.min(start, end), Math.min(a, b), Math.abs(end - start), Math.abs(b - a)]
      : [Math.min(a, b), Math.min(start, end), Math.abs(b - a), Math.abs(end - start)];
    context.globalAlpha = (trace.opacity ?? 1) * of.opacity(i);
    outline(
      context,
      x,
      y,
      w,
      h,
      marker.cornerradius || 0,
      trace.base !== undefined ? "both" : flat ? (tip < foot ? "left" : "right") : tip < foot ? "top" : "bottom",
    );
    context.fillStyle = of.shape(i)
      ? patterned(context, { ...marker.pattern, shape: of.shape(i) }, of.color(i), xaxis, yaxis)
      : of.color(i);
    context.fill();
    if (of.thick(i) > 0) {
      context.strokeStyle = of.edge(i);
      context.lineWidth = of.thick(i);
      context.stroke();
    }
    if (of.text(i) !== "" && of.position(i) === "outside")
      label(context, trace, of.text(i), flat, { x, y, w, h, ahead: tip >= foot }, theme);
  }
  context.globalAlpha = 1;
}

// Bars side by side end on whole pixels; a bar thinner than two pixels is still drawn.
function snapping(gap, thick) {
  const whole = (v) => (gap === 0 ? Math.round(v) - ((thick / 2) % 1) : v);
  if (thick > 0.01) return (a, b) => [whole(a), whole(b)];
  const shown = (v, other) => (Math.abs(v - other) >= 2 ? whole(v) : v > other ? Math.ceil(v) : Math.floor(v));
  return (a, b) => [shown(a, b), shown(b, a)];
}

// A rectangle with rounded corners at its far end; all corners are rounded if it lies between two values.
function outline(context, x, y, w, h, radius, end) {
  const room = { left: [w, h / 2], right: [w, h / 2], both: [w / 2, h / 2] }[end] || [w / 2, h];
  const r = Math.min(radius, ...room);
  const round = { both: r, left: [r, 0, 0, r], right: [0, r, r, 0], top: [r, r, 0, 0], bottom: [0, 0, r, r] }[end];
  context.beginPath();
  if (r > 0) context.roundRect(x, y, w, h, round);
  else context.rect(x, y, w, h);
}

function label(context, trace, text, flat, { x, y, w, h, ahead }, theme) {
  const size = trace.textfont?.size || 14;
  const color = trace.textfont?.color || theme.colors.ink;
  const pad = 3;
  const box = measure(context, text, size, theme);
  const at = flat ? y + h / 2 - box.height / 2 : ahead ? y + h + pad : y - pad - box.height;
  const anchor = !flat ? "middle" : ahead ? "start" : "end";
  write(context, text, !flat ? x + w / 2 : ahead ? x + w + pad : x - pad, at + box.ascent, {
    size,
    color,
    anchor,
    theme,
  });
}
