"""What the State of a page has where a machine separates two classes."""

from __future__ import annotations

from kernviz.data import Dataset
from kernviz.lessons.state import Subject
from kernviz.wording import remembered


class TwoClasses(Subject):
    """For a State that declares these three; `positive` is the class counted as +1, the last unless it is one of the
    data's.
    """

    hard: bool
    C: float
    positive: str

    @property
    def penalty(self) -> float:
        """C, or ∞ for the hard margin."""
        return float("inf") if self.hard else self.C

    @property
    def signed(self) -> Dataset:
        """The data as ±1; only where there are classes."""
        label = self.positive if self.positive in self.data.classes else self.data.classes[-1]
        return _versus(self.data, label)


@remembered(64)
def _versus(data: Dataset, label: str) -> Dataset:
    """The same at every step of a slider."""
    return data.versus(label)
