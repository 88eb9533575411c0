"""Class of the probe, and its path along the decision graph."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.tree.dag import decision_dag, decisions, describe_dag
from kernviz.lessons.lesson import Block, Picture, Text, paragraph
from kernviz.lessons.multiclass.machines import Trained, winners
from kernviz.lessons.multiclass.picture import value_at
from kernviz.lessons.multiclass.state import REST, State
from kernviz.models.pairwise import DecisionDAG, OneVersusOne
from kernviz.wording import enumerated, say, several, short

ROUNDOFF = 1e-10  # relative error of the solver: values that differ by less count as equal
BESIDE = 5  # largest number of classes for which the graph fits beside the picture


def answer(state: State, trained: Trained) -> tuple[Block, ...]:
    """Return the class of the probe with the reason, in a sentence."""
    f = value_at(trained, state.point)
    if not np.isfinite(f).all():
        return (
            Text(say("At the probe a kernel value is too large to compute: click nearer to the points."), "warning"),
        )
    return (paragraph("**At the probe: “{winner}”.** {reason}", winner=winner(trained, f), reason=_reason(trained, f)),)


def winner(trained: Trained, f: Array) -> str:
    """Return the name of the winning class for values f (machines,)."""
    return trained.names[int(winners(trained.machine, f[None])[0])]


def claimed(value: float, f: Array) -> bool:
    """Return True if a machine's value claims the probe.

    The value, one of f (machines,), must be above 0 by more than their rounding.
    """
    return value > ROUNDOFF * max(1.0, float(np.abs(f).max()))


def _reason(trained: Trained, f: Array) -> str:
    if trained.strategy == REST:
        claims = [name for name, value in zip(trained.names, f, strict=True) if claimed(value, f)]
        if len(claims) == 1:
            return say("One machine has ‹f› > 0: ‹f› = {f}.", f=f.max())
        most = short(float(f.max()))
        if not claims:
            return say("No machine has ‹f› > 0; the largest ‹f›, {largest}, decides.", largest=most)
        return say(
            "The machines of {claims} have ‹f› > 0; the largest ‹f›, {largest}, decides.",
            claims=enumerated(claims),
            largest=most,
        )
    if isinstance(trained.machine, OneVersusOne):
        votes = trained.machine.counted(f[None])[0][0]
        counted = zip(trained.names, votes, strict=True)
        words = ", ".join(say("{count} for “{name}”", count=int(v), name=name) for name, v in counted)
        tie = int((votes == votes.max()).sum()) > 1 and trained.k > 2
        return say("Votes: {votes}.", votes=words) + (" " + say("Equal votes: the sums of ‹f› decide.") if tie else "")
    if isinstance(trained.machine, DecisionDAG):
        return (
            say("{k} of {machines} machines were asked.", k=trained.k - 1, machines=trained.machines)
            if trained.k > 2
            else say("Its one machine was asked.")
        )
    order = np.sort(f)[::-1]
    if order[0] - order[1] <= ROUNDOFF * max(1.0, float(np.abs(f).max())):
        return say("The two largest values are equal up to rounding, which decides.")
    return say(
        "The largest of {k} values, {largest}, is {lead} above the next.",
        k=trained.k,
        largest=order[0],
        lead=order[0] - order[1],
    )


def path(trained: Trained, x: Array) -> list[tuple[tuple[int, int], int]]:
    """Return the comparisons `((class, class), winner)` along the decision graph at x.

    Classes are positions in the machine's `classes_`.
    """
    assert isinstance(trained.machine, DecisionDAG)
    place = {label: i for i, label in enumerate(trained.machine.classes_.tolist())}
    return [((place[i], place[j]), place[won]) for (i, j), won in trained.machine.dag_path(x)]


def graph(state: State, trained: Trained) -> tuple[Block, ...]:
    """Draw the decision graph with the probe's path.

    The result is () for other strategies, and if a kernel value overflows at the probe.
    """
    if not isinstance(trained.machine, DecisionDAG) or not np.isfinite(value_at(trained, state.point)).all():
        return ()
    steps = path(trained, state.point)
    figure = decision_dag(trained.names, steps)
    return (
        Picture(
            figure,
            describe_dag(trained.names, steps),
            say(
                "The probe's path: {path}. {evaluations}, {machines} trained. Each machine removes the class that "
                "loses.",
                path=" → ".join(decisions(trained.names, steps)),
                evaluations=several(len(steps), "{n} evaluation", "{n} evaluations"),
                machines=several(trained.machines, "{n} machine", "{n} machines"),
            ),
            key="dag",
            height=int(figure.layout.height),
        ),
    )
