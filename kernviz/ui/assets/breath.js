// Which values a number goes through while it plays: to and fro around where it stands, on its slider's own scale. No page here.
const DECADES = 0.75; // each way, of a logarithmic slider
const SHARE = 0.2; // each way, of the length of any other
const STEPS = 2; // each way, at least: of whole numbers and of stops
export const PERIOD = 8000; // ms of one breath

export class Breath {
  middle;
  reach;
  from;

  // narrow: the share of its usual width
  constructor(scale, value, narrow = 1) {
    this.scale = scale;
    const top = scale.infinite && !scale.stops ? scale.at(scale.high) : 1; // ∞ is no place on the way
    const here = Math.min(scale.at(value), top);
    const reach = Math.min(top / 2, narrow * this.usual(top));
    const middle = Math.min(top - reach, Math.max(reach, here)); // at an end of the slider it has the same width
    Object.assign(this, { middle, reach, from: Math.asin(Math.min(1, Math.max(-1, (here - middle) / reach))) });
  }

  usual(top) {
    const { log, stops, whole, low, high } = this.scale;
    if (stops) return STEPS / (stops.length - 1);
    if (log) return (top * DECADES) / Math.log10(high / low);
    return whole ? top * Math.max(SHARE, STEPS / (high - low)) : top * SHARE;
  }

  // The value so many ms after the beginning; it begins where the number stands, upwards if there is room.
  at(time) {
    return this.scale.value(this.middle + this.reach * Math.sin((2 * Math.PI * time) / PERIOD + this.from));
  }
}
