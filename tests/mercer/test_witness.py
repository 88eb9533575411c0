"""Witnesses: few points, a vector one can read, nothing that rounding alone explains."""

from __future__ import annotations

import numpy as np
import pytest

import kernviz as kv
from kernviz.kernels.facts import Space
from kernviz.mercer import witness
from kernviz.mercer.search import find, lattices, whole_points
from kernviz.mercer.spectrum import tolerance
from kernviz.mercer.witness import readable


@pytest.mark.parametrize(
    ("text", "d", "points"),
    [
        ("-linear", 1, 1),
        ("growing", 2, 2),
        ("maximum", 1, 1),
        ("box", 1, 3),
        ("poly(2, 1, -1)", 1, 2),
        ("cosine", 2, 3),
        ("expower(3)", 3, 3),
        ("rbf(1) - rbf(2)", 2, 2),
        ("rbf - 0.5", 1, 3),
    ],
)
def test_the_search_finds_few_points(text: str, d: int, points: int) -> None:
    found = find(kv.parse(text), Space(d))
    assert found is not None
    assert len(found) == points
    assert found.points.shape == (points, d)
    assert found.value < 0


def test_no_point_of_a_witness_is_superfluous() -> None:
    for text, d in (("triangle", 2), ("rbf - 0.1", 1), ("expower(2.1)", 2), ("tent(5)", 2)):
        found = find(kv.parse(text), Space(d))
        assert found is not None
        for i in range(len(found)):
            assert witness(kv.parse(text), np.delete(found.points, i, axis=0)) is None or len(found) > 40


def test_points_with_negative_coordinates_are_no_witness_where_there_are_none() -> None:
    space = Space(2, nonnegative=True)
    assert (whole_points(space) >= 0).all()
    assert all((lattice >= 0).all() for lattice in lattices(space))
    assert find(kv.parse("minimum"), space) is None
    found = find(kv.parse("maximum"), space)
    assert found is not None
    assert (found.points >= 0).all()


@pytest.mark.parametrize("d", [1, 2, 3, 7, 10, 40])
def test_the_search_has_points_in_every_dimension(d: int) -> None:
    rows = whole_points(Space(d))
    assert rows.shape[1] == d
    assert len(np.unique(rows, axis=0)) == len(rows)
    assert all(lattice.shape[1] == d and len(lattice) <= 216 for lattice in lattices(Space(d)))
    assert find(kv.parse("-linear"), Space(d)) is not None
    assert find(kv.parse("tent"), Space(d)) is not None


def test_rounding_refutes_nothing() -> None:
    """True kernels at points where digits cancel by the dozen."""
    line = np.linspace(-3, 3, 20)[:, None]
    for text, rows in [
        ("rbf(0.001)", line),
        ("poly(20)", line),
        ("gaussian_of(poly(8))", line * 30),
        ("gaussian_of(linear)", line + 1e6),
        ("poly(8) - poly(8) + 1e-3*linear", line * 1e3),
        ("exp(linear) - 1 - linear - 0.5*linear**2", line * 1e-3),
        ("normalize(poly(10))", line * 1e4),
        ("matern(0.8)", line * 1e-5),
        ("rational(1e-6, 20)", line),
        ("weight(decay(0.01), exp(0.02*linear))", line * 10),
    ]:
        assert witness(kv.parse(text), rows) is None, text


def test_duplicates_and_huge_values_refute_nothing() -> None:
    assert witness(kv.RBF(1), np.zeros((5, 2))) is None
    assert witness(kv.parse("exp(9*linear) - 1"), np.array([[8.8], [0.0], [1.0]])) is None  # near the largest float
    assert witness(kv.parse("exp(linear)"), np.array([[1e3], [0.0]])) is None  # infinite


def test_a_vector_one_can_read() -> None:
    K = np.array([[0.0, 4.0], [4.0, 0.0]])
    assert readable(K, np.linalg.eigh(K)[1][:, 0]).tolist() == [1.0, -1.0]
    found = witness(kv.parse("box"), [[0.0], [1.0], [2.0]])
    assert found is not None
    assert found.vector.tolist() in ([1.0, -1.0, 1.0], [2.0, -3.0, 2.0])
    assert found.value < 0


def test_the_tolerance_grows_with_size_and_noise() -> None:
    K = np.eye(4)
    assert 0 < tolerance(K) < tolerance(1e6 * K)
    assert tolerance(K) < tolerance(K, noise=1e-3)
    assert tolerance(K) >= 1e-9  # also where a long double is a double, and no noise can be measured
