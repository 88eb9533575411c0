"""Keys of buttons and fields, by which scripts and style sheets find them in every language."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.helpers import visit

PLACES: list[tuple[str, dict[str, Any]]] = [
    ("home", {}),
    ("svm", {"data": "moons"}),
    ("compose", {}),
    ("mercer", {}),
    ("kernel_or_not", {}),
    ("who_drew_this", {}),
    ("course", {}),
    ("course", {"course": "s4", "step": "draw-the-border"}),
    ("course", {"course": "what_is_a_kernel", "step": "the-short-way"}),
]


def keys(at: AppTest) -> set[str]:
    """Return the keys of the buttons and fields of a page."""
    return {element.key for element in (*at.button, *at.text_input, *at.selectbox, *at.toggle) if element.key}


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("page", "address"), PLACES)
def test_keys_are_the_same_in_every_language(page: str, address: dict[str, Any]) -> None:
    found = keys(visit(page, **address))
    assert found
    assert found == keys(visit(page, lang="de", **address))
