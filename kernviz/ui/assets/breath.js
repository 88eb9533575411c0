// Values that a playing number takes: to and fro around its present value, on its slider's scale. Independent of the
// page.
const DECADES = 0.75; // range to each side on a logarithmic slider
const SHARE = 0.2; // range to each side on other sliders, as a share of the length
const STEPS = 2; // least range to each side, for whole numbers and stops
export const PERIOD = 8000; // ms of one period

export class Breath {
  middle;
  reach;
  from;

  // narrow: factor of the usual range
  constructor(scale, value, narrow = 1) {
    this.scale = scale;
    const top = scale.infinite && !scale.stops ? scale.at(scale.high) : 1; // ∞ is not a position on the way
    const here = Math.min(scale.at(value), top);
    const reach = Math.min(top / 2, narrow * this.usual(top));
    // near an end of the slider the range is shifted inwards
    const middle = Math.min(top - reach, Math.max(reach, here));
    Object.assign(this, { middle, reach, from: Math.asin(Math.min(1, Math.max(-1, (here - middle) / reach))) });
  }

  usual(top) {
    const { log, stops, whole, low, high } = this.scale;
    if (stops) return STEPS / (stops.length - 1);
    if (log) return (top * DECADES) / Math.log10(high / low);
    return whole ? top * Math.max(SHARE, STEPS / (high - low)) : top * SHARE;
  }

  // Value after that many ms; starts at the present value, upwards if possible.
  at(time) {
    return this.scale.value(this.middle + this.reach * Math.sin((2 * Math.PI * time) / PERIOD + this.from));
  }
}
