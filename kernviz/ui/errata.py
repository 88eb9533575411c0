"""The notes' mistakes: a mark beside the number each concerns, and the page that lists them all."""

from __future__ import annotations

from typing import Any

import streamlit as st

from kernviz.lessons import errata
from kernviz.lessons.errata import Place
from kernviz.lessons.lesson import Erratum, Lesson
from kernviz.lessons.page import Page
from kernviz.lessons.presets import Preset
from kernviz.lessons.state import Subject
from kernviz.ui import doors, examples, query
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.data_picker import dataset_in_force
from kernviz.wording import phrase, say, spoken

LECTURE = query.choice("lecture", errata.LECTURES, label=phrase("the lecture"))


def words(erratum: Erratum) -> str:
    """What is printed, what is right, and the number that decides, as markdown."""
    check = f" *{erratum.check}*" if erratum.check else ""
    return doors.markdown(
        say(
            "**{where}** prints: {printed}. Right: **{right}**.{check}",
            where=erratum.where,
            printed=erratum.printed,
            right=erratum.right,
            check=check,
        )
    )


def marks(page: Page[Any], lesson: Lesson, tab: str) -> None:
    """A small mark for each mistake about what stands there; its numbers are computed when it is opened."""
    there = errata.MARKS.get(page.name, {}).get(tab, ())
    if not there or not lesson.tabs:
        return
    with st.container(horizontal=True, gap="small", key=f"kv-marks-{tab or 'beside'}"):
        for number in there:
            key = f"erratum-{page.name}-{number}-{tab}"
            opened = st.popover(
                f"⚠ {number}", type="tertiary", key=key, on_change="rerun", help=say("What the notes print")
            )
            if opened.open:
                with opened:
                    _one(lesson, number)


def _one(lesson: Lesson, number: str) -> None:
    found = [each for each in errata.of(lesson) if errata.number(each) == number]
    for each in found:
        st.markdown(words(each))
    if not found:
        st.markdown(say("It concerns another view of this page."))


def listed() -> None:
    """The page: a lecture's mistakes, each with the number that decides it and the way to its place."""
    st.title(say("Errata"), anchor=False)
    st.markdown(
        say(
            "{COUNT} places where the notes print something else than what holds, each decided "
            "by a number that is computed with your data and your kernel.",
            COUNT=errata.COUNT,
        )
    )
    query.seed([LECTURE])
    first = errata.LECTURES[0]
    lecture = st.segmented_control(
        say("Lecture"), errata.LECTURES, default=first, key="lecture", bind="query-params", required=True
    )
    shown = lecture if lecture in errata.LECTURES else first
    with st.spinner(say("Computing"), show_time=True):
        found = list(errata.everywhere(Subject(dataset_in_force(), kernel_in_force()), str(shown)))
    for place in found:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.markdown(words(place.erratum))
            _way(place)
    query.show_ignored()


def _way(place: Place) -> None:
    tab = {"tab": place.tab} if place.tab else {}
    st.button(
        f"{place.page.title} · {say(place.tab)}" if place.tab else spoken(place.page.title),
        key=f"way-{place.page.name}-{place.erratum.where}",
        type="tertiary",
        on_click=examples.open_preset,
        args=(Preset("", place.page.name, "", tab), "errata"),
    )
