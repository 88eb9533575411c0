"""Lift page: separation of two classes by a plane in feature space.

The page shows this plane, and the boundary that it gives in the space of the data.
"""

from __future__ import annotations

from kernviz.arrays import LARGEST_SINGLE
from kernviz.lessons.lesson import Lesson, Tab
from kernviz.lessons.lift import line
from kernviz.lessons.lift.notes import code, notes
from kernviz.lessons.lift.numbers import chosen_twice, formulas, infinite, numbers, separable
from kernviz.lessons.lift.picture import failed_picture, plane_picture, space_picture
from kernviz.lessons.lift.reference import reference
from kernviz.lessons.lift.separators import separator, with_and_without
from kernviz.lessons.lift.state import State
from kernviz.lessons.lift.tabs import three_steps, two_spaces, which_monomials, with_and_without_root
from kernviz.lessons.lift.view import reaches, view
from kernviz.lessons.page import Page
from kernviz.lessons.shared.no_two_classes import no_two_classes
from kernviz.lessons.shared.refusal import too_many_columns
from kernviz.lessons.shared.training import Failure
from kernviz.ranges import peak
from kernviz.wording import phrase, say

QUESTION = phrase("Which plane in feature space gives the curve in the picture?")


def build(state: State) -> Lesson:
    """Build the Lift page from one training in feature space.

    If there is no separator, the lesson shows the points alone and the reason.
    """
    data = state.data
    if words := too_many_columns(state.data):
        return Lesson(QUESTION, None, problem=words)
    if words := no_two_classes(data):
        return _cannot(state, words)
    if data.d == 1:
        return line.build(state, QUESTION)
    if state.ticked == ():
        return _cannot(
            state, say("No monomial is ticked, so there is nothing to lift the points by: tick at least one.")
        )
    return _in_the_plane(state)


def _in_the_plane(state: State) -> Lesson:
    signed = state.signed
    trained = separator(state, signed)
    if isinstance(trained, Failure):
        return _cannot(state, trained.words, trained)
    viewed = view(signed, trained, state.kind, state.trio)
    if not reaches(trained, viewed, state.point):
        return _cannot(state, say("At the probe a kernel value is too large to compute: click nearer to the points."))
    if not peak(viewed.points) <= LARGEST_SINGLE:
        return _cannot(
            state,
            say(
                "In feature space a coordinate of a point is too large for a picture: scale the data, or lower the "
                "degree or the factor of the kernel."
            ),
        )
    ellipse = reference(signed, trained)
    pair = with_and_without(state, signed)
    tabs = [
        Tab(two_spaces.TITLE, lambda: two_spaces.blocks(state, signed, trained)),
        *([Tab(with_and_without_root.TITLE, lambda: with_and_without_root.blocks(state, *pair))] if pair else []),
        Tab(which_monomials.TITLE, lambda: which_monomials.blocks(state, signed)),
        Tab(three_steps.TITLE, lambda: three_steps.blocks(state, signed, trained)),
        Tab(phrase("What the notes say"), lambda: notes(state, trained, ellipse)),
        Tab(phrase("Code"), lambda: code(state)),
    ]
    space = space_picture(state, signed, trained, viewed, ellipse)
    return Lesson(
        QUESTION,
        space,
        besides=(
            lambda: chosen_twice(state),
            lambda: separable(state, trained),
            numbers(trained, viewed, pair),
            plane_picture(state, signed, trained, ellipse, space),
            lambda: formulas(state, trained),
            lambda: infinite(trained),
        ),
        tabs=tuple(tabs),
        facts={"separator": trained, "view": viewed, "pair": pair, "reference": ellipse},
    )


def _cannot(state: State, words: str, failure: Failure | None = None) -> Lesson:
    return Lesson(QUESTION, failed_picture(state, failure), problem=words)


PAGE = Page("lift", phrase("Lift"), QUESTION, State, build, "classification", coarse_grid_allowed=True)

__all__ = ["PAGE", "QUESTION", "State", "build"]
