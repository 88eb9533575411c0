// A click in a picture, as Python is told of it.
const REACH = 12; // pixels within which a click means the point and not the plane
const MOST = 32, // clicks
  LASTS = 30_000; // ms

// The clicks of a picture that Python may not have heard of: of two told while it is busy, only the newer one arrives.
// All of the last moments are told each time. Each has a number, so that none counts twice (kernviz/ui/plot.py).
export class Clicks {
  told = [];
  number = 0;

  with(click, now = Date.now()) {
    this.number = Math.max(this.number + 1, now);
    const fresh = this.told.filter(({ number }) => now - number < LASTS);
    return (this.told = [...fresh, { ...click, number: this.number }].slice(-MOST));
  }
}

// From plotly.js's event; null outside the axes.
export function clicked(event) {
  // on a category axis, such as the rows of a Gram matrix, the category's name, which is the number of a point
  const [x, y] = [event.xvals?.[0], event.yvals?.[0]].map((v) => (typeof v === "string" && v ? Number(v) : v));
  if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
  const far = (p) => Math.hypot(p.xaxis.d2p(p.x) - p.xaxis.d2p(x), p.yaxis.d2p(p.y) - p.yaxis.d2p(y));
  const mark = (event.points || []).find(
    (p) => p.data.type === "scatter" && p.pointNumber !== undefined && far(p) < REACH,
  );
  return {
    x,
    y,
    curve: mark ? mark.curveNumber : null,
    point: mark ? mark.pointNumber : null,
    customdata: mark?.customdata ?? null,
  };
}
