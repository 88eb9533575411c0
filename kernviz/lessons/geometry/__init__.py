"""Feature-space geometry page: lengths, distances and angles by k alone."""

from __future__ import annotations

from kernviz.lessons.geometry.landscape import landscape
from kernviz.lessons.geometry.notes import code, notes
from kernviz.lessons.geometry.numbers import mean, mean_words, ruler, ruler_words, warnings
from kernviz.lessons.geometry.picture import picture
from kernviz.lessons.geometry.scene import measure, scene_of
from kernviz.lessons.geometry.state import State
from kernviz.lessons.geometry.tabs import centre_of_mass, centring, every_point, exercise, minimum, p_and_q
from kernviz.lessons.lesson import Lesson, Tab
from kernviz.lessons.page import Page
from kernviz.lessons.shared.typed_points import read_as
from kernviz.lessons.shared.verdict import not_proven
from kernviz.wording import phrase

QUESTION = phrase("What can be measured in feature space without ever computing ‹φ›?")
MEANINGLESS = phrase("Lengths and angles mean nothing where there is no feature space.")


def build(state: State) -> Lesson:
    """Build picture, numbers and tabs from one Gram matrix and one landscape."""
    try:
        scene = scene_of(state)
    except ValueError as problem:
        return Lesson(QUESTION, None, problem=str(problem))
    try:
        around = landscape(scene.data, state.kernel)
        measured = measure(scene)
    except ValueError as problem:
        bare = picture(state, scene, None, None)
        return Lesson(QUESTION, bare, problem=str(problem))
    return Lesson(
        QUESTION,
        picture(state, scene, around, measured),
        besides=(
            lambda: (*((read_as(scene.data),) if state.typed.strip() else ()), *ruler_words(state, scene, measured)),
            ruler(measured),
            lambda: warnings(measured),
            lambda: mean_words(scene, around),
            mean(scene),
            lambda: not_proven(state.kernel, scene.data.d, MEANINGLESS),
        ),
        tabs=(
            Tab(p_and_q.TITLE, lambda: p_and_q.blocks(state, scene)),
            Tab(centre_of_mass.TITLE, lambda: centre_of_mass.blocks(scene, around)),
            Tab(minimum.TITLE, lambda: minimum.blocks(state, scene)),
            Tab(every_point.TITLE, lambda: every_point.blocks(scene)),
            Tab(centring.TITLE, lambda: centring.blocks(scene)),
            Tab(exercise.TITLE, lambda: exercise.blocks(state, scene, measured)),
            Tab(phrase("What the notes say"), lambda: notes(state, scene, measured)),
            Tab(phrase("Code"), lambda: code(state, scene)),
        ),
        facts={"seen": scene, "measure": measured, "landscape": around},
    )


PAGE = Page("geometry", phrase("Feature-space geometry"), QUESTION, State, build, coarse_grid_allowed=True)

__all__ = ["PAGE", "QUESTION", "State", "build"]
