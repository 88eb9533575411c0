// Error messages for a text that cannot be the value of a number. This module uses no DOM.
import { readings } from "./positions.js";
import { inWords } from "./words.js";

// Whether the number may have this value. First argument: Python's description of the number.
export const fits = ({ whole, least, most }, value) =>
  value >= (least ?? -Infinity) && value <= (most ?? Infinity) && (!whole || Number.isInteger(value));

export function refusal(told, text, value) {
  const { label, whole, infinite, least, most, refusal } = told,
    [symbol] = label.split(",");
  if (!text.trim()) return inWords("{symbol} needs a number.", { symbol });
  if (Number.isNaN(value)) {
    const slice = text.trim().slice(0, 40),
      [one, other] = readings(text, (reading) => fits(told, reading));
    if (other)
      return inWords("“{slice}” can mean {one} or {other}: type the one that is meant.", { slice, one, other });
    return inWords("“{slice}” is not a number.", { slice });
  }
  if (value === Infinity) return infinite ? "" : refusal || inWords("{symbol} must be finite.", { symbol });
  if (whole && !Number.isInteger(value)) return inWords("{symbol} must be a whole number.", { symbol });
  return value < (least ?? -Infinity) || value > (most ?? Infinity) ? refusal : "";
}
