"""Eight datasets as small pictures.

A press opens a dataset on this page (assets/shelf.js).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st

from kernviz.data import Dataset
from kernviz.lessons.data_and_kernel import entries, flat, from_library
from kernviz.ui import data_list, data_picker, escaping
from kernviz.ui.component import component
from kernviz.wording import remembered, say, spoken

KEY = "shelf"
SHOWN = ("moons", "circles", "blobs", "separable_blobs", "xor_clouds", "checkerboard", "spirals", "three_blobs")
POINTS = 60  # largest number of points in a small picture
GRID = 99  # grid positions per side of a small picture


def shelf(_: object) -> None:
    """Draw the small pictures of the datasets and mark the current dataset."""
    told = {"sets": _sets(), "now": str(st.session_state.get("data") or data_list.first()), "label": say("Data")}
    component(KEY)(key=KEY, data=told, on_open_change=_opened)


@remembered(1)
def _sets() -> list[dict[str, object]]:
    """Return name, title and small picture of each available dataset."""
    known = entries()
    return [
        {
            "name": name,
            "title": escaping.plain(spoken(known[name].title)),
            "points": small(flat(from_library(name, {}), "", "")),
        }
        for name in SHOWN
        if name in known and not known[name].error
    ]


def small(data: Dataset) -> list[int]:
    """Return evenly chosen points of a dataset as integers.

    At most POINTS points are chosen. The list is x, y, class, x, y, class, …. x and y are from 0 to GRID; y points
    downwards.
    """
    chosen = np.unique(np.linspace(0, data.n - 1, min(POINTS, data.n)).astype(int))
    X = data.X[:, :2]
    low, span = X.min(axis=0), float(np.ptp(X, axis=0).max()) or 1.0
    centred = (X[chosen] - low - np.ptp(X, axis=0) / 2) / span + 0.5
    places = np.rint(GRID * centred).astype(int)
    codes = data.codes[chosen] if data.classes else np.zeros(len(chosen), dtype=int)
    return [int(v) for v in np.column_stack([places[:, 0], GRID - places[:, 1], codes]).ravel()]


def _opened() -> None:
    """Choose the dataset that was pressed (callback)."""
    state = st.session_state.get(KEY)
    name = state.get("open") if isinstance(state, Mapping) else None
    if isinstance(name, str) and name in SHOWN and name in entries():
        data_picker.choose(name)
