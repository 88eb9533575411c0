"""The base class of kernels: blocks, shapes, refusals, operators, parameters."""

from __future__ import annotations

import copy
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone

import kernviz as kv
from kernviz.kernels import Constant, Power, Product, Scaled, Sum
from kernviz.kernels.point_maps import Square

K = kv.parse("0.5*rbf(2) + exp(linear)")
X = np.array([[1.0, 2.0], [0.0, -1.0], [3.0, 0.5]])


def test_blocks_have_the_shapes_of_their_points() -> None:
    assert K(X).shape == (3, 3)
    assert K(X, X[:2]).shape == (3, 2)
    assert K.diag(X).shape == (3,)
    assert K(X[:0]).shape == (0, 0)
    assert K(X[:0], X).shape == (0, 3)
    assert K.diag(X[:0]).shape == (0,)
    assert kv.parse("tent").diag(np.zeros((0, 2))).shape == (0,)  # the diagonal every kernel gets by itself


def test_points_may_be_given_in_the_ways_people_write_them() -> None:
    assert np.array_equal(kv.RBF(1)([0.0, 1.0]), kv.RBF(1)([[0.0], [1.0]]))  # a single column, flat
    assert kv.RBF(1)([[0], [1]])[0, 1] == np.exp(-1)  # whole numbers
    assert kv.Linear()(X.astype(np.float32)).dtype == np.float64
    assert np.array_equal(K(X), K(np.asfortranarray(X)))
    assert np.array_equal(K(X), K(X.tolist()))


def test_points_are_not_changed() -> None:
    before = X.copy()
    for word in ("poly(3)", "normalize(rbf)", "rbf @ square", "weight(first, linear)", "tent", "matern(0.7)"):
        kv.parse(word)(X, X)
    assert np.array_equal(X, before)


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([[0.0, np.nan]], "contains NaN or infinity in row 0"),
        ([[0.0], [np.inf]], "contains NaN or infinity in row 1"),
        (np.zeros((2, 0)), r"table \(n, d\) with d ≥ 1, got shape \(2, 0\)"),
        (np.zeros((2, 2, 2)), r"got shape \(2, 2, 2\)"),
        (3.0, r"got shape \(\)"),
        ([["a", "b"]], "these data are words"),
        ([[1.0], [1.0, 2.0]], "points must have equal length"),
    ],
)
def test_points_that_are_no_table_of_numbers_are_refused(points: Any, message: str) -> None:
    for call in (K, K.diag):
        with pytest.raises(ValueError, match=message):
            call(points)


def test_points_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match="X has 2 columns and Z has 1"):
        K(X, [[1.0]])
    with pytest.raises(ValueError, match="compares words, and these data are points"):
        kv.Constant(1)(["ab"], [[1.0, 2.0]])


def test_overflow_is_a_value_and_no_warning() -> None:
    assert kv.parse("exp(linear)")([[100.0]]) == np.inf
    assert kv.parse("exp(linear)").diag([[100.0]]) == np.inf
    assert np.isnan(kv.parse("exp(linear) - exp(linear)")([[100.0]]))
    assert np.isnan(kv.parse("normalize(exp(linear))")([[27.0]], [[26.0]]))


def test_underflow_of_a_weight_alone_loses_no_value() -> None:
    far = [[19.3], [20.0]]
    k = kv.parse("weight(decay(gamma=1), 1e12*linear)")
    assert k.diag(far)[0] == k(far)[0, 0] > 0
    assert np.allclose(kv.parse("normalize(weight(decay(gamma=1), linear))")(far), 1)
    assert np.allclose(kv.parse("normalize(weight(decay(gamma=1), linear))").diag(far), 1)


def test_the_diagonal_of_many_points_comes_in_blocks() -> None:
    rows = np.linspace(-1, 1, 101)[:, None]
    for word in ("tent", "sigmoid", "cosinesum", "maximum"):
        assert np.array_equal(kv.parse(word).diag(rows), np.diagonal(kv.parse(word)(rows)))


# ---- operators -------------------------------------------------------------------------------------------------------

a, b, c = kv.RBF(1), kv.Linear(), kv.Matern(0.5, 2)


@pytest.mark.parametrize(
    ("built", "text"),
    [
        (a + b, "rbf(gamma=1) + linear"),
        ((a + b) + c, "rbf(gamma=1) + linear + matern(nu=0.5, length=2)"),
        (a + (b + c), "rbf(gamma=1) + linear + matern(nu=0.5, length=2)"),
        ((a + b) * c, "(rbf(gamma=1) + linear)*matern(nu=0.5, length=2)"),
        (a + b * c, "rbf(gamma=1) + linear*matern(nu=0.5, length=2)"),
        (a * b * c, "rbf(gamma=1)*linear*matern(nu=0.5, length=2)"),
        (0.5 * a * b, "0.5*rbf(gamma=1)*linear"),
        (a * 0.5 * b, "0.5*rbf(gamma=1)*linear"),
        (2 * (3 * a), "6*rbf(gamma=1)"),
        (a / 4, "0.25*rbf(gamma=1)"),
        (-a, "-rbf(gamma=1)"),
        (-(2 * a), "-2*rbf(gamma=1)"),
        (a - b, "rbf(gamma=1) - linear"),
        (a - 2 * b, "rbf(gamma=1) - 2*linear"),
        (a - (b + c), "rbf(gamma=1) - (linear + matern(nu=0.5, length=2))"),
        (a - 1, "rbf(gamma=1) - 1"),
        (a - 2, "rbf(gamma=1) - 2"),
        (1 - a, "1 - rbf(gamma=1)"),
        (a + 1, "rbf(gamma=1) + 1"),
        (1 + a, "1 + rbf(gamma=1)"),
        (a**2, "rbf(gamma=1)**2"),
        ((2 * a) ** 2, "(2*rbf(gamma=1))**2"),
        ((a + b) ** 3, "(rbf(gamma=1) + linear)**3"),
        ((a**2) ** 3, "(rbf(gamma=1)**2)**3"),
        (a * Constant(2.0), "2*rbf(gamma=1)"),
        (Constant(2.0) * Constant(3.0), "6"),
        (Constant(2.0) + Constant(3.0), "2 + 3"),
        (a @ Square(), "rbf(gamma=1) @ square"),
        ((a + b) @ Square(), "(rbf(gamma=1) + linear) @ square"),
        (2 * a @ Square(), "(2*rbf(gamma=1)) @ square"),
        (kv.exp(a), "exp(rbf(gamma=1))"),
        (sum([a, b, c]), "rbf(gamma=1) + linear + matern(nu=0.5, length=2)"),
        (np.float64(0.5) * a, "0.5*rbf(gamma=1)"),
        (a * np.float32(0.5), "0.5*rbf(gamma=1)"),
    ],
    ids=str,
)
def test_operators_build_what_their_text_says(built: kv.Kernel, text: str) -> None:
    assert str(built) == text == repr(built)
    assert kv.parse(text) == built


