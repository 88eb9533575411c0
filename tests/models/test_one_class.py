"""scikit-learn's one-class SVM on kernviz kernels: optimal by its own conditions, and the sphere's twin for a Gaussian
only.
"""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.kernels import RBF, Kernel, Linear, Polynomial, Sigmoid
from kernviz.models.one_class import OneClassMachine
from kernviz.models.refusals import NotAKernelError
from kernviz.models.sphere import SmallestHypersphere
from kernviz.models.svdd import SoftHypersphere

FIVE = np.array([[1.0, 0], [1, 1], [2, 0], [1, -1], [0, 2]])


def cloud(n: int = 40) -> np.ndarray:
    return np.random.default_rng(0).normal(size=(n, 2))


def test_five_points_where_the_two_machines_differ() -> None:
    """α = (8/9, 0, 0, 0, 1/9): by hand, the point of the hull nearest to the origin lies between the first and the
    last.
    """
    theirs = OneClassMachine(Polynomial(2)).fit(FIVE)
    np.testing.assert_allclose(theirs.coef_, [8 / 9, 0, 0, 0, 1 / 9], atol=1e-7)
    np.testing.assert_allclose(
        SmallestHypersphere(Polynomial(2)).fit(FIVE).center_coef_, [0, 0, 0.5, 0, 0.5], atol=1e-9
    )
    np.testing.assert_allclose(theirs.decision_function(FIVE[[0, 4]]), 0, atol=1e-6)


@pytest.mark.parametrize("nu", [None, 0.1, 0.5, 1.0])
@pytest.mark.parametrize("kernel", [RBF(1), Polynomial(2), 1000 * RBF(0.3)], ids=str)
def test_no_other_weights_are_better(kernel: Kernel, nu: float | None) -> None:
    """αᵀKα is least: towards any other feasible corner it does not fall."""
    X, n = cloud(), 40
    machine, K = OneClassMachine(kernel, nu).fit(X), kernel(X)
    alpha = machine.coef_
    limit = 1.0 if nu is None else 1 / (nu * n)
    assert alpha.min() >= 0
    assert alpha.max() <= limit * (1 + 1e-5)
    assert alpha.sum() == pytest.approx(1)
    gradient = K @ alpha
    corner = np.zeros(n)  # the feasible point the gradient likes best
    left = 1.0
    for i in np.argsort(gradient):
        corner[i] = min(limit, left)
        left -= corner[i]
    assert gradient @ (corner - alpha) >= -1e-5 * np.diag(K).max()
    assert machine.converged_


@pytest.mark.parametrize("nu", [None, 0.2])
def test_a_gaussian_has_one_machine(nu: float | None) -> None:
    X = cloud()
    sphere = SmallestHypersphere(RBF(1)) if nu is None else SoftHypersphere(RBF(1), nu)
    np.testing.assert_allclose(OneClassMachine(RBF(1), nu).fit(X).coef_, sphere.fit(X).center_coef_, atol=1e-6)


def test_the_origin_lies_on_the_other_side() -> None:
    """The plane is 0.6x₁ + 0.2x₂ = 0.4, through the point of the hull nearest to the origin."""
    machine = OneClassMachine(Linear()).fit(FIVE)
    assert machine.predict([[0.0, 0.0], [0.5, 0.4], [0.6, 0.3], [3.0, 3.0]]).tolist() == [-1, -1, 1, 1]


def test_one_point_and_refusals() -> None:
    assert OneClassMachine(Linear()).fit([[3.0]]).coef_.tolist() == [1.0]
    with pytest.raises(ValueError, match="must be a share"):
        OneClassMachine(Linear(), nu=2.0).fit(cloud())
    with pytest.raises(ValueError, match="must be a share"):
        OneClassMachine(Linear(), nu=0.0).fit(cloud())
    with pytest.raises(ValueError, match="must be a share"):
        OneClassMachine(Linear(), nu="a").fit(cloud())  # type: ignore[arg-type]
    with pytest.raises(NotAKernelError):
        OneClassMachine(Sigmoid(gamma=1, coef0=-1)).fit(cloud())


AWKWARD = {
    "cloud": cloud(30),
    "duplicates": cloud(6)[np.arange(18) % 6],
    "on a line": cloud(20)[:, :1],
    "one place": np.ones((7, 2)),
    "small": 1e-3 * cloud(20),
    "large": 1e3 * cloud(20),
    "two": FIVE[:2],
    "one carries": 5.0 + 0.01 * cloud(5),
    "one carries, large": 5e8 + 1e6 * cloud(6),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("nu", [None, 0.05, 0.3, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("X", AWKWARD.values(), ids=AWKWARD)
@pytest.mark.parametrize("kernel", [RBF(0.1), RBF(1), Linear(), Polynomial(2), 1000 * RBF(0.3), RBF(1) + 1], ids=str)
def test_no_more_points_lie_outside_than_nu_permits(kernel: Kernel, X: np.ndarray, nu: float | None) -> None:
    """The points that carry the plane lie on it: rounding does not put them outside."""
    machine = OneClassMachine(kernel, nu).fit(X)
    most = 0 if nu is None else nu * len(X) * (1 + 1e-9)
    assert (machine.predict(X) < 0).sum() <= most
    scale = float(np.diag(kernel(X)).max())
    assert machine.tolerance_ <= 1e-5 * scale
    if nu is None or nu * len(X) <= 1:
        assert machine.offset_ == pytest.approx((kernel(X) @ machine.coef_).min(), rel=1e-12)
    above = machine.decision_function(X)
    limit = 1.0 if nu is None or nu * len(X) <= 1 else 1 / (nu * len(X))
    inside = machine.coef_ < limit * (1 - 1e-4)
    assert (above[inside] >= 0).all()
    assert above[machine.coef_ > limit * 1e-4].max() == 0 or machine.coef_.max() >= limit * (1 - 1e-4)
