"""Projection Xᵀ(XXᵀ)⁻¹X, which S2 reads as the identity (erratum E23)."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.matrix.gram import gram_heatmap
from kernviz.lessons.dual.state import State
from kernviz.lessons.lesson import Block, Formula, Picture, Text
from kernviz.lessons.shared.subsample import spread, used
from kernviz.mercer.spectrum import spectrum
from kernviz.wording import say, several

PROJECTED = 20  # points used for the projection


def projection(points: Array) -> Array:
    """Return the projection `Xᵀ(XXᵀ)⁻¹X` (n, n) of points (n, d).

    X (d, n) has the points as columns, as in S2. If XXᵀ is singular, its pseudo-inverse is used.
    """
    X = points.T
    return np.asarray(np.linalg.pinv(X) @ X)


def singular_case(state: State) -> tuple[Block, ...]:
    """Return the blocks on erratum E23, with the projection Xᵀ(XXᵀ)⁻¹X.

    S2 reads this matrix as the identity. It is the identity only for linearly independent points. At most 20 points of
    the data are used, spread over the set.
    """
    X = state.data.X[spread(state.groups, PROJECTED)]
    P, (n, d) = projection(X), X.shape
    trace = float(np.trace(P))
    own = spectrum(X @ X.T)
    figure = gram_heatmap(P, None, name="Xᵀ(XXᵀ)⁻¹X")
    shortest, either = say("(shortest)"), say("or")
    statement = (
        say("it projects, and ‹K› = XᵀX has rank {rank} of {n}: ‹K› has no inverse", rank=own.rank, n=n)
        if own.rank < n
        else say("it is I, as these points are linearly independent: ‹K› = XᵀX has rank {rank} and an inverse", rank=n)
    )
    return (
        Text(
            several(
                n,
                r"S2 gets α = K⁻¹y by reading $X^\mathsf T(XX^\mathsf T)^{{-1}}X$ as the identity. With n = {n} point "
                "({points_used}) and d = {d} columns (linear kernel) {statement}. **Trace {trace} of {n}**, largest "
                "difference from I {largest_entry}.",
                r"S2 gets α = K⁻¹y by reading $X^\mathsf T(XX^\mathsf T)^{{-1}}X$ as the identity. With n = {n} points "
                "({points_used}) and d = {d} columns (linear kernel) {statement}. **Trace {trace} of {n}**, largest "
                "difference from I {largest_entry}.",
                points_used=used(state.data.n, n),
                d=d,
                statement=statement,
                trace=trace,
                largest_entry=np.abs(P - np.eye(n)).max(),
            )
        ),
        Picture(
            figure,
            say("The projection Xᵀ(XXᵀ)⁻¹X, {n} × {n}, with trace {trace}.", n=n, trace=trace),
            say(
                "An identity matrix would have entries on the diagonal alone. P² = P up to {largest_entry:.2}. P "
                "is I exactly where the points are linearly independent; where XXᵀ has no inverse, the "
                "pseudo-inverse stands for it.",
                largest_entry=np.abs(P @ P - P).max(),
            ),
            "dual_projection",
            460,
            square=True,
        ),
        Formula(
            rf"\alpha = ‹\K›^{{+}}y\ \text{{{shortest}}}\qquad\text{{{either}}}\qquad"
            r" \alpha = (‹\K›+\sigma^2I)^{-1}y,\ \sigma^2>0"
        ),
    )
