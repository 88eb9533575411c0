"""Round trip of an example's address: the page reads it and writes it again unchanged."""

from __future__ import annotations

from typing import Any, TypeVar

from kernviz.lessons import data_and_kernel, page
from kernviz.lessons.address import AddressParam, written
from kernviz.lessons.page import Page
from kernviz.lessons.presets import Preset
from kernviz.lessons.state import Subject, applying

S = TypeVar("S", bound=Subject)
ABOUT = {"data", "k", "tab", "n", "noise", "seed", "cx", "cy", "pts"}  # data and kernel, the same on every page


def said_back(shown: Page[S], preset: Preset) -> S:
    """State of an example, read without a refusal and written again unchanged."""
    asked = {name: [written(value)] for name, value in preset.values.items()}
    about = data_and_kernel.read(asked)
    assert about is not None
    assert page.refusals(shown, about, asked) == {}
    state = page.read(shown, about, asked)
    again = page.write(state)
    assert page.read(shown, about, {name: [text] for name, text in again.items()}) == state
    params = {p.name: p for p in _params(state)}
    unknown = set(asked) - ABOUT - set(params)
    assert not unknown, f"nothing on the page has these names: {unknown}"
    for name in set(asked) & set(params):
        value, condition = params[name].read(asked[name])
        assert condition is None
        assert again.get(name) == (None if value == params[name].default else written(value))
    return state


def _params(state: Any) -> list[AddressParam]:
    return [p for name, declared in applying(state).items() for p in declared.params(name, state)]
