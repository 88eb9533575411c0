// Projection of a 3D scene as a two-dimensional figure of points, lines and fills. It is used where the browser has no
// WebGL, for small pictures of sweeps, and on the static site. A drag turns the camera, as in plotly.js. Python has the
// same projection for SVG files (kernviz/figures/svg/projection.py).
import { numbers } from "./binary_message.js";
import { spread } from "./ranges.js";
import { decimal } from "./words.js";

const EYE = { x: 1.25, y: 1.25, z: 1.25 };
const LETTERS = ["x", "y", "z"];
const LINES = 18; // number of lines of a surface in each direction
const SHADES = 9; // number of colours of a surface
const LONG = 8; // letters: longer titles of the vertical axis are broken into lines
const DRAG = 0.01; // radians per pixel of a drag
const STEEP = 0.98; // sine of the largest elevation of the camera

const BY_HAND = /swiftshader|llvmpipe|softpipe|software|basic render/i; // names of software renderers
let known;

// Kind of WebGL renderer, determined once. The context is released, since browsers allow few of them.
function drawing() {
  if (known) return known;
  const context = document.createElement("canvas").getContext("webgl");
  const said = context?.getExtension("WEBGL_debug_renderer_info");
  return (known = {
    solid: !!context,
    byHand: !!said && BY_HAND.test(context.getParameter(said.UNMASKED_RENDERER_WEBGL)),
  });
}

// Whether WebGL can draw three-dimensional scenes.
export const solid = () => drawing().solid;

// Pixel ratio for WebGL. Two makes smooth edges for four times the work, which only a graphics processor does fast
// enough.
export const fineness = () => (drawing().byHand ? window.devicePixelRatio || 1 : 2);

// Camera of a figure's scene: {away, up}, the vector from centre to eye, and the unit vector upwards.
export function cameraOf(scene) {
  const list = (point, otherwise) => LETTERS.map((letter) => point?.[letter] ?? otherwise[letter]);
  const { eye, up, center } = scene.camera ?? {};
  const middle = list(center, { x: 0, y: 0, z: 0 });
  return { away: list(eye, EYE).map((v, i) => v - middle[i]), up: unit(list(up, { x: 0, y: 0, z: 1 })) };
}

// The camera after a drag: rotated around its vertical axis, and raised or lowered within limits.
export function turned({ away, up }, right, down) {
  const round = rotated(away, up, -right * DRAG);
  const side = unit(cross(up, round));
  const risen = rotated(round, side, -down * DRAG);
  const rise = dot(unit(risen), up);
  return { away: Math.abs(rise) > STEEP ? round : risen, up };
}

// The two-dimensional projection of a figure for a camera. The figure's colour tokens must be resolved.
export function flattened({ data, layout }, camera, { colors }) {
  const [forward, across] = [unit(camera.away), unit(cross(camera.up, camera.away))];
  const upright = cross(forward, across);
  const box = boxOf(data, layout.scene);
  const seen = (x, y, z) => {
    const p = box.place([x, y, z]);
    return p && [dot(p, across), dot(p, upright), dot(p, forward)];
  };
  const far = 1.12 * Math.hypot(...box.half);
  const axis = { visible: false, range: [-far, far], autorange: false, fixedrange: true };
  const { scene, updatemenus, sliders, ...rest } = layout; // left out: there is no animation
  return {
    data: [
      ...frame(box, seen, layout.scene, forward, colors),
      ...data.flatMap((trace) => (FLAT[trace.type] ? FLAT[trace.type](trace, seen, colors) : [trace])),
    ],
    layout: { ...rest, xaxis: { ...axis, constrain: "domain" }, yaxis: { ...axis, scaleanchor: "x", scaleratio: 1 } },
  };
}

// ---- box ----
function boxOf(data, scene) {
  const ranges = LETTERS.map((letter) => scene[letter + "axis"]?.range ?? extent(data, letter));
  const spans = ranges.map(([low, high]) => spread(low, high));
  const mean = Math.cbrt(spans[0] * spans[1] * spans[2]);
  const said = scene.aspectratio && LETTERS.map((letter) => scene.aspectratio[letter]);
  const sides =
    scene.aspectmode === "data" ? spans.map((s) => s / mean) : scene.aspectmode === "cube" || !said ? [1, 1, 1] : said;
  const place = (p) =>
    p.every((v) => Number.isFinite(v)) ? p.map((v, i) => ((v - ranges[i][0]) / spans[i] - 0.5) * sides[i]) : null;
  return { ranges, half: sides.map((s) => s / 2), place };
}

function extent(data, letter) {
  let [low, high] = [Infinity, -Infinity];
  for (const trace of data)
    for (const row of isTable(trace[letter]) ? rows(trace[letter]) : [numbers(trace[letter])])
      for (const v of row) if (Number.isFinite(v) && v !== null) [low, high] = [Math.min(low, v), Math.max(high, v)];
  return low <= high ? [low, high] : [0, 1];
}

