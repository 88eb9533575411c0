"""What each machine of the strategy was trained on, and what it kept."""

from __future__ import annotations

from kernviz.lessons.lesson import Block, Formula, Table, Text, short
from kernviz.lessons.multiclass.formulas import SINGLE_OBJECTIVE
from kernviz.lessons.multiclass.machines import Trained
from kernviz.lessons.multiclass.picture import machine_names
from kernviz.lessons.multiclass.state import REST, State
from kernviz.models.crammer_singer import CrammerSinger

TITLE = "Every machine"


def blocks(state: State, trained: Trained) -> tuple[Block, ...]:
    """What each machine of the strategy was trained on, and what it kept."""
    m = trained.machine
    if isinstance(m, CrammerSinger):
        c = m.certificate_
        table = Table(
            {
                "class": list(trained.names),
                "points": [int((m.codes_ == i).sum()) for i in range(trained.k)],
                "‖w_c‖²": [short(float(v)) for v in m.weight_norm2_],
                "b_c": [short(float(v)) for v in m.intercept_],
            },
            caption=(
                f"One program of {len(m.X_)} · {trained.k} = {len(m.X_) * trained.k} unknowns; primal"
                f" {short(c.primal, 6)}, dual {short(c.dual, 6)}, Σξ = {short(float(m.slack_.sum()))}."
            ),
        )
        return (Text("**One objective** trains all functions together."), Formula(SINGLE_OBJECTIVE), table)
    supports = trained.supports
    table = Table(
        {
            "machine": machine_names(trained),
            "points": [len(each.X_) for each in m.machines_],
            "support vectors": [len(rows) for rows in supports],
            "margin 1/‖w‖": [short(each.margin_) for each in m.machines_],
            "b": [short(each.intercept_) for each in m.machines_],
            "KKT violation": [short(each.certificate_.kkt, 2) for each in m.machines_],
        },
        caption=(
            f"{sum(len(rows) for rows in supports)} support vectors in all, {len(trained.support)} different points."
        ),
    )
    points = sum(len(each.X_) for each in m.machines_)
    words = (
        f"Each of the {trained.machines} machines sees all {state.data.n} points, most of them as “the rest”: the two"
        " sides are of unequal size."
        if trained.strategy == REST
        else (
            f"Each of the {trained.machines} machines sees its two classes only: smaller problems, {points} points in"
            " all."
        )
    )
    return (Text(words), table)
