// Next step of a picture, as tables. There are three ways of drawing: plotly.js at rest; our layer over plotly.js's
// axes during a drag; plotly.js's axes and legend below our layer, if a drag has changed these, too. Independent of the
// page.
//
// The first row whose conditions all hold gives the step.

// A picture has arrived for display.
const WANTED = [
  [{ sameAxes: false }, "draw"],
  [{ underMouse: true }, "draw"], // hover may be needed now
  [{ seen: true }, "at leisure"], // our layer shows it already; plotly.js follows for hovering
  [{ moving: true }, "draw"],
  [{ busy: true }, "draw"],
  [{ lately: false }, "draw"],
  [{}, "cover"], // it did not follow a drag: our layer shows it at once, plotly.js draws later
];

// plotly.js is free to draw.
const NEXT = [
  [{ busy: true }, "wait"], // one drawing at a time, the newest only: with a held key, a queue would show old states
  [{ asked: false }, "wait"],
  [{ sized: false }, "wait"], // hidden, as in a closed tab: drawn when it has a size
  // a picture at rest from before the drag, which has moved on
  [{ ours: true, held: true, moving: false, patient: true }, "wait"],
  [{}, "draw"],
];

// plotly.js has finished: which drawing stays visible.
const DRAWN = [
  [{ movedOn: true }, "newest"], // the drag has moved on
  [{ axesOnly: true }, "own"], // plotly.js drew only the axes for our layer
  [{}, "plotly"],
];

// Nothing has arrived for a while.
const SETTLED = [
  [{ gone: true }, "nothing"],
  [{ ours: false, asked: false }, "nothing"],
  [{ held: true, moving: true }, "wait"],
  [{}, "rest"], // the drag has returned to its start, and no picture at rest will follow: the last one is drawn as one
];

const read = (table) => (facts) =>
  table.find(([row]) => Object.entries(row).every(([name, value]) => Boolean(facts[name]) === value))[1];

export const onWanted = read(WANTED);
export const onNext = read(NEXT);
export const onDrawn = read(DRAWN);
export const onSettled = read(SETTLED);
