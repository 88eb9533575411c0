"""SVG of figures: every course's pictures, without requests, placed as on their axes."""

from __future__ import annotations

import base64
import io
import math
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from kernviz.courses import reader
from kernviz.data.untrusted_text import veil
from kernviz.figures.bars.weights import weight_bars
from kernviz.figures.figure import Figure
from kernviz.figures.svg import drawing
from kernviz.figures.svg.axes import Axis, axes
from kernviz.figures.svg.colours import color, coloured, palette, png, using_theme
from kernviz.figures.svg.drawing import SvgDrawing
from kernviz.figures.svg.levels import lines
from kernviz.lessons.part import Part

SVG = "{http://www.w3.org/2000/svg}"
STEPS = [step for course in reader.courses().values() for step in course.steps]


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314  our own


@pytest.mark.sampled(6)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}-{step.name}")
def test_pictures_of_courses(step: object) -> None:
    scene = step.revealed(0)  # type: ignore[attr-defined]
    picture = Part(step.picture, (), (*step.without, "probe")).of(scene.lesson).picture  # type: ignore[attr-defined]
    if picture is None or picture.figure.layout.get("scene"):
        return
    drawn = drawing(picture.figure, alt=picture.alt)
    assert drawn is not None
    root = read(drawn.svg)
    assert len(list(root.iter())) > 4
    assert "nan" not in drawn.svg.split("base64,")[0]
    for node in root.iter():
        assert node.tag.removeprefix(SVG) in {
            *("svg", "title", "rect", "line", "path", "circle", "ellipse", "polygon", "text", "tspan", "image", "g")
        }
        assert all(not name.startswith("on") for name in node.attrib)
        assert node.get("href", "data:").startswith("data:image/png;base64,") or "href" not in node.attrib


def test_a_figure_in_space_is_not_drawn() -> None:
    assert drawing(Figure([{"type": "scatter3d"}], {"scene": {}})) is None


def filled(drawn: SvgDrawing | None) -> list[list[tuple[float, float]]]:
    """Return the corners of the filled paths."""
    assert drawn is not None
    paths = [node for node in read(drawn.svg).iter(f"{SVG}path") if node.get("fill") != "none"]
    return [
        [(float(x), float(y)) for x, y in re.findall(r"[ML]([-\d.]+),([-\d.]+)", path.get("d") or "")] for path in paths
    ]


BOX = {"xaxis": {"range": [0, 2]}, "yaxis": {"range": [-2, 2]}}


def test_the_area_of_a_band_lies_between_its_edges() -> None:
    edge = {"mode": "lines", "x": [0.0, 1.0, 2.0]}
    band = [edge | {"y": [-1.0, -1.0, -1.0]}, edge | {"y": [1.0, 2.0, 1.0], "fill": "tonexty", "fillcolor": "#ff0000"}]
    drawn = drawing(Figure(band, BOX))
    (corners,) = filled(drawn)
    assert drawn is not None
    x, y = drawn.axes["x"], drawn.axes["y"]
    between = [(0, -1), (1, -1), (2, -1), (2, 1), (1, 2), (0, 1)]
    assert np.allclose(corners, [(x.at(u), y.at(v)) for u, v in between], atol=0.01)


def test_a_gap_in_an_edge_is_a_gap_in_the_area() -> None:
    edge = {"mode": "lines", "x": [0.0, 0.5, 1.0, 1.5, 2.0]}
    upper = edge | {"y": [1.0, 1.0, math.nan, 1.0, 1.0], "fill": "tonexty", "fillcolor": "#ff0000"}
    assert [len(part) for part in filled(drawing(Figure([edge | {"y": [0.0] * 5}, upper], BOX)))] == [4, 4]


def test_the_area_to_zero_ends_at_zero_in_each_part_of_the_line() -> None:
    line = {"mode": "lines", "x": [0.0, 1.0, 1.5, 2.0], "y": [-1.0, -2.0, math.nan, -1.0], "fill": "tozeroy"}
    drawn = drawing(Figure([line | {"fillcolor": "#ff0000"}], BOX))
    assert drawn is not None
    zero = round(drawn.axes["y"].at(0.0), 2)
    parts = filled(drawn)
    assert [len(part) for part in parts] == [4, 3]
    assert all(part[0][1] == part[-1][1] == pytest.approx(zero) for part in parts)


def test_marks_stand_where_the_frame_says() -> None:
    trace = {"mode": "markers", "x": [0.0, 2.0], "y": [1.0, 3.0], "marker": {"symbol": "circle", "size": 8}}
    drawn = drawing(Figure([trace], {"xaxis": {"range": [-1, 3]}, "yaxis": {"range": [0, 4], "scaleanchor": "x"}}))
    assert drawn is not None
    frame = drawn.frame
    assert frame.width == pytest.approx(frame.height)  # four units each way
    circles = list(read(drawn.svg).iter(f"{SVG}circle"))
    for node, (x, y) in zip(circles, [(0, 1), (2, 3)], strict=True):
        share = (x - frame.x[0]) / (frame.x[1] - frame.x[0]), (y - frame.y[0]) / (frame.y[1] - frame.y[0])
        assert float(node.attrib["cx"]) == pytest.approx(frame.left + share[0] * frame.width, abs=0.01)
        assert float(node.attrib["cy"]) == pytest.approx(frame.top + share[1] * frame.height, abs=0.01)


