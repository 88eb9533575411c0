// Reduced motion: a setting of the visitor's system.
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
