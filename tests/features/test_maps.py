"""Explicit feature maps: existence, labels, and that only kernels have one."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from tests.strategies import few, kernels, tables


@pytest.mark.parametrize(
    ("text", "d", "labels"),
    [
        ("linear", 1, ("x",)),
        ("4", 2, ("2",)),
        ("2*linear", 2, ("√2·x₁", "√2·x₂")),
        ("linear + 1", 2, ("x₁", "x₂", "1")),
        ("linear*linear", 2, ("x₁²", "√2·x₁x₂", "x₂²")),
        ("normalize(linear)", 2, ("x₁/‖φ‖", "x₂/‖φ‖")),
        ("weight(norm, linear)", 2, ("‖x‖·x₁", "‖x‖·x₂")),
        ("linear @ abs", 2, ("|x₁|", "|x₂|")),
        ("linear @ column(2)", 3, ("x₂",)),
        ("0.25*poly(1, 1, 3)", 1, ("0.5·x", "0.866")),
    ],
)
def test_coordinates_have_names(text: str, d: int, labels: tuple[str, ...]) -> None:
    phi = kv.feature_map(kv.parse(text), d)
    assert phi is not None
    assert phi.labels == labels
    assert phi.dimension == len(labels)


@pytest.mark.parametrize(
    "text",
    [
        "rbf",
        "exp(linear)",
        "matern",
        "linear + rbf",
        "linear*rbf",
        "gaussian_of(linear)",
        "tent",
        "-linear",
        "linear - 1",
    ],
)
def test_infinite_maps_and_no_maps_are_none(text: str) -> None:
    assert kv.feature_map(kv.parse(text), 2) is None


def test_a_map_has_as_many_coordinates_as_the_bound_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kernviz.features.maps.LARGEST_DIMENSION", 3)
    k = kv.parse("linear + 0.123*linear")  # of no other test: maps are kept
    phi = kv.feature_map(k, 3)
    assert phi is not None
    assert phi.dimension == 3
    assert kv.feature_map(k, 4) is None


def test_a_kernel_without_a_coefficient_matrix_has_no_larger_map(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kernviz.features.maps.LARGEST_DIMENSION", 3)
    monkeypatch.setattr(sys.modules["kernviz.features.polynomial"], "MOST_MONOMIALS", 3)
    k = kv.parse("0.124*linear")
    assert kv.feature_map(k, 3) is not None
    assert kv.feature_map(k, 4) is None


def test_unsaid_the_space_is_the_plane() -> None:
    assert kv.feature_map(kv.parse("linear")) == kv.feature_map(kv.parse("linear"), 2)


@few(80)
@given(data=st.data())
def test_only_kernels_have_a_map(data: Any) -> None:
    """A map is a proof: a kernel with one has no negative eigenvalue, for trees with signs and traps too."""
    d = data.draw(st.integers(1, 3))
    k = data.draw(kernels(d, traps=True, size=5))
    note(str(k))
    phi = kv.feature_map(k, d)
    if phi is not None:
        assert kv.judge(k, d=d).verdict is not kv.Verdict.REFUTED
        F = phi(data.draw(tables(d)))
        assert F.shape[1] == phi.dimension == len(phi.labels)


def test_flat_columns_and_lists_are_points() -> None:
    phi = kv.feature_map(kv.Polynomial(2), 1)
    assert phi is not None
    assert np.array_equal(phi([0.0, 1.0]), phi(np.array([[0.0], [1.0]])))


def test_a_map_beyond_two_thousand_coordinates_is_none() -> None:
    assert kv.feature_map(kv.Polynomial(4), 12) is not None  # 1820
    assert kv.feature_map(kv.Polynomial(4), 13) is None  # 2380
    wide = kv.parse("normalize(poly(4))*normalize(poly(3))")
    assert kv.feature_map(wide, 4) is None  # 70 · 35 products


def test_a_polynomial_of_a_finite_kernel_that_is_none_itself_has_its_map() -> None:
    """a₀ + a₁k + a₂k² has 1 + D + D(D + 1)/2 features (x₁x₂ and x₂x₁ are one), fewer where a coefficient is zero."""
    X = np.array([[0.5, -1.0], [2.0, 0.25], [-0.75, 1.5], [0.0, 1.0]])
    for coefficients, dimension in (((1.0, 2.0, 0.5), 6), ((0.0, 2.0, 0.0), 2), ((3.0, 0.0, 0.5), 4), ((0.0, 0.0), 1)):
        k = kv.PolynomialOf(kv.parse("normalize(linear)"), coefficients)
        phi = kv.feature_map(k, 2)
        assert phi is not None, coefficients
        assert phi.dimension == dimension
        np.testing.assert_allclose(phi(X) @ phi(X).T, k(X), rtol=1e-14, atol=1e-14 * np.abs(k(X)).max())
    assert kv.feature_map(kv.PolynomialOf(kv.RBF(1.0), (1.0, 2.0)), 2) is None


def test_points_of_another_dimension_are_refused_not_broadcast() -> None:
    for text in ("linear", "poly(2)", "weight(norm, linear)", "linear @ square", "1"):
        phi = kv.feature_map(kv.parse(text), 2)
        assert phi is not None
        assert phi(np.zeros((0, 2))).shape == (0, phi.dimension)
        for wrong, shape in (([1.0, 2.0], r"\(2,\)"), ([[1.0, 2.0, 3.0]], r"\(1, 3\)"), (3.0, r"\(\)")):
            with pytest.raises(ValueError, match=rf"points of shape \(n, 2\), got {shape}"):
                phi(wrong)
            with pytest.raises(ValueError, match=rf"points of shape \(n, 2\), got {shape}"):
                phi.only([0])(wrong)


def test_a_map_without_coordinates_is_counted_in_the_plural() -> None:
    assert repr(kv.feature_map(kv.parse("0*linear"), 2)) == "<FeatureMap to 0 coordinates>"
    assert repr(kv.feature_map(kv.Linear(), 1)) == "<FeatureMap to 1 coordinate: x>"
