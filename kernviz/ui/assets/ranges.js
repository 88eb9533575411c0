// Ranges of axes and colours, by the rules of kernviz/ranges.py: ends equal up to rounding make no range.
const NARROWEST = 1e-9;

export const isRange = (low, high) => high - low > NARROWEST * Math.max(Math.abs(low), Math.abs(high));

// high − low; for no range `equal`, and 1 for zeros.
export const spread = (low, high, equal = 1) => (isRange(low, high) ? high - low : equal || 1);
