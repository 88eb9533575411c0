// Loads plotly.js once per page, and configures its graphs.
import { fineness } from "./projected_3d.js";
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
      window.__kernvizPlotly = null; // the next attempt starts from scratch
      throw error;
    });
  }
  return window.__kernvizPlotly;
}

// Configuration of a graph, created once per graph. Given another config object, even one with a new function only,
// plotly.js makes a new graph and loses the zoom.
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
    doubleClick: false, // handled in plotly_graph.js
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
