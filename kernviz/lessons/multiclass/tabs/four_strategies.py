"""Comparison of four strategies: counts, accuracies, agreement."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kernviz.lessons.lesson import Block, Table, Text, columns_of, paragraph
from kernviz.lessons.multiclass.decision_path import winner
from kernviz.lessons.multiclass.machines import Trained, held_out
from kernviz.lessons.multiclass.picture import value_at
from kernviz.lessons.multiclass.state import PAIRS, REST, State
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.training import Failure
from kernviz.wording import begun, phrase, say, short, spoken

Everyone = Mapping[str, Trained | Failure]
NONE = "–"
TITLE = phrase("Four strategies")


def blocks(state: State, everyone: Everyone) -> tuple[Block, ...]:
    """Compare the counts, accuracies and agreement of four strategies."""
    head = (
        say("strategy"),
        say("machines"),
        say("evaluations a prediction"),
        say("train"),
        say("held out"),
        say("support vectors"),
        say("worst KKT violation"),
        say("open"),
        say("at the probe"),
    )
    rows = [(strategy, *_row(state, trained)) for strategy, trained in everyone.items()]
    failures = [
        Text(f"**{begun(spoken(strategy))}.** {trained.words}", "note")
        for strategy, trained in everyone.items()
        if isinstance(trained, Failure)
    ]
    return (
        Table(
            columns_of([dict(zip(head, row, strict=True)) for row in rows]),
            caption=(
                say(
                    "The same points, kernel and C for all. “Open”: no machine or several machines have ‹f› > 0, or "
                    "votes are equal."
                )
            ),
        ),
        *failures,
        paragraph("**Agreement.** The share of the picture to which two strategies give the same class:"),
        Table(
            agreement(everyone),
            caption=(
                say(
                    "Vote and graph ask the same machines; they can differ only where no class wins against all others."
                )
            ),
        ),
    )


def _row(state: State, trained: Trained | Failure) -> list[object]:
    if isinstance(trained, Failure):
        return [NONE] * 8
    accuracy = held_out(trained.strategy, state.data, state.kernel, state.C)
    f = value_at(trained, state.point)
    return [
        trained.machines,
        trained.evaluations,
        percent(trained.train_accuracy),
        percent(accuracy),
        f"{len(trained.support)} / {state.data.n}",
        short(trained.worst, 2),
        percent(float(trained.ambiguous.mean())) if trained.strategy in (REST, PAIRS) else say("nowhere"),
        winner(trained, f) if np.isfinite(f).all() else NONE,
    ]


def agreement(everyone: Everyone) -> dict[str, list[str]]:
    """Return a table of agreement for every two strategies.

    The agreement is the share of the picture to which both give the same class.
    """
    columns: dict[str, list[str]] = {say("strategy"): list(everyone)}
    for name, one in everyone.items():
        columns[name] = [
            (
                percent(float(np.mean(one.winners == other.winners)))
                if isinstance(one, Trained) and isinstance(other, Trained)
                else NONE
            )
            for other in everyone.values()
        ]
    return columns
