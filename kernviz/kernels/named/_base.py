"""Base class of the named kernels, and the premise d = 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Premise, Space
from kernviz.wording import say

Family = Literal["everyday", "more", "looks like one", "objects"]


@dataclass(frozen=True, repr=False)
class NamedKernel(Kernel):
    """Kernel with a name in the text language; a leaf of expressions.

    The leaf is expanded by closure rules, or proven by a cited axiom, or is no kernel.
    """

    family: ClassVar[Family] = "more"
    note: ClassVar[str] = ""  # a sentence for the menu and the proof


def one_dimension(space: Space) -> tuple[Premise, ...]:
    """Return the premise `d = 1` of a kernel on the line only."""
    return (Premise("d = 1", say("the points live in {space}", space=space), space.line),)
