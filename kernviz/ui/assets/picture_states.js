// Decides what a picture does next, by tables. There are three ways of drawing. At rest plotly.js draws everything.
// During a drag our layer (layer.js) draws over plotly.js's axes. If a drag changes axes or legend, plotly.js draws
// these below our layer. This module uses no DOM.
//
// The first row whose conditions all hold gives the result.

// A picture has arrived for display.
const WANTED = [
  [{ sameAxes: false }, "draw"],
  [{ underMouse: true }, "draw"], // hovering needs plotly.js now
  [{ seen: true }, "at leisure"], // our layer already shows this picture; plotly.js draws it later, for hovering
  [{ moving: true }, "draw"],
  [{ busy: true }, "draw"],
  [{ lately: false }, "draw"],
  [{}, "cover"], // the update after a release: our layer shows it at once, plotly.js draws later
];

// A picture waits to be drawn by plotly.js.
const NEXT = [
  [{ busy: true }, "wait"], // one drawing at a time, the newest only: with a held key, a queue would show old states
  [{ asked: false }, "wait"],
  [{ sized: false }, "wait"], // hidden, as in a closed tab: drawn when it has a size
  // this picture at rest is older than the present drag
  [{ ours: true, held: true, moving: false, patient: true }, "wait"],
  [{}, "draw"],
];

// plotly.js has finished: which drawing stays visible.
const DRAWN = [
  [{ movedOn: true }, "newest"], // the drag has moved on
  [{ axesOnly: true }, "own"], // plotly.js drew only the axes for our layer
  [{}, "plotly"],
];

// No picture has arrived for a while.
const SETTLED = [
  [{ gone: true }, "nothing"],
  [{ ours: false, asked: false }, "nothing"],
  [{ held: true, moving: true }, "wait"],
  [{}, "rest"], // the drag ended where it began, so no picture at rest will arrive
];

const read = (table) => (facts) =>
  table.find(([row]) => Object.entries(row).every(([name, value]) => Boolean(facts[name]) === value))[1];

export const onWanted = read(WANTED);
export const onNext = read(NEXT);
export const onDrawn = read(DRAWN);
export const onSettled = read(SETTLED);
