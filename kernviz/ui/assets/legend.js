// Writes names into plotly.js's legend if only their numbers have changed, since plotly.js would lay out everything
// again.

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
