"""Slider ranges of an expression's numbers fit the number, for every word of the language."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernviz.kernels.constant import Constant
from kernviz.kernels.functions import SCALAR_FUNCTIONS
from kernviz.kernels.linear_combinations import Scaled
from kernviz.kernels.numbers import COEFFICIENT, ENTRY, numbers
from kernviz.kernels.object_types import different
from kernviz.kernels.parse import kernel_words, parse
from kernviz.kernels.point_maps import POINT_MAPS
from kernviz.kernels.products import Power
from kernviz.kernels.rules_and_premises import NumberSpec
from kernviz.kernels.structured import OBJECT_MAPS

WORDS: dict[str, Any] = {**kernel_words(), **SCALAR_FUNCTIONS, **POINT_MAPS, **OBJECT_MAPS}
WORDS |= {"constant": Constant, "scaled": Scaled, "power": Power}
RANGES = [(f"{word}.{name}", param) for word, cls in WORDS.items() for name, param in cls().param_specs().items()]
RANGES += [("coefficient", COEFFICIENT), ("entry", ENTRY)]
each_range = pytest.mark.parametrize("param", [p for _, p in RANGES], ids=[name for name, _ in RANGES])
HUNDREDFOLD = 100.0


@each_range
def test_a_range_fits_its_number(param: NumberSpec) -> None:
    """Over two decades of a positive number only a logarithmic slider is even; ranges of
    signed numbers are symmetric.
    """
    wide = 0 < param.low * HUNDREDFOLD <= param.high and not param.whole
    assert param.log == wide
    if param.low < 0:
        assert param.low == -param.high


@pytest.mark.parametrize("word", WORDS)
def test_every_number_of_a_range_is_taken_and_read_back(word: str) -> None:
    cls = WORDS[word]
    for name, param in cls().param_specs().items():
        for value in (param.low, param.high):
            assert getattr(cls(**{name: value}), name) == value


@pytest.mark.parametrize("word", OBJECT_MAPS)
def test_a_whole_number_of_a_map_is_refused_beyond_its_slider(word: str) -> None:
    cls: Any = OBJECT_MAPS[word]
    for name, param in cls().param_specs().items():
        if param.whole:
            for value in (param.low - 1, param.high + 1):
                with pytest.raises(ValueError, match=f"{name} = "):
                    cls(**{name: value})


def test_the_label_of_a_number_names_the_block_it_belongs_to() -> None:
    labels = {
        "2*(rbf + linear)": "c, factor of the sum",
        "2*(rbf*linear)": "c, factor of the product",
        "(rbf + linear)**3": "n, power of the sum",
        "2*(rbf @ square)": "c, factor of rbf",
        "2*linear": "c, factor of linear",
    }
    for text, label in labels.items():
        assert label in [number.label for number in numbers(parse(text))], text


@pytest.mark.parametrize("word", WORDS)
def test_repr_equals_str(word: str) -> None:
    built = WORDS[word]()
    assert repr(built) == str(built)


@each_range
def test_only_a_length_is_called_a_width(param: NumberSpec) -> None:
    """A larger γ is a narrower kernel: its exponent of length is not positive."""
    assert param.word != "width" or param.length > 0


def test_widths_have_one_range() -> None:
    """A slider of γ keeps its scale when another kernel of distances takes the place of this one."""
    widths = {param for name, param in RANGES if param.symbol == "γ" and param.log and not name.startswith("growing")}
    assert len({(param.low, param.high) for param in widths}) == 1


def test_rows_that_differ_are_kept_once() -> None:
    np.testing.assert_array_equal(different(np.array([[1.0, 1.0], [0.0, 3.0], [1.0, 1.0]])), [[0, 3], [1, 1]])
