// The current tool, shared by all pictures.
export const PROBE = -1,
  ERASE = -2,
  LASSO = -3;
export const tool = { now: 0, snap: false }; // a class by its number, or one of the constants above