def test_hostile_texts_and_colours_are_escaped() -> None:
    evil = '"><script>alert(1)</script><b onclick="x">&lt;i&gt;'
    note = {"text": evil, "x": 0, "y": 0, "font": {"color": '"/><script/>', "size": 12}}
    trace = {"mode": "markers+text", "name": veil(evil), "x": [0], "y": [0], "text": [veil(evil)], "textposition": evil}
    figure = Figure([trace, {**trace, "marker": {"color": evil, "symbol": evil}}], {"annotations": [note]})
    drawn = drawing(figure, alt=veil(evil))
    assert drawn is not None
    assert {node.tag for node in read(drawn.svg).iter()} <= {
        f"{SVG}{name}" for name in ("svg", "title", "rect", "line", "path", "circle", "text", "tspan", "g")
    }
    assert "alert(1)" in drawn.svg


def test_subscripts_are_drawn_as_subscripts() -> None:
    drawn = drawing(weight_bars(["m = 0"], np.ones(1), np.ones(1), [0], left="ψ<sub>m</sub>(x)"))
    assert drawn is not None
    assert 'ψ<tspan baseline-shift="sub" font-size="70%">m</tspan>(x)' in drawn.svg


def test_lines_of_a_field_lie_on_its_level() -> None:
    x = y = np.linspace(-2, 2, 81)
    field = x[None, :] ** 2 + y[:, None] ** 2
    (ring,) = lines(x, y, field, 1.0)
    assert np.allclose(np.hypot(*ring.T), 1, atol=2e-3)
    assert np.array_equal(ring[0], ring[-1])
    assert float(np.sum(np.hypot(*np.diff(ring, axis=0).T))) == pytest.approx(2 * math.pi, rel=1e-2)
    (straight,) = lines(x, y, np.broadcast_to(x[None, :], (81, 81)), 0.51)
    assert np.allclose(straight[:, 0], 0.51)
    assert {straight[0, 1], straight[-1, 1]} == {-2.0, 2.0}
    assert len(lines(x, y, x[None, :] * y[:, None], 0.01)) == 2  # the two branches of a hyperbola
    field[:, :41] = np.nan
    assert all((line[:, 0] >= 0).all() for line in lines(x, y, field, 1.0))


def test_pixels_are_the_colours_of_the_scale() -> None:
    field = np.array([[-1.0, 0.0], [1.0, np.nan]])
    address = png(coloured(field, -1, 1, [[0, "var(--kv-diverging)"], [1, "var(--kv-diverging)"]]))
    image = np.asarray(Image.open(io.BytesIO(base64.b64decode(address.partition(",")[2]))))
    stops = palette()["diverging"]
    assert "#" + bytes(image[0, 0, :3]).hex().upper() == stops[0][1]
    assert "#" + bytes(image[1, 0, :3]).hex().upper() == stops[-1][1]
    assert image[1, 1, 3] == 0
    assert color("var(--kv-class-1, 0.4)") == ("#D55E00", 0.4)
    assert color("nothing of the kind!") == (palette()["ink"], 1.0)


def test_ticks_and_positions_of_axes() -> None:
    assert [word for _, word in Axis(-1, 1, 0, 100).ticks()] == ["−1", "−0.5", "0", "0.5", "1"]
    assert [word for _, word in Axis(0, 2e6, 0, 100).ticks()] == ["0", "500000", "10⁶", "1.5·10⁶", "2·10⁶"]
    assert Axis(1, 3, 0, 100).at(2) == 50
    assert math.isnan(Axis(0, 1, 0, 1).at(None))
    found = axes([{"type": "heatmap", "x": ["a", "b"], "y": ["1", "2"], "z": [[1, 2], [3, 4]]}], {}, (0, 0, 100, 50))
    assert found["x"].at("b") == 75
    assert found["x"].ticks() == [(0.0, "a"), (1.0, "b")]


def test_a_logarithmic_axis_counts_in_powers_of_ten() -> None:
    trace = {"mode": "markers", "x": [1, 2, 3], "y": [1.0, 10.0, 100.0], "marker": {"symbol": "circle", "size": 8}}
    drawn = drawing(Figure([trace], {"yaxis": {"type": "log", "range": [-1, 3]}}))
    assert drawn is not None
    heights = [float(node.get("cy", "")) for node in read(drawn.svg).iter(f"{SVG}circle")]
    assert heights[0] - heights[1] == pytest.approx(heights[1] - heights[2])
    assert heights[0] - heights[1] == pytest.approx(drawn.frame.height / 4, abs=0.1)
    assert drawn.svg.count('10<tspan baseline-shift="super"') >= 3


def test_dark_paper_has_colours_of_its_own() -> None:
    figure = Figure([{"mode": "markers", "x": [1], "y": [1]}], {})
    with using_theme("dark"):
        dark = drawing(figure)
    light = drawing(figure)
    assert dark is not None
    assert light is not None
    assert (dark.svg != light.svg, "#14181D" in dark.svg, "#14181D" in light.svg) == (True, True, False)
