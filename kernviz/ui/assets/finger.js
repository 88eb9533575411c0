// Choosing among points that are close together: the part of the picture to enlarge for a finger, and the next point in
// the direction of an arrow key. This module uses no DOM.
const MOST = 12; // largest enlargement of the picture
const APART = 1.5; // distance of neighbouring points after the enlargement, in units of `finger`
const SAME = 1e-3; // pixels: points closer than this cannot be separated

/** @param {number[]} from  @param {number[]} to */
const distance = (from, to) => Math.hypot(from[0] - to[0], from[1] - to[1]);

// The window [left, top, width, height] of the picture in which a finger can choose between the point `at` and the
// points around it. The result is null if no enlargement is needed, or none helps. `finger`: the distance that a finger
// needs between two points, in pixels of the picture as it is shown now.
/**
 * @param {number[]} at
 * @param {any[]} spots
 * @param {number[]} size_ width and height of the whole picture
 * @param {number[]} shown the window shown now
 * @param {number} finger
 */
export function enlarged(at, spots, size_, shown, finger) {
  const [width, height] = size_,
    wide = shown[2];
  const crowd = spots.filter((spot) => distance(spot.at, at) < finger && distance(spot.at, at) > SAME);
  if (!crowd.length) return null;
  const nearest = Math.min(...crowd.map((spot) => distance(spot.at, at)));
  const before = width / wide,
    times = Math.min(MOST, Math.max(2, before * ((APART * finger) / nearest)));
  if (times <= before) return null;
  const size = [width / times, height / times];
  const start = [0, 1].map((i) => Math.min([width, height][i] - size[i], Math.max(0, at[i] - size[i] / 2)));
  return [...start, ...size];
}

export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The number of the nearest point in the direction of an arrow key; `number` itself if there is no such point. For
// other keys the result is undefined.
export function next(key, number, spots) {
  const way = WAYS[key],
    from = spots.find((spot) => spot.number === number);
  if (!way || !from) return undefined;
  const along = ({ at }) => (at[0] - from.at[0]) * way[0] + (at[1] - from.at[1]) * way[1];
  const aside = ({ at }) => Math.abs((at[0] - from.at[0]) * way[1]) + Math.abs((at[1] - from.at[1]) * way[0]);
  const cost = (spot) => along(spot) + 2 * aside(spot);
  const ahead = spots.filter(
    (spot) => along(spot) > SAME || (spot !== from && along(spot) >= 0 && aside(spot) <= SAME && spot.number > number),
  );
  return ahead.sort((a, b) => cost(a) - cost(b))[0]?.number ?? number;
}
