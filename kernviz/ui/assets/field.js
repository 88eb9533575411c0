// Decoder for fields of values during a drag. They are encoded as differences from a prediction, from coarse to fine,
// with exact values next to contour lines. The encoder is kernviz/wire/field.py; both compute in the same order and get
// the same numbers.

/**
 * @typedef {object} Coded encoded field of rows × columns values
 * @property {[number, number]} shape rows, columns
 * @property {[number, number]} limits lowest and highest value
 * @property {number} step value of a difference of one
 * @property {Int8Array} codes differences; FAR stands for the next entry of `far`
 * @property {Int32Array} far
 * @property {Uint8Array} places index distances between corrected values; SKIP: advance by SKIP without a correction
 * @property {Int8Array} fine corrections; ITSELF stands for the next entry of `exact`
 * @property {Float32Array | Float64Array} exact
 */

const FAR = -128,
  SKIP = 255,
  ITSELF = -128,
  PARTS = 256, // corrections are multiples of step/PARTS
  COARSEST = 16; // distance between the values stored without prediction

/**
 * The values, row after row.
 * @param {Coded} coded
 * @returns {Float64Array}
 */
export function decode({ shape: [rows, columns], limits: [low, high], step, codes, far, places, fine, exact }) {
  const values = new Float64Array(rows * columns);
  let at = 0,
    beyond = 0;
  const next = () => {
    const code = codes[at++];
    return code === FAR ? far[beyond++] : code;
  };
  for (let j = 0; j < rows; j += COARSEST) for (let i = 0; i < columns; i += COARSEST) values[j * columns + i] = next();
  for (let stride = COARSEST / 2; stride >= 1; stride /= 2) {
    for (let i = stride; i < columns; i += 2 * stride)
      for (let j = 0; j < rows; j += 2 * stride)
        values[j * columns + i] = between(values, j * columns, i, columns, stride, 1) + next();
    for (let j = stride; j < rows; j += 2 * stride)
      for (let i = 0; i < columns; i += stride)
        values[j * columns + i] = between(values, i, j, rows, stride, columns) + next();
  }
  const middle = (low + high) / 2;
  const within = (value) => Math.min(high, Math.max(low, value));
  for (let k = 0; k < values.length; k++) values[k] = within(values[k] * step + middle);
  let [place, corrected, sent] = [0, 0, 0];
  for (const distance of places) {
    place += distance;
    if (distance === SKIP) continue;
    const correction = fine[corrected++];
    if (correction === ITSELF) values[place] = exact[sent++];
    else values[place] = within(values[place] + correction * (step / PARTS));
  }
  return values;
}

/**
 * Prediction of the value at `i` from its neighbours on a line. Values at odd multiples of `stride` from `i` are known.
 * @param {Float64Array} values
 * @param {number} start index of the line's first value
 * @param {number} i
 * @param {number} length length of the line
 * @param {number} stride
 * @param {number} apart index distance between neighbours
 */
function between(values, start, i, length, stride, apart) {
  const at = (k) => values[start + k * apart];
  const [left, right] = [i - stride, i + stride];
  const [farLeft, farRight] = [left - 2 * stride, right + 2 * stride];
  if (right >= length) return farLeft < 0 ? at(left) : (3 * at(left) - at(farLeft)) * 0.5;
  if (farLeft >= 0 && farRight < length) return (9 * (at(left) + at(right)) - (at(farLeft) + at(farRight))) * 0.0625;
  if (farRight < length) return (3 * at(left) + 6 * at(right) - at(farRight)) * 0.125;
  if (farLeft >= 0) return (3 * at(right) + 6 * at(left) - at(farLeft)) * 0.125;
  return (at(left) + at(right)) * 0.5;
}
