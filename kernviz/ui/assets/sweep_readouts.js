// Choice of a sweep's read-outs: for curve and map, and below each picture. This module uses no DOM.
const UNDER = 3; // number of read-outs below each picture

const moves = (swept, label) => new Set(swept.along(label).map(({ value }) => value)).size > 1;

// The read-out shown first: the page's default for a curve or a map if it varies, or else another that varies.
export function telling(swept, map) {
  const { labels } = swept,
    found = labels.filter((label) => moves(swept, label)),
    wanted = swept.telling(map ? "map" : "curve");
  return wanted.find((label) => found.includes(label)) ?? found[0] ?? labels[0] ?? "";
}

// Read-outs below each picture: the chosen one, the page's defaults, and others that vary.
export function underEach(swept, chosen) {
  const moving = swept.labels.filter((label) => moves(swept, label));
  const wanted = [chosen, ...swept.telling("map"), ...swept.telling("curve"), ...moving];
  return [...new Set(wanted)].slice(0, UNDER).map((label) => ({ label, values: swept.along(label) }));
}
