"""Outputs of every machine at the probe: values, claims, votes, questions."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.lessons.lesson import Block, Formula, Table, Text
from kernviz.lessons.multiclass.decision_path import BESIDE, claimed, graph, path
from kernviz.lessons.multiclass.machines import Trained, winners
from kernviz.lessons.multiclass.picture import machine_names, value_at
from kernviz.lessons.multiclass.state import REST, State
from kernviz.lessons.number_format import at
from kernviz.models.pairwise import DecisionDAG, OneVersusOne
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several, shorts

TITLE = phrase("The probe")


def blocks(state: State, trained: Trained) -> tuple[Block, ...]:
    """Show the outputs of every machine at the probe."""
    x = state.point
    f = value_at(trained, x)
    words = say("The probe is x = {x}. Click in the picture to move it.", x=at(x))
    if not np.isfinite(f).all():
        return (
            Text(
                say("At x = {x} a kernel value is too large to compute, so no machine has a value there.", x=at(x)),
                "warning",
            ),
        )
    blocks: list[Block] = [Text(words)]
    m = trained.machine
    if isinstance(m, OneVersusOne):
        blocks += _votes(trained, m, f)
    elif isinstance(m, DecisionDAG):
        blocks += _asked(trained, m, f, x)
        blocks += graph(state, trained) if trained.k > BESIDE else ()
    else:
        blocks += _values(trained, f)
    return tuple(blocks)


def _values(trained: Trained, f: Array) -> list[Block]:
    best = int(winners(trained.machine, f[None])[0])
    if trained.strategy == REST:
        return [
            Formula(
                say(
                    r"\begin{aligned}&\text{class} = \arg\max_c\ ‹\f›_c(x),\\ &‹\f›_c \text{ trained on class } "
                    r"c \text{ against all others}\end{aligned}"
                )
            ),
            Table(
                {
                    say("machine"): machine_names(trained),
                    symbols("‹f›"): shorts(f),
                    say("‹f› > 0 at the probe"): [say("yes") if claimed(v, f) else say("no") for v in f],
                    say("largest"): [say("yes") if i == best else "" for i in range(trained.k)],
                },
                caption=say(
                    "The answer is clear where ‹f› > 0 for exactly one machine. In the hatched part of the picture ‹f› "
                    "> 0 for none or several."
                ),
            ),
        ]
    return [
        Formula(
            say(
                r"\begin{aligned}&\text{class} = \arg\max_c\ ‹\f›_c(x),\\ &‹\f›_{‹\y_i›}(‹\x_i›) \ge ‹\f›_c(‹\x_i›) + "
                r"1 - ‹\xi_i›\ \text{ for all } c \ne ‹\y_i›\end{aligned}"
            )
        ),
        Table(
            {
                say("class"): list(trained.names),
                symbols("‹f›_c"): shorts(f),
                say("below the largest by"): shorts(f.max() - f),
                say("largest"): [say("yes") if i == best else "" for i in range(trained.k)],
            },
            caption=(
                say(
                    "One number added to all ‹f›_c changes nothing: their differences decide, and they "
                    "were trained together."
                )
            ),
        ),
    ]


def _votes(trained: Trained, m: OneVersusOne, f: Array) -> list[Block]:
    votes, sums = (row[0] for row in m.counted(f[None]))
    won = [trained.names[j if value > 0 else i] for (i, j), value in zip(m.pairs_, f, strict=True)]
    return [
        Table(
            {
                say("machine"): machine_names(trained),
                symbols("‹f›"): shorts(f),
                say("votes for"): won,
            },
            caption=say("‹f› > 0 is for the second class of the pair. Each machine knows its two classes only."),
        ),
        Table(
            {
                say("class"): list(trained.names),
                say("votes"): votes.tolist(),
                say("sum of its ‹f›"): shorts(sums),
            },
            caption=(
                say(
                    "{pairs} votes in all, at most {k} for one class. Equal votes go to the larger sum.",
                    pairs=len(m.pairs_),
                    k=trained.k - 1,
                )
            ),
        ),
    ]


def _asked(trained: Trained, m: DecisionDAG, f: Array, x: Array) -> list[Block]:
    number = {pair: j for j, pair in enumerate(m.pairs_)}
    steps = path(trained, x)
    questions = [number[question] for question, _ in steps]
    names = machine_names(trained)
    others = [j for j in range(len(names)) if j not in questions]
    return [
        Table(
            {
                say("question"): [*(str(i + 1) for i in range(len(questions))), *(say("not asked") for _ in others)],
                say("machine"): [names[j] for j in (*questions, *others)],
                symbols("‹f›"): [*shorts(f[questions]), *("–" for _ in others)],
                say("stays"): [*(trained.names[won] for _, won in steps), *("" for _ in others)],
            },
            caption=(
                several(
                    len(names),
                    "{count} of {n} machine was asked. Each compares the first and the last class still in the "
                    "row; ‹f› > 0 is for the second name.",
                    "{count} of {n} machines were asked. Each compares the first and the last class still in "
                    "the row; ‹f› > 0 is for the second name.",
                    count=len(questions),
                )
            ),
        ),
    ]
