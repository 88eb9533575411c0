"""Thousands of random but reproducible states of pages: none fails, and all texts and pictures are sound."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kernviz.figures.figure import Figure
from kernviz.lessons.lesson import Formula, Lesson, Numbers, Picture, Readout, Row, Slot, Tab, Table, Text
from tests.lessons.anywhere import asked, faults, holes, judged

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore::RuntimeWarning")

PARTS, STATES = 120, 100


def sound(first: int, many: int) -> None:
    found = {}
    for number in range(first, first + many):
        one = asked(random.Random(f"state {number}"))  # noqa: S311
        try:
            wrong = faults(one)
        except Exception as problem:
            problem.add_note(f"state {number}: {one}")
            raise
        if wrong:
            found[number] = (one, wrong)
    assert not found, "\n".join(f"state {number}: {one}: {wrong}" for number, (one, wrong) in found.items())


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_states_at_random(part: int) -> None:
    sound(part * STATES, STATES)


@pytest.mark.slow
def test_some_states_at_random() -> None:
    sound(PARTS * STATES, 60)


def test_the_states_are_of_all_kinds() -> None:
    some = [asked(random.Random(f"state {number}")) for number in range(400)]  # noqa: S311
    assert len({one.page for one in some}) > 10
    assert {one.language for one in some} == {"en", "de"}
    assert {one.params.get("speak") for one in some} >= {"S0", "S4", None}
    assert sum(one.params.get("data") == "drawn" for one in some) > 100
    assert len({one.params.get("k") for one in some}) > 40
    assert sum(len(one.params) > 5 for one in some) > 100


# ---- what the checks see ----


def picture(key: str = "plane", y: float = 1.0, words: str = "A plane.") -> Picture:
    return Picture(Figure([{"type": "scatter", "x": [0, 1], "y": [1.0, y]}], {}), words, key=key)


NARROW = float(np.nextafter(1.0, 2.0))
WRONG = {
    "one key twice": Lesson("q", picture(), besides=(picture(),)),
    "one key twice, in a tab": Lesson("q", picture(), tabs=(Tab("a", (Row(((picture(),),)),)),)),
    "a table called as a picture": Lesson("q", picture("row"), besides=(Table({}, key="row"),)),
    "one slot twice": Lesson("q", picture(), besides=(Slot("a"), Slot("a"))),
    "one tab twice": Lesson("q", picture(), tabs=(Tab("a", ()), Tab("a", ()))),
    "a narrow axis": Lesson("q", picture(y=NARROW)),
    "nothing": Lesson("q", None),
    "a hole": Lesson("q", picture(), besides=(Text("There are {n} points."),)),
    "a format": Lesson("q", picture(words="a step of %{x:.2f}")),
    "a hole of an author's": Lesson("q", picture(), besides=(Text("margin {=margin}"),)),
    "None": Lesson("q", picture(), besides=(Numbers((Readout("b", "None"),)),)),
    "nan": Lesson("q", picture(), besides=(Table({"b": ["nan"]}),)),
    "nan in a formula": Lesson("q", picture(), besides=(Formula("b = nan"),)),
    "Python": Lesson("q", picture(), besides=(Text("x = np.float64(1.0)"),)),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_checks_find_every_kind_of_fault(name: str) -> None:
    assert list(judged(WRONG[name], 0))


@pytest.mark.parametrize(
    "text", [r"$\frac{a}{b} = \text{n}$", "`{n}`", "None of the points is wrong.", "{aba}, {a,b}", "{x²}", "an ant"]
)
def test_the_checks_accept_text_that_resembles_a_fault(text: str) -> None:
    assert not list(holes(text, ["aba ab"]))


def test_a_sound_lesson() -> None:
    lesson = Lesson("q", picture(y=2.0), besides=(Text("5 points"),), tabs=(Tab("a", (Table({"b": [1.5]}),)),))
    assert not list(judged(lesson, 3))
