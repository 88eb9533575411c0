"""Proof that no hard margin exists.

No plane separates two finite sets exactly if their convex hulls meet. Then there are weights λ ≥ 0, with
sum 1 in each class, for which the two mixtures are the same point: ‖Σ λᵢ yᵢ φ(xᵢ)‖ = 0. The kernel gives
this norm, so the λ are a certificate.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.kernels.object_types import called
from kernviz.models.refusals import RefusedError
from kernviz.solvers.qp import Solution, Status
from kernviz.wording import say

CLOSE = 1e-4  # relative error of the margin above which the machine has not separated the classes


class NotSeparableError(RefusedError):
    """Error for classes that no plane in feature space separates.

    ``weights`` (n,) ≥ 0 sum to 1 in each class. ``distance`` is that of the two mixtures in
    feature space, zero up to roundoff. Contradictory duplicates come with ``pairs``, (p, 2)
    indices of identical points with opposite labels.
    """

    def __init__(
        self, message: str, weights: Array, distance: float, pairs: list[tuple[int, int]] | None = None
    ) -> None:
        super().__init__(message)
        self.weights, self.distance, self.pairs = weights, distance, pairs or []


def check_duplicates(X: Array, signs: Array, used: NDArray[np.bool_] | None = None) -> None:
    """Refuse identical points with opposite labels, before any solve.

    ``used`` (n,): True for the points to look at; None: all. Raises NotSeparableError with all such pairs.
    """
    if X.dtype == object:
        first_seen: dict[object, int] = {}
        place = np.array([first_seen.setdefault(thing, row) for row, thing in enumerate(X)])
    else:
        place = np.unique(X, axis=0, return_inverse=True)[1].ravel()
    among = signs if used is None else np.where(used, signs, 0.0)
    positive, negative = np.flatnonzero(among > 0), np.flatnonzero(among < 0)
    first = {int(place[i]): int(i) for i in positive[::-1]}
    pairs = [(first[int(place[j])], int(j)) for j in negative if int(place[j]) in first]
    if not pairs:
        return
    i, j = pairs[0]
    weights = np.zeros(len(X))
    weights[[i, j]] = 1.0
    count = say("{pairs} points have", pairs=len(pairs)) if len(pairs) > 1 else say("a point has")
    raise NotSeparableError(
        say(
            "{points_have} an identical point of the other class, the first being {point} (rows {i} and {j}): no "
            "separator can satisfy both, whatever the kernel. Use a finite C, or remove one of "
            "each",
            points_have=count,
            point=called(X[i]) if X.dtype == object else X[i].tolist(),
            i=i,
            j=j,
        ),
        weights,
        0.0,
        pairs,
    )


def check_separated(solution: Solution, K: Array, signs: Array, least: float) -> None:
    """Refuse the answer of a hard-margin program without a solution.

    ``least``: the smallest functional margin y·f of the answer. Raises NotSeparableError if the program is
    unbounded, if ``least`` is below 1 − CLOSE, or if roundoff exceeds CLOSE.
    """
    lost = solution.status is Status.UNBOUNDED
    if not lost and solution.tolerance <= CLOSE and least >= 1 - CLOSE:
        return
    weights = np.abs(solution.x if solution.ray is None else solution.ray)
    for side in (signs > 0, signs < 0):
        weights[side] /= max(float(weights[side].sum()), np.finfo(float).tiny)
    b = weights * signs
    distance = float(np.sqrt(max(float(b @ K @ b), 0.0)))
    how = say("meet in feature space")
    if not lost:
        how = say(
            "come within {distance:.2} of each other in feature space, too close for the arithmetic", distance=distance
        )
    raise NotSeparableError(
        say(
            "no hard margin exists: the convex hulls of the two classes {how_close} (mixtures of {mixed} "
            "points show it). Use a finite C or another kernel",
            how_close=how,
            mixed=int((weights > 1e-06).sum()),
        ),
        weights,
        distance,
    )
