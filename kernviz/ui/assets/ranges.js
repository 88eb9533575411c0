// Ranges of axes and colours, as in kernviz/ranges.py. Ends that are equal up to rounding count as no range.
const NARROWEST = 1e-9;

export const isRange = (low, high) => high - low > NARROWEST * Math.max(Math.abs(low), Math.abs(high));

// high − low; if this is no range, `equal`, or 1 if `equal` is 0.
export const spread = (low, high, equal = 1) => (isRange(low, high) ? high - low : equal || 1);
