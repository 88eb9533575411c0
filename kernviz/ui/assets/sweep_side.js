// Some frames of a sweep side by side: small, static pictures drawn by plotly.js from stored frames.
import { colored, numbers } from "./binary_message.js";
import { element } from "./elements.js";
import { mark } from "./mark.js";
import { cameraOf, flattened } from "./projected_3d.js";
import { template } from "./template.js";
import { themeOf } from "./theme.js";

const TALL = { share: 0.85, least: 150, most: 340 }; // height as a share of the width, with limits in pixels
const SMALLER = 0.5; // factor for marks and lines

export class Side {
  on;
  drawn = Promise.resolve(); // resolves when all pictures are drawn

  constructor(go) {
    this.root = element("div", { className: "kv-side" });
    this.go = go;
    this.shown = "";
  }

  // items: [{place, title, said: [words], message()}]
  async draw(items, again = false) {
    const shown = items.map(({ title, said }) => title + said.join()).join("|");
    if (shown === this.shown && !again) return;
    this.shown = shown;
    const run = (this.run = Symbol());
    this.clear();
    mark(this.root, "filled");
    while (!window.Plotly) {
      await new Promise((resolve) => setTimeout(resolve, 100)); // plotly.js is being loaded for the page's own picture
      if (this.run !== run || !this.root.isConnected) return;
    }
    const theme = themeOf(this.root);
    for (const { place, title, said, message } of items) {
      const graph = element("div", { className: "kv-small" });
      const words = element("span", {}, [element("b", { textContent: title }), ` ${said.join(" · ")}`]);
      const cell = element("button", { type: "button", onclick: () => this.go(place) }, [graph, words]);
      this.root.append(cell);
      const [picture] = Object.values(message().pictures);
      if (!picture) continue;
      cell.title = picture.alt;
      const tall = Math.round(Math.min(TALL.most, Math.max(TALL.least, TALL.share * graph.clientWidth)));
      graph.style.height = `${tall}px`;
      await window.Plotly.newPlot(graph, ...small(picture.figure, theme, tall), {
        staticPlot: true,
        displayModeBar: false,
      });
      for (const svg of graph.querySelectorAll("svg")) svg.setAttribute("aria-hidden", "true");
      await new Promise((resolve) => setTimeout(resolve)); // lets the browser handle events in between
      if (this.run !== run) return;
    }
  }

  clear() {
    for (const graph of this.root.querySelectorAll(".kv-small")) window.Plotly?.purge(graph);
    this.root.replaceChildren();
    mark(this.root, "filled", false);
  }
}

const less = (size) => (typeof size === "number" ? SMALLER * size : Array.from(numbers(size), (v) => SMALLER * v));

function marks(marker) {
  const { size = 6, line } = marker;
  return {
    ...marker,
    showscale: false,
    size: less(size),
    ...(line?.width ? { line: { ...line, width: less(line.width) } } : {}),
  };
}

function small(told, theme, tall) {
  let figure = colored(told, theme.colors);
  if (figure.layout.scene) {
    const { data, layout } = flattened(figure, cameraOf(figure.layout.scene), theme);
    figure = { data: data.filter(({ mode }) => mode !== "text"), layout }; // without axis texts, too large here
  }
  const { updatemenus, sliders, annotations, ...layout } = figure.layout;
  const data = figure.data.map((trace) => ({
    ...trace,
    showscale: false,
    ...(trace.marker ? { marker: marks(trace.marker) } : {}),
    ...(trace.line ? { line: { ...trace.line, width: less(trace.line.width ?? 2) } } : {}),
  }));
  for (const key of Object.keys(layout).filter((name) => /^[xy]axis/.test(name)))
    layout[key] = { ...layout[key], title: undefined, nticks: 4, tickfont: { size: 9 } };
  return [
    data,
    {
      ...layout,
      template: template(theme),
      showlegend: false,
      title: undefined,
      height: tall,
      autosize: true,
      margin: { l: 26, r: 6, t: 6, b: 20 },
    },
  ];
}
