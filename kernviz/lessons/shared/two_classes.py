"""State fields of pages on which a machine separates two classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernviz.data import Dataset
from kernviz.lessons.declarations import always, choice, number, switch
from kernviz.lessons.state import Subject
from kernviz.wording import phrase, remembered


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
    def positive_label(self) -> str:
        """Return the class counted as +1.

        The data must have classes.
        """
        return positive_label(self.positive, self.data)

    @property
    def signed(self) -> Dataset:
        """Return the data with classes as ±1.

        The data must have classes.
        """
        return _versus(self.data, self.positive_label)


def positive_label(chosen: str, data: Dataset) -> str:
    """Return the class counted as +1, the last unless one is chosen.

    The data must have classes.
    """
    return chosen if chosen in data.classes else data.classes[-1]


def with_numbers(data: Dataset, chosen: str) -> Dataset:
    """Return the data with numeric targets.

    These are the target itself, or ±1 for a class and the rest. `chosen` is the class counted as +1, the last unless
    one is chosen.
    """
    return _versus(data, positive_label(chosen, data)) if data.task == "classification" else data


def has_two_classes(data: Dataset) -> bool:
    """Return True if a picture can show how the classes are separated.

    The data have at least two classes in one or two columns.
    """
    return data.task == "classification" and len(data.classes) >= 2 and data.d <= 2


def hard_margin(help: str = phrase("No point may be inside the margin: C = ∞."), **more: Any) -> Any:
    """Declare the switch of the hard margin."""
    return switch(phrase("hard margin"), help=help, **more)


def penalty_number(
    help: str = phrase("What a unit of slack costs."), *, default: float = 1.0, high: float = 1e6, **more: Any
) -> Any:
    """Declare the penalty C of the slack."""
    return number(default, "C", phrase("penalty"), 0.001, high, log=True, help=help, **more)


def positive_class(when: Callable[[Any], bool] = always, **more: Any) -> Any:
    """Declare the class counted as +1.

    The choice is shown for data with more than two classes.
    """
    return choice(
        lambda s: s.data.classes,
        phrase("class +1, against the rest"),
        when=lambda s: when(s) and len(s.data.classes) > 2,
        of_data=True,
        **more,
    )


@remembered(64)
def _versus(data: Dataset, label: str) -> Dataset:
    """Return the two-class data of a label, cached.

    Every step of a slider thus gets the same object.
    """
    return data.versus(label)
