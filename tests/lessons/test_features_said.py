"""Pages speak of infinitely many features only where the kernel is proven to have them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kernviz.lessons.page import Page, pages
from tests.lessons.degenerate import states
from tests.lessons.reading import in_turn, in_turn_or_all
from tests.lessons.visible import texts

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore::RuntimeWarning")

LINE, PLANE = "x= A: -3 -2 2 3 B: -1 0 1", "+1: 0 0 1 0 0.4 0.2 -1: 0.5 0 0.5 0.1 2 0"
VALUES, SURFACE = "y= 0 1 1 2 2 1 3 0", "z= 0 0 1 1 0 1 0 1 1 1 1 2"
FEW = (  # kernels whose coordinates are not listed, though there are finitely many
    (LINE, "cosine(omega=1)"),
    (VALUES, "cosine(omega=1) + 1"),
    (PLANE, "1e-30*poly(degree=20, gamma=0.01)**8"),
    (PLANE, "cosine(omega=1) @ column(1)"),
    (SURFACE, "cosine(omega=1) @ column(2) + linear"),
)
CLAIM = re.compile(
    r"infinitely many|no finite|without a finite|finite list|∞ × ∞|D = ∞|D = \\infty|no end\b|\bonly (one|matrix) there"
)
GENERAL = ("a Gaussian has infinitely many", "there may be infinitely many")
OTHER_SUBJECT = ("gaussian", "map", "home", "objects", "words")  # Gaussian kernels, costs of chosen kernels, no φ


def claimed(text: str) -> bool:
    for allowed in GENERAL:
        text = text.replace(allowed, "")
    return bool(CLAIM.search(text))


@pytest.mark.slow
@in_turn_or_all
@pytest.mark.parametrize("page", [p for n, p in pages().items() if n not in OTHER_SUBJECT], ids=lambda p: p.name)
def test_no_page_says_infinitely_many_of_finitely_many(page: Page[Any], every: bool) -> None:
    turn, found, seen = list(pages()).index(page.name), [], 0
    for points, kernel in FEW:
        views = list(states(page, points, kernel))
        for state in views[:1] + list(in_turn(views[1:], turn, every, many=3) if views[1:] else ()):
            lesson = page.build(state)
            pairs = list(texts(lesson))
            seen += not lesson.problem
            found += [(points, kernel, where, text[:200]) for where, text in pairs if claimed(text)]
            for where, text in pairs:
                if "number" in where and text == "∞" and _of_features(pairs, where):
                    found.append((points, kernel, where, text))
        turn += 1
    assert not found, found[:5]
    assert seen


def _of_features(found: list[tuple[str, str]], where: str) -> bool:
    """Return True if a read-out in the same block is called features."""
    return any(place == where and text == "features" for place, text in found)


@pytest.mark.parametrize("text", ["φ has infinitely many coordinates", "D = ∞", "no finite map"])
def test_a_claim_is_seen(text: str) -> None:
    assert claimed(text)
