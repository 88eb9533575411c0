"""Pixels of a drawing: elements of the SVG have their positions and colours."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from kernviz.figures import raster
from kernviz.figures.figure import Figure
from kernviz.figures.svg import drawing
from kernviz.figures.svg.colours import THEMES, palette, using_theme

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50">'


def pixels(inside: str, width: int = 100, height: int = 50) -> np.ndarray:
    with Image.open(io.BytesIO(raster.png(f"{HEAD}{inside}</svg>", width, height, "#ffffff"))) as found:
        assert found.format == "PNG"
        return np.asarray(found.convert("RGB")).astype(int)


@pytest.mark.parametrize(
    ("element", "there", "not_there"),
    [
        ('<rect x="10" y="10" width="20" height="20" fill="#ff0000"/>', (20, 20), (50, 20)),
        ('<circle cx="50" cy="25" r="10" fill="#ff0000"/>', (50, 25), (50, 12)),
        ('<ellipse cx="50" cy="25" rx="30" ry="5" fill="#ff0000"/>', (75, 25), (50, 33)),
        ('<polygon points="0,0 40,0 0,40" fill="#ff0000"/>', (8, 8), (30, 30)),
        ('<line x1="0" y1="25" x2="100" y2="25" stroke="#ff0000" stroke-width="4"/>', (50, 25), (50, 30)),
        ('<path d="M0,0L100,50" fill="none" stroke="#ff0000" stroke-width="4"/>', (50, 25), (80, 10)),
        ('<path d="M10,10L30,10L30,30Z" fill="#ff0000"/>', (27, 15), (12, 28)),
        ('<path transform="translate(60,30)" d="M-5,0L5,0" stroke="#ff0000" stroke-width="4"/>', (60, 30), (5, 5)),
        (
            '<svg x="0" y="0" width="20" height="50"><rect width="100" height="50" fill="#ff0000"/></svg>',
            (10, 25),
            (40, 25),
        ),
        ('<g class="moving"><rect width="20" height="20" fill="rgb(255,0,0)"/></g>', (10, 10), (50, 10)),
    ],
)
def test_an_element_is_drawn_at_its_coordinates(
    element: str, there: tuple[int, int], not_there: tuple[int, int]
) -> None:
    found = pixels(element)
    assert tuple(found[there[1], there[0]]) == (255, 0, 0)
    assert tuple(found[not_there[1], not_there[0]]) == (255, 255, 255)


def test_a_translucent_colour_lets_the_paper_through() -> None:
    assert tuple(pixels('<rect width="50" height="50" fill="#ff0000" fill-opacity="0.5"/>')[25, 25]) == pytest.approx(
        (255, 127, 127), abs=2
    )


def test_a_dashed_line_has_gaps_of_its_own_length() -> None:
    found = pixels('<line x1="0" y1="25" x2="100" y2="25" stroke="#000000" stroke-width="2" stroke-dasharray="10,10"/>')
    dark = (found[25] < 128).all(axis=1)
    assert 0.35 < dark.mean() < 0.65
    assert 4 <= np.count_nonzero(np.diff(dark.astype(int)) == 1) <= 6


def test_words_are_left_out() -> None:
    assert (pixels('<text x="50" y="25"><tspan>words</tspan></text>') == 255).all()


def test_a_picture_of_another_shape_stands_in_the_middle() -> None:
    found = pixels('<rect width="100" height="50" fill="#ff0000"/>', 100, 100)
    assert tuple(found[50, 50]) == (255, 0, 0)
    assert tuple(found[5, 50]) == tuple(found[95, 50]) == (255, 255, 255)


@pytest.mark.parametrize("theme", THEMES)
def test_a_field_has_the_colours_of_its_paper(theme: str) -> None:
    field = np.linspace(-1, 1, 900).reshape(30, 30)
    scale = [[0, "var(--kv-diverging)"], [1, "var(--kv-diverging)"]]
    trace = {"type": "heatmap", "z": field, "zmin": -1.0, "zmax": 1.0, "colorscale": scale, "zsmooth": "fast"}
    with using_theme(theme):
        drawn = drawing(Figure([trace], {}))
        assert drawn is not None
        left, top, width, height = drawn.box
        made = raster.png(drawn.svg, 200, 100, palette()["paper"], (left, top, left + width, top + height))
        ends = [palette()["diverging"][i][1] for i in (0, -1)]
    with Image.open(io.BytesIO(made)) as found:
        shown = np.asarray(found.convert("RGB")).astype(int)
    low, high = ([int(end[i : i + 2], 16) for i in (1, 3, 5)] for end in ends)
    assert np.abs(shown[92, 100] - low).max() < 40  # y runs upwards
    assert np.abs(shown[7, 100] - high).max() < 40


def test_another_image_is_enlarged_or_an_empty_sheet() -> None:
    out = io.BytesIO()
    Image.new("RGB", (16, 10), "#ff0000").save(out, "PNG")
    with Image.open(io.BytesIO(raster.enlarged(out.getvalue(), 120, 63, "#ffffff"))) as found:
        assert found.size == (120, 63)
        assert found.convert("RGB").getpixel((60, 31)) == (255, 0, 0)
    with Image.open(io.BytesIO(raster.enlarged(b"", 120, 63, "#ffffff"))) as found:
        assert found.convert("RGB").getcolors() == [(120 * 63, (255, 255, 255))]
