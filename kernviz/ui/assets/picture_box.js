// The box of a picture: how high it is where it stands, and the figure as it fits in there.
import { arranged } from "./arrange.js";
import { whole } from "./axis_titles.js";
import { fits, fitted, isTree } from "./fit.js";
import { hasLabels, spaced } from "./labels.js";
import { inPowers } from "./log_axes.js";
import { isMain, roomOf, TOOLS } from "./room_of_picture.js";
import { enlarged, size } from "./size.js";

const LOW = 540; // pixels: a picture that on a phone leaves room for a control
const CLOSE = 0.72; // of its height: the rows of a tree, two lines each, as close as they can be read
const TALLER = 1.4; // in a hall, what is neither square nor the page's main picture

export class Box {
  main = false; // whether it is the page's main picture
  fitsIn = null; // the size its figure was made for; null where any will do

  constructor(root) {
    this.root = root;
  }

  // Its height for that figure, and the marks of its kind of place.
  accept(told, { hands, height, square, clickable }) {
    const { root } = this,
      main = isMain(root),
      rows = fits(told) ? height : 0, // its rows are as high as their words
      least = isTree(told) ? CLOSE * size() * height : 0,
      high = size() > 1 ? TALLER * height : height,
      tools = hands?.points && size() === 1 ? TOOLS : 0;
    this.main = main;
    root.classList.toggle("kv-main", main);
    root.style.height = main ? roomOf(root, hands, rows, least) + "px" : square ? "" : high + "px";
    // the padding of .kv-square is for legend and colour bar
    const most = square && !main ? height - 120 * size() - tools : 0;
    root.style.maxHeight = most ? most + "px" : "";
    root.classList.toggle("kv-low", square || height <= LOW);
    root.classList.toggle("kv-square", square);
    root.classList.toggle("kv-clickable", clickable);
    this.fitsIn = this.free || fits(told) || hasLabels(told) ? this.size : null;
  }

  // Whether it has a shape of its own: on a wide page, in a step of a course, and in a story.
  get free() {
    return (
      this.main || document.documentElement.classList.contains("kv-step") || this.root.closest(".kv-story") !== null
    );
  }

  get size() {
    return `${this.root.clientWidth} ${this.root.clientHeight}`;
  }

  // Whether its figure was made for another size.
  get outgrown() {
    return this.fitsIn !== null && this.root.clientWidth > 0 && this.size !== this.fitsIn;
  }

  // The figure for this place: its words as large as they shall be and as long as there is room, as high as the box is.
  fitted(told, theme) {
    const figure = spaced(fitted(enlarged(inPowers(told)), this.root, theme), this.root, theme);
    delete figure.layout.height;
    if (this.free) arranged(figure, this.root, theme, size());
    return whole(figure, this.root, theme, size());
  }
}
