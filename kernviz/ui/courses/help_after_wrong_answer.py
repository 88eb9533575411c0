"""Help of a step between a wrong answer and the solution.

It has words and a formula under the verdict. In the picture, places light up, or an arrow stands at a handle.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from kernviz.courses import help_after_wrong_answer
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.move import in_words
from kernviz.courses.scene import address
from kernviz.figures.figure import Figure
from kernviz.figures.theme import token
from kernviz.lessons.lesson import Picture
from kernviz.lessons.number_format import places
from kernviz.lessons.part import Part
from kernviz.ui import escaping
from kernviz.ui.courses.visit import Visit
from kernviz.wording import in_formula, say, several

HALO = 34  # diameter in pixels of a lit place, wider than the ring of a clicked point
ARROW = 0.14  # length of the arrow as a fraction of the axes' ranges


def words(visit: Visit) -> str:
    """Return the help's sentences after a wrong answer, "" without help."""
    step, answered = visit.step, visit.answered
    if not answered.is_helped or answered.text is None:
        return ""
    sentences = [step.help.direction(step.question, answered.text, visit.start)]
    if step.help.light == help_after_wrong_answer.COMPARE:
        sentences.append(say("The points to compare light up in the picture."))
    elif step.help.light:
        lit = len(step.help.spots(step.question, visit.start, Figure([], {})))
        sentences.append(several(lit, "{n} place lights up in the picture.", "{n} places light up in the picture."))
    if step.help.state:
        moved = address(visit.start.filled(step.help.state, plain=True))[1]
        shown = ", ".join(in_words(visit.start, name, text) for name, text in moved.items())
        sentences.append(say("The picture now shows {what}.", what=shown))
    return " ".join(filter(None, sentences))


def formula(visit: Visit) -> None:
    """Draw the help's formula with its first term, if it has one."""
    if visit.answered.is_helped and visit.step.help.formula:
        try:
            st.latex(in_formula(visit.start.filled(visit.step.help.formula)))
        except LanguageError as problem:
            st.warning(escaping.sentence(str(problem)))


def with_help(picture: Picture, visit: Visit, part: Part) -> Picture:
    """Return the picture with lit places, or an arrow at a handle."""
    if not visit.answered.is_helped:
        return picture
    return _pointed(_lit(picture, visit), visit, part)


def _lit(picture: Picture, visit: Visit) -> Picture:
    """Return picture and description with the help's places lit up."""
    step = visit.step
    if not step.help.light:
        return picture
    spots = np.array(step.help.spots(step.question, visit.start, picture.figure))
    if not len(spots):
        return picture
    figure = Figure(picture.figure.data, picture.figure.layout)
    figure.add_traces([_halo(*_on_axes(spots, figure))])
    alt = say("{alt} Lit up: {places}.", alt=picture.alt, places=places(spots))
    return replace(picture, figure=figure, alt=alt)


def _pointed(picture: Picture, visit: Visit, part: Part) -> Picture:
    """Return the picture with an arrow towards a right answer.

    The arrow begins at the handle's place in the wrong answer. It is removed when the visitor moves the handle on.
    """
    answer = visit.answered.text
    if not visit.step.help.towards or answer is None or visit.moved != answer:
        return picture
    found = visit.step.help.arrow(visit.step.question, answer, visit.start, part)
    if found is None:
        return picture
    figure = Figure(picture.figure.data, {**picture.figure.layout})
    notes = list(figure.layout.get("annotations") or ())
    figure.layout["annotations"] = [*notes, _arrow(*found, figure)]
    return replace(picture, figure=figure)


def _arrow(tail: tuple[float, float], beyond: tuple[float, float], figure: Figure) -> dict[str, Any]:
    """Return a Plotly annotation: an arrow from `tail` towards `beyond`.

    Its length on the screen is always the same, so that it does not give the right value away.
    """
    spans = axis_spans(figure)
    away = (np.array(beyond) - np.array(tail)) / spans
    head = np.array(tail) + away / np.hypot(*away) * ARROW * spans
    ends = {"x": float(head[0]), "y": float(head[1]), "ax": tail[0], "ay": tail[1]}
    return {
        **ends,
        "axref": "x",
        "ayref": "y",
        "xref": "x",
        "yref": "y",
        "text": "",
        "showarrow": True,
        "arrowhead": 2,
        "arrowsize": 1.2,
        "arrowwidth": 3,
        "arrowcolor": token("accent"),
    }


def axis_spans(figure: Figure) -> Any:
    """Return the lengths of the x and y axes.

    An axis without a range has the length 1.
    """
    ranges = [figure.layout.get(axis, {}).get("range") or (0, 1) for axis in ("xaxis", "yaxis")]
    return np.ptp(np.array(ranges, dtype=float), axis=1)


def _on_axes(spots: Any, figure: Figure) -> tuple[list[Any], list[Any]]:
    """Return x and y of the places, as texts on category axes."""
    named = figure.layout.get("xaxis", {}).get("type") == "category"
    return tuple([f"{v:g}" if named else float(v) for v in column] for column in spots.T)  # type: ignore[return-value]


def _halo(x: list[Any], y: list[Any]) -> dict[str, Any]:
    """Return the Plotly trace of the lit places.

    The trace has no entry in the legend, which would change the layout of the picture.
    """
    return {
        "type": "scatter",
        "mode": "markers",
        "name": say("lit up"),
        "showlegend": False,
        "x": x,
        "y": y,
        "hoverinfo": "skip",
        "marker": {
            "symbol": "circle",
            "size": HALO,
            "color": token("accent", 0.28),
            "line": {"width": 1.5, "color": token("accent")},
        },
    }
