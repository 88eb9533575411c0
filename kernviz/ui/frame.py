"""The containers of a page below its title.

The picture comes first and is large. Controls and numbers stand beside it, tabs under both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kernviz.lessons.lesson import Lesson
from kernviz.ui import app_setup, page_run_errors
from kernviz.wording import say

S = TypeVar("S")
READOUTS = "_readouts"  # number of read-outs drawn so far


@dataclass(frozen=True)
class Frame:
    """The containers of a page below its title.

    Controls are drawn after the picture, though they stand beside it.
    """

    band: DeltaGenerator
    picture: DeltaGenerator
    controls: DeltaGenerator
    working: DeltaGenerator  # between controls and numbers, so that the spinner never shifts the picture
    beside: DeltaGenerator
    below: DeltaGenerator

    def wait(self, build: Callable[[S], Lesson], state: S) -> Lesson:
        """Return the lesson of a state, with a spinner if slow.

        The spinner shows the elapsed time of a long computation.
        """
        with self.working, st.spinner(say("Computing"), show_time=True):
            return build(state)


def frame(title: str, wide: float = 1.55) -> Frame:
    """Create the empty containers of a page.

    `title` identifies the page for error reports. The picture's column is `wide` times as wide as the column beside it.
    """
    st.session_state[READOUTS] = 0
    notices = st.container()  # place of the ignored parameters of the address, known only after the controls
    with st.container(key="kv-page", gap=None):  # the style sheet has the space below the band
        band = st.container(key="kv-band")
        left, right = st.columns([wide, 1], gap="medium")
    with right:
        controls, working, beside = st.container(), st.container(), st.container(key="kv-beside")
    places = Frame(band, left, controls, working, beside, st.container(key="kv-below"))
    app_setup.set_containers(notices, st.container())
    page_run_errors.set_container(title, places.picture)
    return places
