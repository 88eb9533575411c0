// Pointer on a slider's track. A press beside the thumb moves the thumb there. A drag keeps the distance between
// pointer and thumb. A vertical touch scrolls the page.
const GRAB = { mouse: 12, touch: 22 }; // pixels around the centre of the thumb that belong to the thumb
const STILL = 3; // pixels of movement up to which a press is no drag
const AWAY = 60; // pixels above or below the track beyond which a drag is ten times finer

export class Press {
  control;
  rail;
  thumb;
  length;
  now = null; // the current press

  // control: a Held number; length(): pixels of dragging from one end of the range to the other
  constructor(control, rail, thumb, length = () => rail.getBoundingClientRect().width - thumb.offsetWidth) {
    Object.assign(this, { control, rail, thumb, length });
    rail.onmousedown = (event) => event.preventDefault(); // the thumb keeps the focus
    rail.onpointerdown = (event) => this.down(event);
    rail.onpointermove = (event) => this.drag(event);
    // this event comes at once, while pointermove waits for the next frame
    rail.addEventListener("pointerrawupdate", (event) => this.drag(event));
    rail.onpointerup = (event) => this.up(event);
    rail.onpointercancel = () => this.control.giveUp();
  }

  // Position of the pointer on the track, from 0 to 1.
  place(x) {
    const box = this.rail.getBoundingClientRect(),
      thumb = this.thumb.offsetWidth;
    return (x - box.left - thumb / 2) / (box.width - thumb);
  }

  down(event) {
    const { control } = this;
    if (event.button !== 0 || !event.isPrimary) return;
    if (control.held) control.release(); // a press whose end was never reported
    const touch = event.pointerType === "touch",
      { clientX: x, clientY: y, pointerId: id } = event;
    const box = this.thumb.getBoundingClientRect();
    const onThumb =
      this.rail === this.thumb || Math.abs(x - box.left - box.width / 2) <= GRAB[touch ? "touch" : "mouse"];
    this.now = { id, x, y, onThumb, place: onThumb ? control.scale.at(control.value) : this.place(x), begun: false };
    if (touch) return; // the browser may still take the touch for scrolling, and cancel the press
    this.rail.setPointerCapture(id);
    this.grab();
    if (!onThumb) control.move(control.scale.value(this.now.place));
  }

  grab() {
    // the focus moves first, since a text field that loses the focus sends its value
    this.thumb.focus({ preventScroll: true, focusVisible: false });
    this.control.hold("pointer");
  }

  drag(event) {
    const { now, control } = this,
      { clientX: x, clientY: y } = event;
    if (!now || event.pointerId !== now.id) return;
    if (!now.begun) {
      if (Math.abs(x - now.x) < STILL) return;
      now.begun = true;
      if (!control.held) this.grab();
    } else if (x === now.x) return;
    const box = this.rail.getBoundingClientRect();
    const fine = event.shiftKey || Math.abs(y - box.top - box.height / 2) > AWAY;
    now.place += ((x - now.x) / this.length()) * (fine ? 0.1 : 1);
    now.x = x;
    control.move(control.scale.value(now.place, fine));
  }

  up(event) {
    const { now, control } = this;
    if (!now || event.pointerId !== now.id) return;
    if (!control.held) this.grab(); // a tap
    if (!now.begun && !now.onThumb) control.move(control.scale.value(now.place));
    control.release();
    if (now.begun || !now.onThumb) control.tapped = -Infinity;
    else if (control.tap(event.timeStamp)) control.start();
  }
}
