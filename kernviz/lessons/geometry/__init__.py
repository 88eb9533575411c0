"""Feature-space geometry — what can be measured in feature space without φ?"""

from __future__ import annotations

from kernviz.lessons.geometry.landscape import landscape
from kernviz.lessons.geometry.notes import code, notes
from kernviz.lessons.geometry.numbers import mean, mean_words, ruler, ruler_words, warnings
from kernviz.lessons.geometry.picture import picture
from kernviz.lessons.geometry.seen import measure, seen_in
from kernviz.lessons.geometry.state import State
from kernviz.lessons.geometry.tabs import centre_of_mass, centring, every_point, exercise, minimum, p_and_q
from kernviz.lessons.lesson import Lesson, Tab
from kernviz.lessons.page import Page
from kernviz.lessons.shared.typed import read_as
from kernviz.lessons.shared.verdict import doubt

QUESTION = "What can be measured in feature space without ever computing φ?"
MEANINGLESS = "Lengths and angles mean nothing where there is no feature space."


def build(state: State) -> Lesson:
    """One Gram matrix and one landscape: picture, numbers and tabs read them."""
    try:
        seen = seen_in(state)
    except ValueError as problem:
        return Lesson(QUESTION, None, problem=str(problem), facts={"problem": str(problem)})
    try:
        around = landscape(seen.data, state.kernel)
        read = measure(seen)
    except ValueError as problem:
        bare = picture(state, seen, None, None)
        return Lesson(QUESTION, bare, problem=str(problem), facts={"problem": str(problem)})
    return Lesson(
        QUESTION,
        picture(state, seen, around, read),
        besides=(
            lambda: (*((read_as(seen.data),) if state.typed.strip() else ()), *ruler_words(state, seen, read)),
            ruler(read),
            lambda: warnings(read),
            lambda: mean_words(seen, around),
            mean(seen),
            lambda: doubt(state.kernel, seen.data.d, MEANINGLESS),
        ),
        tabs=(
            Tab(p_and_q.TITLE, lambda: p_and_q.blocks(state, seen)),
            Tab(centre_of_mass.TITLE, lambda: centre_of_mass.blocks(seen, around)),
            Tab(minimum.TITLE, lambda: minimum.blocks(state, seen)),
            Tab(every_point.TITLE, lambda: every_point.blocks(seen)),
            Tab(centring.TITLE, lambda: centring.blocks(seen)),
            Tab(exercise.TITLE, lambda: exercise.blocks(state, seen, read)),
            Tab("What the notes say", lambda: notes(state, seen, read)),
            Tab("Code", lambda: code(state, seen)),
        ),
        facts={"seen": seen, "measure": read, "landscape": around},
    )


PAGE = Page("geometry", "Feature-space geometry", QUESTION, State, build)

__all__ = ["PAGE", "QUESTION", "State", "build"]
