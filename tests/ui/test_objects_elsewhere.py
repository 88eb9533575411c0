"""Kernel of words in the sidebar: every page of points explains that it does not fit."""

from __future__ import annotations

import pytest

from tests.test_pages import PAGES, kernel_problem, sound, visit

OF_POINTS = [entry for entry in PAGES if entry.name != "home"]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("entry", OF_POINTS, ids=lambda entry: entry.name)
def test_a_kernel_of_words_is_explained_on_every_page_of_points(entry: object) -> None:
    at = sound(visit(entry, k="spectrum(n=2)"))  # type: ignore[arg-type]
    assert "compares words, and these data are points: words are on the page Sets, strings, graphs" in kernel_problem(
        at
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("spectrum(n=2) + rbf(gamma=1)", "data cannot be both"),
        ("rbf(gamma=1) @ members", "compares finite sets"),
        ("edit", "compares words"),
    ],
)
def test_a_kernel_of_mixed_or_other_objects_is_explained(text: str, says: str) -> None:
    compose = next(entry for entry in PAGES if entry.name == "compose")
    assert says in kernel_problem(sound(visit(compose, k=text)))
