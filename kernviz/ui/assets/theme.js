// Shared by components: the colours of the current theme, and clean-up when a component is gone.
const PALETTE = __PALETTE__;
let pixel; // context of a canvas in which a CSS colour is converted to numbers

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
  // the middle of the diverging scale, f = 0, has the background colour
  for (const scale of [colors.diverging]) scale[Math.floor(scale.length / 2)] = [0.5, colors.paper];
  colors.classes.forEach((color, i) => (colors["class-" + i] = color));
  return { dark, colors, font: read("font") || "sans-serif" };
}

// The clean-up function of a component. Streamlit calls it, too, if new data arrive before the previous call has
// returned, although the component stays. So `remove` is called only if the element has left the page.
export function whenGone(element, remove) {
  return () => setTimeout(() => element.isConnected || remove());
}

// A component whose part, an instance of `Part`, is made once for its element and kept across runs of the page.
export function mounted(selector, Part) {
  const parts = new WeakMap();
  return ({ data, parentElement, setTriggerValue, setStateValue }) => {
    const root = parentElement.querySelector(selector);
    let part = parts.get(root);
    if (!part) parts.set(root, (part = new Part(root)));
    if (data) part.accept(data, setTriggerValue, setStateValue);
    return whenGone(root, () => part.remove?.());
  };
}

// The same for a part that is made from the parent element, and made again if its root element was replaced.
export function mountedIn(Part) {
  const parts = new WeakMap();
  return ({ data, parentElement, setTriggerValue, setStateValue }) => {
    let part = parts.get(parentElement);
    if (!part || !parentElement.contains(part.root)) {
      part?.remove();
      parts.set(parentElement, (part = new Part(parentElement)));
    }
    if (data) part.accept(data, setTriggerValue, setStateValue);
    return whenGone(part.root, () => part.remove());
  };
}
