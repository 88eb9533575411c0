"""Arguments of a wrong type raise DataError with a message."""

from __future__ import annotations

from typing import Any

import pytest

from kernviz.data import Dataset, load_csv, toy
from kernviz.data.checks import DataError
from kernviz.data.csv import parse_csv
from kernviz.data.drawn import drawn_classes, read_drawn

WRONG: list[Any] = [None, 5, 3.5, ["1 1"], {}, object(), ("a",), True]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda v: type(v).__name__)
def test_data_are_read_from_text(wrong: Any) -> None:
    with pytest.raises(DataError, match="a table is read from a file's path, its text or its bytes"):
        load_csv(wrong)
    with pytest.raises(DataError, match="the content of a file is text or bytes"):
        parse_csv(wrong)
    with pytest.raises(DataError, match="points are read from text"):
        read_drawn(wrong)
    assert drawn_classes(wrong) == ()
    with pytest.raises(DataError, match="there is no example called"):
        toy(wrong)


@pytest.mark.parametrize("wrong", [b"+1: 1 1", bytearray(b"+1: 1 1")])
def test_bytes_are_no_drawing_and_no_toy(wrong: Any) -> None:
    with pytest.raises(DataError, match="points are read from text"):
        read_drawn(wrong)
    with pytest.raises(DataError, match="there is no example called"):
        toy(wrong)


@pytest.mark.parametrize("wrong", [None, 5, 3.5, object(), {1, 2}])
def test_labels_are_a_list(wrong: Any) -> None:
    with pytest.raises(DataError, match="must be a list, one label per point"):
        Dataset.labelled([[1.0], [2.0]], wrong)
