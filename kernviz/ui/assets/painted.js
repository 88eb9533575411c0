// Waiting for the browser: until it has painted, decoded an image, or is idle.

// Resolves after the next frame, or soon if the page is in the background. Inside a frame's callback, a change may
// still be drawn in that frame.
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

// Colour fields are images, which the browser decodes after plotly.js has finished. Until then they would be blank.
export const decoded = (graph) =>
  Promise.all([...graph.querySelectorAll(".heatmaplayer image")].map((image) => image.decode?.().catch(() => {})));
