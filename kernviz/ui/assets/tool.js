// The tool in hand, the same in every picture.
export const PROBE = -1,
  ERASE = -2,
  LASSO = -3;
export const tool = { now: 0, snap: false }; // a class by its number, or one of the above
