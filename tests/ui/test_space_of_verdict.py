"""Verdict in the sidebar: it is about the space of the page's points."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.helpers import visit

PERIODIC = "expsine(length=1, period=1)"


def badge(at: AppTest) -> str:
    """Return the sidebar's verdict in words."""
    labels = [element.label for element in at.button if element.key == "k_verdict"]
    return (
        labels[0]
        if labels
        else next(element.value for element in at.markdown if "badge" in element.value and " on " in element.value)
    )


@pytest.mark.parametrize(
    ("page", "typed"),
    [("mercer", {"mp": "0, 1, 2"}), ("geometry", {"gpts": "0, 1, 2"}), ("sphere", {"sp_pts": "0, 1, 2"})],
)
def test_typed_points_of_the_line_are_asked_about_the_line(page: str, typed: dict[str, str]) -> None:
    """exp(−2 sin²(π‖x − z‖)) is a kernel on ℝ and none on ℝ²."""
    assert "✗ refuted on ℝ²" in badge(visit(page, k=PERIODIC))
    at = visit(page, k=PERIODIC, **typed)
    assert "✓ proven on ℝ" in badge(at)
    assert "ℝ²" not in badge(at)


def test_on_the_next_page_the_verdict_is_about_the_data_again() -> None:
    assert "✓ proven on ℝ" in badge(visit("mercer", k=PERIODIC, mp="0, 1, 2"))
    assert "✗ refuted on ℝ²" in badge(visit("svm", k=PERIODIC, mp="0, 1, 2"))
