"""Basics of all figures: numbers as text, colour tokens, planes with equal units."""

import re

import numpy as np
import pytest

from kernviz.figures import theme
from kernviz.wording import speaking


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.83124, "0.8312"),
        (-4, "−4"),
        (1.2e-5, "1.2·10⁻⁵"),
        (-0.0, "0"),
        (3e-16, "3·10⁻¹⁶"),
        (float("inf"), "∞"),
        (float("-inf"), "−∞"),
        (float("nan"), "–"),
        (123456.0, "1.235·10⁵"),
        (-2.5e12, "−2.5·10¹²"),
    ],
)
def test_numbers_have_four_significant_digits(value: float, text: str) -> None:
    assert theme.number(value) == text


@pytest.mark.parametrize("language", ["en", "de"])
def test_many_numbers_are_written_as_each_alone(language: str) -> None:
    rng = np.random.default_rng(0)
    some = rng.normal(size=200) * 10.0 ** rng.integers(-320, 300, size=200)
    values = [0.83124, -4, 1.2e-5, -0.0, 3e-16, float("inf"), float("-inf"), float("nan"), -2.5e12, 5e-324, *some]
    with speaking(language):
        assert theme.numbers(values) == [theme.number(float(v)) for v in values]
        assert theme.numbers([]) == []


def test_signs_are_written() -> None:
    assert (theme.signed(2), theme.signed(-2), theme.signed(0)) == ("+2", "−2", "0")


def test_ten_classes_differ_in_shape_and_eight_in_colour() -> None:
    assert len({theme.class_symbol(i) for i in range(10)}) == 10
    assert len({theme.class_color(i) for i in range(8)}) == 8
    assert len({(theme.class_color(i), theme.class_symbol(i)) for i in range(10)}) == 10


def test_class_i_wears_the_ith_colour_of_the_theme() -> None:
    """The browser calls them class-0, class-1, … in the order of palette.json (assets/theme.js)."""
    assert [theme.class_color(i) for i in range(10)] == [f"var(--kv-class-{i % 8})" for i in range(10)]
    assert theme.class_color(1, 0.25) == "var(--kv-class-1, 0.25)"
    assert [(theme.class_symbol(i), theme.class_glyph(i)) for i in (0, 1, 10)] == [
        ("circle", "●"),
        ("square", "■"),
        ("circle", "●"),
    ]


def test_tokens_are_what_the_browser_understands() -> None:
    pattern = re.compile(r"^var\(--kv-[a-z0-9-]+(, [0-9.]+)?\)$")
    assert all(pattern.match(t) for t in (theme.INK, theme.class_color(9), theme.class_color(0, 0.4)))


def test_planes_have_equal_units_and_fixed_ranges() -> None:
    axes = theme.plane_axes((-2, 2), (0, 3), "a", "b")
    assert axes["yaxis"]["scaleanchor"] == "x"
    assert axes["yaxis"]["scaleratio"] == 1
    assert axes["xaxis"]["range"] == [-2, 2]
    assert axes["yaxis"]["range"] == [0, 3]
    assert {axes[a]["constrain"] for a in axes} == {"domain"}, "a range that gave way would move when the page does"


def test_columns_of_very_different_size_get_units_of_their_own() -> None:
    assert "scaleanchor" not in theme.plane_axes((0, 1000), (0, 1), "a", "b")["yaxis"]


def test_a_figure_brings_no_theme() -> None:
    figure = theme.figure([{"type": "scatter", "x": np.arange(3), "y": np.arange(3)}])
    assert not figure.checked().layout.template.layout.to_plotly_json()
    assert figure.layout.paper_bgcolor is None
    assert figure.layout.uirevision is None
