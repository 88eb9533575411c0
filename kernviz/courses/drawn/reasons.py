"""Numbers that identify a machine of the drawing puzzles, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kernviz.lessons.number_format import percent
from kernviz.wording import say, several


def reason(sort: str, facts: Mapping[str, float]) -> str:
    """Return the numbers that identify a machine, in words.

    The number of misclassified training points comes last.
    """
    wrong = several(
        int(facts["wrong"]),
        "{n} of the {all} points is on the wrong side.",
        "{n} of the {all} points are on the wrong side.",
        all=int(facts["n"]),
    )
    return f"{_OWN[sort](facts)} {wrong}"


def _programs(facts: Mapping[str, float]) -> str:
    return several(int(facts["programs"]), "{n} machine decides for all classes.", "{n} machines decide together.")


def _support(facts: Mapping[str, float]) -> str:
    return say("{support} of {n} points are support vectors.", support=int(facts["support"]), n=int(facts["n"]))


_OWN: dict[str, Callable[[Mapping[str, float]], str]] = {
    "soft": _support,
    "hard": _support,
    "ridge": lambda f: say(
        "All {n} points have a weight. The smallest weight is {least} of the largest. Points with y·f > 1 have "
        "a weight as well: {beyond}.",
        n=int(f["n"]),
        least=percent(f["least"]),
        beyond=int(f["beyond"]),
    ),
    "neighbours": lambda _: say(
        "On each piece of the border, the images of two points of different classes are equally near."
    ),
    "mean": lambda f: say(
        "Every point of a class has the same weight. The squared norms of the first two means, {first} and "
        "{second}, shift the border.",
        first=f["first"],
        second=f["second"],
    ),
    "sphere": lambda f: say(
        "This machine was trained on class +1 alone. A sphere of radius {radius} holds all {total} points of "
        "the class; {count} of them are support vectors.",
        count=int(f["on"]),
        total=int(f["own"]),
        radius=f["radius"],
    ),
    "rest": _programs,
    "pairs": _programs,
    "single": _programs,
}
