// The viewer's zoomed axes and camera of a picture. They are kept when numbers change.
export class Zoomed {
  axes = new Set(); // axes whose range the viewer has set
  turned = false;
  revision; // revision of the picture to which axes and camera belong

  // Put the viewer's ranges and camera into a new layout. plotly.js's uirevision is not enough for axes with equal
  // scales: plotly.js widens their ranges, takes our next range for a change, and drops the viewer's. It drops the
  // camera, too, if the figure has another one.
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

  // Event of plotly.js after a change by the viewer. Zooming sets the ends of a range, the button "Reset axes" the range.
  note(change) {
    for (const key of Object.keys(change)) {
      const [, axis, part] = /^([xy]axis\d*)\.(range\[|range|autorange)/.exec(key) ?? [];
      if (axis) part === "range[" ? this.axes.add(axis) : this.axes.delete(axis);
      // a button of plotly.js has reset the camera
      if (key.startsWith("scene.camera")) this.turned = key === "scene.camera";
    }
  }

  reset() {
    this.axes.clear();
  }
}
