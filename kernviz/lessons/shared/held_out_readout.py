"""Read-out of an accuracy on points held out from the training."""

from __future__ import annotations

from collections.abc import Callable

from kernviz.data import Dataset
from kernviz.lessons.lesson import Readout
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.held_out import counted_on
from kernviz.wording import phrase


def held_out_readout(accuracy: Callable[[], float], data: Dataset) -> Readout:
    """Return the read-out of an accuracy, which is computed late."""
    return Readout(phrase("held out"), lambda: percent(accuracy()), counted_on(data))
