"""Home page: a picture that answers the first touch, and links to the other pages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kernviz.figures.figure import Figure
from kernviz.figures.theme import KEY_GAP
from kernviz.lessons import svm
from kernviz.lessons.lesson import Lesson, Picture, Slot, Text
from kernviz.lessons.page import Page
from kernviz.lessons.part import Part
from kernviz.lessons.presets import IDEAS, LECTURES
from kernviz.lessons.state import Subject, choice, text
from kernviz.mercer import Verdict, judge
from kernviz.wording import english, phrase, say, spoken

QUESTION = phrase("Drag a point: the border follows. Where must you put one blue point to bend it?")
WELCOME = phrase(
    "The border between the classes was learned from these points, and is learned again "
    "while one moves. It rests on the ringed ones alone: drag another, and nothing "
    "happens. A **kernel**, on the left, says what near means; γ says how near."
)
PART = Part("", (phrase("support vectors"), "train", "margin"), ("probe", "margin", phrase("wrong side")), points=True)
COURSES, NEXT = "courses", "next"  # places in which the page draws something of its own
HEIGHT = 640
WORDS = {
    "boundary f": phrase("border"),
    "free SV": phrase("carries the border"),
    "bounded SV": phrase("carries it, too near"),
}


@dataclass(frozen=True)
class State(Subject):
    """The sidebar's data and kernel, and which of the examples are shown."""

    lecture: str = choice(("", *LECTURES, "all"), phrase("lecture"), hidden=True)
    idea: str = choice(("", *IDEAS), phrase("idea"), hidden=True)
    find: str = text("", phrase("words to find"), 80, hidden=True)


def build(state: State) -> Lesson:
    """Simplified picture of Support vectors, three of its numbers, and the links to the other pages."""
    machine = svm.build(svm.State(state.data, state.kernel))
    cut = PART.of(machine)
    picture = cut.picture and _simplified(cut.picture)
    besides = (Text(WELCOME), lambda: _refuted(state), *cut.besides, Slot(COURSES), Slot(NEXT))
    return Lesson(QUESTION, picture, besides, (), machine.problem, machine.facts)


def _refuted(state: State) -> tuple[Text, ...]:
    """Warning above the numbers if the expression is no kernel: they rest on one."""
    found = judge(state.kernel, d=state.data.d)
    if found.verdict is not Verdict.REFUTED:
        return ()
    words = say(
        "✗ This is no kernel on {space}: no feature space stands behind it. Border, margin, support vectors and train "
        "are numbers of a program, not of a machine with a largest margin.",
        space=found.space,
    )
    return (Text(words, "warning"),)


def _simplified(picture: Picture) -> Picture:
    """Same picture without its colour scale, described for newcomers."""
    traces = [_said(trace) for trace in picture.figure.data]
    return replace(picture, figure=Figure(traces, picture.figure.layout), height=HEIGHT)


def _said(trace: dict[str, Any]) -> dict[str, Any]:
    plain = dict(trace)
    if trace.get("type") == "heatmap":  # the colours suffice here to show the two sides
        plain["showscale"] = False
    name = english(trace.get("name") or "")
    for jargon, words in WORDS.items():
        if name.startswith(jargon):
            plain["name"] = spoken(words) + KEY_GAP
    return plain


PAGE = Page("home", phrase("kernviz"), QUESTION, State, build)

__all__ = ["PAGE", "QUESTION", "State", "build"]
