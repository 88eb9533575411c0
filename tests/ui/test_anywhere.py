"""Random states of pages in Streamlit's test client: no exception, no error, no widget twice."""

from __future__ import annotations

import random

import pytest

from tests.lessons.anywhere import asked
from tests.ui.helpers import pictures, visit

pytestmark = [
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore::RuntimeWarning"),
    pytest.mark.long,
]

PARTS, STATES = 40, 10


@pytest.mark.parametrize("part", range(PARTS))
def test_pages_in_random_states_show_no_errors(part: int) -> None:
    for number in range(part * STATES, (part + 1) * STATES):
        one = asked(random.Random(f"visit {number}"))  # noqa: S311
        at = visit(one.page, **one.link())
        assert not at.error, (number, one)
        assert pictures(at) or at.warning, (number, one)
