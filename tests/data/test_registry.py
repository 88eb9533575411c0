"""The signature of a generator is the whole of its registration."""

import numpy as np
import pytest

from kernviz.data import Dataset
from kernviz.data.registry import TOYS, toy_maker


def test_parameters_are_read_from_the_signature() -> None:
    @toy_maker("A row", "Points in a row.", smallest=3, source="here")
    def row_for_test(n: int = 5) -> Dataset:
        return Dataset(np.arange(float(n))[:, None])

    try:
        toy = TOYS["row_for_test"]
        assert dict(toy.defaults) == {"n": 5}
        assert (toy(n=4).n, toy(n=4).title, toy(n=4).source) == (4, "A row", "here")
        with pytest.raises(ValueError, match="from 3 to 2000"):
            toy(n=2)
        with pytest.raises(TypeError):
            toy.defaults["n"] = 9  # type: ignore[index]
    finally:
        del TOYS["row_for_test"]


def test_whole_numbers_may_come_as_floats() -> None:
    assert TOYS["moons"](n=10.0) == TOYS["moons"](n=np.int64(10))
