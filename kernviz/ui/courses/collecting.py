"""The page on which a lecturer reads many answer links at once.

The texts are sent to the server, and stay in the memory of this session.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby

import streamlit as st

from kernviz.courses import ideas, reader
from kernviz.courses.collection import (
    LONGEST,
    CollectedAnswers,
    CollectedRow,
    GivenReason,
    StepTally,
    as_csv,
    collected,
    columns,
)
from kernviz.courses.ideas import IdeaTally
from kernviz.lessons.lesson import Table
from kernviz.ui import escaping, query
from kernviz.ui.component import component, reported
from kernviz.ui.courses import visit as visits
from kernviz.ui.download import download
from kernviz.ui.lesson_table import table
from kernviz.wording import phrase, say, several

KEY = "answer_links"
COLLECT = query.integer("collect", 0, low=0, high=1, label=phrase("answers handed in"))
TALL = 420  # largest height of a table in pixels
UNSCROLLED = 12  # lines that are shown without scrolling


def way_in() -> None:
    """Draw the button that opens the page for collected links."""
    st.button(say("Read answers handed in"), key="collect_open", type="tertiary", on_click=_turn, args=(1,))


def page() -> None:
    """Draw the input field for links and the tables of their answers."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(say("Answers handed in"), anchor=False, width="content")
        st.button(say("All courses"), key="collect_close", type="tertiary", on_click=_turn, args=(0,))
    st.markdown(
        say(
            "Paste the links of your students, or drop them here: one by one, or a file with all of them. "
            "The links are sent to this server. The server judges every answer anew and writes nothing to a disk. "
            "The table is gone when you close this page."
        )
    )
    component(KEY)(key=KEY, data={"most": LONGEST}, on_text_change=lambda: None)
    text = reported(KEY, "text")
    found = _collected(text if isinstance(text, str) else "")
    for problem in found.problems:
        st.warning(escaping.sentence(problem))
    if not found.rows:
        return
    students = several(found.students, "**{n} student**", "**{n} students**")
    steps = several(len(found.tallies), "{n} step", "{n} steps")
    answers = several(len(found.rows), "{n} row", "{n} rows")
    st.markdown(f"{students}, {steps}, {answers}")
    _tallies(found.tallies)
    if found.ideas:
        _ideas(found.ideas)
    if found.reasons:
        st.header(say("Reasons against wrong answers"), anchor=False)
        st.caption(say("Numbers in a reason are those of the first student who was given it."))
        _reasons(found.reasons)
    _answers(found.rows)


def _tallies(tallies: Sequence[StepTally]) -> None:
    """Draw how many students answered each step, and how many rightly."""
    st.header(say("Step by step"), anchor=False)
    table(
        Table(
            {
                say("step"): [tally.step for tally in tallies],
                say("answered"): [tally.answered for tally in tallies],
                say("right at first"): [tally.first for tally in tallies],
                say("right at last"): [tally.last for tally in tallies],
            },
            height=TALL,
        )
    )


def _answers(rows: Sequence[CollectedRow]) -> None:
    """Draw the table of all answers, with a button for its CSV."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(say("All answers"), anchor=False, width="content")
        download(
            say("Table as CSV"),
            partial(as_csv, rows),
            "answers.csv",
            "text/csv",
            key="collect_csv",
            about=say("Who, course, step, first try, last try, reason, wrong idea"),
            link=True,
        )
    shown = columns(rows)
    if len({row.course for row in rows}) == 1:
        del shown[say("course")]  # equal in every row; the downloaded file keeps this column
    table(Table(shown, height=TALL))


def _ideas(found: Sequence[IdeaTally]) -> None:
    """Draw the wrong ideas of all courses, with a CSV button."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(say("Wrong ideas"), anchor=False, width="content")
        download(
            say("Ideas as CSV"),
            partial(ideas.as_csv, found),
            "ideas.csv",
            "text/csv",
            key="collect_ideas_csv",
            about=say("Wrong idea, students, missed at first, missed at last, steps"),
            link=True,
        )
    st.caption(
        say(
            "“Missed at first” means: the student's first try was wrong at one or more of these steps. “Missed at "
            "last” means the same for the last try."
        )
    )
    table(Table(ideas.columns(found), height=TALL))


def _reasons(reasons: Sequence[GivenReason]) -> None:
    """Draw the reasons against wrong answers by step.

    Each reason is in full, with the number of students who were given it.
    """
    with st.container(border=True, height=TALL if len(reasons) > UNSCROLLED else "content"):
        for step, of_step in groupby(reasons, key=lambda reason: reason.step):
            lines = [
                "- "
                + several(
                    reason.students,
                    "**{n} student**: {reason}",
                    "**{n} students**: {reason}",
                    reason=escaping.markdown(reason.reason),
                )
                for reason in of_step
            ]
            st.markdown("\n".join([f"**{escaping.markdown(step)}**", "", *lines]))


def _collected(text: str) -> CollectedAnswers:
    return collected(text, reader.courses()) if text.strip() else CollectedAnswers()


def _turn(on: int) -> None:
    """Open the collecting page, or return to the list of courses (callback)."""
    st.session_state[COLLECT.name] = on
    if on:
        visits.open_course("")
