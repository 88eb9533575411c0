"""Numbers — does a number go where the hand wants it?"""

import math
import time

import streamlit as st

from kernviz.ui import query
from kernviz.ui.number import number
from kernviz.ui.scale import Scale


def example() -> None:
    st.session_state["C"] = 3.0


st.title("Numbers")
query.seed([query.AddressParam("slow", "flag", False, "slow")])
slow = st.toggle("slow", key="slow", bind="query-params")
if slow:
    time.sleep(1.5)  # before the numbers: their answers come late
C = number("C", "C, penalty", Scale(0.001, 1000, 1, log=True, least=1e-6, most=1e6), help="What a unit of slack costs.")
t = number("t", "t, place", Scale.closed(-1, 1, 0))
n = number("n", "n, points", Scale.closed(4, 1000, 100, whole=True))
nu = number("nu", "ν, smoothness", Scale.closed(0.5, 10, 1.5, infinite=True, stops=(0.5, 1.5, 2.5, 5, math.inf)))
st.button("Example", on_click=example)
st.session_state["runs"] = st.session_state.get("runs", 0) + 1
st.text(f"C={C} t={t} n={n} nu={nu}")
st.text(f"runs={st.session_state['runs']}")
