"""The answer at the probe, and its path along the decision graph."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.figures.tree.dag import decision_dag, describe_dag
from kernviz.lessons.lesson import Block, Picture, Text, short
from kernviz.lessons.multiclass.machines import Trained, winners
from kernviz.lessons.multiclass.picture import value_at
from kernviz.lessons.multiclass.state import REST, State
from kernviz.models.multiclass import DecisionDAG, OneVersusOne

Array = NDArray[np.float64]
ROUNDOFF = 1e-10  # the solver's own, relative: values that differ by less do not
BESIDE = 5  # classes up to which the graph fits beside the picture


def answer(state: State, trained: Trained) -> tuple[Block, ...]:
    """The class of the probe and how it came about, in a sentence."""
    f = value_at(trained, state.point)
    if not np.isfinite(f).all():
        return (Text("At the probe a kernel value is beyond every number: click nearer to the points.", "warning"),)
    return (Text(f"**At the probe: “{winner(trained, f)}”.** {_why(trained, f)}"),)


def winner(trained: Trained, f: Array) -> str:
    """The name of the class that wins with these values (machines,)."""
    return trained.names[int(winners(trained.machine, f[None])[0])]


def _why(trained: Trained, f: Array) -> str:
    if trained.strategy == REST:
        claims = [name for name, value in zip(trained.names, f, strict=True) if value > 0]
        if len(claims) == 1:
            return f"One machine claims it: f = {short(float(f.max()))}."
        who = " and ".join(claims) if claims else "No machine"
        return f"{who} claim{'s' * (not claims)} it; the largest f, {short(float(f.max()))}, decides."
    if isinstance(trained.machine, OneVersusOne):
        votes = trained.machine.counted(f[None])[0][0]
        words = ", ".join(f"{int(v)} for “{name}”" for name, v in zip(trained.names, votes, strict=True))
        tie = int((votes == votes.max()).sum()) > 1 and trained.k > 2
        return f"Votes: {words}." + (" Equal votes: the sums of f decide." if tie else "")
    if isinstance(trained.machine, DecisionDAG):
        return (
            f"{trained.k - 1} of {trained.machines} machines were asked."
            if trained.k > 2
            else "Its one machine was asked."
        )
    order = np.sort(f)[::-1]
    if order[0] - order[1] <= ROUNDOFF * max(1.0, float(np.abs(f).max())):
        return "The two largest values are equal to roundoff, which decides."
    return (
        f"The largest of {trained.k} values, {short(float(order[0]))}, is {short(float(order[0] - order[1]))} above the"
        " next."
    )


def path(trained: Trained, x: Array) -> list[tuple[tuple[int, int], int]]:
    """The questions along the graph as places in the row of classes."""
    assert isinstance(trained.machine, DecisionDAG)
    place = {label: i for i, label in enumerate(trained.machine.classes_.tolist())}
    return [((place[i], place[j]), place[won]) for (i, j), won in trained.machine.dag_path(x)]


def graph(state: State, trained: Trained) -> tuple[Block, ...]:
    """The decision graph with the probe's path."""
    if not isinstance(trained.machine, DecisionDAG) or not np.isfinite(value_at(trained, state.point)).all():
        return ()
    steps = path(trained, state.point)
    figure = decision_dag(trained.names, steps)
    words = " → ".join(f"{trained.names[i]} or {trained.names[j]}: {trained.names[won]}" for (i, j), won in steps)
    return (
        Picture(
            figure,
            describe_dag(trained.names, steps),
            f"The probe's path: {words}. {len(steps)} evaluation{'s' * (len(steps) != 1)}, {trained.machines}"
            f" machine{'s' * (trained.machines != 1)} trained. A machine takes the loser out of the row.",
            key="dag",
            height=int(figure.layout.height),
        ),
    )
