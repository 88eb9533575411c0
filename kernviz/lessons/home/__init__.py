"""Home page: a trained machine with draggable points, and links."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kernviz.figures.figure import Figure
from kernviz.figures.theme import KEY_GAP
from kernviz.lessons import svm
from kernviz.lessons.declarations import choice, text
from kernviz.lessons.home import challenge
from kernviz.lessons.lesson import Lesson, Picture, Slot, Text
from kernviz.lessons.page import Page
from kernviz.lessons.part import Part
from kernviz.lessons.presets import LECTURES, TOPICS
from kernviz.lessons.shared.training import Training
from kernviz.lessons.state import Subject
from kernviz.mercer import Verdict, judge
from kernviz.wording import english, phrase, say, spoken

QUESTION = phrase("Drag a point: the border follows.")
WELCOME = phrase(
    "A machine has learned this border from the points, and learns it again while you move one. The border depends "
    "on the ringed points alone."
)
CHALLENGE = phrase(
    "**Bend the border with one point.** Move a point or set a new one. How large an area can you "
    "bring to the other side?"
)
PART = Part("", (phrase("support vectors"), "train", "margin"), ("probe", "margin", phrase("wrong side")), points=True)
DATA, NEXT = "data", "next"  # places of the page that the app fills: the current data, and the next steps
HEIGHT = 640
WORDS = {
    "border f": phrase("border"),
    "free SV": phrase("free support vector"),
    "bounded SV": phrase("bounded support vector"),
}


@dataclass(frozen=True)
class State(Subject):
    """Parameters of the Home page, with the sidebar's data and kernel.

    `lecture`, `idea` and `find` select the examples shown. `origin` is the query string of the data
    before they were edited.
    """

    lecture: str = choice(("", *LECTURES, "all"), phrase("lecture"), hidden=True)
    idea: str = choice(("", *TOPICS), phrase("idea"), hidden=True)
    find: str = text("", phrase("words to find"), 80, hidden=True)
    origin: str = text("", phrase("where the drawn points come from"), 300, names=("was",), hidden=True)


def build(state: State) -> Lesson:
    """Build the Home page from the simplified picture of Support vectors.

    The page also has three read-outs, the links to the other pages, and the challenge if there is a machine.
    """
    machine = svm.build(svm.State(state.data, state.kernel))
    shown = PART.of(machine)
    picture = shown.picture and _simplified(shown.picture)
    trained = machine.facts.get("training")
    score = challenge.score(state, state.origin, trained if isinstance(trained, Training) else None)
    above = (Text(WELCOME), lambda: _refuted(state), Text(CHALLENGE), challenge.read_out(score, state.data.d))
    besides = (
        *(() if machine.problem else above),
        Slot(DATA),
        Slot(NEXT),
        *shown.besides,
    )
    return Lesson(QUESTION, picture, besides, (), machine.problem, machine.facts)


def _refuted(state: State) -> tuple[Text, ...]:
    """Return a warning above the read-outs if the expression is no kernel.

    Margin and support vectors have their meaning for a kernel only.
    """
    judgement = judge(state.kernel, d=state.data.d)
    if judgement.verdict is not Verdict.REFUTED:
        return ()
    words = say(
        "✗ This is no kernel on {space}: it has no feature space there. The border and the numbers are computed all "
        "the same, but the margin need not be the largest.",
        space=judgement.space,
    )
    return (Text(words, "warning"),)


def _simplified(picture: Picture) -> Picture:
    """Return the picture without its colour bar, with a plain legend."""
    traces = [_plain_trace(trace) for trace in picture.figure.data]
    return replace(picture, figure=Figure(traces, picture.figure.layout), height=HEIGHT)


def _plain_trace(trace: dict[str, Any]) -> dict[str, Any]:
    plain = dict(trace)
    if trace.get("type") == "heatmap":  # the colour field suffices here to show both classes
        plain["showscale"] = False
    name = english(trace.get("name") or "")
    for jargon, words in WORDS.items():
        if name.startswith(jargon):
            plain["name"] = spoken(words) + KEY_GAP
    return plain


PAGE = Page("home", phrase("kernviz"), QUESTION, State, build)
