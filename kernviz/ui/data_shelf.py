"""Shelf of eight datasets, shown as small pictures.

It is on the first page, and in the sidebar of the others. A press opens a dataset on this page (assets/shelf.js).
"""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from kernviz.data import Dataset
from kernviz.lessons.data_and_kernel import entries, flat, from_library
from kernviz.ui import data_choice, data_list, escaping
from kernviz.ui.component import component, reported
from kernviz.wording import remembered, say, spoken

KEY, SIDE = "shelf", "shelf_side"  # keys on the first page, and in the sidebar
DATASETS = ("moons", "circles", "blobs", "separable_blobs", "xor_clouds", "checkerboard", "spirals", "three_blobs")
TASK = "classification"  # of the data in DATASETS
POINTS = 60  # largest number of points in a small picture
GRID = 99  # grid positions per side of a small picture


def shelf(_: object) -> None:
    """Draw the small pictures of the datasets and mark the current dataset."""
    _draw(KEY, slim=False)


def side_shelf() -> None:
    """Draw the small pictures in the sidebar, without their titles.

    A page that needs other data has no such pictures, since none of them fits. The first page has its own.
    """
    if not data_list.is_home() and data_list.task_of_page() in (None, TASK):
        _draw(SIDE, slim=True)


def _draw(key: str, *, slim: bool) -> None:
    now = str(st.session_state.get("data") or data_list.first())
    data = {"sets": _sets(), "now": now, "label": say("Data"), "slim": slim}
    component(KEY)(key=key, data=data, on_open_change=partial(_opened, key))


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
        for name in DATASETS
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
    codes = data.codes_or_zeros[chosen]
    return [int(v) for v in np.column_stack([places[:, 0], GRID - places[:, 1], codes]).ravel()]


def _opened(key: str) -> None:
    """Choose the dataset that was pressed (callback)."""
    name = reported(key, "open")
    if isinstance(name, str) and name in DATASETS and name in entries():
        data_choice.choose(name)
