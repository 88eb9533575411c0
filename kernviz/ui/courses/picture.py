"""The live picture of a step, with the controls the step names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from kernviz.courses.movable import controlled_params
from kernviz.courses.point_positions import places
from kernviz.courses.questions.draw import Draw
from kernviz.courses.questions.move import in_words
from kernviz.courses.questions.sketches import MOST
from kernviz.courses.scene_queries import points_of
from kernviz.figures.figure import Figure
from kernviz.figures.theme import ACCENT, INK
from kernviz.lessons.address import written
from kernviz.lessons.data_and_kernel import entries
from kernviz.lessons.lesson import Lesson, Picture
from kernviz.lessons.part import MACHINE, NAME, PROBE, Part
from kernviz.lessons.picture_answers import Taking
from kernviz.lessons.state import applying
from kernviz.ui import escaping, lesson_blocks, live_run, notation_labels, state_controls
from kernviz.ui.courses import help_after_wrong_answer
from kernviz.ui.courses import visit as visits
from kernviz.ui.courses.visit import Visit
from kernviz.ui.number import NumberText, moved_number
from kernviz.ui.number_rows import live_name, scale
from kernviz.ui.plot import Click
from kernviz.wording import say, several, spoken

CLICKED = 8  # largest number of corners of a sketch at which the corners are marked
WITHOUT_DATA = ("compose",)  # pages whose picture shows no data points
TALLEST = 510  # pixels, so that question and picture fit on one screen


def part(visit: Visit) -> Part:
    """Return the part of the lesson's page to show.

    Before the answer, the part holds nothing that would give the answer away.
    """
    step, shown = visit.step, visit.answered.shown
    hidden = () if shown else step.hide
    hold = tuple(p.name for item, one in visit.fields.items() for p in one.params(item, visit.here.state))
    return Part(step.picture, step.show, (*hidden, *step.without, PROBE), words=shown and not step.without, hold=hold)


def picture(visit: Visit) -> None:
    """Draw picture, controls and read-outs of a step.

    The picture updates while it is edited.
    """
    with live_run.grid_of_run(visit.here.page, visit.here.state):
        _draw(visit)


def _draw(visit: Visit) -> None:
    lesson = visit.here.shown(part(visit).of)
    if axes := _empty_axes(visit):
        lesson = replace(lesson, problem="", picture=axes)
    if lesson.problem and not _of_points(visit, lesson) and not _in_reply(visit, lesson.problem):
        st.warning(escaping.sentence(lesson.problem))
    if lesson.picture is not None:
        helped = help_after_wrong_answer.with_help(_marked(lesson.picture, visit), visit, part(visit))
        lesson_blocks.block(helped, _clicked(visit, lesson))
    elif not lesson.problem:
        st.markdown(say(":gray[The picture comes with the answer.]"))
    _controls(visit)
    for item in lesson.readouts:
        lesson_blocks.readouts(item, 0)
    live_run.register(visit.here.page, _address(visit))


def _of_points(visit: Visit, lesson: Lesson) -> bool:
    """Return whether the step is about the points alone.

    Its machine may then have no solution, such as with a kernel that the visitor is to refute. This is no problem of
    the visitor, who cannot choose another kernel.
    """
    return lesson.picture is not None and MACHINE in visit.step.hide


def _in_reply(visit: Visit, problem: str) -> bool:
    """Return whether the reply to the last answer states a problem."""
    reply = visit.answered.judgement(visit.step, visit.variant)
    return reply is not None and problem.casefold() in reply.reason.casefold()


def changes_with_answer(visit: Visit) -> str:
    """Describe the picture's state with the answer, if it differs.

    Return "" if that state is the question's.
    """
    here, start = visit.here, visit.start
    if not (visit.answered.shown and visit.step.then):
        return ""
    other = say("the page {page}", page=escaping.markdown(here.page.title))
    shown = [] if here.page == start.page else [other]
    if here.page.name in WITHOUT_DATA:
        pass
    elif here.state.data.name != start.state.data.name:
        entry = entries().get(here.state.data.name)
        shown.append(escaping.markdown(entry.title if entry else here.state.data.title))
    elif here.state.data.n != start.state.data.n:
        shown.append(several(here.state.data.n, "{n} point", "{n} points"))
    if here.state.kernel != start.state.kernel and "k" in here.params:
        shown.append(here.formula(here.state.kernel))
    if here.page == start.page:
        known = {param.name for item, one in applying(here.state).items() for param in one.params(item, here.state)}
        known -= set(controlled_params(start, visit.step.controls))
        changed = {name: text for name, text in here.params.items() if name in known and start.params.get(name) != text}
        shown += [in_words(here, name, text) for name, text in changed.items()]
    return ", ".join(shown)


def _controls(visit: Visit) -> None:
    speak = visit.here.state.speak
    notation_labels.arrive(visit.here.page.name)
    state_controls.draw_only(visit.fields, visit.here.state)
    for number in visit.inside:
        symbol = notation_labels.of_idea(number.param.idea, speak)
        moved_number(
            f"course_{visit.key}_{'_'.join(number.address)}-number",
            NumberText(notation_labels.label(number, speak), notation_labels.remark(number.param.idea, speak)),
            float(number.value),
            scale(number.param, float(number.value) if number.default is None else number.default),
            partial(visits.move_inside, visit, number),
            live=live_name(number),
            how=symbol.map if symbol else None,
        )


def _address(visit: Visit) -> dict[str, str]:
    """Return the query parameters of the picture's state, for live requests.

    The address of the course page names the step, but not this state.
    """
    state, params = visit.here.state, {"data": "moons", **visit.here.params}
    params["k"] = str(state.kernel)
    for item, one in applying(state).items():
        if one.kind not in ("row", "place"):
            for param, value in zip(one.params(item, state), one.values(state, getattr(state, item)), strict=False):
                if value is not None and value != param.default:
                    params[param.name] = escaping.plain(written(value))
                else:
                    params.setdefault(param.name, written(param.default)) if param.default is not None else None
    return params | {NAME: part(visit).written()}


def _marked(picture: Picture, visit: Visit) -> Picture:
    """Return the picture with the sketch, and rings around clicked points.

    Its height is at most TALLEST, so that it fits on one screen beside the question.
    """
    asks = visit.step.question.kind == "point"
    figure = picture.figure
    spots = places(figure) if asks else {}
    if asks:
        figure = Figure(figure.data, figure.layout)
        figure.add_traces([_ring([spots[i] for i in visit.here.chosen if i in spots])])
    if drawn := _drawn(visit):
        figure = Figure(figure.data, figure.layout)
        figure.add_traces(drawn)
    kind = visit.step.question.kind
    return replace(
        picture,
        figure=figure,
        height=min(picture.height, TALLEST),
        clickable=kind in ("point", "draw"),
        taking=_taking(visit, spots),
    )


def _taking(visit: Visit, spots: Mapping[int, tuple[float, float]]) -> Taking | None:
    """Return how the question is answered in the picture, or None."""
    question, answered = visit.step.question, visit.answered
    if isinstance(question, Draw):
        return Taking(line=tuple(answered.corners), holds=question.sketch.holds)
    if question.kind != "point":
        return None
    rows = list(spots)
    return Taking(tuple(spots.values()), tuple(rows.index(i) for i in answered.chosen if i in spots))


def _ring(spots: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """Return the trace of the rings around clicked points.

    Without a point it has its entry in the legend: the picture keeps its size when the first one is clicked.
    """
    x, y = map(list, zip(*spots, strict=True)) if spots else ([None], [None])
    return {
        "type": "scatter",
        "mode": "markers",
        "name": say("your points"),
        "x": x,
        "y": y,
        "hoverinfo": "skip",
        "marker": {"symbol": "circle-open", "size": 20, "color": ACCENT, "line": {"width": 3, "color": ACCENT}},
    }


def _empty_axes(visit: Visit) -> Picture | None:
    """Return the empty axes of a drawing question, or None.

    None means that the step's picture is shown.
    """
    question = visit.step.question
    return question.sketch.picture(visit.start) if isinstance(question, Draw) else None


def _drawn(visit: Visit) -> list[dict[str, Any]]:
    """Return the plotly traces of the sketch, and of the machine's drawing.

    The machine's drawing comes with the answer. A trace without corners has its entry in the legend, so that the
    picture keeps its size when the sketch and the answer come.
    """
    question = visit.step.question
    if not isinstance(question, Draw):
        return []
    yours, sketch = visit.answered.corners, question.sketch
    mode = "lines+markers" if len(yours) <= CLICKED else "lines"
    found = [{**_line(yours, spoken(sketch.yours), ACCENT, mode=mode), "meta": "drawn"}]
    if not sketch.computed:
        return found
    computed = sketch.solution(visit.start).tolist() if visit.answered.shown else []
    return [*found, _line(computed, spoken(sketch.computed), INK)]


def _line(corners: Sequence[Sequence[float]], name: str, color: str, mode: str = "lines") -> dict[str, Any]:
    x, y = map(list, zip(*corners, strict=True)) if corners else ([None], [None])
    return {
        "type": "scatter",
        "mode": mode,
        "name": name,
        "x": x,
        "y": y,
        "hoverinfo": "skip",
        "line": {"color": color, "width": 3, "dash": "solid" if color == ACCENT else "8px,4px"},
        "marker": {"size": 7, "color": color},
    }


def _clicked(visit: Visit, lesson: Lesson) -> Callable[[Click], None] | None:
    if visit.step.question.kind == "point" and lesson.picture is not None:
        return partial(_toggle, visit, lesson.picture.figure)
    return partial(_corner, visit) if visit.step.question.kind == "draw" else None


def _corner(visit: Visit, click: Click) -> None:
    """Add a corner to the sketch, up to MOST corners.

    A stroke replaces all corners.
    """
    corners = visit.answered.corners
    if click.path or len(corners) < MOST:
        visit.answered.drawn.append([*corners])
        corners[:] = click.path[:MOST] or (*corners, (click.x, click.y))


def _toggle(visit: Visit, figure: Figure, click: Click) -> None:
    """Select the point nearest to the click, or deselect it."""
    spots = places(figure)
    if not spots:
        return
    rows = list(spots)
    where, spans = np.array([spots[i] for i in rows]), help_after_wrong_answer.axis_spans(figure)
    if points_of(visit.start).d == 1:
        where, spans = where[:, :1], spans[:1]
    away = (where - np.array([click.x, click.y][: where.shape[1]])) / spans
    nearest = rows[int(np.argmin((away**2).sum(axis=1)))]
    chosen = visit.answered.chosen
    chosen.remove(nearest) if nearest in chosen else chosen.append(nearest)
