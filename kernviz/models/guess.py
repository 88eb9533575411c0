"""Quick guesses for the support vector machine's program: libsvm's answers, good to some digits.

They say which points are at 0, free, at C; the solver starts there, and what it makes of them carries its own certificate,
which does not ask who guessed.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
from sklearn import config_context
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from kernviz.models.base import Array

# of the margin: scikit-learn's own, and one that tells apart many points of tiny weight, if the first could not
TOLERANCES = (1e-3, 1e-5)
STEPS = 30  # for each point: libsvm has no bound of its own, and on polynomials with a large C it would not end


def libsvm_guesses(K: Array, signs: Array, C: float) -> Iterator[Array]:
    """α·y (n,), nearer to the optimum each time, for the Gram matrix K (n, n), signs (n,) = ±1 and 0 < C < inf."""
    for tolerance in TOLERANCES:
        machine = SVC(kernel="precomputed", C=C, tol=tolerance, max_iter=STEPS * len(K))
        with warnings.catch_warnings(), config_context(assume_finite=True, skip_parameter_validation=True):
            warnings.simplefilter("ignore", ConvergenceWarning)
            try:
                machine.fit(K, signs > 0)  # scikit-learn looks at truth values the least
            except ValueError:  # it overflowed: the solver, which scales, starts without a guess
                return
        guess = np.zeros(len(K))
        guess[machine.support_] = machine.dual_coef_[0]
        yield guess
        if machine.n_iter_[0] >= STEPS * len(K):
            return  # it has not come as far as the first tolerance
