// Which read-outs of a sweep are shown: the one of the curve or the map, and those under each picture. No page here.
const UNDER = 3; // read-outs under each of the pictures side by side

const moves = (swept, label) => new Set(swept.along(label).map(({ value }) => value)).size > 1;

// The read-out to begin with: one that moves; over two numbers, how well it does on what it has not seen.
export function telling(swept, map) {
  const { labels } = swept,
    found = labels.filter((label) => moves(swept, label)),
    wanted = swept.telling(map ? "map" : "curve");
  return wanted.find((label) => found.includes(label)) ?? found[0] ?? labels[0] ?? "";
}

// Those under each picture: the chosen one, those the page would begin with, and others that move.
export function underEach(swept, chosen) {
  const moving = swept.labels.filter((label) => moves(swept, label));
  const wanted = [chosen, ...swept.telling("map"), ...swept.telling("curve"), ...moving];
  return [...new Set(wanted)].slice(0, UNDER).map((label) => ({ label, values: swept.along(label) }));
}
