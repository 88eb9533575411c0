// Mends plotly.js's legend. It writes names into it if only their numbers have changed, since plotly.js would lay out
// everything again. It moves a legend that plotly.js has left where it was.

const plain = (name) => typeof name === "string" && !/[<&]/.test(name);

// A name with # for each number: names that are equal in this form need no new layout of the legend.
export const numberless = (name) => (plain(name) ? name.replace(/[\u2212+-]?\d[\d.,]*(e[\u2212+-]?\d+)?/g, "#") : name);

export function writeLegend(graph, { data }) {
  for (const item of graph.querySelectorAll(".legend .traces")) {
    const name = data[item.__data__?.[0]?.trace?.index]?.name;
    const text = item.querySelector("text.legendtext");
    if (plain(name) && text && !text.children.length && text.textContent !== name) text.textContent = name;
  }
}

// Height at which a legend above the plane belongs; null for any other legend.
export function legendTop({ legend, _size: size }) {
  if (legend?.yanchor !== "bottom" || (legend.yref ?? "paper") !== "paper" || !legend._effHeight) return null;
  return size.t + size.h * (1 - legend.y) - legend._effHeight;
}

// Move the legend above the plane. When a picture gets narrower, plotly.js reserves room for a legend of more rows, finds
// that they are fewer and gives the room back, and leaves the legend on the plane.
export function placeLegend(graph) {
  const top = legendTop(graph._fullLayout ?? {}),
    legend = top === null ? null : graph.querySelector(".legend");
  const [, x, y] = /^translate\(([-\d.e]+)[ ,]+([-\d.e]+)\)$/.exec(legend?.getAttribute("transform") ?? "") ?? [];
  if (x !== undefined && Math.abs(Number(y) - top) > 1) legend.setAttribute("transform", `translate(${x},${top})`);
}
