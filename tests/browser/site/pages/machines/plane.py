"""Plane — does a picture live through a change?"""

import numpy as np
import streamlit as st

from kernviz.figures.figure import Figure
from kernviz.figures.theme import DIVERGING
from kernviz.lessons.lesson import Picture
from kernviz.ui import query
from kernviz.ui.number import number
from kernviz.ui.plot import Click, plot
from kernviz.ui.scale import Scale

st.title("Plane")
query.seed(
    [
        query.integer("degree", 2, low=1, high=8, label="the degree"),
        query.AddressParam("rings", "flag", True, "rings"),
        query.number("x", 0.0, low=-3, high=3, label="x₁"),
    ]
)
penalty = number("C", "C, penalty", Scale.closed(0.01, 1000, 1, log=True))
degree = st.number_input("Degree", 1, 8, 2, key="degree", bind="query-params")
rings = st.toggle("Rings", True, key="rings", bind="query-params")
x = st.number_input("x₁", -3.0, 3.0, 0.0, key="x", bind="query-params")

axis = np.linspace(-3, 3, 60)
field = np.sin(degree * axis)[None, :] * np.cos(axis)[:, None] * np.log10(penalty + 1)
plane = Figure(
    [
        {"type": "heatmap", "x": axis, "y": axis, "z": field, "zmid": 0, "colorscale": DIVERGING, "hoverinfo": "skip"},
        {
            "type": "scatter",
            "x": [-2.0, 0.0, 2.0],
            "y": [1.0, -1.0, 1.0],
            "customdata": [7, 8, 9],
            "mode": "markers",
            "marker": {"size": 12},
        },
    ],
    {"xaxis": {"range": [-3, 3]}, "yaxis": {"range": [-3, 3], "scaleanchor": "x"}},
)


def moved(click: Click) -> None:
    """Move the probe to the click."""
    st.session_state["x"] = round(click.x, 2)
    st.session_state["hit"] = click.customdata


alt = f"The field at C = {penalty:g}"
plot(Picture(plane, alt, key="plane", height=420, square=True, revision="moons"), on_click=moved)
st.text(
    f"C={penalty!r} degree={degree!r} rings={rings!r} x={x!r} k={st.session_state['k']!r} ds={st.session_state['ds']!r}"
)
st.text(f"hit={st.session_state.get('hit')!r}")
