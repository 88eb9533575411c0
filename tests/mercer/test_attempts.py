"""The displayed search: its attempts, their order, and the sentence about each set of points."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import kernviz as kv
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.attempts import attempt_at, attempts

PLANE = Space(2)


@pytest.mark.parametrize("nonnegative", [False, True])
def test_against_a_kernel_all_is_tried_and_nothing_found(nonnegative: bool) -> None:
    X = np.array([[0.0, 1.0], [2.0, 3.0], [-1.0, 0.0]])
    tried = list(attempts(kv.RBF(1), Space(2, nonnegative), X))
    assert list(Counter(a.idea for a in tried).items()) == [
        ("your points", 1),
        ("your points and one more", 12),
        ("small whole points", 1),
        ("more of them", 1),
        ("a random cloud", 18),
        ("a lattice", 4),
    ]
    assert all(a.witness is None and a.eigenvalue >= -1e-9 for a in tried)
    own = 2 if nonnegative else 3
    np.testing.assert_array_equal(tried[0].points, X[:own])
    for a in tried[1:13]:
        np.testing.assert_array_equal(a.points[:-1], X[:own])
        assert not (a.points[:-1] == a.points[-1]).all(axis=1).any()  # one more, and another one
    assert tried[1].points[-1].tolist() == ([4.0, 5.0] if nonnegative else [5.0, 6.0])  # as far beyond as they are wide
    assert [len(a.points) for a in tried if a.idea == "a random cloud"] == list(range(4, 40, 2))
    assert len(tried[13].points) == 5
    if nonnegative:
        assert all((a.points >= 0).all() for a in tried)


def test_the_next_points_are_taken_from_the_edge_of_ones_own_inwards() -> None:
    """Integer points sorted by the distance of their norm from the data's largest, 2: first those of norm 2."""
    X = np.array([[2.0, 0.0], [0.0, 0.0]])
    tried = [a for a in attempts(kv.RBF(1), PLANE, X) if a.idea == "your points and one more"]
    lengths = [float(np.linalg.norm(a.points[-1])) for a in tried]
    assert tried[0].points[-1].tolist() == [4.0, 0.0]
    assert [a.points[-1].tolist() for a in tried[1:3]] == [[-2.0, 0.0], [0.0, 2.0]]
    off = [abs(length - 2) for length in lengths[1:]]
    assert off == sorted(off)


def test_after_a_success_points_are_left_out_and_no_more() -> None:
    """−1 at the first point already: of five one is enough."""
    tried = list(attempts(kv.parse("-1*rbf"), PLANE))
    assert [a.idea for a in tried] == ["small whole points", *["fewer of them"] * (len(tried) - 1)]
    sizes = [len(a.points) for a in tried]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 1
    assert all(a.witness is not None for a in tried)
    assert tried[-1].eigenvalue == -1.0


def test_a_large_witness_comes_down_to_points_that_carry_it() -> None:
    """Of 60 points of −rbf/2 + linear at first as many as floats need, then one."""
    X = np.random.default_rng(0).normal(size=(60, 2))
    tried = list(attempts(kv.parse("linear - 9*rbf"), PLANE, X))
    assert len(tried[0].points) == 60
    sizes = [len(a.points) for a in tried]
    assert sizes == sorted(set(sizes), reverse=True)
    assert sizes[1] <= 40
    assert sizes[-1] == 1


def test_attempts_on_asymmetric_or_infinite_matrices() -> None:
    found = attempt_at(kv.parse("sinediff"), np.array([[1.0], [-1.0]]))
    assert found is not None
    assert found.witness is not None
    assert attempt_at(kv.parse("exp(linear)"), np.array([[100.0]])) is None
