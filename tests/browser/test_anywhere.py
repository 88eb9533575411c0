"""Random states of pages in a real browser: no script error, no error box, and the page responds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from kernviz.ui import navigation
from tests.browser.conftest import PATIENCE
from tests.browser.windows import answered, exceptions, one_after_the_other, own
from tests.lessons.anywhere import asked

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    # visitors read these warnings on the page; here the lesson is built only to see which tabs it has
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore::RuntimeWarning"),
]

PARTS, STATES = 50, 10


@pytest.fixture(scope="module")
def opened(browser: Any, chromium: str) -> Iterator[Callable[[str], Any]]:
    with own(browser, chromium) as instance, one_after_the_other(instance) as visit:
        yield visit


@pytest.mark.parametrize("part", range(PARTS))
def test_pages_in_random_states_show_no_errors(app: str, opened: Callable[[str], Any], part: int) -> None:
    for number in range(part * STATES, (part + 1) * STATES):
        one = asked(random.Random(f"window {number}"))  # noqa: S311
        name = "" if one.page == navigation.HOME else one.page
        page = opened(f"{app}/{name}?{urlencode(one.link())}")
        assert answered(page, PATIENCE), (number, one)
        assert exceptions(page) == 0, (number, one)
        assert page.errors == [], (number, one)
