"""Eigenvalues: every one is drawn once, in order, and negative ones are seen without colour."""

import numpy as np

from kernviz.figures.bars.spectrum import describe_eigenvalues, eigenvalue_bars
from tests.figures.helpers import named

VALUES = np.array([-0.5, 3.0, 1e-14, 1.0, -1e-15])


def test_sorted_into_three_kinds() -> None:
    figure = eigenvalue_bars(VALUES, 1e-12)
    kinds = {t.name: (list(t.x), list(t.y)) for t in figure.data}
    assert kinds["positive"] == ([1, 2], [3.0, 1.0])
    assert kinds["zero up to rounding"][0] == [3, 4]
    assert kinds["negative"] == ([5], [-0.5])


def test_negative_differs_in_colour_and_in_pattern() -> None:
    figure = eigenvalue_bars(VALUES, 1e-12)
    (positive,), (negative,) = named(figure, "positive"), named(figure, "negative")
    assert positive.marker.color != negative.marker.color
    assert positive.marker.pattern.shape != negative.marker.pattern.shape


def test_log_axis_shows_sizes_and_hover_the_values() -> None:
    figure = eigenvalue_bars(VALUES, 1e-12, log=True)
    (negative,) = named(figure, "negative")
    assert figure.layout.yaxis.type == "log"
    assert list(negative.y) == [0.5]
    assert list(negative.customdata) == [-0.5]
    assert all((np.asarray(t.y) > 0).all() for t in figure.data), "zero has no logarithm"


def test_kinds_without_values_stay_in_the_legend() -> None:
    assert [t.name for t in eigenvalue_bars(np.ones(3)).data] == ["positive", "zero up to rounding", "negative"]


def test_eigenvalues_are_described_in_words() -> None:
    assert (
        describe_eigenvalues(VALUES, 1e-12)
        == "5 eigenvalues from −0.5 to 3: 1 negative, 2 zero up to rounding, 2 positive."
    )
