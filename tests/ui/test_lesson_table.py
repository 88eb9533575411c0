"""Tables of lessons: numbers stay numbers in every language, so that a column is sorted by value."""

from __future__ import annotations

import pytest

from kernviz.ui.lesson_table import _number_column
from kernviz.wording import speaking


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("values", [[0.5, 10.0, -2.25], [1e-8, 3.0], [float("inf"), 1.0]])
def test_numbers_are_numbers_in_every_language(language: str, values: list[float]) -> None:
    with speaking(language):
        column = _number_column(values)
    assert column["type_config"]["type"] == "number"


def test_numbers_have_a_decimal_comma_where_no_digit_is_lost() -> None:
    with speaking("de"):
        config = _number_column([0.5, 10.0, -2.25])["type_config"]
        assert (config["format"], config["step"]) == ("localized", 0.01)
        assert _number_column([1e-8, 3.0])["type_config"]["format"] == "%.4g"
    assert _number_column([0.5])["type_config"]["format"] == "%.4g"
