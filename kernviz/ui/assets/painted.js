// Waiting for the browser: until it has painted, decoded an image, or is idle.

// Resolves after the next frame is painted, or after 100 ms if the page is in the background. The callback of a frame
// runs before painting, so it posts a message, which is handled after painting.
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

// Resolves when the images of colour fields are decoded. The browser decodes them after plotly.js has finished, and
// they are blank until then.
export const decoded = (graph) =>
  Promise.all([...graph.querySelectorAll(".heatmaplayer image")].map((image) => image.decode?.().catch(() => {})));
