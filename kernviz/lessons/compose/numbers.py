"""Read-outs beside the picture of the Compose page."""

from __future__ import annotations

import numpy as np

from kernviz.features import coefficient_matrix
from kernviz.lessons.compose.state import State
from kernviz.lessons.lesson import Numbers, Readout
from kernviz.lessons.shared.eigenvalue import smallest_eigenvalue
from kernviz.lessons.shared.features import counted
from kernviz.mercer import Judgement, Verdict
from kernviz.wording import phrase, say, short


def numbers(state: State, judgement: Judgement) -> Numbers:
    """Return the kernel's degree, number of features, and λ_min on the data."""
    every = state.space.every
    matrix = coefficient_matrix(state.kernel, state.d)
    degree = "–" if matrix is None else str(max(sum(e) for e in matrix.monomials))
    on_one_space = judgement.verdict is Verdict.PROVEN and not every
    features = counted(state.kernel, state.d, state.space.nonnegative) if on_one_space else "–"
    return Numbers(
        (
            Readout(
                phrase("degree"), degree, say("the highest power of x, for a kernel that is a polynomial; – for others")
            ),
            Readout(
                phrase("features"),
                features,
                say(
                    "coordinates of the explicit map ‹φ›; for a polynomial the distinct monomials. Not listed: ‹φ› is "
                    "not written out here. –: not proven to be a kernel, or the question is about every ℝᵈ at "
                    "once, where the number may grow with d"
                ),
            ),
            Readout(
                phrase("λₘᵢₙ here"),
                _smallest_eigenvalue(state),
                say(
                    "smallest eigenvalue of the Gram matrix of your points. It must be ≥ 0, but that is no proof. If "
                    "it is no larger than the rounding errors, 0 is shown. –: your points are not in this space, or "
                    "the matrix is not symmetric"
                ),
            ),
        )
    )


def _smallest_eigenvalue(state: State) -> str:
    """Return λ_min of the data's Gram matrix as text.

    An eigenvalue within the rounding of the matrix is reported as 0. The text is – if the points do not
    belong to the space, if a kernel value is not finite, or if the matrix is not symmetric.
    """
    X = state.data.X
    if state.space.nonnegative:
        X = X[(X >= 0).all(axis=1)]
    if not state.own or not len(X):
        return "–"
    K = state.kernel(X)
    return short(smallest_eigenvalue(K), 3) if np.isfinite(K).all() else "–"