// The edges of the box, and for each axis its title and the values at its ends.
function frame({ ranges }, seen, scene, forward, colors) {
  const [x, y] = [[], []];
  const corner = (bits) => seen(...bits.map((bit, i) => ranges[i][bit]));
  for (let i = 0; i < 3; i++)
    for (const [a, b] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]) {
      const ends = [0, 1].map((bit) => corner([0, 1, 2].map((j) => (j === i ? bit : j === (i + 1) % 3 ? a : b))));
      x.push(ends[0][0], ends[1][0], null);
      y.push(ends[0][1], ends[1][1], null);
    }
  const words = { x: [], y: [], text: [] };
  for (let i = 0; i < 3; i++) {
    // the axis' text is along the lowest edge on the screen; for the vertical axis along the leftmost
    const others = [0, 1, 2].filter((j) => j !== i);
    const edges = [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ].map((bits) => [0, 1].map((end) => corner([0, 1, 2].map((j) => (j === i ? end : bits[others.indexOf(j)])))));
    const lean = (edge) => (i === 2 ? edge[0][0] + edge[1][0] : edge[0][1] + edge[1][1]);
    const edge = edges.reduce((best, one) => (lean(one) < lean(best) ? one : best));
    const said = scene[LETTERS[i] + "axis"]?.title?.text ?? LETTERS[i];
    const title = i === 2 && said.length > LONG ? said.replaceAll(" ", "<br>") : said; // little room beside the box
    const at = [0.06, 0.5, 0.94].map((part) => edge[0].map((v, k) => v + part * (edge[1][k] - v)));
    [short(ranges[i][0]), title, short(ranges[i][1])].forEach((text, n) => {
      const out = i === 2 ? [1.09, 1] : [1, 1.09]; // slightly outside the box
      words.x.push(at[n][0] * (n === 1 ? out[0] + 0.04 : out[0]));
      words.y.push(at[n][1] * (n === 1 ? out[1] + 0.04 : out[1]));
      words.text.push(text);
    });
  }
  const quiet = { type: "scatter", hoverinfo: "skip", showlegend: false, cliponaxis: false };
  return [
    { ...quiet, mode: "lines", x, y, line: { color: colors.line, width: 1 } },
    { ...quiet, mode: "text", ...words, textfont: { size: 12, color: colors.muted } },
  ];
}

const short = (value) => decimal(String(Number(value.toPrecision(3)))).replace(/^-/, "−");

// ---- traces ----
const LEGEND = ["name", "showlegend", "legendgroup", "legendrank", "visible", "opacity"];
const kept = (trace) =>
  Object.fromEntries(LEGEND.filter((name) => trace[name] !== undefined).map((name) => [name, trace[name]]));
const gap = [null, null, null];