def test_operators_compute_sums_products_and_powers() -> None:
    A, B = a(X), b(X)
    assert np.allclose((2 * a + b**2 - a * b / 4 - 1)(X), 2 * A + B**2 - A * B / 4 - 1, rtol=1e-14)


@pytest.mark.parametrize(
    "wrong",
    [lambda: a + "b", lambda: "b" * a, lambda: a / b, lambda: 2**a, lambda: a + True, lambda: a / "2"],
)
def test_kernels_combine_with_kernels_and_numbers_only(wrong: Any) -> None:
    with pytest.raises(TypeError):
        wrong()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: a / 0, r"\(rbf\(gamma=1\)\) / 0: a kernel can be divided only by a number, and not by 0"),
        (lambda: a**2.5, "n = 2.5 must be a whole number from 0 to 20"),
        (lambda: a**-1, "n = -1 must be a whole number"),
        (lambda: a @ 3, r"k @ φ needs a map such as square"),
        (lambda: float("nan") * a, "c = nan must be a finite number"),
        (lambda: a + float("inf"), "c = inf must be a finite number"),
        (lambda: Sum((a,)), "Sum needs at least two operands, got 1"),
        (lambda: Product(()), "Product needs at least two operands, got 0"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(wrong: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        wrong()


# ---- values as values ------------------------------------------------------------------------------------------------


def test_kernels_are_values() -> None:
    assert kv.RBF(1) == kv.RBF(1.0) == kv.RBF(gamma=np.float64(1))
    assert len({kv.RBF(1), kv.RBF(1.0), kv.RBF(2), K, copy.deepcopy(K), clone(K)}) == 3
    assert kv.RBF(1) != kv.Laplacian(1)
    assert kv.RBF(1) != 1
    assert Constant(-0.0) == Constant(0.0)
    assert str(Constant(-0.0)) == "0"
    with pytest.raises(FrozenInstanceError):
        kv.RBF(1).gamma = 2  # type: ignore[misc]


def test_the_tree_is_walked_from_the_top() -> None:
    assert [type(node).__name__ for node in K.walk()] == ["Sum", "Scaled", "RBF", "Exp", "Linear"]
    assert K.with_children((a, b)) == a + b
    with pytest.raises(ValueError, match="shorter"):
        kv.exp(a).with_children(())


# ---- parameters ------------------------------------------------------------------------------------------------------


def test_parameters_have_paths() -> None:
    params = K.get_params()
    assert {path: value for path, value in params.items() if not isinstance(value, kv.Kernel)} == {
        "0__c": 0.5,
        "0__k__gamma": 2.0,
    }
    assert params["0__k"] == kv.RBF(2)
    assert K.get_params(deep=False) == {}
    assert kv.RBF(3).get_params() == {"gamma": 3.0}


def test_parameters_are_replaced_in_a_new_kernel() -> None:
    before = str(K)
    changed = K.with_params(**{"0__k__gamma": 8, "0__c": 1.5})
    assert str(changed) == "1.5*rbf(gamma=8) + exp(linear)"
    assert str(K.with_params(**{"1": kv.RBF(1)})) == "0.5*rbf(gamma=2) + rbf(gamma=1)"
    assert str(K.with_params(**{"1": kv.exp(kv.RBF(1)), "1__k__gamma": 9})) == "0.5*rbf(gamma=2) + exp(rbf(gamma=9))"
    assert str(K) == before


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"gamma": 1}, "has no parameter 'gamma'; it has"),
        ({"0__gamma": 1}, "has no parameter 'gamma'"),
        ({"7__gamma": 1}, "has no parameter '7'"),
        ({"0__k__gamma": -1}, r"gamma = -1 must be > 0; exp\(\+‖x−z‖²\) is not a kernel"),
    ],
)
def test_unknown_and_impossible_parameters_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        K.with_params(**values)


def test_set_params_says_what_to_do_instead() -> None:
    assert K.set_params() is K
    with pytest.raises(ValueError, match=r"immutable: use with_params"):
        K.set_params(gamma=2)


def test_named_kernels_spell_themselves_out() -> None:
    assert str(kv.RBF(1).fully_expanded()) == "weight(decay(gamma=1), exp(2*linear))"
    assert str((kv.Polynomial(2) + 1).fully_expanded()) == "(linear + 1)**2 + 1"
    assert str(Scaled(2.0, Power(b, 2)).fully_expanded()) == "2*linear**2"
