"""What a page says where something cannot be computed: the one place where exceptions are worded for a visitor."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kernviz.data.outside import veil
from kernviz.lessons.lesson import Block, Text, short
from kernviz.models.base import NotAKernelError, RefusedError
from kernviz.models.separable import NotSeparableError
from kernviz.wording import say

Blocks = tuple[Block, ...]


def sentence(problem: ValueError, classes: Sequence[str] = ()) -> str:
    """A refusal as a sentence for somebody who has no Python at hand; ``classes``: their names, 0…k−1."""
    words = _which(problem, classes) + _why(problem)
    return words[0].upper() + words[1:] + ("" if words.endswith(".") else ".")


def no_hard_margin(problem: NotSeparableError, ringed: bool) -> str:
    """What no plane can do, why, and the way out; ``ringed``: the points of the mixtures are marked in the picture."""
    if problem.pairs:
        return sentence(problem)
    proof = (
        say("The ringed points prove it: a mixture of those of one class")
        if ringed
        else say("A mixture of the points of one class")
    )
    return say(
        "No hard margin exists with this kernel: the classes are not separable in its "
        "feature space. {proof} comes within {distance:.1e} of a mixture of those of the "
        "other. Switch the hard margin off to allow slack, or take a kernel that sees more, "
        "such as a Gaussian.",
        proof=proof,
        distance=problem.distance,
    )


def or_why(blocks: Callable[[], Blocks]) -> Callable[[], Blocks]:
    """The same blocks, or the sentence of the ValueError that stands in their way."""

    def told() -> Blocks:
        try:
            return blocks()
        except ValueError as problem:
            return (Text(str(problem), "warning"),)

    return told


def _which(problem: ValueError, classes: Sequence[str]) -> str:
    """Of several machines the one it is about."""
    if not isinstance(problem, RefusedError) or not problem.machine:
        return ""
    pairs = zip(problem.machine, problem.class_names, strict=True)
    named = [f"“{classes[c]}”" if c < len(classes) else name for c, name in pairs]
    others = f"class {named[1]}" if len(named) > 1 else say("the rest")
    return f"class {named[0]} against {others}: "


def _why(problem: ValueError) -> str:
    if isinstance(problem, NotAKernelError):
        return say(
            "not a kernel on these points: smallest eigenvalue {smallest}, largest {largest} of "
            "their {of_centred}Gram matrix, and none may be negative. Use another kernel: the "
            "page Mercer shows what is wrong with this one",
            smallest=short(problem.smallest),
            largest=short(problem.largest),
            of_centred=say("centred ") if problem.of_centred else "",
        )
    return veil(problem.reason if isinstance(problem, RefusedError) else str(problem))
