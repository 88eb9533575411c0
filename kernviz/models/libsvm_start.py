"""Starting points from libsvm for two quadratic programs.

The programs are those of the support vector machine and of the sphere.

A starting point shows which α are 0, free, or at the upper bound; its values are right to some digits. The
solver starts there and certifies its own answer, independent of the start.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
from sklearn import config_context
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC, OneClassSVM

import kernviz.budget as budget
from kernviz.arrays import Array

# Tolerances on the functional margin: scikit-learn's default; then a smaller one for many points with tiny weights.
TOLERANCES = (1e-3, 1e-5)
MORE = 8  # the smaller tolerance takes about this many times the steps
# largest number of steps per point; libsvm has no limit of its own, and may not end on polynomials with a large C
STEPS = 30


class _TwoSigns(SVC):  # type: ignore[misc]
    """SVC of scikit-learn that does not check its targets.

    The targets are 0.0 and 1.0. Their check takes longer than the training on 100 points. If a later scikit-learn
    no longer calls `_validate_targets`, this class behaves as SVC does.
    """

    def _validate_targets(self, y: Array) -> Array:
        self.classes_, self.class_weight_ = np.array([0.0, 1.0]), np.ones(2)
        return y


def libsvm_guesses(K: Array, signs: Array, C: float, weights: Array | None = None) -> Iterator[Array]:
    """Yield starting points α·y (n,), the later one closer to the optimum.

    K (n, n) is the Gram matrix, signs (n,) are ±1, and 0 < C < inf. ``weights`` (n,) > 0: a factor of C for each
    point. There are at most two starting points. An overflow in libsvm ends the iteration.
    """
    for tolerance in TOLERANCES:
        budget.check()
        # A callable kernel skips the validation of kernel="precomputed", since K is checked already.
        machine = _TwoSigns(kernel=lambda *_: K, C=C, tol=tolerance, max_iter=STEPS * len(K))
        guess = _coefficients(machine, K, np.maximum(signs, 0.0), weights)
        if guess is None:  # the solver scales the problem and starts without a guess
            return
        yield guess
        if machine.n_iter_[0] * MORE >= STEPS * len(K):
            return  # the smaller tolerance would not be reached


# points; for fewer a guess saves no time, and where α is not unique the interior point gives equal points equal weights
FEWEST = 50
SHARE = 1 - 1e-6  # largest ν; for ν = 1 libsvm's solution is fixed and has no free weights


def sphere_guesses(K: Array, limit: float) -> Iterator[Array]:
    """Yield a starting point α (n,) for the sphere around images.

    K (n, n) is the Gram matrix of the images, 0 ≤ α ≤ limit, Σ α = 1. Nothing is yielded for fewer than FEWEST
    points.

    On Σ α = 1 the sphere's αᵀKα − Σ αᵢKᵢᵢ is −½ Σ αᵢαⱼ Dᵢⱼ with the squared distances D. So
    libsvm's one-class machine, given −D/2 for a Gram matrix, solves the problem for every
    kernel.
    """
    n = len(K)
    if n < FEWEST:
        return
    own = np.diag(K)
    nu = 1 / n if np.isinf(limit) else 1 / (limit * n)
    machine = OneClassSVM(kernel="precomputed", nu=min(max(nu, 1 / n), SHARE), tol=TOLERANCES[0], max_iter=STEPS * n)
    guess = _coefficients(machine, K - (own[:, None] + own[None, :]) / 2)
    if guess is not None:  # libsvm scales the weights so that the largest possible is 1
        yield guess if np.isinf(limit) else np.where(guess >= 1, limit, limit * guess)


def _coefficients(
    machine: SVC | OneClassSVM, K: Array, y: Array | None = None, weights: Array | None = None
) -> Array | None:
    """Return the dual coefficients (n,) that libsvm finds.

    The Gram matrix K is (n, n). None on an overflow.
    """
    with warnings.catch_warnings(), config_context(assume_finite=True, skip_parameter_validation=True):
        warnings.simplefilter("ignore", ConvergenceWarning)
        try:
            machine.fit(K, y, sample_weight=weights)
        except ValueError:
            return None
    found = np.zeros(len(K))
    found[machine.support_] = machine.dual_coef_[0]
    return found
