// A page embedded in another site: `embed=1` in the address, read by the browser only (embed.css). Also the HTML code
// that embeds this page, for slides in HTML and for Moodle's editor.
import { inWords } from "./words.js";

const root = document.documentElement;

// The query parameter `embed` of this page, or null; Python does not read it.
export const embedded = () => (root.classList.contains("kv-embed") ? "1" : null);

const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * HTML code that embeds the page.
 * @param {string} address
 * @param {"slides" | "moodle"} where
 * @param {string} title
 */
export function snippet(address, where, title = document.title) {
  const inside = new URL(address);
  inside.searchParams.set("embed", "1");
  const [src, page, name] = [inside.href, address, title].map(escaped);
  const tall = where === "slides" ? 600 : 640;
  const frame = `<iframe src="${src}" title="${name}" style="width:100%;height:${tall}px;border:0"></iframe>`;
  if (where === "slides") return frame;
  return `<div>${frame}<p><a href="${page}" target="_blank" rel="noopener">${escaped(inWords("The whole page"))}</a></p></div>`;
}
