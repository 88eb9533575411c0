// Without WebGL a 3D scene is shown as a projection from the last camera position. Dragging turns it.
import { cameraOf, flattened, solid, turned } from "./projected_3d.js";

export class Turning {
  figure = null; // the figure shown as a projection
  camera;
  seenIn; // the revision to which the camera belongs
  theme;
  moved;
  ended;

  // theme(): current colours; moved(figure): called while it is turned; ended(): called on release
  constructor(graph, { theme, moved, ended }) {
    Object.assign(this, { theme, moved, ended });
    graph.addEventListener("pointerdown", (event) => this.begin(event), true);
    graph.addEventListener(
      "mousedown",
      (event) => this.figure && event.target.closest(".nsewdrag") && event.stopImmediatePropagation(),
      true,
    );
  }

  get on() {
    return Boolean(this.figure);
  }

  // The figure to draw: the projection of a 3D scene if there is no WebGL, else the figure itself.
  flat(figure, revision) {
    this.figure = !figure.layout.scene || solid() ? null : figure;
    if (!this.figure) return figure;
    if (revision !== this.seenIn) [this.seenIn, this.camera] = [revision, cameraOf(figure.layout.scene)];
    return this.projection();
  }

  projection() {
    return { ...flattened(this.figure, this.camera, this.theme()), frames: [] };
  }

  begin(event) {
    if (!this.figure || event.button || !event.isPrimary || !event.target.closest(".nsewdrag")) return;
    let { clientX: x, clientY: y } = event;
    event.stopImmediatePropagation();
    const move = (now) => {
      if (now.pointerId !== event.pointerId) return;
      this.camera = turned(this.camera, now.clientX - x, now.clientY - y);
      [x, y] = [now.clientX, now.clientY];
      this.moved(this.projection());
    };
    const end = (now) => {
      if (now.pointerId !== event.pointerId) return;
      for (const [name, does] of ends) removeEventListener(name, does, true);
      this.ended();
    };
    /** @type {[string, (event: any) => void][]} */
    const ends = [
      ["pointermove", move],
      ["pointerup", end],
      ["pointercancel", end],
    ];
    for (const [name, does] of ends) addEventListener(name, does, true);
  }
}
