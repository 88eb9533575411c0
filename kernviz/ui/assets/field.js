// Decoder for fields of values during a drag. They are encoded as differences from a prediction, from coarse to fine;
// next to contour lines distances from the levels follow. The encoder is kernviz/wire/field.py; both compute in the same
// order and get the same numbers.

/**
 * @typedef {object} Coded encoded field of rows × columns values
 * @property {[number, number]} shape rows, columns
 * @property {[number, number]} limits lowest and highest value
 * @property {number} step value of a difference of one
 * @property {number} octave codes to an octave of the differences in the last refinement
 * @property {[number, number, number][]} ladders levels of the contour lines: start, step and count of each ladder
 * @property {Int8Array} codes differences; FAR stands for the next entry of `far`
 * @property {Int32Array} far
 * @property {Uint8Array} places index distances between corrected values; SKIP: advance by SKIP without a correction
 * @property {Int8Array} fine corrections: parts of a step up to ±HIGHEST_PARTS, beyond them changes of the exponent of a
 *   distance from a level; ITSELF stands for the next entry of `exact`, FAR for the next entry of `far`
 * @property {Float32Array | Float64Array} exact
 */

const FAR = -128,
  SKIP = 255,
  ITSELF = -127,
  MOST = 126, // largest code
  FINE = 4, // a correction in parts of a step is a multiple of step/FINE
  HIGHEST_PARTS = 8, // larger corrections are changes of an exponent
  EVEN = 128, // codes to an octave of the values stored without prediction: whole steps
  COARSE = 16, // codes to an octave, at least, between those values and the last refinement
  POWERS = [1, 1.189207115002721, 1.4142135623730951, 1.681792830507429], // of two: a quarter, a half, three quarters
  COARSEST = 16; // distance between the values stored without prediction

/**
 * The values, row after row.
 * @param {Coded} coded
 * @returns {Float64Array}
 */
export function decode(coded) {
  const { shape, limits, step, octave, codes, far } = coded;
  const [[rows, columns], [low, high]] = [shape, limits];
  const values = new Float64Array(rows * columns);
  let at = 0,
    beyond = 0,
    table = differences(EVEN);
  const next = () => {
    const code = codes[at++];
    return code === FAR ? far[beyond++] : code < 0 ? -table[-code] : table[code];
  };
  for (let j = 0; j < rows; j += COARSEST) for (let i = 0; i < columns; i += COARSEST) values[j * columns + i] = next();
  table = differences(Math.max(octave, COARSE));
  for (let stride = COARSEST / 2; stride >= 1; stride /= 2) {
    if (stride === 1) table = differences(octave);
    for (let i = stride; i < columns; i += 2 * stride)
      for (let j = 0; j < rows; j += 2 * stride)
        values[j * columns + i] = between(values, j * columns, i, columns, stride, 1) + next();
    for (let j = stride; j < rows; j += 2 * stride)
      for (let i = 0; i < columns; i += stride)
        values[j * columns + i] = between(values, i, j, rows, stride, columns) + next();
  }
  const middle = (low + high) / 2;
  for (let k = 0; k < values.length; k++) values[k] = Math.min(high, Math.max(low, values[k] * step + middle));
  correct(values, columns, coded, beyond);
  return values;
}

// The difference in steps of each code from 0 upwards: the code itself up to `octave`, then `octave` codes an octave.
function differences(octave) {
  return Float64Array.from({ length: MOST + 1 }, (_, code) =>
    code < octave ? code : (octave + (code % octave)) * 2 ** (Math.floor(code / octave) - 1),
  );
}

/**
 * Put the corrected values in their places.
 * @param {Float64Array} values
 * @param {number} columns
 * @param {Coded} coded
 * @param {number} beyond how many entries of `far` belong to the differences
 */
function correct(values, columns, { step, ladders, far, places, fine, exact }, beyond) {
  const levels = ladders
    .flatMap(([start, size, count]) => Array.from({ length: count }, (_, n) => start + n * size))
    .sort((a, b) => a - b);
  const borders = levels.slice(1).map((level, n) => levels[n] / 2 + level / 2); // between a level and the next one
  const exponents = new Map(); // by place
  let [place, corrected, sent, last] = [0, 0, 0, 0];
  for (const distance of places) {
    place += distance;
    if (distance === SKIP) continue;
    const code = fine[corrected++];
    if (code === ITSELF) {
      values[place] = exact[sent++];
      continue;
    }
    const told = code === FAR ? far[beyond++] : code;
    if (Math.abs(told) <= HIGHEST_PARTS) {
      values[place] += told * (step / FINE);
      continue;
    }
    const change = told < 0 ? told + HIGHEST_PARTS : told - HIGHEST_PARTS - 1;
    const exponent = foreseen(exponents, place, columns, last) + (change >> 1);
    exponents.set(place, (last = exponent));
    const level = levels[below(borders, values[place])];
    const above = values[place] > level !== ((change & 1) === 1);
    const fromLevel = step * POWERS[exponent & 3] * 2 ** (exponent >> 2);
    values[place] = above ? level + fromLevel : level - fromLevel;
  }
}

// Prediction of the exponent at a place: planar from the left, above, and above on the left; without one of them the
// mean of those and of the one above on the right, rounded down; without any the last exponent.
function foreseen(exponents, place, columns, last) {
  const at = place % columns;
  const left = at ? exponents.get(place - 1) : undefined;
  const above = exponents.get(place - columns);
  const corner = at ? exponents.get(place - columns - 1) : undefined;
  const planar = left + above - corner; // NaN if one is missing
  if (planar === planar) return planar;
  const right = at < columns - 1 ? exponents.get(place - columns + 1) : undefined;
  const some = [left, above, corner, right].filter((neighbour) => neighbour !== undefined);
  return some.length ? Math.floor(some.reduce((sum, each) => sum + each, 0) / some.length) : last;
}

// How many of the ascending numbers are less than the value.
function below(numbers, value) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Prediction of the value at `i` from its neighbours on a line. Values at odd multiples of `stride` from `i` are known.
 * @param {Float64Array} values
 * @param {number} start index of the line's first value
 * @param {number} i
 * @param {number} length length of the line
 * @param {number} stride
 * @param {number} spacing index distance between neighbours
 */
function between(values, start, i, length, stride, spacing) {
  const at = (k) => values[start + k * spacing];
  const [left, right] = [i - stride, i + stride];
  const [farLeft, farRight] = [left - 2 * stride, right + 2 * stride];
  if (right >= length) return farLeft < 0 ? at(left) : (3 * at(left) - at(farLeft)) * 0.5;
  if (farLeft >= 0 && farRight < length) return (9 * (at(left) + at(right)) - (at(farLeft) + at(farRight))) * 0.0625;
  if (farRight < length) return (3 * at(left) + 6 * at(right) - at(farRight)) * 0.125;
  if (farLeft >= 0) return (3 * at(right) + 6 * at(left) - at(farLeft)) * 0.125;
  return (at(left) + at(right)) * 0.5;
}
