// A pointer on a number's track: a press beside the thumb jumps there, a drag keeps its distance, a finger that goes down scrolls.
const GRAB = { mouse: 12, touch: 22 }; // pixels around the thumb's middle that are the thumb
const STILL = 3; // pixels within which a press that moved is none
const AWAY = 60; // pixels above or below the track from which on a drag is fine

export class Press {
  control;
  rail;
  thumb;
  length;
  now = null; // the press that is under way

  // control: a HeldNumber; length: pixels of the whole track. Where the thumb is the rail, it has none of its own.
  constructor(control, rail, thumb, length = () => rail.getBoundingClientRect().width - thumb.offsetWidth) {
    Object.assign(this, { control, rail, thumb, length });
    rail.onmousedown = (event) => event.preventDefault(); // the thumb has the focus
    rail.onpointerdown = (event) => this.down(event);
    rail.onpointermove = (event) => this.drag(event);
    rail.addEventListener("pointerrawupdate", (event) => this.drag(event)); // at once; the other one waits for the next frame
    rail.onpointerup = (event) => this.up(event);
    rail.onpointercancel = () => this.control.giveUp();
  }

  // Where the pointer is on the track, from 0 to 1.
  place(x) {
    const box = this.rail.getBoundingClientRect(),
      thumb = this.thumb.offsetWidth;
    return (x - box.left - thumb / 2) / (box.width - thumb);
  }

  down(event) {
    const { control } = this;
    if (event.button !== 0 || !event.isPrimary) return;
    if (control.held) control.release(); // by a press whose end was never told
    const touch = event.pointerType === "touch",
      { clientX: x, clientY: y, pointerId: id } = event;
    const box = this.thumb.getBoundingClientRect();
    const onThumb =
      this.rail === this.thumb || Math.abs(x - box.left - box.width / 2) <= GRAB[touch ? "touch" : "mouse"];
    this.now = { id, x, y, onThumb, place: onThumb ? control.scale.at(control.value) : this.place(x), begun: false };
    if (touch) return; // it may yet become a scroll: the browser then cancels the press
    this.rail.setPointerCapture(id);
    this.grab();
    if (!onThumb) control.move(control.scale.value(this.now.place));
  }

  grab() {
    this.thumb.focus({ preventScroll: true, focusVisible: false }); // first, for a field that is left says what it holds
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
    if (!control.held) this.grab(); // a finger's tap
    if (!now.begun && !now.onThumb) control.move(control.scale.value(now.place));
    control.release();
    if (now.begun || !now.onThumb) control.tapped = -Infinity;
    else if (control.tap()) control.start();
  }
}
