"""Solid — does the camera stay where it was put?"""

import numpy as np
import streamlit as st

from kernviz.figures.figure import Figure
from kernviz.figures.theme import DIVERGING
from kernviz.ui.plot import plot

st.title("Solid")
data = st.selectbox("Set", ("first", "second"))
scale = st.slider("Scale", 1, 9, 1)
axis = np.linspace(-3, 3, 12)
surface = Figure(
    [{"type": "surface", "x": axis, "y": axis, "z": scale * np.outer(axis, axis), "colorscale": DIVERGING, "cmid": 0}]
)
plot(surface, key="surface", alt=f"A saddle, {scale} times as steep", height=360, revision=data)
