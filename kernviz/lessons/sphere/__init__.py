"""Smallest hypersphere page: smallest ball of feature space around all points.

The method is support vector data description (SVDD).
"""

from __future__ import annotations

from kernviz.lessons.lesson import Lesson, Tab, Text, paragraph
from kernviz.lessons.page import Page
from kernviz.lessons.shared.refusal import or_why, sentence
from kernviz.lessons.shared.typed_points import read_as
from kernviz.lessons.shared.verdict import HARMLESS, not_proven
from kernviz.lessons.sphere.center_path import clicked, moved
from kernviz.lessons.sphere.notes import code, notes
from kernviz.lessons.sphere.numbers import certificate, formulas, numbers, probe
from kernviz.lessons.sphere.picture import bare_picture, distances_picture, marked, plane_picture
from kernviz.lessons.sphere.scene import scene_of
from kernviz.lessons.sphere.space import space_picture
from kernviz.lessons.sphere.state import SPACE, State
from kernviz.lessons.sphere.tabs import algorithm, derivation, every_point, one_class, radii
from kernviz.wording import phrase, say

QUESTION = phrase("How small a ball of feature space holds all the points?")


def build(state: State) -> Lesson:
    """Build the page from a single hypersphere.

    If there is no hypersphere, the lesson shows the points alone and the reason.
    """
    try:
        scene = scene_of(state)
        own = moved(scene) if state.second_centre else None
    except ValueError as problem:
        return Lesson(QUESTION, bare_picture(state), problem=sentence(problem))
    drawn = marked(scene, own)
    space = None
    if state.view == SPACE and state.has_space:
        picture, space = space_picture(scene, drawn, own, clicked(scene))
    else:
        picture = plane_picture(scene, drawn, own)
    return Lesson(
        QUESTION,
        picture,
        besides=(
            lambda: _stand_in(state),
            numbers(scene, own),
            lambda: (probe(scene, drawn),),
            distances_picture(scene, drawn, own),
            lambda: (
                certificate(scene),
                *formulas(scene),
                *not_proven(state.kernel, scene.data.d, HARMLESS, HARMLESS),
            ),
        ),
        tabs=(
            Tab(derivation.TITLE, or_why(lambda: derivation.blocks(scene, own))),
            Tab(radii.TITLE, or_why(lambda: radii.blocks(scene, own))),
            Tab(algorithm.TITLE, lambda: algorithm.blocks(scene, drawn)),
            Tab(every_point.TITLE, lambda: every_point.blocks(scene)),
            Tab(one_class.TITLE, lambda: one_class.blocks(scene)),
            Tab(phrase("What the notes say"), or_why(lambda: notes(scene))),
            Tab(phrase("Code"), lambda: code(scene)),
        ),
        facts={"scene": scene, "moved": own, "marked": drawn, "space": space},
    )


def _stand_in(state: State) -> tuple[Text, ...]:
    """Return messages if the view is missing or typed points are used."""
    messages = []
    if not state.has_space:
        messages.append(say("‹φ›(x) = x for this kernel: the plane is feature space, and the sphere a circle in it."))
    if state.shown is not state.data:
        messages.append(say("The points typed stand in for the data of the sidebar."))
    typed = (read_as(state.shown),) if state.shown is not state.data else ()
    return (*(paragraph(":gray[{message}]", message=words) for words in messages), *typed)


PAGE = Page("sphere", phrase("Smallest hypersphere"), QUESTION, State, build, coarse_grid_allowed=True)

__all__ = ["PAGE", "QUESTION", "State", "build"]
