"""Statements of the notes on many classes, and the page's code."""

from __future__ import annotations

from kernviz.lessons.lesson import Block, Code, Formula, Table, paragraph
from kernviz.lessons.multiclass.formulas import SINGLE_OBJECTIVE
from kernviz.lessons.multiclass.machines import Trained
from kernviz.lessons.multiclass.state import DAG, PAIRS, REST, SINGLE, State
from kernviz.lessons.shared.code import loaded
from kernviz.models.crammer_singer import LARGEST
from kernviz.wording import say


def notes(trained: Trained) -> tuple[Block, ...]:
    """Return the three strategies of S4's slide and the vote of pairs.

    A table counts machines and evaluations for K = 4 classes and for the data.
    """
    k = trained.k
    counts = Table(
        {
            say("strategy"): [REST, PAIRS, DAG, SINGLE],
            say("machines, K classes"): ["K", "K(K − 1)/2", "K(K − 1)/2", "1"],
            "K = 4": [4, 6, 6, 1],
            say("K = {k}, your data", k=k): [k, k * (k - 1) // 2, k * (k - 1) // 2, 1],
            say("evaluations, K classes"): ["K", "K(K − 1)/2", "K − 1", "K"],
            say("evaluations, K = 4"): [4, 6, 3, 4],
        }
    )
    return (
        paragraph(
            "S4 lists three ways from two classes to many and stops there: “one-to-many classification”, “a single "
            "objective function for all classes”, and “pairwise classifiers in a directed acyclic graph (DAGSVM)”. The "
            "vote of pairs, between the first and the third, is added here."
        ),
        counts,
        paragraph(
            "**One-to-many.** One machine for each class against all others; the largest ‹f› wins. Where no machine "
            "or several machines have ‹f› > 0, the values are compared although their machines were trained "
            "separately."
        ),
        paragraph(
            "**A single objective.** All functions are found in one optimisation problem, so that their "
            "differences can be compared:"
        ),
        Formula(SINGLE_OBJECTIVE),
        paragraph(
            "Its size is the price: n·K unknowns. Up to {limit} are solved here. With two "
            "classes w₁ = −w₂, so it is the machine of S2 and S3 with 2C in the place of C.",
            limit=LARGEST,
        ),
        paragraph(
            "**DAGSVM.** The machine of the first and the last class in a row removes the class that loses: K "
            "− 1 questions instead of K(K − 1)/2. Another order of the row can give another answer, but only "
            "where no class wins against all others: a class that wins all its pairs is never removed."
        ),
    )


CLASSES = {REST: "OneVersusRest", PAIRS: "OneVersusOne", DAG: "DecisionDAG", SINGLE: "CrammerSinger"}


def code(state: State) -> tuple[Block, ...]:
    """Return Python code that trains the strategy of the picture."""
    name = CLASSES[state.strategy]
    path = "print(machine.dag_path(x))\n" if state.strategy == DAG else ""
    return (
        paragraph("The same strategy in Python. The file is what the sidebar's download button saves."),
        Code(
            "import kernviz as kv\n\n"
            f"data = {loaded(state.data)}\n"
            f'kernel = kv.parse("{state.kernel}")\n'
            f"machine = kv.{name}(kernel, C={state.C!r}).fit(data.X, data.codes)\n"
            f"x = {state.point.tolist()}\n"
            "print(machine.score(data.X, data.codes), data.classes[machine.predict([x])[0]])\n"
            "print(machine.values([x])[0].tolist())\n"
            f"{path}"
        ),
    )
