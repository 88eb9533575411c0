"""hide= in an address: fewer controls on the same page; unknown names are refused in a sentence."""

from __future__ import annotations

import pytest

from kernviz.lessons.page import pages
from kernviz.ui import hiding
from tests.test_pages import current_value, notes_of
from tests.ui.helpers import pictures, readouts, visit


def test_hidden_controls_do_not_change_the_picture() -> None:
    whole, less = visit("svm", C="3", hard="false"), visit("svm", C="3", hide="C, hard")
    assert len(less.toggle) < len(whole.toggle)
    assert len(less.get("bidi_component")) < len(whole.get("bidi_component"))
    assert readouts(less) == readouts(whole)
    assert pictures(less)["plane"]["options"]["alt"] == pictures(whole)["plane"]["options"]["alt"]
    assert current_value(less, "C") == 3
    assert not notes_of(less)


def test_tabs_and_sidebar_can_be_hidden() -> None:
    less = visit("svm", hide="tabs,sidebar", data="xor")
    assert not less.tabs
    assert visit("svm").tabs
    assert any("stSidebar" in str(element.proto.body) for element in less.get("html"))
    assert current_value(less, "data") == "xor"


@pytest.mark.parametrize("value", ["nonsense", "C,nonsense", ",", "<script>", "C;hard", "c"])
def test_invalid_names_to_hide_are_reported(value: str) -> None:
    at = visit("svm", hide=value)
    (line,) = notes_of(at)
    assert "must be names from this list, with commas" in line
    assert "tabs" in line
    assert len(at.toggle) == len(visit("svm").toggle)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("page", sorted(pages()))
def test_everything_of_every_page_may_be_hidden(page: str) -> None:
    names = hiding.param(pages()[page]).options
    at = visit(page, hide=",".join(names))
    assert not notes_of(at)
    assert page == "home" or not at.tabs  # the cards of Home are no tabs of its lesson
    assert pictures(at)
