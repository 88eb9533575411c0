"""Shrinkage by the ridge in each eigendirection."""

from __future__ import annotations

from collections.abc import Sequence

from kernviz.figures.curves.ridge import describe_shrinkage, shrinkage_bars
from kernviz.lessons.lesson import Block, Formula, Picture, Table
from kernviz.lessons.number_format import tex
from kernviz.lessons.ridge.machine import Fit
from kernviz.wording import phrase, say, several, shorts

TITLE = phrase("Shrinkage")


def blocks(fit: Fit) -> tuple[Block, ...]:
    """Show the shrinkage factors λᵢ/(λᵢ + ridge).

    Each factor is the share of y kept by the fit along an eigenvector of K.
    """
    values = fit.prepared.spectrum.values
    shares = values * fit.prepared.spectrum.weights(fit.ridge)
    half = int((shares > 0.5).sum())
    ridge = "0" if fit.least_squares else tex(fit.ridge)
    count = min(len(values), 8)
    table: dict[str, Sequence[object]] = {
        "i": list(range(1, count + 1)),
        say("eigenvalue λᵢ"): shorts(values[:count]),
        say("kept, λᵢ/(λᵢ + ‹λ›)"): shorts(shares[:count]),
    }
    return (
        Formula(rf"‹\h› = ‹\K›‹\alpha› = \sum_i \frac{{\lambda_i}}{{\lambda_i+{ridge}}}\,v_i\,(v_i^{{\mathsf T}}‹\y›)"),
        Picture(
            shrinkage_bars(values, shares),
            describe_shrinkage(shares),
            several(
                len(values),
                "One eigendecomposition of ‹K› is enough for every ‹λ›: only these shares change. In {count} of {n} "
                "direction more than half of ‹y› is kept, and the shares add up to {freedom} parameters. Directions "
                "with λᵢ far below ‹λ› are nearly dropped: they would need a long w.",
                "One eigendecomposition of ‹K› is enough for every ‹λ›: only these shares change. In {count} of {n} "
                "directions more than half of ‹y› is kept, and the shares add up to {freedom} parameters. Directions "
                "with λᵢ far below ‹λ› are nearly dropped: they would need a long w.",
                count=half,
                freedom=fit.effective_dof,
            ),
            key="shrinkage",
            height=380,
        ),
        Table(
            table,
            caption=say("The largest eigenvalues of ‹K›.") if len(values) > count else "",
            geometric=(say("eigenvalue λᵢ"), say("kept, λᵢ/(λᵢ + ‹λ›)")),
        ),
    )
