"""Thinning of large data, and the sentence about it."""

from __future__ import annotations

import numpy as np

from kernviz.data import Dataset
from kernviz.lessons.data_and_kernel import MOST_POINTS, thinned


def test_a_draw_is_fair_to_classes_only_where_there_are_some() -> None:
    """The note says “every class keeps its share” only of data with classes."""
    X = np.random.default_rng(0).normal(size=(1500, 2))
    plain = thinned(Dataset(X))
    assert plain.notes == (f"{MOST_POINTS} of 1500 points are used, drawn at random",)
    sorts = np.repeat([0, 1], (1200, 300))
    labelled = thinned(Dataset(X, sorts, task="classification", classes=("a", "b")))
    assert labelled.counts == {"a": 800, "b": 200}
    assert "drawn so that every class keeps its share" in labelled.notes[-1]
