"""Pictures of the puzzles, before and after the answer.

Before the answer no picture shows it. After the answer the pictures of all choices are compared.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

import numpy as np

from kernviz.compute import politely
from kernviz.courses.drawn.how_many import HowMany
from kernviz.courses.drawn.machines import Drawing, draw, places
from kernviz.courses.drawn.which_machine_quiz import WhichMachine
from kernviz.figures.data_view import DataView
from kernviz.figures.plane.hatch import hatching
from kernviz.figures.plane.marks import PlaneMarks
from kernviz.figures.plane.plane import decision_plane, describe_plane
from kernviz.figures.plane.regions import describe_regions, region_plane
from kernviz.lessons.lesson import Block, Picture, Row
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.small_plane import bounded_of
from kernviz.surfaces import Surface
from kernviz.wording import say

HEIGHT, SMALL = 820, 300  # pixels; the window limits the first
OTHER = 1000  # difference between the seeds of a picture and of its hint


def shown(riddle: WhichMachine | HowMany, *, answered: bool = False) -> Picture:
    """Return the picture of the question.

    With `answered`, rings mark the support vectors of a `HowMany` puzzle.
    """
    if isinstance(riddle, HowMany):
        return _counted(riddle, answered)
    drawing, data = riddle.shown, riddle.points.data
    figure = region_plane(DataView.of(data), drawing.regions)
    alt = describe_regions(data.X, data.codes, drawing.surface)
    return Picture(figure, alt, key="who", height=HEIGHT, square=True, revision=data.key)


def compared(riddle: WhichMachine | HowMany) -> tuple[Block, ...]:
    """Return the drawing of each choice, with its differences hatched.

    The result is empty for a `HowMany` puzzle.
    """
    if isinstance(riddle, HowMany):
        return ()
    pictures = [(_choice(riddle, i),) for i in range(len(riddle.choices))]
    return tuple(Row(tuple(pictures[i : i + 2])) for i in range(0, len(pictures), 2))


def elsewhere(riddle: WhichMachine) -> tuple[Block, ...]:
    """Return the drawing of each choice for other points.

    The other points are of the same toy dataset with another seed. So the drawings are a hint that does
    not show the picture of the question.
    """
    found: list[tuple[Block, ...]] = []
    for i, drawing in _elsewhere(riddle):
        data = drawing.points.data
        figure = region_plane(DataView.of(data), drawing.regions)
        figure.update_layout(showlegend=False, margin={"l": 40, "r": 6, "t": 6, "b": 40})
        alt = describe_regions(data.X, data.codes, drawing.surface)
        picture = Picture(figure, alt, riddle.words(i), f"who-else-{i}", SMALL, square=True, revision=data.key)
        found.append((picture,))
    return tuple(Row(tuple(found[i : i + 2])) for i in range(0, len(found), 2))


@lru_cache(maxsize=64)
def _elsewhere(riddle: WhichMachine) -> tuple[tuple[int, Drawing], ...]:
    """Return index and drawing of each choice, for other points.

    A choice that cannot be trained on these points is left out.
    """
    points = replace(riddle.points, seed=riddle.points.seed + OTHER)
    found: list[tuple[int, Drawing]] = []
    with politely():
        for i, choice in enumerate(riddle.choices):
            with suppress(ValueError):  # for example if the classes are not separable
                drawing = draw(choice.machine, points)
                _ = drawing.regions  # located by the machine, and kept
                found.append((i, drawing))
    return tuple(found)


def _choice(riddle: WhichMachine, choice: int) -> Picture:
    data, drawing, differs = riddle.points.data, riddle.choices[choice], riddle.differences(choice)
    strokes = hatching(*places(data), differs, say("differs"), strokes=40) if differs.any() else []
    figure = region_plane(DataView.of(data), drawing.regions, under=strokes)
    figure.update_layout(showlegend=False, margin={"l": 40, "r": 6, "t": 6, "b": 40})
    share = percent(float(np.mean(differs)))
    caption = (
        say("**{words}**: this one.", words=riddle.words(choice))
        if choice == riddle.right
        else say("{words}: {share} of the picture differs (hatched).", words=riddle.words(choice), share=share)
    )
    alt = describe_regions(data.X, data.codes, drawing.surface)
    return Picture(figure, alt, caption, f"who-{choice}", SMALL, square=True, revision=data.key)


def _counted(riddle: HowMany, answered: bool) -> Picture:
    training, data = riddle.training, riddle.points.data
    m = training.machine
    marks = PlaneMarks(free=m.free_, bounded=bounded_of(m), alpha=m.alpha_) if answered else PlaneMarks()
    field = training.field if isinstance(training.field, Surface) else None
    figure = decision_plane(DataView.of(data), field, marks)
    alt = describe_plane(data.X, data.codes, marks, boundary=True)
    return Picture(figure, alt, key="how-many", height=HEIGHT, square=True, revision=data.key)
