"""The functions f and φ that a kernel may use."""

from __future__ import annotations

import numpy as np
import pytest

import kernviz as kv
from kernviz.kernels.functions import SCALAR_FUNCTIONS, Decay
from kernviz.kernels.point_map_base import PointMap
from kernviz.kernels.point_maps import POINT_MAPS, Circle, Coordinate, Radius, Stretch
from kernviz.kernels.rules_and_premises import Space

X = np.array([[3.0, -4.0], [0.0, 0.0], [0.5, 2.0]])


MAPS = [*(cls() for cls in POINT_MAPS.values()), Stretch(0.0), Stretch(-2.0)]


@pytest.mark.parametrize("phi", MAPS, ids=str)
@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("nonnegative", [True, False])
def test_the_image_of_a_map_has_the_declared_space(phi: PointMap, d: int, nonnegative: bool) -> None:
    rows = np.random.default_rng(1).normal(size=(7, d))
    image = phi(np.abs(rows) if nonnegative else rows)
    space = phi.onto(Space(d, nonnegative))
    assert image.shape == (7, space.d)
    assert space.nonnegative == (image >= 0).all()
    images = phi.monomials(d)
    if images is not None:
        source = np.abs(rows) if nonnegative else rows
        expected = [float(c) * np.prod(source ** np.array(e), axis=1) for c, e in images]
        assert np.allclose(image, np.stack(expected, axis=1), rtol=1e-14)


@pytest.mark.parametrize("name", SCALAR_FUNCTIONS)
def test_a_function_is_its_polynomial_if_it_has_one(name: str) -> None:
    f = SCALAR_FUNCTIONS[name]()
    assert f(X).shape == (3,)
    terms = f.polynomial(2)
    if terms is not None:
        assert np.allclose(f(X), sum(float(c) * np.prod(X ** np.array(e), axis=1) for e, c in terms.items()))


@pytest.mark.parametrize("name", SCALAR_FUNCTIONS)
def test_declared_facts_of_a_function_hold(name: str) -> None:
    """Values on a sphere, range of the square, and which numbers are lengths."""
    f = SCALAR_FUNCTIONS[name]()
    sphere = f.on_sphere(25)
    assert sphere is None or (f(np.array([[3.0, 4.0], [0.0, -5.0]])) ** 2 == sphere).all()
    assert all(f.squared_extent.low <= v <= f.squared_extent.high for v in f(X) ** 2)
    for number, spec in f.param_specs().items():
        grown = f.with_number(number, getattr(f, number) * 4 ** round(1 / spec.length))
        assert np.allclose(grown(4 * X), f(X), rtol=1e-14)
    assert repr(f) == str(f)


def test_values_by_hand() -> None:
    assert Radius()(X).ravel().tolist() == [5.0, 0.0, pytest.approx(4.25**0.5)]
    assert Coordinate(2)(X).ravel().tolist() == [-4.0, 0.0, 2.0]
    assert np.allclose(Circle(4.0)(np.array([[1.0]])), [[0.0, 1.0]], atol=1e-15)  # a quarter turn
    assert Decay(0.5)(np.array([[2.0]])).tolist() == [np.exp(-2.0)]
    assert Stretch(-2.0)(X)[0].tolist() == [-6.0, 8.0]


def test_functions_are_values_with_a_text() -> None:
    assert Circle(2) == Circle(2.0)
    assert str(Circle(2)) == "circle(period=2)"
    assert Circle(2).with_number("period", 3) == Circle(3)
    assert len({Decay(1), Decay(1.0), Decay(2)}) == 2
    with pytest.raises(ValueError, match="period = 0 must be > 0"):
        Circle(0)
    with pytest.raises(ValueError, match="column i = 3 must be from 1 to 2: the points have 2 columns"):
        kv.parse("rbf @ column(3)")(X)
    with pytest.raises(ValueError, match="whole number from 1 to 20: the first column is 1"):
        kv.parse("rbf @ column(0)")(X)
