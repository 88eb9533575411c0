"""State of a page: data, kernel and declared parameters.

Fields are read in order, as the conditions and choices of a parameter may depend on the fields above it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, TypeVar

from kernviz.data import Dataset
from kernviz.kernels import Kernel
from kernviz.lessons.declarations import Declared, ValueOf, declare
from kernviz.lessons.notation import OWN, VOICES
from kernviz.wording import phrase

S = TypeVar("S")


SPEAK = Declared("choice", OWN, word="notation", choices=VOICES, hidden=True)  # a single control, shared by all pages


@dataclass(frozen=True)
class Idle:
    """Reason why data or kernel have no influence in a state.

    `waits`: another choice would have an influence, so the sidebar keeps the controls. `here`: data
    or kernel do have an influence, and their controls stand on the page instead of the sidebar.
    """

    why: str
    waits: bool = False
    here: bool = False


DATA, KERNEL = "data", "kernel"
TYPED = phrase("The points are those typed on the page: the data play no part.")


@dataclass(frozen=True)
class Subject:
    """Data and kernel chosen in the sidebar; base of every page's State."""

    data: Dataset
    kernel: Kernel
    speak: str = declare(SPEAK, kw_only=True)  # lecture whose notation the page uses

    @property
    def shown(self) -> Dataset:
        """Return the points on the page.

        They are the data, unless the page has points of its own.
        """
        return self.data

    @property
    def idle(self) -> Mapping[str, Idle]:
        """Reasons why data or kernel have no influence in this state.

        The keys are DATA and KERNEL. A key is missing if there is an influence, unless its controls stand on the page.
        """
        return {}

    def uses(self, name: str) -> bool:
        """Return True if data or kernel have an influence in this state.

        `name` is DATA or KERNEL.
        """
        idle = self.idle.get(name)
        return idle is None or idle.here


def declarations(kind: Any) -> dict[str, Declared]:
    """Return all declared fields of a State, by name and in order."""
    return _declarations(kind)


@cache
def _declarations(kind: Any) -> dict[str, Declared]:
    return {item.name: item.metadata["declared"] for item in fields(kind) if "declared" in item.metadata}


def settle(kind: type[S], subject: dict[str, Any], value_of: ValueOf) -> S:
    """Return the state of class `kind` with the values of an address.

    `subject` holds the arguments without a declaration: data and kernel. `value_of` returns the
    value of each query parameter. Fields that do not apply keep their defaults.
    """
    state = kind(**subject)
    for name, declared in declarations(kind).items():
        if declared.when(state):
            state = replace(state, **{name: declared.value(name, state, value_of)})  # type: ignore[type-var]
    return state


def applying(state: Any) -> dict[str, Declared]:
    """Return the declared fields that apply in a state, by name."""
    return {name: declared for name, declared in declarations(type(state)).items() if declared.when(state)}
