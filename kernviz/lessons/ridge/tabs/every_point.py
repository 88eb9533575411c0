"""Tab with the table of every point."""

from __future__ import annotations

import numpy as np

from kernviz.data import Dataset
from kernviz.lessons.lesson import Block, Table, paragraph
from kernviz.lessons.ridge.machine import Fit
from kernviz.lessons.ridge.picture import target_name
from kernviz.lessons.shared.data_columns import unique_names
from kernviz.symbols import symbols
from kernviz.wording import phrase, say

TITLE = phrase("Every point")


def blocks(data: Dataset, fit: Fit) -> tuple[Block, ...]:
    """Show α, h and both residuals of every point.

    The residuals are the residual of the fit and the leave-one-out residual.
    """
    alpha = fit.machine.dual_coef_
    own = {
        symbols("‹α›"): alpha.tolist(),
        symbols("‹h›(x)"): fit.fitted.tolist(),
        say("residual ‹y› − ‹h›"): fit.residuals.tolist(),
        say("left-out error"): fit.left_out.tolist(),
    }
    y_name = target_name(data) if data.target not in data.columns else symbols(f"{data.target} (‹y›)")
    *names, y_name = unique_names([*data.columns, y_name], {say("point"), *own})
    table: dict[str, list[object]] = {say("point"): list(range(1, data.n + 1))}
    table |= dict(zip(names, data.X.T.tolist(), strict=True)) | {y_name: fit.y.tolist()} | own
    relation = (
        say("Without a ridge ‹α› is not tied to the residuals.")
        if fit.least_squares
        else (
            say(
                "At every point residual = ‹λ›·‹α›: largest difference {difference:.2}.",
                difference=np.abs(fit.residuals - fit.ridge * alpha).max(),
            )
        )
    )
    worst = int(np.nan_to_num(np.abs(fit.left_out)).argmax())
    return (
        paragraph(
            "{residuals} The last column is ‹y› minus what the machine trained on all other points predicts there; "
            "largest at point {point}. Select a row to see the point in the picture.",
            residuals=relation,
            point=worst + 1,
        ),
        Table(
            table,
            key="rr_row",
            height=420,
            caption=say(
                "left-out error = ‹α›ᵢ / [(‹K› + ‹λ›I)⁻¹]ᵢᵢ: this gives the errors of all n machines, and none of "
                "them has to be trained."
            )
            if not fit.least_squares
            else say(
                "left-out error = (‹y› − ‹h›)ᵢ / (1 − [‹K›‹K›⁺]ᵢᵢ), and ‹α›ᵢ / [‹K›⁺]ᵢᵢ where that divides by 0: "
                "this gives the errors of all n machines, and none of them has to be trained."
            ),
            geometric=(symbols("‹α›"),),
        ),
    )
