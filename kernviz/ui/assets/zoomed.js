// Which part of a picture its viewer looks at: the zoomed axes, and how a space was turned. It outlives every new set of numbers.
export class Zoomed {
  axes = new Set(); // whose range is the viewer's
  turned = false;
  revision; // the picture they belong to

  // uirevision alone loses ranges on axes with equal scales: plotly widens those to fit, takes our next, unwidened range for a
  // change we want, and lets go of the viewer's. So it does with his camera where the figure brings another of its own.
  keep(graph, layout, revision) {
    if (revision !== this.revision) [this.axes, this.turned] = [new Set(), false];
    this.revision = revision;
    const camera = this.turned && graph._fullLayout?.scene?.camera;
    if (camera && layout.scene) layout.scene.camera = structuredClone(camera);
    for (const axis of this.axes) {
      const range = graph._fullLayout?.[axis]?.range;
      if (range) layout[axis] = { ...layout[axis], range: range.slice(), autorange: false };
    }
  }

  // plotly's word of what its viewer did.
  note(change) {
    for (const key of Object.keys(change)) {
      const axis = /^([xy]axis\d*)\.(range|autorange)/.exec(key);
      if (axis) this.axes.add(axis[1]);
      if (key.startsWith("scene.camera")) this.turned = key === "scene.camera"; // its parts: turned back by a button
    }
  }

  reset() {
    this.axes.clear();
  }
}
