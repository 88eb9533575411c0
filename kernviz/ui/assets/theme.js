// Shared by components that draw: the colours of the current theme, and cleaning up at the end.
const PALETTE = __PALETTE__;
let pixel; // for reading a colour

function luminance(color) {
  pixel ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  pixel.fillStyle = color || "#fff";
  pixel.fillRect(0, 0, 1, 1);
  const [r, g, b] = pixel.getImageData(0, 0, 1, 1).data;
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}

export function themeOf(element) {
  const css = getComputedStyle(element);
  const read = (name) => css.getPropertyValue("--st-" + name).trim();
  const dark = luminance(read("background-color")) < 0.5;
  const colors = { ...PALETTE[dark ? "dark" : "light"] };
  for (const [token, variable] of [
    ["paper", "background-color"],
    ["ink", "text-color"],
    ["accent", "primary-color"],
  ])
    colors[token] = read(variable) || colors[token];
  // f = 0 has the background colour
  for (const scale of [colors.diverging]) scale[Math.floor(scale.length / 2)] = [0.5, colors.paper];
  colors.classes.forEach((color, i) => (colors["class-" + i] = color));
  return { dark, colors, font: read("font") || "sans-serif" };
}

// Streamlit calls a component's clean-up also if new data arrive while it waits for the previous call to return,
// although the component stays. So whatever is still on the page is kept.
export function whenGone(element, remove) {
  return () => setTimeout(() => element.isConnected || remove());
}
