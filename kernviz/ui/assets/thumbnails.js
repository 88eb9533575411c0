// Small pictures of examples. Each exists with a dark and a light background.
import { element } from "./elements.js";
import { themeOf } from "./theme.js";

export function thumbnail(picture, more = {}) {
  const image = element("img", { alt: "", width: 256, height: 160, decoding: "async", ...more });
  image.dataset.picture = picture;
  return image;
}

// Show the thumbnails below an element in the theme of the page; `pictures` is the address they are at.
export function paint(root, pictures) {
  const theme = themeOf(root).dark ? "dark" : "light";
  for (const image of root.querySelectorAll("img")) {
    const src = `${pictures}/${image.dataset.picture}-${theme}.webp`;
    if (image.getAttribute("src") !== src) image.src = src;
  }
}
