"""State fields of pages on which a machine separates two classes."""

from __future__ import annotations

from kernviz.data import Dataset
from kernviz.lessons.state import Subject
from kernviz.wording import remembered


class TwoClasses(Subject):
    """State with fields for separating two classes.

    Pages derive their State from this base with three fields. `positive` is the class counted
    as +1, by default the last.
    """

    hard: bool
    C: float
    positive: str

    @property
    def penalty(self) -> float:
        """Return the penalty C, or ∞ for the hard margin."""
        return float("inf") if self.hard else self.C

    @property
    def signed(self) -> Dataset:
        """Return the data with classes as ±1.

        The data must have classes.
        """
        label = self.positive if self.positive in self.data.classes else self.data.classes[-1]
        return _versus(self.data, label)


@remembered(64)
def _versus(data: Dataset, label: str) -> Dataset:
    """Return the two-class data of a label, cached.

    Every step of a slider thus gets the same object.
    """
    return data.versus(label)
