// Text field for the exact value of a number. The typed text becomes the value, or an error sentence is shown.
import { pressed } from "./number_keys.js";
import { fits, refusal } from "./number_refusal.js";
import { read } from "./positions.js";
import { typeable } from "./words.js";

export class ExactField {
  control;
  input;

  // control: a HeldNumber; its `typing` is true from the first change of the text until the text is accepted or dropped
  constructor(control, input) {
    Object.assign(this, { control, input });
    input.onkeydown = (event) => this.key(event);
    input.oninput = () => ((control.typing = true), control.complain(""));
    input.onfocus = () => this.select();
    input.onblur = () => this.left();
  }

  get focused() {
    return this.input.getRootNode().activeElement === this.input;
  }

  select() {
    this.write();
    this.input.select();
  }

  write() {
    this.input.value = typeable(this.control.text);
  }

  key(event) {
    const { control, input } = this,
      { key } = event;
    if (key === "ArrowUp" || key === "ArrowDown") {
      if (control.typing && !this.take()) return;
      pressed(control, event);
      this.write();
    } else if (key === "Enter") {
      if (this.take()) this.select();
    } else if (key === "Escape") {
      control.typing = false;
      control.complain("");
      control.giveUp();
      input.blur();
    }
  }

  left() {
    const { control } = this;
    if (control.held) control.release();
    if (control.typing) this.take();
    control.typing = false;
    control.show();
  }

  // Set the value to the field's text, if valid.
  take() {
    const { control } = this,
      text = this.input.value,
      value = read(text, (reading) => fits(control.told, reading)),
      problem = refusal(control.told, text, value);
    control.complain(problem);
    if (problem) return false;
    control.typing = false;
    control.set(value);
    return true;
  }
}
