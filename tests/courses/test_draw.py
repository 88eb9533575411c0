"""A sketch against the machine's border: lines, rings, and what is none."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.courses.language import LanguageError
from kernviz.courses.questions.draw import agreement, read_corners
from kernviz.surfaces import Surface, Window

X = np.linspace(-1, 1, 101)


def field(f: object) -> Surface:
    x, y = np.meshgrid(X, X)
    return Surface(X, X, f(x, y), Window((-1.0, 1.0)))  # type: ignore[operator]


@pytest.mark.parametrize("sketch", ["0 -1; 0 1", "0 1; 0 -1", "0 0.1; 0 0.2", "0 -1; 0 0; 0 0; 0 1"])
def test_a_line_goes_on_to_both_edges(sketch: str) -> None:
    assert agreement(read_corners(sketch), field(lambda x, y: x + 1e-9)) > 0.99


@pytest.mark.parametrize(("sketch", "share"), [("-0.5 -1; -0.5 1", 0.75), ("-1 0; 1 0", 0.5), ("-1 -1; 1 1", 0.75)])
def test_the_share_is_that_of_the_picture(sketch: str, share: float) -> None:
    assert agreement(read_corners(sketch), field(lambda x, y: x + 1e-9)) == pytest.approx(share, abs=0.02)


def test_a_ring_is_closed() -> None:
    turns = np.linspace(0, 2 * np.pi, 24)
    ring = "; ".join(f"{0.6 * np.cos(t)} {0.6 * np.sin(t)}" for t in turns)
    assert agreement(read_corners(ring), field(lambda x, y: 0.36 - x**2 - y**2)) > 0.97
    assert agreement(read_corners("-1 0; 1 0.01"), field(lambda x, y: 0.36 - x**2 - y**2)) < 0.8


def test_a_bent_line() -> None:
    bent = "; ".join(f"{x} {x**2}" for x in np.linspace(-1, 1, 15))
    assert agreement(read_corners(bent), field(lambda x, y: y - x**2)) > 0.98


@pytest.mark.parametrize(
    "sketch", ["", "1", "1 1", "1 1; 1 1", "a b; c d", "1 2 3; 4 5 6", "nan 1; 2 2", "1e300 0; 0 1", "0 0; " * 60]
)
def test_what_is_no_border_is_a_sentence(sketch: str) -> None:
    with pytest.raises(LanguageError):
        read_corners(sketch)
