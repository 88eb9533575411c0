"""What every machine says at the probe: values, claims, votes, the path along the decision graph."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.figures.dag import decision_dag, describe_dag
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, at, short
from kernviz.lessons.multiclass_picture import machine_names, value_at
from kernviz.lessons.multiclass_subject import REST, State, Trained, winners
from kernviz.models.multiclass import DecisionDAG, OneVersusOne

Array = NDArray[np.float64]
ROUNDOFF = 1e-10  # the solver's own, relative: values that differ by less do not
BESIDE = 5  # classes up to which the graph fits beside the picture


def answer(state: State, seen: Trained) -> tuple[Block, ...]:
    """The class of the probe and how it came about, in a sentence."""
    f = value_at(seen, state.point)
    if not np.isfinite(f).all():
        return (Text("At the probe a kernel value is beyond every number: click nearer to the points.", "warning"),)
    return (Text(f"**At the probe: “{winner(seen, f)}”.** {_why(seen, f)}"),)


def winner(seen: Trained, f: Array) -> str:
    """The name of the class that wins with these values (machines,)."""
    return seen.names[int(winners(seen.machine, f[None])[0])]


def _why(seen: Trained, f: Array) -> str:
    if seen.strategy == REST:
        claims = [name for name, value in zip(seen.names, f, strict=True) if value > 0]
        if len(claims) == 1:
            return f"One machine claims it: f = {short(float(f.max()))}."
        who = " and ".join(claims) if claims else "No machine"
        return f"{who} claim{'s' * (not claims)} it; the largest f, {short(float(f.max()))}, decides."
    if isinstance(seen.machine, OneVersusOne):
        votes = seen.machine.counted(f[None])[0][0]
        words = ", ".join(f"{int(v)} for “{name}”" for name, v in zip(seen.names, votes, strict=True))
        tie = int((votes == votes.max()).sum()) > 1 and seen.k > 2
        return f"Votes: {words}." + (" Equal votes: the sums of f decide." if tie else "")
    if isinstance(seen.machine, DecisionDAG):
        return f"{seen.k - 1} of {seen.machines} machines were asked." if seen.k > 2 else "Its one machine was asked."
    order = np.sort(f)[::-1]
    if order[0] - order[1] <= ROUNDOFF * max(1.0, float(np.abs(f).max())):
        return "The two largest values are equal to roundoff, which decides."
    return f"The largest of {seen.k} values, {short(float(order[0]))}, is {short(float(order[0] - order[1]))} above the next."


def path(seen: Trained, x: Array) -> list[tuple[tuple[int, int], int]]:
    """The questions along the graph as places in the row of classes."""
    assert isinstance(seen.machine, DecisionDAG)
    place = {label: i for i, label in enumerate(seen.machine.classes_.tolist())}
    return [((place[i], place[j]), place[won]) for (i, j), won in seen.machine.dag_path(x)]


def graph(state: State, seen: Trained) -> tuple[Block, ...]:
    """The decision graph with the probe's path."""
    if not isinstance(seen.machine, DecisionDAG) or not np.isfinite(value_at(seen, state.point)).all():
        return ()
    steps = path(seen, state.point)
    figure = decision_dag(seen.names, steps)
    words = " → ".join(f"{seen.names[i]} or {seen.names[j]}: {seen.names[won]}" for (i, j), won in steps)
    return (
        Picture(
            figure, describe_dag(seen.names, steps), f"The probe's path: {words}. {len(steps)} evaluation{'s' * (len(steps) != 1)}, "
            f"{seen.machines} machine{'s' * (seen.machines != 1)} trained. A machine takes the loser out of the row.", key="dag", height=int(figure.layout.height),
        ),
    )  # fmt: skip


def tab(state: State, seen: Trained) -> tuple[Block, ...]:
    """Every machine at the probe."""
    x = state.point
    f = value_at(seen, x)
    words = f"The probe is x = {at(x)}. Click in the picture to move it."
    if not np.isfinite(f).all():
        return (
            Text(f"At x = {at(x)} a kernel value is beyond every number, so no machine has a value there.", "warning"),
        )
    blocks: list[Block] = [Text(words)]
    m = seen.machine
    if isinstance(m, OneVersusOne):
        blocks += _votes(seen, m, f)
    elif isinstance(m, DecisionDAG):
        blocks += _asked(seen, m, f, x)
        blocks += graph(state, seen) if seen.k > BESIDE else ()
    else:
        blocks += _values(seen, f)
    return tuple(blocks)


def _values(seen: Trained, f: Array) -> list[Block]:
    best = int(winners(seen.machine, f[None])[0])
    if seen.strategy == REST:
        return [
            Formula(r"\begin{aligned}&\text{class} = \arg\max_c\ f_c(x),\\ &f_c \text{ trained on class } c \text{ against all others}\end{aligned}"),
            Table({
                "machine": machine_names(seen),
                "f": [short(float(v)) for v in f],
                "claims the probe (f > 0)": ["yes" if v > 0 else "no" for v in f],
                "largest": ["yes" if i == best else "" for i in range(seen.k)],
            }, caption="Exactly one “yes” is a clear answer; the hatched part of the picture has none or several."),
        ]  # fmt: skip
    return [
        Formula(r"\begin{aligned}&\text{class} = \arg\max_c\ f_c(x),\\ &f_{y_i}(x_i) \ge f_c(x_i) + 1 - \xi_i\ \text{ for all } c \ne y_i\end{aligned}"),
        Table({
            "class": list(seen.names),
            "f_c": [short(float(v)) for v in f],
            "below the largest by": [short(float(f.max() - v)) for v in f],
            "largest": ["yes" if i == best else "" for i in range(seen.k)],
        }, caption="One number added to all f_c changes nothing: their differences decide, and they were trained together."),
    ]  # fmt: skip


def _votes(seen: Trained, m: OneVersusOne, f: Array) -> list[Block]:
    votes, sums = (row[0] for row in m.counted(f[None]))
    won = [seen.names[j if value > 0 else i] for (i, j), value in zip(m.pairs_, f, strict=True)]
    return [
        Table({"machine": machine_names(seen), "f": [short(float(v)) for v in f], "votes for": won},
              caption="f > 0 is for the second class of the pair. Each machine knows its two classes only."),
        Table({"class": list(seen.names), "votes": votes.tolist(), "sum of its f": [short(float(v)) for v in sums]},
              caption=f"{len(m.pairs_)} votes in all, at most {seen.k - 1} for one class. Equal votes go to the larger sum."),
    ]  # fmt: skip


def _asked(seen: Trained, m: DecisionDAG, f: Array, x: Array) -> list[Block]:
    number = {pair: j for j, pair in enumerate(m.pairs_)}
    steps = path(seen, x)
    asked = [number[question] for question, _ in steps]
    names = machine_names(seen)
    others = [j for j in range(len(names)) if j not in asked]
    return [
        Table({
            "question": [*(str(i + 1) for i in range(len(asked))), *("not asked" for _ in others)],
            "machine": [names[j] for j in (*asked, *others)],
            "f": [*(short(float(f[j])) for j in asked), *("–" for _ in others)],
            "stays": [*(seen.names[won] for _, won in steps), *("" for _ in others)],
        }, caption=f"{len(asked)} of {len(names)} machines were asked. Each compares the first and the last class still in the row; f > 0 is for the second name."),
    ]  # fmt: skip


__all__ = ["BESIDE", "answer", "graph", "path", "tab", "winner"]
