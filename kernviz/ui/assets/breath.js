// Values of a number that plays (breathing.js): they oscillate around its present value, on its slider's scale. This
// module uses no DOM.
const DECADES = 0.75; // range to each side on a logarithmic slider
const SHARE = 0.2; // range to each side on other sliders, as a share of the length
const STEPS = 2; // smallest range to each side, in steps, for whole numbers and stops
export const PERIOD = 8000; // ms of one period

export class Breath {
  middle;
  reach;
  from;

  // narrow: factor of the usual range
  constructor(scale, value, narrow = 1) {
    this.scale = scale;
    const top = scale.infinite && !scale.stops ? scale.at(scale.high) : 1; // ∞ is not one of the values
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

  // Value `time` ms after the start. The first value is the present one.
  at(time) {
    return this.scale.value(this.middle + this.reach * Math.sin((2 * Math.PI * time) / PERIOD + this.from));
  }
}
