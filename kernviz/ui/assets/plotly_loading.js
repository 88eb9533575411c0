// plotly.js, fetched once a page, and how its graphs are set up.
import { fineness } from "./flat.js";
import { inWords } from "./words.js";

export function loadPlotly(url) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  if (!window.__kernvizPlotly) {
    window.__kernvizPlotly = new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = url;
      script.onload = () => (window.Plotly ? resolve(window.Plotly) : reject(new Error("no Plotly in " + url)));
      script.onerror = () => reject(new Error("could not load " + url));
      document.head.appendChild(script);
    }).catch((error) => {
      window.__kernvizPlotly = null; // the next attempt starts afresh
      throw error;
    });
  }
  return window.__kernvizPlotly;
}

// Made once a graph: for a config that differs, be it by a new function, plotly.js starts a new graph and forgets the zoom.
export function configOf(graph, Plotly) {
  const download = (format, title, icon) => ({
    name: "download-" + format,
    title,
    icon,
    click: (gd) => Plotly.downloadImage(gd, { format, scale: format === "png" ? 3 : 1, filename: graph.filename }),
  });
  return {
    displaylogo: false,
    showSendToCloud: false,
    responsive: false,
    showTips: false,
    doubleClick: "reset",
    plotGlPixelRatio: fineness(),
    modeBarButtonsToRemove: [
      "toImage",
      "select2d",
      "lasso2d",
      "autoScale2d",
      "hoverClosest3d",
      "tableRotation",
      "resetCameraLastSave3d",
    ],
    modeBarButtonsToAdd: [
      download("png", inWords("Download as PNG"), Plotly.Icons.camera),
      download("svg", inWords("Download as SVG"), Plotly.Icons.disk),
    ],
  };
}
