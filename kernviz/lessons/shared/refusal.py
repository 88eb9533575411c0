"""Messages for visitors about quantities that cannot be computed.

The module turns the exceptions of the models into these messages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from kernviz.arrays import LARGEST_SINGLE, Array
from kernviz.data import Dataset
from kernviz.data.untrusted_text import veil
from kernviz.lessons.lesson import Block, Text
from kernviz.models.refusals import NotAKernelError, PairError, RefusedError
from kernviz.models.separability import NotSeparableError
from kernviz.wording import begun, class_word, say, short

Blocks = tuple[Block, ...]


def sentence(problem: ValueError, classes: Sequence[str] = ()) -> str:
    """Return the message of an exception as a sentence for a visitor.

    The sentence does not need knowledge of Python. ``classes`` are the names of the classes 0…k−1.
    """
    words = _with_machine(problem, classes, _reason(problem))
    return begun(words) + ("" if words.endswith(".") else ".")


def too_many_columns(data: Dataset) -> str:
    """Return the reason why data have too many columns, or ""."""
    if data.d <= 2:
        return ""
    return say(
        "“{title}” has {d} columns, and a picture has room for two: choose two of them.", title=data.title, d=data.d
    )


def fit_for_picture(data: Dataset) -> Dataset:
    """Return the data if a picture has room for their columns.

    Raises ValueError if it has none.
    """
    if problem := too_many_columns(data):
        raise ValueError(problem)
    return data


def fit_for_drawing(K: Array) -> Array:
    """Return a Gram matrix if a picture can show its values.

    Raises ValueError if a value is too large for that, or not finite.
    """
    largest = float(np.abs(K).max())
    if not largest <= LARGEST_SINGLE:
        raise ValueError(
            say(
                "The largest kernel value on these points is {value}, too large for a picture: scale "
                "the data, or lower the degree or the factor in the exponent.",
                value=short(largest, 2) if np.isfinite(largest) else say("too large to compute"),
            )
        )
    return K


def no_hard_margin(problem: NotSeparableError, ringed: bool) -> str:
    """Return the reason why no plane separates the classes.

    The remedy follows. ``ringed`` states that the picture marks the points of the two convex
    combinations that prove it.
    """
    if problem.pairs:
        return sentence(problem)
    proof = (
        say("The ringed points prove it: a mixture of those of one class")
        if ringed
        else say("A mixture of the points of one class")
    )
    return say(
        "No hard margin exists with this kernel: the classes are not separable in its feature space. {proof} comes "
        "within {distance:.2} of a mixture of points of the other class. Switch the hard margin off to allow slack, "
        "or take a kernel with more features, such as a Gaussian.",
        proof=proof,
        distance=problem.distance,
    )


def or_why(blocks: Callable[[], Blocks]) -> Callable[[], Blocks]:
    """Return a builder of the same blocks that catches ValueError.

    If the blocks raise a ValueError, the builder gives the error's message instead.
    """

    def built() -> Blocks:
        try:
            return blocks()
        except ValueError as problem:
            return (Text(sentence(problem), "warning"),)

    return built


def _with_machine(problem: ValueError, classes: Sequence[str], reason: str) -> str:
    """Return the reason with the name of the machine concerned.

    The name is added if there are several machines.
    """
    if not isinstance(problem, RefusedError) or not problem.machine:
        return reason
    pairs = zip(problem.machine, problem.class_names, strict=True)
    named = [f"“{class_word(classes[c])}”" if c < len(classes) else name for c, name in pairs]
    others = say("class {name}", name=named[1]) if len(named) > 1 else say("the rest")
    return say("class {name} against {others}: {reason}", name=named[0], others=others, reason=reason)


def _reason(problem: ValueError) -> str:
    if isinstance(problem, NotAKernelError):
        if problem.of_centred:
            return say(
                "not a kernel on these points: smallest eigenvalue {smallest}, largest {largest} of their centred Gram "
                "matrix, and none may be negative. Use another kernel: the page Mercer shows what is wrong with this "
                "one",
                smallest=problem.smallest,
                largest=problem.largest,
            )
        return say(
            "not a kernel on these points: smallest eigenvalue {smallest}, largest {largest} of their Gram matrix, and "
            "none may be negative. Use another kernel: the page Mercer shows what is wrong with this one",
            smallest=problem.smallest,
            largest=problem.largest,
        )
    if isinstance(problem, PairError):
        return veil(problem.from_one)
    return veil(problem.reason if isinstance(problem, RefusedError) else str(problem))
