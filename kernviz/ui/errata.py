"""Mistakes of the lecture notes: marks, and the page Errata."""

from __future__ import annotations

from typing import Any

import streamlit as st

from kernviz.lessons import errata
from kernviz.lessons.errata import ErratumPlace
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.page import Page
from kernviz.lessons.presets import Preset
from kernviz.lessons.state import Subject
from kernviz.ui import (
    app_setup,
    escaping,
    examples,
    expression,
    fragments,
    page_run_errors,
    query,
    sidebar,
    state_controls,
)
from kernviz.ui.composer import current_kernel
from kernviz.ui.data_picker import current_dataset
from kernviz.ui.heading import page_title
from kernviz.wording import phrase, say, several, spoken

LECTURE = query.choice("lecture", errata.LECTURES, label=phrase("the lecture"))


def words(erratum: Erratum) -> str:
    """Return an erratum as Markdown.

    It consists of the printed text, the correction and the deciding number.
    """
    check = f" *{erratum.check}*" if erratum.check else ""
    return escaping.markdown(
        say(
            "**{where}** prints: {printed}. Right: **{right}**.{check}",
            where=erratum.where,
            printed=erratum.printed,
            right=erratum.right,
            check=check,
        )
    )


def _origin_of_number(erratum: Erratum) -> str:
    """Return a sentence about the state the erratum's number was computed from."""
    match erratum.of:
        case "state":
            return say("The number belongs to the current data and kernel.")
        case "example":
            return say("The number belongs to the example it names.")
        case "nothing":
            return say("With the current data and kernel it decides nothing.")


def card(page: str, erratum: Erratum, key: str, here: str) -> None:
    """Draw an erratum of a page.

    Below its words stands the origin of its number. If the current state does not decide the erratum, a button opens
    an example that does. `key` is unique on the page shown, whose name is `here`.
    """
    st.markdown(words(erratum))
    st.caption(_origin_of_number(erratum))
    if erratum.of != "state":
        _way_to_example(page, errata.numbered(erratum), key, here)


def _way_to_example(page: str, number: str, key: str, here: str) -> None:
    opened = errata.example(page, number)
    if opened is not None:
        st.button(
            say("An example that decides it"),
            key=f"decided-{key}",
            type="tertiary",
            on_click=examples.open_preset,
            args=(opened, here),
        )


def marks(page: Page[Any], lesson: Lesson, tab: str, view: str = "") -> None:
    """Draw a popover for each lecture with mistakes in this place.

    The place is a tab or a view. The numbers that decide the mistakes are computed when the popover is opened.
    """
    there = errata.marked(page.name, tab, view)
    if not there or not lesson.tabs:
        return
    with st.container(horizontal=True, gap="small", key=f"kv-marks-{tab or 'beside'}"):
        for lecture, numbers in there.items():
            key = f"errata-{page.name}-{lecture}-{tab}"
            opened = st.popover(
                _word(lecture, len(numbers)),
                type="tertiary",
                key=key,
                on_change="rerun",
                help=say("What the notes print, and the number that decides"),
            )
            if opened.open:
                with opened:
                    for number in numbers:
                        _popover(page.name, lesson, number, f"{key}-{number}")


def _word(lecture: str, count: int) -> str:
    if lecture:
        one, more = (
            say("misprint in {lecture}", lecture=lecture),
            say("{n} misprints in {lecture}", n=count, lecture=lecture),
        )
    else:
        one, more = say("misprint in the notes"), say("{n} misprints in the notes", n=count)
    return one if count == 1 else more


def _popover(page: str, lesson: Lesson, number: str, key: str) -> None:
    found = errata.deciding_here(page, lesson, number)
    for place, placed in enumerate(found):
        card(page, placed, f"{key}-{place}", page)
    if not found:
        st.markdown(say("This misprint concerns another view of this page."))
        _way_to_example(page, number, key, page)


def listed() -> None:
    """Draw the page of errata.

    Each mistake of a lecture has its deciding number and a link to its place.
    """
    with st.container(key="kv-errata-head"):
        page_title(say("Errata"))
    _list()


@fragments.part(fragments.BODY, sidebar.fingerprint)
def _list() -> None:
    examples.rerun_if_requested()
    expression.hand_over()
    with page_run_errors.caught():
        _lecture()
    if fragments.alone():
        with page_run_errors.caught():
            app_setup.end_run()


def _lecture() -> None:
    intro, place = st.container(), st.container()
    app_setup.set_containers(intro, st.container())
    page_run_errors.set_container(say("Errata"), place)
    with place:
        lecture = str(state_controls.value(LECTURE))
        st.segmented_control(
            say("Lecture"),
            LECTURE.options,
            key=state_controls.widget_key(LECTURE, lecture),
            format_func=lambda option: spoken(errata.LECTURES[option]),
            required=True,
        )
        with st.spinner(say("Computing"), show_time=True):
            found = list(errata.everywhere(Subject(current_dataset(), current_kernel()), lecture))
        st.markdown(_summary(sum(placed.erratum.of == "state" for placed in found), len(found)))
        for place_of, placed in enumerate(found):
            with st.container(border=True):
                card(placed.page.name, placed.erratum, f"{placed.page.name}-{place_of}", "errata")
                _link(placed, place_of)


def _summary(decided: int, total: int) -> str:
    """Return how many of the errata listed the current state decides."""
    sentence = several(
        decided,
        "{errata} places where the notes are wrong or unclear. {n} of the {total} below is decided by a number of the "
        "current data and kernel.",
        "{errata} places where the notes are wrong or unclear. {n} of the {total} below are decided by numbers of the "
        "current data and kernel.",
        errata=errata.COUNT,
        total=total,
    )
    if decided == total:
        return sentence
    others = several(
        total - decided,
        "{n} other opens an example that decides it.",
        "{n} others open examples that decide them.",
    )
    return f"{sentence} {others}"


def _link(place: ErratumPlace, number: int) -> None:
    tab = {"tab": place.tab} if place.tab else {}
    st.button(
        f"{place.page.title} · {say(place.tab)}" if place.tab else spoken(place.page.title),
        key=f"way-{place.page.name}-{number}",
        type="tertiary",
        on_click=examples.open_preset,
        args=(Preset("", place.page.name, "", tab), "errata"),
    )
