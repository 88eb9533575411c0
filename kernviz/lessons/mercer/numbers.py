"""Verdict and read-outs beside the pictures of the Mercer page."""

from __future__ import annotations

from kernviz.features import feature_map
from kernviz.lessons.lesson import Block, Numbers, Readout, Text
from kernviz.lessons.mercer.matrix import Matrix, judged
from kernviz.lessons.mercer.state import State
from kernviz.lessons.mercer.steering import Steering
from kernviz.lessons.shared.features import counted
from kernviz.lessons.shared.kernel_formula import kernel_formula
from kernviz.lessons.shared.verdict import MARKS
from kernviz.mercer import Judgement, Verdict
from kernviz.wording import phrase, say, several, short

# number of features shown for a function that is not proven a kernel
OTHERWISE = {Verdict.REFUTED: phrase("none"), Verdict.OPEN: phrase("unknown")}


def judgement_on(matrix: Matrix, state: State) -> Judgement | None:
    """Return the judgement on the kernel; None for a typed matrix.

    Raises ValueError if the kernel cannot be judged.
    """
    return None if matrix.data is None else judged(matrix.data, state.kernel)


def verdict(state: State, matrix: Matrix, judgement: Judgement | None) -> tuple[Block, ...]:
    """Return the verdict on these points and on the whole space."""
    s = matrix.spectrum
    if judgement is None and s.symmetric:
        return (
            Text(
                say("**It passes**: no eigenvalue below −{tolerance:.2}.", tolerance=s.tolerance)
                if s.semidefinite
                else several(
                    s.negative,
                    "**It fails**: {n} negative eigenvalue, {smallest}. This matrix is no Gram matrix.",
                    "**It fails**: {n} negative eigenvalues, the smallest {smallest}. This matrix is no Gram matrix.",
                    smallest=s.smallest,
                )
            ),
        )
    here = (
        say("Not symmetric: |‹K› − ‹K›ᵀ| is up to {skew:.3}.", skew=s.skew)
        if not s.symmetric
        else (
            say("**On these points it passes**: no eigenvalue below −{tolerance:.2}.", tolerance=s.tolerance)
            if s.semidefinite
            else (
                several(
                    s.negative,
                    "**On these points it fails**: {n} negative eigenvalue, the smallest {smallest}.",
                    "**On these points it fails**: {n} negative eigenvalues, the smallest {smallest}.",
                    smallest=s.smallest,
                )
            )
        )
    )
    if judgement is None:
        return (Text(here),)
    head = f"**{MARKS[judgement.verdict]}** {judgement.sentence}"
    more = ""
    if judgement.verdict is Verdict.PROVEN:
        more = " " + say("As a kernel it passes on every set of points.")
    elif s.semidefinite:
        more = (
            " " + say("Passing on these points is not a proof.")
            if judgement.verdict is Verdict.OPEN
            else " " + say("Other points refute it.")
        )
    return (kernel_formula(state.kernel), Text(f"{head}\n\n{here}{more}"))


def numbers(state: State, matrix: Matrix, steering: Steering) -> Numbers:
    """Return the read-outs of the spectrum.

    Without an explicit feature map, the number of features depends on the verdict. Its read-out is
    then a function, which is called once the page is at rest.
    """
    s = matrix.spectrum
    items = [
        Readout(
            phrase("λₘᵢₙ") if s.symmetric else phrase("λₘᵢₙ of (‹K› + ‹K›ᵀ)/2"),
            short(s.smallest, 4),
            say("the smallest eigenvalue of (‹K› + ‹K›ᵀ)/2"),
        ),
        Readout(phrase("tolerance"), short(s.tolerance, 2), say("how far below 0 rounding alone may push λₘᵢₙ")),
    ]
    counted = Readout(
        phrase("rank") if s.symmetric else phrase("rank of (‹K› + ‹K›ᵀ)/2"),
        say("{rank} of {n}", rank=s.rank, n=s.n),
        say("eigenvalues beyond n·eps·λₘₐₓ = {rank_tolerance:.2}", rank_tolerance=s.rank_tolerance),
    )
    if s.symmetric:
        items.append(counted)
    else:
        items.append(
            Readout(
                phrase("rank of ‹K›"),
                say("{rank} of {n}", rank=matrix.rank, n=s.n),
                say("singular values beyond n·eps·σ_max"),
            )
        )
        items.append(counted)
    if matrix.data is None:  # for a dragged matrix there is no kernel to judge, so the matrix is judged
        passes = say("yes") if s.semidefinite and s.symmetric else say("no")
        items.append(Readout(phrase("passes"), passes, say("symmetric, and no eigenvalue below −tolerance")))
    else:
        phi = feature_map(state.kernel, matrix.data.d)
        count = (lambda: _features(matrix, state)) if phi is None else str(phi.dimension)
        items.append(
            Readout(phrase("features"), count, say("coordinates of the explicit map ‹φ›; none where ‹k› is no kernel"))
        )
    items.append(Readout(phrase("max |‹K› − ‹K›ᵀ|"), short(s.skew, 2), say("symmetry defect")))
    items.append(
        Readout(phrase("cᵀ‹K›c"), short(steering.value, 4), say("for the vector c that is steered in the tab xᵀ‹K›x"))
    )
    return Numbers(tuple(items))


def _features(matrix: Matrix, state: State) -> str:
    try:
        judgement = judgement_on(matrix, state)
    except ValueError:
        return say("unknown")
    if judgement is None or matrix.data is None:
        return say("unknown")
    return OTHERWISE[judgement.verdict] if judgement.verdict in OTHERWISE else counted(state.kernel, matrix.data.d)
