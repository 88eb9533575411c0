// Colour scales as look-up tables, and colours as numbers.

const STEPS = 1024;
const tables = new Map(); // tables by the JSON of their stops; a page has one or two
let ruler;

// [red, green, blue, alpha], 0 to 255, of any CSS colour.
export function rgba(color) {
  const hex = /^#([0-9a-f]{6})$/i.exec(color);
  if (hex) {
    const n = parseInt(hex[1], 16);
    return [n >> 16, (n >> 8) & 255, n & 255, 255];
  }
  const said = /^rgba?\(\s*([\d.]+)\s*,\s*([\d.]+)\s*,\s*([\d.]+)\s*(?:,\s*([\d.]+)\s*)?\)$/.exec(color);
  if (said) return [+said[1], +said[2], +said[3], 255 * (said[4] === undefined ? 1 : +said[4])];
  ruler ??= Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", {
    willReadFrequently: true,
  });
  ruler.clearRect(0, 0, 1, 1);
  ruler.fillStyle = color;
  ruler.fillRect(0, 0, 1, 1);
  return [...ruler.getImageData(0, 0, 1, 1).data];
}

// The scale's colours at STEPS equal distances, as four bytes of a pixel.
export function tableOf(stops) {
  const key = JSON.stringify(stops);
  let table = tables.get(key);
  if (table) return table;
  if (tables.size > 40) tables.clear();
  table = new Uint32Array(STEPS);
  const bytes = new Uint8ClampedArray(table.buffer);
  const colors = stops.map(([, color]) => rgba(color));
  for (let i = 0, stop = 0; i < STEPS; i++) {
    const at = i / (STEPS - 1);
    while (stop < stops.length - 2 && at > stops[stop + 1][0]) stop++;
    const [from, to] = [stops[stop][0], stops[Math.min(stop + 1, stops.length - 1)][0]];
    const share = to > from ? Math.min(1, Math.max(0, (at - from) / (to - from))) : 1;
    const [a, b] = [colors[stop], colors[Math.min(stop + 1, stops.length - 1)]];
    for (let k = 0; k < 4; k++) bytes[4 * i + k] = a[k] + (b[k] - a[k]) * share;
  }
  tables.set(key, table);
  return table;
}

// Mapping of values to the table: [lowest value, entries per unit].
/** @returns {[number, number]} */
export function placing(low, high) {
  return high > low ? [low, (STEPS - 1) / (high - low)] : [low - 0.5, STEPS - 1];
}

export function pick(table, value, [low, rate]) {
  const place = Math.round((value - low) * rate);
  return table[place < 0 ? 0 : place >= STEPS ? STEPS - 1 : place];
}

// The colour limits of a figure, or else of its values; the latter are symmetric around `middle`, if given.
/** @returns {[number, number]} */
export function limits(values, low, high, middle) {
  if (low != null && high != null) return [low, high];
  let [least, most] = [Infinity, -Infinity];
  for (const v of values) {
    if (v < least) least = v;
    if (v > most) most = v;
  }
  if (middle != null) {
    const reach = Math.max(most - middle, middle - least);
    [least, most] = [middle - reach, middle + reach];
  }
  return [low ?? least, high ?? most];
}

// White or black, whichever has the larger contrast (WCAG) with this entry of the table.
export function contrast(pixel) {
  return inkOn([pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255, pixel >>> 24]);
}

// White or black, whichever has the larger contrast (WCAG) with [red, green, blue, alpha] on white: at least 4.5 with
// every colour. The dark grey of plotly.js leaves 3.1 with a blue of medium lightness.
/** @param {number[]} color */
export function inkOn([r, g, b, alpha]) {
  const a = alpha / 255;
  const linear = (v) => ((v = (v * a) / 255 + 1 - a) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const own = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05;
  return own * own < 1.05 * 0.05 ? "#fff" : "#000";
}

export function css(pixel) {
  return `rgba(${pixel & 255},${(pixel >> 8) & 255},${(pixel >> 16) & 255},${(pixel >>> 24) / 255})`;
}
