// The plotly.js template of all pictures, in the colours of the page's theme. Also the removal of animation for
// visitors who prefer reduced motion.

export function template({ colors, font }) {
  const text = { family: font, color: colors.ink, size: 14 };
  const axis = {
    gridcolor: colors.grid,
    zerolinecolor: colors.line,
    linecolor: colors.line,
    tickcolor: colors.line,
    zerolinewidth: 1,
    tickfont: { color: colors.muted, size: 12 },
    title: { font: { size: 14 }, standoff: 8 },
    ticklabelstandoff: 4, // the lowest numbers of two axes do not meet at their corner
    automargin: true,
  };
  const axis3d = {
    ...axis,
    automargin: undefined,
    ticklabelstandoff: undefined,
    backgroundcolor: colors.paper,
    showbackground: true,
    showspikes: false,
  };
  const bar = { outlinewidth: 0, thickness: 12, tickfont: axis.tickfont, title: { font: { size: 13 } } };
  const scaled = {};
  for (const type of ["heatmap", "contour", "surface", "histogram2d"]) scaled[type] = [{ colorbar: bar }];
  for (const type of ["scatter", "scatter3d"]) scaled[type] = [{ marker: { colorbar: bar } }];
  const button = { bgcolor: colors.panel, bordercolor: colors.line, font: { ...text, size: 13 } };
  return {
    data: scaled,
    layout: {
      paper_bgcolor: colors.paper,
      plot_bgcolor: colors.paper,
      font: text,
      colorway: colors.classes,
      colorscale: { sequential: colors.sequential, diverging: colors.diverging },
      coloraxis: { colorbar: bar },
      hovermode: "closest",
      hoverlabel: { bgcolor: colors.panel, bordercolor: colors.line, font: text, align: "left" },
      title: { font: { size: 15 }, x: 0, xanchor: "left", xref: "paper" },
      legend: { bgcolor: "rgba(0,0,0,0)", font: { size: 13 }, orientation: "h", y: 1.02, yanchor: "bottom", x: 0 },
      margin: { l: 48, r: 16, t: 36, b: 44 },
      xaxis: axis,
      yaxis: axis,
      scene: { xaxis: axis3d, yaxis: axis3d, zaxis: axis3d, bgcolor: colors.paper },
      annotationdefaults: { font: { color: colors.ink, size: 13 }, arrowcolor: colors.muted, arrowwidth: 1 },
      shapedefaults: { line: { color: colors.muted } },
      sliderdefaults: { ...button, activebgcolor: colors.accent, tickcolor: colors.line },
      updatemenudefaults: button,
      modebar: { bgcolor: "rgba(0,0,0,0)", color: colors.muted, activecolor: colors.accent },
    },
  };
}

export function stopMotion(layout) {
  delete layout.transition;
  for (const control of [
    ...(layout.updatemenus || []).flatMap((m) => m.buttons || []),
    ...(layout.sliders || []).flatMap((s) => s.steps || []),
  ])
    for (const arg of control.args || []) if (arg && arg.transition) arg.transition.duration = 0;
  for (const button of (layout.updatemenus || []).flatMap((m) => m.buttons || []))
    // such a button jumps to the last frame
    if (button.method === "animate" && Array.isArray(button.args?.[0])) button.args[0] = button.args[0].slice(-1);
}
