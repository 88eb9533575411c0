// The time that is left to answer. This module uses no DOM.
export class Clock {
  ends = null; // ms of performance.now()

  // The time ends `seconds` from now; null: no limit.
  set(seconds) {
    this.ends = seconds === null ? null : performance.now() + 1000 * seconds;
  }

  get left() {
    return this.ends === null ? null : Math.max(0, Math.ceil((this.ends - performance.now()) / 1000));
  }

  get over() {
    return this.left === 0;
  }

  // "1:05", or "" without a timer.
  get text() {
    const { left } = this;
    return left === null ? "" : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}
