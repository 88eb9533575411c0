// Answers that are given in a picture: drawn with the pointer, or by keys. Clicks on points are plotly_graph.js's.
import { Cursor } from "./picture_cursor.js";
import { Sketching } from "./sketching.js";

export class Answering {
  constructor(root, graph) {
    this.sketching = new Sketching(graph);
    this.cursor = new Cursor(root, graph);
  }

  // `taking`: {spots, line, holds} of a question, else null. `send` receives a click {x, y} or a line {x, y, path}.
  accept(taking, send) {
    this.sketching.accept(taking?.holds ? taking : null, send);
    this.cursor.accept(taking ?? null, send);
  }
}
