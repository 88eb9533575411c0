// A legend with long names does not make the plane small, and texts of a tree are cut between their parts.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

let font = 10; // pixels of the present font; every letter is half as wide
const context = {
  set font(said) {
    font = parseFloat(said.match(/[\d.]+(?=px)/)[0]);
  },
  measureText: (text) => ({ width: (text.length * font) / 2 }),
};
Object.assign(globalThis.document, { createElement: () => ({ getContext: () => context }) });
const { arranged, foldedNames, rowsOf } = await import("../../kernviz/ui/assets/arrange.js");
const { fitted } = await import("../../kernviz/ui/assets/fit.js");
const THEME = { font: "sans", colors: {} };
const LONG = "Bild, das dem Mittelwert am nächsten liegt";
const inHall = (names) => ({
  data: names.map((name) => ({ type: "scatter", name })),
  layout: {
    xaxis: { range: [-2, 2] },
    yaxis: { range: [-2, 2], scaleanchor: "x" },
    legend: { font: { size: 20 } },
    margin: { l: 82, r: 20, t: 20, b: 100 },
  },
});
const BOX = { clientWidth: 850, clientHeight: 610 };
const sideOf = ({ layout: { margin } }) => BOX.clientWidth - margin.l - margin.r;

test("long names are in two lines beside the plane, which is then larger", () => {
  const figure = arranged(inHall(["-1", "+1", LONG, "Abstand der Bilder"]), BOX, THEME, 1.7);
  assert.equal(figure.data[2].name, "Bild, das dem Mittelwert<br>am nächsten liegt");
  assert.ok(figure.layout.meta.beside);
  assert.ok(sideOf(figure) >= 0.55 * 720, `${sideOf(figure)}`);
});

test("short names, and names that would not make the plane larger, stay in one line", () => {
  for (const names of [["-1", "+1", "border f = 0"], ["-1"]]) {
    const figure = arranged(inHall(names), BOX, THEME, 1.7);
    assert.deepEqual(
      figure.data.map(({ name }) => name),
      names,
    );
  }
  const high = arranged(inHall([LONG]), { clientWidth: 1600, clientHeight: 610 }, THEME, 1.7);
  assert.equal(high.data[0].name, LONG);
});

test("a legend above a plane has the rows that plotly.js gives it", () => {
  assert.deepEqual([rowsOf([], 100, true), rowsOf([40, 60], 100, false)], [0, 1]);
  assert.equal(rowsOf([20, 20, 90, 20, 20], 160, false), 5); // columns as wide as the widest entry
  assert.equal(rowsOf([20, 20, 90, 20, 40], 160, true), 2);
});

test("a long name among short ones that all fit into a row leaves the plane below it", () => {
  const figure = arranged(
    {
      data: ["-1", "+1", "Grenze", "freier Stützvektor", "gebundener Stützvektor"].map((name) => ({ name })),
      layout: {
        xaxis: { range: [-2, 2] },
        yaxis: { range: [-2, 2], scaleanchor: "x" },
        legend: { font: { size: 12 } },
      },
    },
    { clientWidth: 660, clientHeight: 560 },
    THEME,
    1,
  );
  assert.equal(figure.layout.meta?.beside, undefined);
});

test("a name with a number or a tag has one line, since its number may change under a hand", () => {
  const found = foldedNames(
    [LONG, "border f = 0 of a machine with a very long name", "<i>a</i> b"],
    (text) => text.length,
  );
  assert.deepEqual([...found.keys()], []); // the name with a number is wider than the folded one
  const other = foldedNames([LONG, "border f = 0", "<i>a</i> b"], (text) => text.length);
  assert.deepEqual([...other.keys()], [LONG]);
});

const tree = (texts) => ({
  data: [{ meta: "fit", x: texts.map(() => 0), text: texts, textfont: { size: 20 }, marker: { size: 16 } }],
  layout: { margin: { l: 0, r: 0 } },
});
const textsIn = (texts, width) => {
  const { text, textfont } = fitted(tree(texts), { clientWidth: width, clientHeight: 300 }, THEME).data[0];
  return { text, size: textfont.size };
};

test("a text a little too long gets a smaller font", () => {
  const words = "proven: S2 rule 1 · S4 rule 6";
  const found = textsIn([words], 10 * words.length);
  assert.deepEqual(found.text, [words]);
  assert.ok(found.size < 20 && found.size > 16, `${found.size}`);
});

test("a text much too long ends after a whole part, or else in a letter", () => {
  const words = "proven: S2 rule 1 · S4 rule 6";
  const found = textsIn([words, "short"], 230);
  assert.deepEqual(found, { text: ["proven: S2 rule 1 …", "short"], size: 20 });
  assert.match(textsIn(["exponential".repeat(4)], 230).text[0], /^exponential.*…$/);
});

test("the legend of a narrow 3D scene stays above the scene, and of a wide one it is beside it", () => {
  const lifted = () => ({
    data: [{ type: "scatter3d", name: "bounded SV", showlegend: true }],
    layout: { scene: {}, legend: { orientation: "h" } },
  });
  const { layout: phone } = arranged(lifted(), { clientWidth: 357, clientHeight: 480 }, THEME, 1);
  assert.equal(phone.legend.orientation, "h");
  const { layout: wide } = arranged(lifted(), { clientWidth: 870, clientHeight: 480 }, THEME, 1);
  assert.equal(wide.legend.orientation, "v");
  assert.ok(wide.scene.domain.x[0] > 0);
});
