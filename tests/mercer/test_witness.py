"""Witnesses: few points, a readable vector, nothing that rounding alone explains."""

from __future__ import annotations

import numpy as np
import pytest

import kernviz as kv
from kernviz.kernels.parse import kernel_words
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer import witness
from kernviz.mercer.candidates import inside, lattices, lengths, whole_points
from kernviz.mercer.minimal_witness import shrunk
from kernviz.mercer.search import find
from kernviz.mercer.search_budget import Effort, cost
from kernviz.mercer.spectrum import tolerance
from kernviz.mercer.witness import readable
from tests.strategies import leaf_words

LINE = np.linspace(-3, 3, 20)[:, None]


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


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("text", "ds", "points"),
    [
        ("tent(1000)", (1, 2, 13), 2),
        ("triangle(0.1)", (2, 3, 5), 12),
        ("box(0.0146)", (1, 3, 13), 3),
        ("cosine(1e-6)", (2, 3, 13), 3),
        ("expsine(0.5, 300)", (2, 3), 3),
        ("rbf(1000) - rbf(2000)", (1, 3), 2),
        ("box(0.01) @ circle(1000)", (1, 2), 3),
        ("box(0.0001) @ square", (1, 2), 3),
        ("tent(0.001) @ stretch(1e-5)", (1, 2), 2),
        ("expower(p=2.001)", (1, 2), 8),
        ("expower(p=0.1, gamma=1.6)*box(1)", (1,), 60),
    ],
)
def test_the_search_looks_at_the_kernels_own_lengths(text: str, ds: tuple[int, ...], points: int) -> None:
    for d in ds:
        found = find(kv.parse(text), Space(d))
        assert found is not None
        assert len(found) <= points
        assert found.visible
        assert found.eigenvalue < -1e-5  # not 10⁻¹⁰⁹, as whole points give it for a kernel of width 1/30


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("box(0.0146)", [0.0146]),
        ("rbf(4) + laplacian(10)", [0.5, 0.1]),
        ("cosine(0.001) @ stretch(10)", [100.0]),
        ("matern(0.3, 9) @ square", [3.0]),
        ("triangle(0.5) @ circle(6.283185307179586)", [6.28, 0.5]),
        ("weight(decay(100), exp(sigmoid(-25, 1)))", [0.1, 0.2]),
        ("rbf(1) + rbf(1.1)", [1.0]),  # much the same
        ("linear", []),
        ("expower(p=0.01, gamma=0.0001)", []),
        ("expower(p=0.01, gamma=0.0001) + rbf(4)", [0.5]),
        ("rbf @ stretch(0)", [1.0]),
    ],
)
def test_the_lengths_of_a_kernel(text: str, expected: list[float]) -> None:
    assert lengths(kv.parse(text)) == expected


def test_every_width_of_a_kernel_is_one_of_its_lengths() -> None:
    """A number on a logarithmic slider above 0 is a width, or declares that it is none."""
    without = {"p", "nu", "s"}
    for word in leaf_words():
        for name, spec in kernel_words()[word]().param_specs().items():
            assert spec.length or not spec.log or name in without | {"length"}, (word, name)


def test_shrinking_keeps_the_eigenvalue_visible() -> None:
    """Six of these twenty points refute too, with a relative eigenvalue of 7e-8, which no printed matrix shows."""
    found = shrunk(kv.parse("exp(linear) - 1 - linear - 0.5*linear**2 - 0.17*linear**3"), LINE.round(2), deep=True)
    assert found is not None
    assert found.visible
    assert len(found) > 6


def test_only_points_of_the_space_count() -> None:
    rows = np.array([[1.0, 0.0], [-1.0, 2.0], [0.5, -0.0]])
    assert inside(Space(2), rows) is rows
    assert inside(Space(2, nonnegative=True), rows).tolist() == [[1.0, 0.0], [0.5, -0.0]]
    words = np.array(["a", "b"], dtype=object)
    assert inside(Space(1, nonnegative=True, kind="words"), words) is words
    assert kv.judge(kv.parse("exp(minimum) - 1"), np.array([[-1.0]]), nonnegative=True).data_witness is None


def test_a_search_is_counted_and_not_timed() -> None:
    k = kv.parse("normalize(gaussian_of(matern(0.3)))")
    assert cost(k) == 3 * (1 + 3 * (1 + cost(kv.Matern(0.3))))
    effort = Effort(10)
    assert effort.spend(7)
    assert not effort.spend(4)
    assert effort.spend(3)
    assert shrunk(kv.parse("box"), np.arange(9.0)[:, None], effort=Effort(0)) is None
    assert shrunk(kv.parse("box"), np.arange(9.0)[:, None]) is not None


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
    assert tolerance(K) < tolerance(np.ones((4, 4)))
