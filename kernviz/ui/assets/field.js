// Fields as they travel while they move: differences from a prediction, coarse to fine, and the values next to level lines
// themselves. kernviz/wire/field.py is the other half; both compute in the same order, so they get the same numbers.

/**
 * @typedef {object} Coded a field of rows × columns values
 * @property {[number, number]} shape rows, columns
 * @property {[number, number]} limits lowest and highest value
 * @property {number} step what a difference of one stands for
 * @property {Int8Array} codes differences; FAR where the next of `far` stands
 * @property {Int32Array} far
 * @property {Uint8Array} places distances between the corrected values; SKIP: so many further, none here
 * @property {Int8Array} fine their corrections; ITSELF where the next of `exact` stands
 * @property {Float32Array | Float64Array} exact
 */

const FAR = -128,
  SKIP = 255,
  ITSELF = -128,
  PARTS = 256, // of a step, in corrections
  COARSEST = 16; // distance of the values that are not predicted

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
  for (let k = 0; k < values.length; k++) values[k] = Math.min(high, Math.max(low, values[k] * step + middle));
  let [place, corrected, sent] = [0, 0, 0];
  for (const distance of places) {
    place += distance;
    if (distance === SKIP) continue;
    const correction = fine[corrected++];
    if (correction === ITSELF) values[place] = exact[sent++];
    else values[place] += correction * (step / PARTS);
  }
  return values;
}

/**
 * What its neighbours on a line say about the value at `i`: those at odd multiples of `stride` away from it are known.
 * @param {Float64Array} values
 * @param {number} start where the line begins
 * @param {number} i
 * @param {number} length of the line
 * @param {number} stride
 * @param {number} apart how far its values lie from each other
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
