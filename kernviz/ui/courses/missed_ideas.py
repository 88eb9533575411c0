"""Wrong ideas that a student's first answers missed, within a course.

A step that comes back to such an idea says so after its answer. The end of the course lists all of them.
"""

from __future__ import annotations

import streamlit as st

from kernviz.courses import ideas, reader
from kernviz.courses.course import Step
from kernviz.ui.courses import answered as answers
from kernviz.ui.courses import visit as visits
from kernviz.ui.courses.visit import Visit
from kernviz.wording import say, spoken


def same_idea(visit: Visit) -> None:
    """Name the earlier step with the wrong idea of this one.

    Nothing is drawn before the answer is shown, since the idea would tell what is wrong. Nothing is drawn either if
    the first answers to all earlier steps about the idea were right.
    """
    if not visit.answered.shown:
        return
    found = ideas.missed_before(visit.course, visit.step, answers.first(visit.course))
    for idea, step in found.items():
        with st.container(key=f"kv-same-idea-{idea}", gap=None):
            st.markdown(
                say(
                    "Step {step} was about the same wrong idea: “{idea}”. Your first answer there was not right.",
                    step=visit.course.places[step.name] + 1,
                    idea=ideas.title(idea, reader.courses()),
                )
            )
            _way_to(visit, step, f"same_{idea}", "→ ")


def summary(visit: Visit) -> None:
    """Draw the first answers of a course and its missed ideas.

    Each idea has a button for each of its steps, marked by the first answer to that step.
    """
    first = answers.first(visit.course)
    if not first:
        return
    with st.container(key="kv-course-end", gap="small"):
        st.markdown(
            say("**Your first answers: {right} of {steps} right.**", right=sum(first.values()), steps=len(first))
        )
        found = ideas.missed(visit.course, first)
        if not found:
            return
        st.markdown(say("Look at these wrong ideas again. ✗ marks a first answer that was not right."))
        for each in found:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.markdown(say("“{idea}”", idea=ideas.title(each.idea, reader.courses())), width="content")
                for step, right in each.steps:
                    _way_to(visit, step, f"end_{each.idea}", {True: "✓ ", False: "✗ ", None: ""}[right])


def _way_to(visit: Visit, step: Step, key: str, mark: str) -> None:
    """Draw a button to a step of the course."""
    st.button(
        f"{mark}{visit.course.places[step.name] + 1} · {spoken(step.title)}",
        key=f"{key}_{step.name}",
        type="tertiary",
        on_click=visits.go,
        args=(visit.course, step.name),
    )
