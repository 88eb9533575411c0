// The visitor's wish for reduced motion, a setting of the system.
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
