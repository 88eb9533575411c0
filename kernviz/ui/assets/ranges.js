// Ranges of axes and colours, by the rule of kernviz/ranges.py: ends that are equal to a rounding are no range.
const NARROWEST = 1e-9;

export const isRange = (low, high) => high - low > NARROWEST * Math.max(Math.abs(low), Math.abs(high));

// High - low, or where that is no range `equal`, and 1 for nothing.
export const spread = (low, high, equal = 1) => (isRange(low, high) ? high - low : equal || 1);
