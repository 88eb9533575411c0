"""Training set and support vectors of each machine of the strategy."""

from __future__ import annotations

from kernviz.lessons.lesson import Block, Formula, Table, Text, paragraph
from kernviz.lessons.multiclass.formulas import SINGLE_OBJECTIVE
from kernviz.lessons.multiclass.machines import Trained
from kernviz.lessons.multiclass.picture import machine_names
from kernviz.lessons.multiclass.state import REST, State
from kernviz.models.crammer_singer import CrammerSinger
from kernviz.wording import phrase, say, several, short, shorts

TITLE = phrase("Every machine")


def blocks(state: State, trained: Trained) -> tuple[Block, ...]:
    """Show training set and support vectors of each machine of the strategy."""
    m = trained.machine
    if isinstance(m, CrammerSinger):
        c = m.certificate_
        table = Table(
            {
                say("class"): list(trained.names),
                say("points"): [int((m.codes_ == i).sum()) for i in range(trained.k)],
                "‖w_c‖²": shorts(m.weight_norm2_),
                "b_c": shorts(m.intercept_),
            },
            caption=(
                say(
                    "One optimisation problem with {points} · {k} = {unknowns} unknowns; primal {primal:.6}, dual "
                    "{dual:.6}, Σξ = {total_slack}.",
                    points=len(m.X_),
                    k=trained.k,
                    unknowns=len(m.X_) * trained.k,
                    primal=c.primal,
                    dual=c.dual,
                    total_slack=m.slack_.sum(),
                )
            ),
            geometric=("‖w_c‖²",),
        )
        return (paragraph("**One objective** trains all functions together."), Formula(SINGLE_OBJECTIVE), table)
    supports = trained.supports
    table = Table(
        {
            say("machine"): machine_names(trained),
            say("points"): [len(machine.X_) for machine in m.machines_],
            say("support vectors"): [len(rows) for rows in supports],
            say("margin 1/‖w‖"): [short(machine.margin_) for machine in m.machines_],
            "b": [short(machine.intercept_) for machine in m.machines_],
            say("KKT violation"): [short(machine.certificate_.kkt, 2) for machine in m.machines_],
        },
        caption=(
            several(
                len(trained.support),
                "{rows} support vectors in all, {n} different point.",
                "{rows} support vectors in all, {n} different points.",
                rows=sum(len(rows) for rows in supports),
            )
        ),
        geometric=(say("margin 1/‖w‖"),),
    )
    points = sum(len(machine.X_) for machine in m.machines_)
    sizes = [int((state.data.codes == code).sum()) for code in trained.codes]
    words = (
        several(
            trained.machines,
            "{n} machine sees all {points} points: one class against the rest.",
            "Each of the {n} machines sees all {points} points: one class against the rest.",
            points=state.data.n,
        )
        + " "
        + say("The smallest class has {smallest}, the largest {largest}.", smallest=min(sizes), largest=max(sizes))
        if trained.strategy == REST
        else several(
            trained.machines,
            "{n} machine sees both classes, {points} points.",
            "Each of the {n} machines sees its two classes only, {points} points in all.",
            points=points,
        )
    )
    return (Text(words), table)