const FLAT = {
  scatter3d(trace, seen) {
    const [x, y, z] = LETTERS.map((letter) => numbers(trace[letter]));
    const at = [...x].map((v, i) => (v === null ? gap : (seen(v, y[i], z[i]) ?? gap)));
    /** @type {Record<string, any>} */
    const made = {
      ...kept(trace),
      type: "scatter",
      mode: trace.mode ?? "lines+markers",
      x: at.map((p) => p[0]),
      y: at.map((p) => p[1]),
      cliponaxis: false,
    };
    for (const name of ["text", "textposition", "textfont"]) if (trace[name] !== undefined) made[name] = trace[name];
    if (trace.line)
      made.line = {
        color: typeof trace.line.color === "string" ? trace.line.color : undefined,
        width: 0.6 * (trace.line.width ?? 3),
        dash: trace.line.dash,
      };
    if (trace.marker)
      made.marker = {
        ...trace.marker,
        size: larger(trace.marker.size ?? 6),
        line: trace.marker.line && { ...trace.marker.line, width: trace.marker.line.width ?? 1 },
      };
    return [{ ...made, ...hover(trace, x, y, z) }];
  },

  mesh3d(trace, seen) {
    const [x, y, z] = LETTERS.map((letter) => numbers(trace[letter]));
    const [i, j, k] = ["i", "j", "k"].map((name) => numbers(trace[name]));
    const [fx, fy] = [[], []];
    for (let n = 0; n < i.length; n++) {
      const corners = [i[n], j[n], k[n]].map((v) => seen(x[v], y[v], z[v]));
      if (corners.some((p) => !p)) continue;
      const [a, b, c] = corners;
      // all triangles have the same orientation, so that overlapping fills do not cancel
      if ((b[0] - a[0]) * (c[1] - a[1]) < (b[1] - a[1]) * (c[0] - a[0])) corners.reverse();
      for (const p of [...corners, corners[0]]) (fx.push(p[0]), fy.push(p[1]));
      (fx.push(null), fy.push(null));
    }
    return [
      {
        ...kept(trace),
        type: "scatter",
        mode: "lines",
        x: fx,
        y: fy,
        fill: "toself",
        fillcolor: trace.color,
        line: { width: 0, color: trace.color },
        hoverinfo: "skip",
      },
    ];
  },

  surface(trace, seen, colors) {
    const height = rows(trace.z),
      [x, y] = [across(trace.x, (r, c) => c), across(trace.y, (r) => r)];
    const wide = height[0]?.length ?? 0;
    const shade = trace.surfacecolor ? rows(trace.surfacecolor) : height;
    const scale = Array.isArray(trace.colorscale) ? trace.colorscale : colors.sequential;
    const flat = shade.flatMap((row) => [...row].filter(Number.isFinite));
    const low = trace.cmin ?? flat.reduce((a, b) => Math.min(a, b), Infinity),
      high = trace.cmax ?? flat.reduce((a, b) => Math.max(a, b), -Infinity);
    const bands = Array.from({ length: SHADES }, () => ({ x: [], y: [] }));
    const step = (n) => Math.max(1, Math.round((n - 1) / LINES));
    const [down, over] = [step(height.length), step(wide)];
    const piece = (r, c, r2, c2) => {
      if (!(r2 < height.length && c2 < wide)) return;
      const [a, b] = [seen(x(r, c), y(r, c), height[r][c]), seen(x(r2, c2), y(r2, c2), height[r2][c2])];
      if (!a || !b) return;
      const part = ((shade[r][c] + shade[r2][c2]) / 2 - low) / spread(low, high);
      const band = bands[Math.min(SHADES - 1, Math.max(0, Math.floor(part * SHADES)))];
      band.x.push(a[0], b[0], null);
      band.y.push(a[1], b[1], null);
    };
    for (let r = 0; r < height.length; r++)
      for (let c = 0; c < wide; c++) {
        if (r % down === 0) piece(r, c, r, c + 1);
        if (c % over === 0) piece(r, c, r + 1, c);
      }
    const tone = (n) => strong(scale[Math.round(((n + 0.5) / SHADES) * (scale.length - 1))][1], colors);
    return bands.map((band, n) => ({
      ...kept(trace),
      showlegend: false,
      type: "scatter",
      mode: "lines",
      ...band,
      line: { color: tone(n), width: 1.3 },
      hoverinfo: "skip",
    }));
  },
};

const larger = (size) =>
  typeof size === "number" ? 1.5 * size : size?.bdata ? [...numbers(size)].map((s) => 1.5 * s) : size;

// Lines in the background colour would be invisible.
const strong = (color, colors) => (color?.toLowerCase() === colors.paper.toLowerCase() ? colors.line : color);

// Hover text with the position in the scene: x, y and z are passed in customdata, after the trace's own.
function hover(trace, x, y, z) {
  if (trace.hoverinfo === "skip" || !trace.hovertemplate) return { hoverinfo: "skip" };
  const own = trace.customdata && (trace.customdata.bdata ? [...numbers(trace.customdata)] : trace.customdata);
  const customdata = [...x].map((v, i) => [own?.[i] ?? null, v, y[i], z[i]]);
  const said = (template) =>
    template
      .replace(/%\{customdata/g, "%{customdata[0]")
      .replace(/%\{([xyz])([:}])/g, (_, letter, end) => `%{customdata[${1 + LETTERS.indexOf(letter)}]${end}`);
  const { hovertemplate: template } = trace;
  return { customdata, hovertemplate: Array.isArray(template) ? template.map(said) : said(template) };
}

// A function (row, column) → coordinate of a surface, from a matrix, or from a list with a value per row or column.
function across(array, of) {
  const table = isTable(array) ? rows(array) : null;
  const line = table ? [] : numbers(array);
  return table ? (r, c) => table[r][c] : (r, c) => line[of(r, c)];
}

const isTable = (array) => String(array?.shape ?? "").includes(",") || (array?.[0] ?? null) instanceof Object;

function rows(array) {
  if (!array?.bdata) return (array ?? []).map(numbers);
  const [height, width] = String(array.shape).split(",").map(Number),
    values = numbers(array);
  return Array.from({ length: height }, (_, j) => values.subarray(j * width, (j + 1) * width));
}

// ---- vectors ----
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
function unit(a) {
  const length = Math.hypot(...a) || 1;
  return a.map((v) => v / length);
}

// Rotate around a unit vector by an angle (Rodrigues' formula).
function rotated(p, axis, angle) {
  const [c, s, across] = [Math.cos(angle), Math.sin(angle), cross(axis, p)];
  return p.map((v, i) => v * c + across[i] * s + axis[i] * dot(axis, p) * (1 - c));
}
