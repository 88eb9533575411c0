"""Tabs of the Many classes page: four strategies side by side, every machine, the notes, the code."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kernviz.lessons.lesson import Block, Code, Formula, Table, Text, percent, short
from kernviz.lessons.multiclass_picture import machine_names, value_at
from kernviz.lessons.multiclass_probe import winner
from kernviz.lessons.multiclass_subject import DAG, PAIRS, REST, SINGLE, Refusal, State, Trained, held_out
from kernviz.models.crammer_singer import LARGEST, CrammerSinger

Everyone = Mapping[str, Trained | Refusal]
NONE = "–"


def four(state: State, everyone: Everyone) -> tuple[Block, ...]:
    """Counts, accuracies and agreement of the four."""
    rows: dict[str, list[object]] = {
        "strategy": [], "machines": [], "evaluations a prediction": [], "train": [], "held out": [], "support vectors": [],
        "worst KKT violation": [], "open": [], "at the probe": [],
    }  # fmt: skip
    for strategy, seen in everyone.items():
        row = _row(state, seen) if isinstance(seen, Trained) else [NONE] * 8
        for column, value in zip(rows, [strategy, *row], strict=True):
            rows[column].append(value)
    refusals = [
        Text(f"**{r.strategy.capitalize()}.** {r.words}", "note") for r in everyone.values() if isinstance(r, Refusal)
    ]
    return (
        Table(rows, caption="The same points, kernel and C for all. “Open”: where none or several claim the place, or votes are equal."),
        *refusals,
        Text("**Agreement.** The share of the picture to which two strategies give the same class:"),
        Table(agreement(everyone), caption="Vote and graph ask the same machines; they can differ only where no class wins against all others."),
    )  # fmt: skip


def _row(state: State, seen: Trained) -> list[object]:
    kept = held_out(seen.strategy, state.data, state.kernel, state.C)
    f = value_at(seen, state.point)
    return [
        seen.machines,
        seen.evaluations,
        percent(seen.train_accuracy),
        NONE if kept != kept else percent(kept),
        f"{len(seen.support)} / {state.data.n}",
        short(seen.worst, 2),
        percent(float(seen.ambiguous.mean())) if seen.strategy in (REST, PAIRS) else "nowhere",
        winner(seen, f) if np.isfinite(f).all() else NONE,
    ]


def agreement(everyone: Everyone) -> dict[str, list[str]]:
    """A table: share of the places with the same class, for every two strategies."""
    columns: dict[str, list[str]] = {"": list(everyone)}
    for name, one in everyone.items():
        columns[name] = [
            percent(float(np.mean(one.winners == other.winners)))
            if isinstance(one, Trained) and isinstance(other, Trained)
            else NONE
            for other in everyone.values()
        ]
    return columns


def machines(state: State, seen: Trained) -> tuple[Block, ...]:
    """What each machine of the strategy was trained on, and what it kept."""
    m = seen.machine
    if isinstance(m, CrammerSinger):
        c = m.certificate_
        table = Table(
            {
                "class": list(seen.names),
                "points": [int((m.codes_ == i).sum()) for i in range(seen.k)],
                "‖w_c‖²": [short(float(v)) for v in m.weight_norm2_],
                "b_c": [short(float(v)) for v in m.intercept_],
            },
            caption=f"One program of {len(m.X_)} · {seen.k} = {len(m.X_) * seen.k} unknowns; primal {short(c.primal, 6)}, dual {short(c.dual, 6)}, Σξ = {short(float(m.slack_.sum()))}.",
        )
        return (Text("**One objective** trains all functions together."), Formula(SINGLE_FORMULA), table)
    supports = seen.supports
    table = Table(
        {
            "machine": machine_names(seen),
            "points": [len(each.X_) for each in m.machines_],
            "support vectors": [len(rows) for rows in supports],
            "margin 1/‖w‖": [short(each.margin_) for each in m.machines_],
            "b": [short(each.intercept_) for each in m.machines_],
            "KKT violation": [short(each.certificate_.kkt, 2) for each in m.machines_],
        },
        caption=f"{sum(len(rows) for rows in supports)} support vectors in all, {len(seen.support)} different points.",
    )
    trained = sum(len(each.X_) for each in m.machines_)
    words = (
        f"Each of the {seen.machines} machines sees all {state.data.n} points, most of them as “the rest”: the two sides are of unequal size."
        if seen.strategy == REST
        else f"Each of the {seen.machines} machines sees its two classes only: smaller problems, {trained} points in all."
    )
    return (Text(words), table)


SINGLE_FORMULA = (
    r"\begin{aligned}&\min\ \textstyle\tfrac12\sum_c\|w_c\|^2 + C\sum_i\xi_i\\ "
    r"&f_{y_i}(x_i) - f_c(x_i)\ \ge\ 1-\xi_i\quad (c\ne y_i)\end{aligned}"
)


def notes(state: State, everyone: Everyone) -> tuple[Block, ...]:
    """S4's slide has three lines; what is behind each, with K = 4 and with these data."""
    present = next((s for s in everyone.values() if isinstance(s, Trained)), None)
    k = present.k if present else 2
    counts = Table(
        {
            "strategy": [REST, PAIRS, DAG, SINGLE],
            "machines, K classes": ["K", "K(K − 1)/2", "K(K − 1)/2", "1"],
            "K = 4": [4, 6, 6, 1],
            f"K = {k}, your data": [k, k * (k - 1) // 2, k * (k - 1) // 2, 1],
            "evaluations, K classes": ["K", "K(K − 1)/2", "K − 1", "K"],
            "evaluations, K = 4": [4, 6, 3, 4],
        }
    )
    return (
        Text(
            "S4 lists three ways from two classes to many and stops there: “one-to-many classification”, “a single objective function for all "
            "classes”, and “pairwise classifiers in a directed acyclic graph (DAGSVM)”. The vote of pairs, between the first and the third, is added here."
        ),
        counts,
        Text("**One-to-many.** A class against all others, the largest f wins. Where no machine or several say yes, values of machines that were trained apart are compared."),
        Text("**A single objective.** All functions in one program, so that their differences mean something:"),
        Formula(SINGLE_FORMULA),
        Text(
            f"Its size is the price: n·K unknowns. Up to {LARGEST} are solved here. With two classes w₁ = −w₂, so it is the machine of S2 and S3 with 2C in the place of C."
        ),
        Text(
            "**DAGSVM.** The machine of the first and the last class in a row takes the loser out: K − 1 questions instead of K(K − 1)/2. "
            "Another order of the row can give another answer, but only where no class wins against all others: a class that wins all its pairs is never taken out."
        ),
    )  # fmt: skip


CLASSES = {REST: "OneVersusRest", PAIRS: "OneVersusOne", DAG: "DecisionDAG", SINGLE: "CrammerSinger"}


def code(state: State) -> tuple[Block, ...]:
    """Python that trains the strategy of the picture."""
    columns = ", ".join(repr(c) for c in state.data.columns)
    name = CLASSES[state.strategy]
    path = "print(machine.dag_path(x))\n" if state.strategy == DAG else ""
    return (
        Text("The same strategy in Python. The file is what the sidebar's download button saves."),
        Code(
            f"import kernviz as kv\nfrom kernviz.models.multiclass import {name}\n\n"
            f"data = kv.load_csv({state.data.name + '.csv'!r}).select([{columns}])\n"
            f'kernel = kv.parse("{state.kernel}")\n'
            f"machine = {name}(kernel, C={state.C!r}).fit(data.X, data.codes)\n"
            f"x = {[float(v) for v in state.point]}\n"
            "print(machine.score(data.X, data.codes), data.classes[machine.predict([x])[0]])\n"
            "print(machine.values([x])[0].tolist())\n"
            f"{path}"
        ),
    )
