"""The live picture of a step, with only the controls that matter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from kernviz.courses.computed import points_of
from kernviz.courses.questions.draw import Draw
from kernviz.courses.questions.sketches import MOST
from kernviz.courses.spots import places
from kernviz.figures.figure import Figure
from kernviz.figures.theme import ACCENT, INK
from kernviz.lessons.address import written
from kernviz.lessons.lesson import Lesson, Picture
from kernviz.lessons.part import NAME, PROBE, Part
from kernviz.lessons.state import applying
from kernviz.ui import declared, doors, live, show, speaking
from kernviz.ui.courses import visit as visits
from kernviz.ui.courses.visit import Visit
from kernviz.ui.number import moved_number
from kernviz.ui.number_rows import live_name, scale
from kernviz.ui.plot import Click
from kernviz.wording import say, spoken

TALLEST = 510  # pixels: question and picture on one screen


def part(visit: Visit) -> Part:
    """What of the page is shown: before the answer without what would give it away."""
    step, shown = visit.step, visit.answered.shown
    hidden = () if shown else step.hide
    held = tuple(p.name for item, one in visit.fields.items() for p in one.params(item, visit.here.state))
    return Part(step.picture, step.show, (*hidden, *step.without, PROBE), words=shown and not step.without, hold=held)


def picture(visit: Visit) -> None:
    """Picture, controls, read-outs; the picture follows the hand."""
    lesson = visit.here.shown(part(visit).of)
    if paper := _paper(visit):
        lesson = replace(lesson, problem="", picture=paper)
    if lesson.problem:
        st.warning(doors.sentence(lesson.problem))
    if lesson.picture is not None:
        show.block(_marked(lesson.picture, visit), _clicked(visit, lesson))
    elif not lesson.problem:
        st.markdown(say(":gray[The picture comes with the answer.]"))
    _controls(visit)
    for item in lesson.readouts:
        show.readouts(item, 0)
    live.asked(visit.here.page, _address(visit))


def _controls(visit: Visit) -> None:
    speak = visit.here.state.speak
    speaking.arrive(visit.here.page.name)
    declared.draw_only(visit.fields, visit.here.state)
    for number in visit.inside:
        told = speaking.of_idea(number.param.idea, speak)
        moved_number(
            f"course_{visit.key}_{'_'.join(number.address)}-number",
            speaking.label(number, speak),
            float(number.value),
            scale(number.param, float(number.value) if number.default is None else number.default),
            partial(visits.move_inside, visit, number),
            live=live_name(number),
            how=told.map if told else None,
            help=speaking.remark(number.param.idea, speak),
        )


def _address(visit: Visit) -> dict[str, str]:
    """What the picture is of: the step's address does not say it."""
    state, said = visit.here.state, {"data": "moons", **visit.here.said}
    said["k"] = str(state.kernel)
    for item, one in applying(state).items():
        if one.kind not in ("row", "place"):
            for param, value in zip(one.params(item, state), one.values(state, getattr(state, item)), strict=False):
                if value is not None and value != param.default:
                    said[param.name] = doors.plain(written(value))
                else:
                    said.setdefault(param.name, written(param.default)) if param.default is not None else None
    return said | {NAME: part(visit).written()}


def _marked(picture: Picture, visit: Visit) -> Picture:
    """The points that were clicked, ringed; no taller than a screen has room for beside the question."""
    asks = visit.step.question.kind == "point"
    figure = picture.figure
    spots = places(figure) if asks else {}
    rows = [i for i in visit.here.chosen if i in spots]
    if rows:
        figure = Figure(figure.data, figure.layout)
        figure.add_traces([_ring(np.array([spots[i] for i in rows]))])
    if drawn := _drawn(visit):
        figure = Figure(figure.data, figure.layout)
        figure.add_traces(drawn)
    clickable = visit.step.question.kind in ("point", "draw")
    return replace(picture, figure=figure, height=min(picture.height, TALLEST), clickable=clickable)


def _ring(spots: Any) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": say("your points"),
        "x": spots[:, 0],
        "y": spots[:, 1],
        "hoverinfo": "skip",
        "marker": {"symbol": "circle-open", "size": 20, "color": ACCENT, "line": {"width": 3, "color": ACCENT}},
    }


def _paper(visit: Visit) -> Picture | None:
    """What is drawn on, where it is not the step's picture."""
    question = visit.step.question
    return question.sketch.picture(visit.start) if isinstance(question, Draw) else None


def _drawn(visit: Visit) -> list[dict[str, Any]]:
    """The sketch, and with the answer what was to be drawn."""
    question = visit.step.question
    if not isinstance(question, Draw):
        return []
    yours, sketch = np.array(visit.answered.corners), question.sketch
    found = [_line(yours, spoken(sketch.yours), ACCENT, mode="lines+markers")] if len(yours) else []
    computed = sketch.drawn(visit.start) if visit.answered.shown else None
    return found if computed is None else [*found, _line(computed, spoken(sketch.computed), INK)]


def _line(corners: Any, name: str, color: str, mode: str = "lines") -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": mode,
        "name": name,
        "x": corners[:, 0],
        "y": corners[:, 1],
        "hoverinfo": "skip",
        "line": {"color": color, "width": 3, "dash": "solid" if color == ACCENT else "8px,4px"},
        "marker": {"size": 7, "color": color},
    }


def _clicked(visit: Visit, lesson: Lesson) -> Callable[[Click], None] | None:
    if visit.step.question.kind == "point" and lesson.picture is not None:
        return partial(_toggle, visit, lesson.picture.figure)
    return partial(_corner, visit) if visit.step.question.kind == "draw" else None


def _corner(visit: Visit, click: Click) -> None:
    """Another corner of the sketch."""
    if len(visit.answered.corners) < MOST:
        visit.answered.corners.append((click.x, click.y))


def _toggle(visit: Visit, figure: Figure, click: Click) -> None:
    """The point nearest to the click is chosen, or no longer."""
    spots = places(figure)
    if not spots:
        return
    rows = list(spots)
    where = np.array([spots[i] for i in rows])
    spans = [np.ptp(np.asarray(figure.layout.get(name, {}).get("range") or (0, 1))) for name in ("xaxis", "yaxis")]
    if points_of(visit.start).d == 1:
        where, spans = where[:, :1], spans[:1]
    away = (where - np.array([click.x, click.y][: where.shape[1]])) / np.array(spans)
    nearest = rows[int(np.argmin((away**2).sum(axis=1)))]
    chosen = visit.answered.chosen
    chosen.remove(nearest) if nearest in chosen else chosen.append(nearest)


__all__ = ["part", "picture", "places"]
