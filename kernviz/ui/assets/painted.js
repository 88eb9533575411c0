// Waiting for the browser: until something is painted, read, or nothing else is to be done.

// After the next frame; a page in the background has none. What is told in a frame itself could still be drawn over in it.
const frames = new MessageChannel();
const shown = [];
frames.port1.onmessage = () => shown.shift()();
export const painted = () =>
  new Promise((resolve) =>
    document.hidden
      ? setTimeout(resolve, 100)
      : requestAnimationFrame(() => (shown.push(resolve), frames.port2.postMessage(0))),
  );

export const atLeisure = (call) => (window.requestIdleCallback ? requestIdleCallback(call, { timeout: 1000 }) : call());

// Fields are images, which a browser reads after plotly has said it is done: until then there would be bare paper.
export const decoded = (graph) =>
  Promise.all([...graph.querySelectorAll(".heatmaplayer image")].map((image) => image.decode?.().catch(() => {})));
