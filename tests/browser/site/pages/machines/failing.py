"""Failing — what is seen of a bug?"""

import numpy as np
import streamlit as st

from kernviz.figures.figure import Figure
from kernviz.lessons.lesson import Lesson, Picture
from kernviz.ui import show
from kernviz.ui.frame import frame


def broken() -> None:
    raise ZeroDivisionError("on purpose, in a callback")


def build(fail: bool) -> Lesson:
    if fail:
        raise ZeroDivisionError("on purpose, in a lesson")
    return Lesson(
        "", Picture(Figure([{"type": "scatter", "y": np.arange(5)}]), "Five points in a row.", key="five", height=300)
    )


show.head("Failing", "What is seen of a bug?")
places = frame("Failing")
with places.controls:
    fail = st.toggle("fail", key="fail")
    st.button("fail in a callback", on_click=broken)
    st.slider("moved", 0, 9, 3, key="moved")
built = places.wait(build, fail)
with places.picture:
    show.picture(built)
