// What a picture does next, as tables. Three drawings share its place: plotly's at rest; ours over plotly's axes while a hand moves
// something; plotly's axes and legend under ours, where a hand has moved those, too. No page here.
//
// A table is read from above: the first row whose facts all hold says what is done.

// A picture is wanted on the page.
const WANTED = [
  [{ sameAxes: false }, "draw"],
  [{ underMouse: true }, "draw"], // there may be a hover
  [{ seen: true }, "at leisure"], // ours is there already; plotly follows, for its hover
  [{ moving: true }, "draw"],
  [{ busy: true }, "draw"],
  [{ lately: false }, "draw"],
  [{}, "cover"], // what did not follow the hand: ours at once, plotly at leisure
];

// Plotly could draw.
const NEXT = [
  [{ busy: true }, "wait"], // one drawing at a time and only the newest: with a key held down, a queue would show the past
  [{ asked: false }, "wait"],
  [{ sized: false }, "wait"], // hidden (a closed tab): drawn when it has a size
  [{ ours: true, held: true, moving: false, patient: true }, "wait"], // at rest from before, under a hand that has moved on
  [{}, "draw"],
];

// Plotly has drawn: whose drawing stays on top.
const DRAWN = [
  [{ movedOn: true }, "newest"], // the hand was elsewhere meanwhile
  [{ axesOnly: true }, "own"], // these were the axes for ours
  [{}, "plotly"],
];

// Nothing has come for a while.
const SETTLED = [
  [{ gone: true }, "nothing"],
  [{ ours: false, asked: false }, "nothing"],
  [{ held: true, moving: true }, "wait"],
  [{}, "rest"], // the hand is back where it was, and no picture at rest will come: the last one is drawn as one
];

const read = (table) => (facts) =>
  table.find(([row]) => Object.entries(row).every(([name, value]) => Boolean(facts[name]) === value))[1];

export const onWanted = read(WANTED);
export const onNext = read(NEXT);
export const onDrawn = read(DRAWN);
export const onSettled = read(SETTLED);
