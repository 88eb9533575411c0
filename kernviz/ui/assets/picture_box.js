// The box of a picture: its height on the page, and the figure adapted to it.
import { arranged, nearer, spanOf } from "./arrange.js";
import { whole } from "./axis_titles.js";
import { fits, fitted, isTree } from "./fit.js";
import { hasLabels, spaced } from "./labels.js";
import { sided } from "./label_sides.js";
import { inPowers } from "./log_axes.js";
import { mark } from "./mark.js";
import { panelled, panelsHeight } from "./panels.js";
import { isMain, PHONE, roomOf, TOOLS } from "./picture_height.js";
import { enlarged, size, withSmallMarks } from "./size.js";

const LOW = 540; // pixels: up to this height, a picture on a phone leaves space for a control
const CLOSE = 0.72; // smallest factor of a tree's height at which its rows, of two lines each, can be read
const HEAD = 190; // pixels above a picture in a wide window: menu, title, and a line of choices
const HALL_HEAD = 130; // the same in hall mode
const SIDE = 240; // least side of a square picture in a low window
const TALLER = 1.4; // factor of the height in hall mode, for pictures that are not the page's main one

const SPACE = 1.25; // largest height of a 3D scene with its legend on a phone, as a multiple of its width
const SMALL = 0.6; // factor of the marks of a 3D scene on a phone, which would cover each other
const NEAR = 1.1; // enlargement of a 3D scene on a phone, which leaves the axis titles whole
const BARLESS = 60; // pixels: a smaller bottom margin has no room for a colour bar

// Height that a plane without a legend needs on a phone for its aspect ratio; infinite for every other figure.
export function planeHeight({ layout }, width) {
  const { xaxis, yaxis, showlegend, xaxis2, margin } = layout ?? {},
    { l = 48, r = 12, t = 12, b = 44 } = margin ?? {};
  const plane = yaxis?.scaleanchor && xaxis?.range && yaxis.range && !yaxis.domain && !xaxis.domain && !xaxis2;
  if (!plane || showlegend !== false || innerWidth > PHONE || !width) return Infinity;
  return Math.ceil(((width - l - r) * spanOf(yaxis) * (yaxis.scaleratio || 1)) / spanOf(xaxis) + t + b);
}

const onPhone = (figure) => !!figure.layout?.scene && innerWidth <= PHONE;
const hasPanels = (figure) => !!figure.layout?.meta?.panels;
const LEGEND_ROW = 20; // height of a second row of the legend above panels on a phone
const phonePanels = (figure, width) =>
  innerWidth <= PHONE ? panelsHeight(figure, width, size()) + LEGEND_ROW : Infinity;

export class Box {
  main = false; // whether it is the page's main picture
  fitsIn = null; // size of the box for which the figure was made; null if the figure fits any size

  constructor(root) {
    this.root = root;
  }

  // Set the height for a figure, and the CSS classes for its place on the page.
  accept(told, { hands, height, square, clickable }) {
    const { root } = this,
      main = isMain(root),
      rows = fits(told) ? height : 0, // rows have the height of their labels
      least = isTree(told) ? CLOSE * size() * height : 0,
      hall = size() > 1,
      fit = Math.min(planeHeight(told, root.clientWidth), phonePanels(told, root.clientWidth)),
      own = square ? Infinity : fit, // a square box follows its width by itself
      most3d = onPhone(told) ? SPACE * root.clientWidth : Infinity,
      high = hall && !onPhone(told) ? TALLER * height : Math.min(height, own, most3d),
      tools = hands?.points && !hall ? TOOLS : 0;
    this.main = main;
    root.classList.toggle("kv-main", main);
    root.style.height = main ? roomOf(root, hands, rows, least) + "px" : square ? "" : high + "px";
    // the padding of .kv-square is space for legend and colour bar
    const barless = square && told.layout?.margin?.b < BARLESS,
      most = square && !main ? Math.min(high - 120 * size() - tools, this.seenWhole((barless ? 82 : 120) * size())) : 0;
    root.style.maxHeight = most ? most + "px" : "";
    mark(root, "low", square || height <= LOW);
    root.classList.toggle("kv-square", square);
    mark(root, "tall", main || onPhone(told) || hall || own < height); // its container has the height of the normal size
    root.classList.toggle("kv-barless", barless);
    root.classList.toggle("kv-clickable", clickable);
    this.fitsIn = this.free || fits(told) || hasLabels(told) || hasPanels(told) ? this.size : null;
  }

  // Whether the box may have any aspect ratio: as the main picture of a page, in a course's step, and in a story.
  get free() {
    return (
      this.main || document.documentElement.classList.contains("kv-step") || this.root.closest(".kv-story") !== null
    );
  }

  // Largest side of a square picture with this padding that is seen whole below the head of a page in a wide window.
  seenWhole(padding) {
    if (this.free || innerWidth <= PHONE) return Infinity;
    return Math.max(SIDE, innerHeight - (size() > 1 ? HALL_HEAD : HEAD) - padding);
  }

  get size() {
    return `${this.root.clientWidth} ${this.root.clientHeight}`;
  }

  // Whether the figure was made for another size of the box.
  get outgrown() {
    return this.fitsIn !== null && this.root.clientWidth > 0 && this.size !== this.fitsIn;
  }

  // The figure for this box, with adapted font sizes, shortened text, and the height of the box.
  fitted(told, theme) {
    const figure = spaced(fitted(enlarged(inPowers(told)), this.root, theme), this.root, theme);
    delete figure.layout.height;
    if (onPhone(figure)) withSmallMarks(figure, SMALL);
    if (this.free) arranged(figure, this.root, theme, size());
    else if (onPhone(figure)) nearer(figure, NEAR);
    else if (hasPanels(figure)) panelled(figure, this.root, size());
    const wide = (scene) => scene?.aspectratio?.x ?? 1;
    sided(figure, this.root, size(), wide(figure.layout.scene) / wide(told.layout?.scene));
    return whole(figure, this.root, theme, size());
  }
}
