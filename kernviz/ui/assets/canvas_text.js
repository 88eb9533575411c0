// Text on a canvas as in plotly.js: line height 1.3, and the tags <b>, <i>, <sub>, <sup>, <br>, <span>.

export const LEADING = 1.3;
const runs = new Map(); // text → its lines, each a list of {text, bold, italic, size, shift}
const ENTITIES = { amp: "&", lt: "<", gt: ">", nbsp: "\u00a0", quot: '"', times: "×", plusmn: "±", deg: "°", mu: "μ" };

const plain = (text) =>
  text.replace(/&(#?\w+);/g, (all, name) =>
    name in ENTITIES ? ENTITIES[name] : name[0] === "#" ? String.fromCodePoint(+name.slice(1) || 32) : all,
  );

function parse(source) {
  const lines = [[]];
  const stack = [{ bold: false, italic: false, size: 1, shift: 0, color: undefined }];
  for (const piece of source.split(/(<[^>]*>)/)) {
    const tag = /^<(\/?)(\w+)([^>]*)>$/.exec(piece);
    const now = stack[stack.length - 1];
    if (!tag) {
      if (piece) lines[lines.length - 1].push({ ...now, text: plain(piece) });
    } else if (tag[2] === "br") lines.push([]);
    else if (tag[1]) stack.length > 1 && stack.pop();
    else {
      const next = { ...now };
      if (tag[2] === "b") next.bold = true;
      if (tag[2] === "i" || tag[2] === "em") next.italic = true;
      if (tag[2] === "sub") [next.size, next.shift] = [0.7 * now.size, now.shift + 0.3 * now.size];
      if (tag[2] === "sup") [next.size, next.shift] = [0.7 * now.size, now.shift - 0.6 * now.size];
      next.color = /color:\s*([^;"']+)/.exec(tag[3])?.[1] ?? now.color;
      stack.push(next);
    }
  }
  return lines;
}

function linesOf(text) {
  const source = String(text);
  let found = runs.get(source);
  if (!found) {
    if (runs.size > 2000) runs.clear(); // changing numbers would fill the cache
    runs.set(source, (found = parse(source)));
  }
  return found;
}

function fontOf(run, size, theme) {
  return `${run.italic ? "italic " : ""}${run.bold ? "bold " : ""}${size * run.size}px ${theme.font}`;
}

function widthOf(context, line, size, theme) {
  let width = 0;
  for (const run of line) {
    context.font = fontOf(run, size, theme);
    width += context.measureText(run.text).width;
  }
  return width;
}

// {width, height, ascent} of the text; its box starts `ascent` above the first baseline.
export function measure(context, text, size, theme) {
  const lines = linesOf(text);
  let width = 0;
  for (const line of lines) width = Math.max(width, widthOf(context, line, size, theme));
  context.font = `${size}px ${theme.font}`;
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText("M");
  return { width, ascent, height: ascent + descent + (lines.length - 1) * LEADING * size, lines: lines.length };
}

// Write the text. y: first baseline. anchor: which part of a line is at x, "start", "middle" or "end".
export function write(context, text, x, y, { size, color, anchor, theme }) {
  linesOf(text).forEach((line, n) => {
    const share = anchor === "middle" ? 0.5 : anchor === "end" ? 1 : 0;
    let at = share ? x - share * widthOf(context, line, size, theme) : x;
    for (const run of line) {
      context.font = fontOf(run, size, theme);
      context.fillStyle = run.color || color;
      context.fillText(run.text, at, y + n * LEADING * size + run.shift * size);
      at += context.measureText(run.text).width;
    }
  });
}
