"""Many classes page: decisions among many classes by binary machines."""

from __future__ import annotations

from kernviz.lessons.lesson import Lesson, Tab
from kernviz.lessons.multiclass.decision_path import BESIDE, answer, graph
from kernviz.lessons.multiclass.machines import everyone, train
from kernviz.lessons.multiclass.notes import code, notes
from kernviz.lessons.multiclass.numbers import certificate, numbers, two_classes
from kernviz.lessons.multiclass.picture import LINE_HEIGHT, picture
from kernviz.lessons.multiclass.state import State
from kernviz.lessons.multiclass.tabs import every_machine, four_strategies, probe
from kernviz.lessons.page import Page
from kernviz.lessons.shared.bare_regions import bare_regions
from kernviz.lessons.shared.kernel_formula import kernel_formula
from kernviz.lessons.shared.refusal import too_many_columns
from kernviz.lessons.shared.training import Failure
from kernviz.lessons.shared.verdict import not_proven
from kernviz.wording import class_word, phrase, say

QUESTION = phrase("How do machines for two classes decide among many?")
MACHINES = phrase("On these points it does no harm, so the machines can be trained.")


def build(state: State) -> Lesson:
    """Build the Many classes page.

    The picture shows one of four strategies. The others are in the comparison.
    """
    data = state.data
    if words := too_many_columns(data):
        return Lesson(QUESTION, None, problem=words)
    if data.task != "classification":
        return _cannot(
            state,
            say("“{title}” has no classes. Choose data with labels in the sidebar, or an example.", title=data.title),
        )
    if data.only_class is not None:
        return _cannot(
            state,
            say(
                "All points of “{title}” are of one class, {label}: there is nothing to decide. "
                "Choose data with two classes or more.",
                title=data.title,
                label=class_word(data.only_class),
            ),
        )
    trained = train(state.strategy, data, state.kernel, state.C)
    if isinstance(trained, Failure):
        return _cannot(state, trained.words)
    return Lesson(
        QUESTION,
        picture(state, trained),
        besides=(
            lambda: (*two_classes(trained), *answer(state, trained)),
            numbers(state, trained),
            lambda: (certificate(trained),),
            *(graph(state, trained) if trained.k <= BESIDE else ()),
            lambda: (kernel_formula(state.kernel), *not_proven(state.kernel, data.d, MACHINES, MACHINES)),
        ),
        tabs=(
            Tab(probe.TITLE, lambda: probe.blocks(state, trained)),
            Tab(four_strategies.TITLE, lambda: four_strategies.blocks(state, everyone(state))),
            Tab(every_machine.TITLE, lambda: every_machine.blocks(state, trained)),
            Tab(phrase("What the notes say"), lambda: notes(trained)),
            Tab(phrase("Code"), lambda: code(state)),
        ),
        facts={"trained": trained},
    )


def _cannot(state: State, words: str) -> Lesson:
    return Lesson(QUESTION, bare_regions(state, "regions", LINE_HEIGHT), problem=words)


PAGE = Page("multiclass", phrase("Many classes"), QUESTION, State, build, "classification", "three_clusters")

__all__ = ["PAGE", "QUESTION", "State", "build"]
