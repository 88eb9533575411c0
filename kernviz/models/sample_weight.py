"""Weights of training points.

The module checks the weights. The module also extends a solution for the points with a positive weight to all
points.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.solvers.problem import LOWER
from kernviz.solvers.solution import Solution
from kernviz.wording import say


def checked_weights(given: Any, n: int) -> Array | None:
    """Return the checked weights of the points as floats.

    The weights are (n,). The result is None if no weights are given, or if all are 1.

    A number is the weight of every point. Raises ValueError unless all are finite and ≥ 0, and
    one is positive.
    """
    if given is None:
        return None
    weights = np.asarray(given, dtype=np.float64)
    weights = np.full(n, float(weights)) if weights.ndim == 0 else weights
    if weights.shape != (n,):
        raise ValueError(
            say(
                "sample_weight has shape {shape} for {n} points: it is one number ≥ 0 for each point",
                shape=weights.shape,
                n=n,
            )
        )
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise ValueError(say("sample_weight must be finite and ≥ 0 for each point"))
    if not weights.any():
        raise ValueError(say("every sample weight is zero: no point is left to train on"))
    return None if (weights == 1).all() else weights


def spread(solution: Solution, used: NDArray[np.bool_], K: Array) -> Solution:
    """Return a solution for the used points extended to all points.

    ``used`` (n,) is True for the points of the given solution. The other points get the value 0. K (n, n) is the
    Gram matrix of all points.
    """
    x = np.zeros(len(K))
    x[used] = solution.x
    states = np.full(len(K), LOWER, dtype=solution.states.dtype)
    states[used] = solution.states
    ray = None
    if solution.ray is not None:
        ray = np.zeros(len(K))
        ray[used] = solution.ray
    return replace(solution, x=x, image=K @ x, states=states, ray=ray)
