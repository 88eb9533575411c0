"""Eigenvalues, and the rank compared with the number of features."""

from __future__ import annotations

import numpy as np

from kernviz.features import feature_map
from kernviz.figures.bars.spectrum import describe_eigenvalues, eigenvalue_bars
from kernviz.kernels import RBF, parse
from kernviz.lessons.lesson import Block, Picture, Table, Text, paragraph
from kernviz.lessons.mercer.matrix import Matrix, rank_of
from kernviz.lessons.mercer.picture import below_0
from kernviz.lessons.mercer.state import State
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several

TITLE = phrase("Eigenvalues")


def blocks(state: State, matrix: Matrix) -> tuple[Block, ...]:
    """Show the eigenvalues as linear and logarithmic bars, with the rank.

    The bars show the tolerance. The rank stands beside the number of features.
    """
    s = matrix.spectrum
    phi = feature_map(state.kernel, matrix.data.d) if matrix.data is not None else None
    if not s.symmetric:
        return _symmetric_half(matrix)
    counts = say("Numerical rank {rank} of {n}.", rank=s.rank, n=s.n)
    if matrix.data is not None:
        counts += " " + (
            say("The number of features is {dimension}.", dimension=phi.dimension)
            if phi is not None
            else say("There is no list of features.")
        )
        if phi is not None and s.rank == phi.dimension < s.n:
            counts += " " + several(
                s.rank,
                "{points} points in a space of {n} dimension: the other eigenvalues are 0, up to rounding.",
                "{points} points in a space of {n} dimensions: the other eigenvalues are 0, up to rounding.",
                points=s.n,
            )
        elif phi is not None and s.rank < phi.dimension:
            counts += " " + say("These points do not fill the feature space.")
        elif (
            isinstance(state.kernel, RBF)
            and s.rank < s.n
            and s.semidefinite
            and len(np.unique(matrix.data.X, axis=0)) == s.n
        ):
            counts += " " + say(
                "For a Gaussian and different points the exact rank is n; the smallest eigenvalues "
                "have fallen below what rounding can show."
            )
    log = eigenvalue_bars(s.values, s.rank_tolerance, log=True)
    words = describe_eigenvalues(s.values, s.tolerance)
    return (
        Text(
            (
                say(
                    "λₘᵢₙ = **{smallest}**, tolerance {tolerance:.2}: not negative.",
                    smallest=s.smallest,
                    tolerance=s.tolerance,
                )
                if s.smallest >= -s.tolerance
                else say(
                    "λₘᵢₙ = **{smallest}**, tolerance {tolerance:.2}: negative, and not by rounding.",
                    smallest=s.smallest,
                    tolerance=s.tolerance,
                )
            )
            + f" {counts}"
        ),
        Picture(
            eigenvalue_bars(s.values, s.tolerance),
            words,
            say("Linear: {meaning}", meaning=below_0(matrix)),
            key="eigenvalues",
            height=300,
        ),
        Picture(
            log,
            words,
            say(
                "Logarithmic, |λ|: the rank is the number of bars above the dashed line n·eps·λₘₐₓ "
                "= {rank_tolerance:.2}.",
                rank_tolerance=s.rank_tolerance,
            ),
            key="eigenvalues-log",
            height=300,
        ),
        *_features(matrix),
    )


def _symmetric_half(matrix: Matrix) -> tuple[Block, ...]:
    """Show the eigenvalues of (K + Kᵀ)/2 and both ranks.

    K is not symmetric, and this is its symmetric part.
    """
    s = matrix.spectrum
    sign = (
        say("none of them negative")
        if s.smallest >= -s.tolerance
        else say("{negative} of them negative", negative=s.negative)
    )
    return (
        paragraph(
            "**‹K› is not symmetric, so it is no Gram matrix, whatever its eigenvalues.** cᵀ‹K›c sees only its "
            "symmetric part (‹K› + ‹K›ᵀ)/2, and the bars are the eigenvalues of that: λₘᵢₙ = **{smallest}**, "
            "{sign}. Rank of ‹K› {rank} of {n}, of (‹K› + ‹K›ᵀ)/2 {symmetric_rank} of {n}.",
            smallest=s.smallest,
            sign=sign,
            rank=matrix.rank,
            n=s.n,
            symmetric_rank=s.rank,
        ),
        Picture(
            eigenvalue_bars(s.values, s.tolerance),
            describe_eigenvalues(s.values, s.tolerance),
            say("Eigenvalues of (‹K› + ‹K›ᵀ)/2."),
            key="eigenvalues",
            height=300,
        ),
    )


def _features(matrix: Matrix) -> tuple[Block, ...]:
    """Show rank and number of features of five kernels.

    The points have to be in the plane.
    """
    if matrix.data is None or matrix.data.d != 2:
        return ()
    rows = [(name, *ranks) for name, ranks in rank_table(matrix).items()]
    return (
        paragraph("**The rank** is at most the number of features, and at most the number of points:"),
        Table(
            {
                say("kernel"): [r[0] for r in rows],
                say("features"): [r[1] for r in rows],
                say("rank here"): [r[2] for r in rows],
            }
        ),
    )


def rank_table(matrix: Matrix) -> dict[str, tuple[str, int]]:
    """Return number of features and numerical rank of five kernels.

    The keys are the kernels' names. The numerical rank is that of the Gram matrix on the page's points.
    """
    if matrix.data is None:
        return {}
    texts = {
        "linear": symbols("‹x·z›"),
        "linear**2": symbols("(‹x·z›)²"),
        "poly(degree=2, gamma=1, coef0=1)": symbols("(1 + ‹x·z›)²"),
        "poly(degree=3, gamma=1, coef0=1)": symbols("(1 + ‹x·z›)³"),
        "rbf(gamma=5)": symbols("exp(−5‖x − ‹z›‖²)"),
    }
    found = {}
    for text, name in texts.items():
        k = parse(text)
        phi = feature_map(k, matrix.data.d)
        found[f"{name}  ·  {text}"] = (
            "∞" if phi is None else str(phi.dimension),
            rank_of(matrix.data, k),
        )
    return found
