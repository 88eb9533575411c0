"""Colours of the theme: one for each class, the same for field and points."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from kernviz.figures.theme import CLASS_COLORS
from kernviz.ui.asset_routes import ASSETS

PALETTE = json.loads(Path(ASSETS / "palette.json").read_text("utf-8"))
OKABE_ITO = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#F0E442",
    "#000000",
)  # their eight, as published
themes = pytest.mark.parametrize("theme", PALETTE)

# Linear sRGB to cone responses, and cone responses to lightness and two axes of hue: Ottosson, "A perceptual color
# space" (2020).
CONES = [[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]]
OPPONENTS = [[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]]


def seen(colors: list[str]) -> NDArray[np.float64]:
    """Map #rrggbb (n) to (n, 3): points whose distances approximate perceived differences."""
    s = np.array([[int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)] for color in colors])
    linear = np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4)
    return np.cbrt(linear @ np.transpose(CONES)) @ np.transpose(OPPONENTS)


@themes
def test_each_class_has_its_own_colour_of_okabe_and_ito(theme: str) -> None:
    """The colours are adapted to the background.

    Among all assignments of them to the published eight this order is the closest.
    """
    apart = np.linalg.norm(seen(PALETTE[theme]["classes"])[:, None] - seen(list(OKABE_ITO)), axis=2)
    assert linear_sum_assignment(apart)[1].tolist() == list(range(CLASS_COLORS))


@themes
def test_the_field_has_the_hue_of_the_class_it_decides_for(theme: str) -> None:
    """f < 0 has the colour of class −1, f > 0 that of class +1: in words, and at the ends of the scale."""
    colors = PALETTE[theme]
    negative, positive = seen(colors["classes"][:2])[:, 1:]
    ends = (colors["negative"], colors["positive"]), (colors["diverging"][0][1], colors["diverging"][-1][1])
    for low, high in ends:
        below, above = seen([low, high])[:, 1:]
        assert 3 * np.linalg.norm(below - negative) < np.linalg.norm(below - positive)
        assert 3 * np.linalg.norm(above - positive) < np.linalg.norm(above - negative)
