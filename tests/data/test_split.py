"""Stratified draw of test points."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.data import DataError, toy
from kernviz.data.split import held_out_rows


@given(st.lists(st.integers(0, 3), min_size=2, max_size=60), st.floats(0.01, 0.99), st.integers(0, 2**32 - 1))
def test_total_and_shares(labels: list[int], share: float, seed: int) -> None:
    codes = np.array(labels)
    chosen = held_out_rows(codes, share, seed)
    n, total = len(codes), int(chosen.sum())
    assert total == min(max(round(share * n), 1), n - 1)
    for code in set(labels):
        exact = np.sum(codes == code) * total / n
        assert abs(np.sum(chosen & (codes == code)) - exact) < 1


def test_deterministic_and_dependent_on_the_seed() -> None:
    data = toy("moons", n=50)
    assert data.split(0.3, seed=1) == data.split(0.3, seed=1)
    assert data.split(0.3, seed=1) != data.split(0.3, seed=2)


def test_parts_make_the_whole_in_order() -> None:
    data = toy("three_blobs", n=91)
    train, test = data.split(0.3)
    rows = [tuple(row) for row in data.X]
    for part in (train, test):
        places = [rows.index(tuple(row)) for row in part.X]
        assert places == sorted(places)
    assert train.n + test.n == data.n
    assert train.classes == test.classes == data.classes
    assert test.counts == {"1": 9, "2": 9, "3": 9}


def test_without_classes() -> None:
    train, test = toy("sine", n=10).split(0.25, seed=3)
    assert (train.n, test.n) == (8, 2)
    assert train.task == "regression"


@pytest.mark.parametrize(("share", "seed"), [(0, 0), (1, 0), (float("nan"), 0), (0.3, -1), (0.3, 2**70), (0.3, 1.5)])
def test_an_invalid_share_or_seed_is_refused(share: float, seed: int) -> None:
    with pytest.raises(DataError):
        toy("xor").split(share, seed)


def test_one_point_cannot_be_split() -> None:
    with pytest.raises(DataError, match="at least 2"):
        toy("xor").take([0]).split()
