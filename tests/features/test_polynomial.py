"""The coefficient matrix M of a polynomial kernel k = mᵀMm, decided in fractions."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernviz as kv
from kernviz.features import coefficient_matrix, polynomial
from tests.strategies import few


def test_the_matrix_of_the_quadratic_kernel() -> None:
    found = coefficient_matrix(kv.Polynomial(2), 2)
    assert found is not None
    assert found.labels == ("x₁²", "x₁x₂", "x₂²", "x₁", "x₂", "1")
    assert found.matrix.tolist() == np.diag([1.0, 2.0, 1.0, 2.0, 2.0, 1.0]).tolist()
    assert (found.diagonal, found.symmetric, found.psd, found.rank) == (True, True, True, 6)


def test_a_coupled_matrix_and_its_features() -> None:
    """xᵀAz with A = [[2, 1], [1, 2]] = LDLᵀ: φ = √2(x₁ + ½x₂), √1.5·x₂."""
    found = coefficient_matrix(kv.Bilinear(((2.0, 1.0), (1.0, 2.0))), 2)
    assert found is not None
    assert not found.diagonal
    assert found.rank == 2
    phi = found.feature_map()
    assert phi.labels == ("√2·(x₁+0.5·x₂)", "1.225·x₂")
    X = np.array([[1.0, 2.0], [-1.0, 0.5]])
    assert np.allclose(phi(X) @ phi(X).T, X @ [[2, 1], [1, 2]] @ X.T, rtol=1e-14)


@pytest.mark.parametrize(
    ("text", "d", "rank"),
    [
        ("bilinear([[1, 1], [1, 1]])", 2, 1),
        ("bilinear([[0, 0], [0, 0]])", 2, 0),
        ("linear - linear", 3, 0),
        ("(1 + linear)**2", 1, 3),
        ("linear**2 + linear**2", 2, 3),
        ("weight(first, linear)", 2, 2),
        ("poly(3) @ square", 1, 4),
        ("poly(2) @ column(1)", 3, 3),
        ("0.1*linear + 0.2*linear - 0.3*linear", 2, 0),
    ],
)
def test_the_rank_is_the_number_of_features(text: str, d: int, rank: int) -> None:
    found = coefficient_matrix(kv.parse(text), d)
    assert found is not None
    assert found.psd
    assert found.rank == rank
    X = np.random.default_rng(0).normal(size=(12, d))
    assert np.linalg.matrix_rank(kv.parse(text)(X), tol=1e-9) == rank
    phi = found.feature_map()
    assert phi.dimension == rank
    assert phi(X).shape == (12, rank)


@pytest.mark.parametrize(
    "text", ["rbf", "exp(linear)", "linear + rbf", "cosine", "normalize(linear)", "linear @ radius"]
)
def test_a_kernel_that_is_no_polynomial_has_no_coefficient_matrix(text: str) -> None:
    assert coefficient_matrix(kv.parse(text), 1) is None
    assert polynomial(kv.parse(text), 1) is None


@pytest.mark.parametrize(("text", "d"), [("poly(20)", 5), ("((1e12*linear)**20)**20", 1), ("poly(5)", 30)])
def test_a_polynomial_that_is_too_large_has_no_coefficient_matrix(text: str, d: int) -> None:
    assert coefficient_matrix(kv.parse(text), d) is None
    phi = kv.feature_map(kv.parse(text), d)
    assert phi is None or max(map(len, phi.labels)) < 400  # a name a person can read, whatever the number


@pytest.mark.parametrize("d", [1, 2, 4])
@few(60)
@given(data=st.data())
def test_the_decision_is_that_of_the_eigenvalues(d: int, data: Any) -> None:
    """Random symmetric forms with small whole entries: psd and rank against the eigenvalues."""
    entries = data.draw(st.lists(st.integers(-3, 3), min_size=d * d, max_size=d * d))
    L = np.array(entries, dtype=float).reshape(d, d)
    A = L @ L.T - data.draw(st.integers(0, 1)) * np.diag(data.draw(st.lists(st.integers(0, 2), min_size=d, max_size=d)))
    found = coefficient_matrix(kv.Bilinear(tuple(map(tuple, A.tolist()))), d)
    assert found is not None
    spectrum = np.linalg.eigvalsh(A)
    # whole entries up to 36 and d ≤ 4: a determinant that is not 0 is at least 1, so no eigenvalue hides here
    floor = 1e-11
    assert found.psd == bool(spectrum[0] > -floor)
    if found.psd:
        assert found.rank == np.linalg.matrix_rank(A)


def test_a_matrix_is_refuted_in_exact_arithmetic() -> None:
    found = coefficient_matrix(kv.parse("bilinear([[1, 2, 0], [2, 3.999999999999999, 0], [0, 0, 0]])"), 3)
    assert found is not None
    assert not found.psd
    assert [factor.negative for factor in found.factors].count(True) == 1


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "matrix",
    [
        "[[0, 1], [1, 0]]",
        "[[0, -1], [-1, 0]]",
        "[[1, 1, 0], [1, 1, 1], [0, 1, 0]]",
        "[[1, 1, 0], [1, 1, -1], [0, -1, 0]]",
        "[[4, 2, 0], [2, 1, 0.001], [0, 0.001, 5]]",
    ],
)
def test_a_negative_direction_where_the_diagonal_is_not_negative(matrix: str) -> None:
    """Zeros on the diagonal, at once or after elimination, with something beside them."""
    k = kv.parse(f"bilinear({matrix})")
    d = len(k.A)  # type: ignore[attr-defined]
    found = coefficient_matrix(k, d)
    assert found is not None
    assert not found.psd
    assert np.linalg.eigvalsh(found.matrix)[0] < 0
    assert kv.judge(k, d=d).verdict is kv.Verdict.REFUTED


def test_an_asymmetric_polynomial_is_no_kernel() -> None:
    found = coefficient_matrix(kv.parse("bilinear([[1, 1], [0, 1]])"), 2)
    assert found is not None
    assert not found.symmetric
    assert not found.psd
    assert kv.feature_map(kv.parse("bilinear([[1, 1], [0, 1]])"), 2) is None


@pytest.mark.parametrize("most", [2, 3])
def test_a_block_beyond_the_bound_is_left_to_the_rules(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["kernviz.features.polynomial"], "LARGEST_BLOCK", most)
    chained = kv.parse(f"bilinear([[{most}, 1, 0], [1, {most}, 1], [0, 1, {most}]])")  # three coordinates in one block
    assert (coefficient_matrix(chained, 3) is None) == (most < 3)


def test_nothing_is_a_polynomial_of_degree_0() -> None:
    found = coefficient_matrix(kv.parse("linear - linear"), 2)
    assert found is not None
    assert found.monomials == ((0, 0),)
    assert found.rank == 0
    assert found.psd
