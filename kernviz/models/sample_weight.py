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
    found = np.asarray(given)
    if found.dtype.kind not in "biufO" or (found.dtype.kind == "O" and not _are_numbers(found)):
        raise ValueError(say("sample_weight must hold one number ≥ 0 for each point, got {given!r:.40}", given=given))
    weights = found.astype(np.float64)
    weights = np.full(n, float(weights)) if weights.ndim == 0 else weights
    if weights.shape != (n,):
        raise ValueError(
            say(
                "sample_weight has shape {shape} for {n} points: it is one number ≥ 0 for each point",
                shape=weights.shape,
                n=n,
            )
        )
    wrong = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0)))
    if len(wrong):
        raise ValueError(
            say(
                "sample_weight = {weight:g} in row {row}: it must be finite and ≥ 0 for each point",
                weight=float(weights[wrong[0]]),
                row=int(wrong[0]),
            )
        )
    if not weights.any():
        raise ValueError(say("every sample weight is zero: no point is left to train on"))
    return None if (weights == 1).all() else weights


def _are_numbers(found: NDArray[Any]) -> bool:
    return all(isinstance(value, int | float | np.number) for value in found.ravel())


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
