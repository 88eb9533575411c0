// Format of figures: [u32 header length][header JSON][zeros up to a multiple of 8][raw arrays]. The encoder is
// kernviz/wire/binary_message.py.

import { decode } from "./field.js";

const TYPES = {
  f8: Float64Array,
  f4: Float32Array,
  i1: Int8Array,
  u1: Uint8Array,
  i2: Int16Array,
  u2: Uint16Array,
  i4: Int32Array,
  u4: Uint32Array,
  float64: Float64Array,
  float32: Float32Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
};

// arrays of a field in the order of the message; exact values have the type of the field
const FIELD = [["codes", "i1"], ["far", "i4"], ["places", "u1"], ["fine", "i1"], ["exact"]];
const PARTS = 2 ** 14; // parts of an axis
const GAP = -(2 ** 15); // code for a gap in a line

// Decode the message. Arrays become {dtype, shape, bdata} for plotly.js. If `colors` are given, colour tokens become
// colours.
export function unpack(bytes, colors) {
  // a copy, as views need alignment and plotly.js may keep them
  const buffer = bytes instanceof ArrayBuffer ? bytes : bytes.slice().buffer;
  const length = new DataView(buffer).getUint32(0, true);
  const start = Math.ceil((4 + length) / 8) * 8;
  const fields = []; // decoded fields, in order: a field drawn both as colours and as contours is decoded once
  const parts = new Map(); // copied arrays: an array that the header names twice is copied once
  const part = (offset, size, dtype) => {
    const key = [offset, size, dtype].join(":");
    if (!parts.has(key)) {
      const raw = buffer.slice(start + offset, start + offset + size);
      parts.set(key, dtype === "f4" ? gathered(raw) : raw);
    }
    return parts.get(key);
  };
  const message = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)), (key, value) =>
    value && typeof value === "object" ? restored(value, part, fields) : value,
  );
  return colors ? colored(message, colors) : message;
}

function restored(value, part, fields) {
  if (value.kv_buffer) {
    const [offset, size] = value.kv_buffer;
    return { dtype: value.dtype, shape: value.shape, bdata: part(offset, size, value.dtype) };
  }
  if (value.kv_even) return { dtype: "f8", bdata: even(...value.kv_even).buffer };
  if (value.kv_parts) return { dtype: "f8", bdata: coordinates(value.kv_parts, part).buffer };
  if (typeof value.kv_field === "number") return fields[value.kv_field];
  if (value.kv_field) {
    const { shape, exact: kind, counts, at, ...rest } = value.kv_field;
    let from = at;
    const arrays = FIELD.map(([name, dtype], i) => {
      const type = dtype ?? kind;
      const size = counts[i] * TYPES[type].BYTES_PER_ELEMENT;
      from += size;
      return [name, new TYPES[type](part(from - size, size, "bytes"))];
    });
    const values = decode(
      /** @type {import("./field.js").Coded} */ ({ shape, ...rest, ...Object.fromEntries(arrays) }),
    );
    fields.push({ dtype: "f8", shape: shape.join(", "), bdata: values.buffer });
    return fields.at(-1);
  }
  return value;
}

// Coordinates rounded to parts of an axis: the low bytes of all codes, then the high bytes.
function coordinates([offset, count, low, high], part) {
  const raw = new Uint8Array(part(offset, 2 * count, "bytes"));
  return Float64Array.from({ length: count }, (_, i) => {
    const code = ((raw[i] | (raw[count + i] << 8)) << 16) >> 16; // a signed number of two bytes
    return code === GAP ? NaN : (code / PARTS) * (high - low) + low;
  });
}

// Evenly spaced numbers, as numpy.linspace computes them.
function even(first, last, count) {
  const step = (last - first) / (count - 1);
  const values = Float64Array.from({ length: count }, (_, i) => i * step + first);
  values[count - 1] = last;
  return values;
}

// Restore four-byte floats: the message has the first bytes of all numbers, then all second bytes, and so on.
function gathered(raw) {
  const from = new Uint8Array(raw),
    to = new Uint8Array(raw.byteLength),
    n = from.length / 4;
  for (let i = 0, j = 0; i < n; i++) {
    to[j++] = from[i];
    to[j++] = from[n + i];
    to[j++] = from[2 * n + i];
    to[j++] = from[3 * n + i];
  }
  return to.buffer;
}

// Resolve every colour token, in place.
export function colored(value, colors) {
  if (typeof value === "string") return value.startsWith("var(--kv-") ? resolveToken(value, colors) : value;
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) value[i] = colored(value[i], colors);
  else if (value && typeof value === "object" && !(value instanceof ArrayBuffer)) {
    for (const key in value) value[key] = colored(value[key], colors);
    const scale = value.colorscale; // if a stop's token named a colour scale, the stop now contains the whole scale
    if (Array.isArray(scale) && Array.isArray(scale[0]) && Array.isArray(scale[0][1])) value.colorscale = scale[0][1];
  }
  return value;
}

// Resolve a token such as var(--kv-ink) or var(--kv-class-1, 0.4): a colour of the theme, with an optional opacity. A
// token of a colour scale resolves to a list of stops.
export function resolveToken(text, colors) {
  const match = /^var\(--kv-([a-z0-9-]+)(?:,\s*([0-9.]+))?\)$/.exec(text);
  if (!match || colors[match[1]] === undefined) return text;
  const value = colors[match[1]];
  if (match[2] === undefined || Array.isArray(value)) return value;
  const n = parseInt(value.slice(1), 16);
  return value[0] === "#" ? `rgba(${n >> 16},${(n >> 8) & 255},${n & 255},${match[2]})` : value;
}

// Numbers of an array of a figure without copying; a list stays a list.
export function numbers(array) {
  if (!array || !array.bdata) return array || [];
  return (array.typed ??= new (TYPES[array.dtype] || Float64Array)(array.bdata));
}

// A matrix of a figure: {values, width, height}, row by row; a gap is NaN.
export function matrix(array) {
  if (array.bdata) {
    const [height, width] = String(array.shape).split(",").map(Number);
    return { values: numbers(array), width, height };
  }
  const [height, width] = [array.length, array.length ? numbers(array[0]).length : 0];
  const values = new Float64Array(width * height).fill(NaN);
  array.forEach((row, j) => numbers(row).forEach((v, i) => v !== null && (values[j * width + i] = v)));
  return { values, width, height };
}

// Whether two values of messages are equal; arrays are compared by content.
export function same(a, b) {
  if (a === b) return true;
  if (!a || !b || typeof a !== "object" || typeof b !== "object") return a !== a && b !== b;
  if (a instanceof ArrayBuffer) return b instanceof ArrayBuffer && sameBytes(new Uint8Array(a), new Uint8Array(b));
  if (a.bdata || b.bdata)
    return (
      !!a.bdata && !!b.bdata && a.dtype === b.dtype && String(a.shape) === String(b.shape) && same(a.bdata, b.bdata)
    );
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && same(a[key], b[key]))
  );
}

function sameBytes(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
