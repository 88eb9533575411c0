"""Numbers in the cells of a matrix can be read in both themes."""

from __future__ import annotations

import re

import numpy as np
import pytest

from kernviz.figures.matrix.gram import gram_heatmap
from kernviz.figures.svg.colours import THEMES, contrasting, luminance, table, using_theme
from kernviz.figures.svg.drawing import drawing
from kernviz.figures.theme import DIVERGING, SEQUENTIAL

LEAST = 4.5  # contrast of small text (WCAG)
INK = {"#ffffff": 1.0, "#000000": 0.0}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("scale", [DIVERGING, SEQUENTIAL], ids=["diverging", "sequential"])
def test_a_number_has_contrast_with_every_colour_of_a_scale(theme: str, scale: list[list[object]]) -> None:
    with using_theme(theme):
        for pixel in table(scale):
            low, high = sorted((luminance(pixel), INK[contrasting(pixel)]))
            assert (high + 0.05) / (low + 0.05) >= LEAST, pixel


@pytest.mark.parametrize("theme", THEMES)
def test_the_numbers_of_a_drawn_matrix_are_white_or_black(theme: str) -> None:
    figure = gram_heatmap(np.array([[1.0, 0.45, 0.0], [0.45, 1.0, 0.7], [0.0, 0.7, 1.0]]))
    with using_theme(theme):
        drawn = drawing(figure, alt="a matrix")
    assert drawn is not None
    cells = re.findall(r'<text font-size="11" text-anchor="middle" fill="([^"]*)"><tspan[^>]*>0\.(?:45|7)<', drawn.svg)
    assert len(cells) == 4
    assert set(cells) <= set(INK)
