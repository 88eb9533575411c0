// Round numbers: 1, 2 or 5 times a power of ten.
const SLACK = 1e-9; // relative

// The smallest round number ≥ value, or with up = false the largest ≤ value. The value must be positive.
export function round125(value, up = true) {
  const decade = 10 ** Math.floor(Math.log10(value));
  const steps = up
    ? [1, 2, 5, 10].find((m) => m * decade >= value * (1 - SLACK))
    : [5, 2, 1].find((m) => m * decade <= value * (1 + SLACK));
  return steps * decade;
}
