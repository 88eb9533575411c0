"""Erratum E23: S2 inverts every Gram matrix of the linear kernel."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.lessons.erratum import Erratum, decides
from kernviz.wording import say


def inverse(X: Array) -> Erratum:
    """Return erratum E23, on the inverse of K = XᵀX.

    The deciding number is the rank of the points X (n, d). If it is n, K has an inverse.
    """
    (n, d), rank = X.shape, int(np.linalg.matrix_rank(X))
    return Erratum(
        "S2, α = K⁻¹y (E23)",
        say("Xᵀ(XXᵀ)⁻¹X = I, and K has an inverse"),
        say(
            "only where X is square and invertible; with n > d it is a projection, its trace the rank of X, and "
            "K has that rank: use K⁺ or σ² > 0"
        ),
        say(
            "n = {n}, d = {d} here: rank {rank}, and that matrix is a projection of trace {rank}, not {n}",
            n=n,
            d=d,
            rank=rank,
        )
        if rank < n
        else say("n = {n}, d = {d} here: rank {n}, so K has an inverse", n=n, d=d),
        decides(rank < n),
    )
