"""Links to degenerate points and kernels: the page responds, and its renderer's memory stays small."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.browser.windows import answered, exceptions, largest_process, one_after_the_other, own
from tests.lessons.degenerate import POINTS

pytestmark = pytest.mark.slow

ANSWER = 5_000  # ms after the run until pictures are drawn, or a sentence explains their absence
MOST = 600e6  # bytes in memory of the largest renderer process
LINKS = (
    ("sphere", "a number too many", {}),
    ("sphere", "all but one on a circle", {}),
    ("sphere", "the corners of a square", {"k": "linear"}),
    ("sphere", "an equal triangle", {"k": "1"}),
    ("sphere", "a rounding apart", {"lang": "de"}),
    ("svm", "a rounding apart, far", {}),
    ("svm", "axes a rounding wide", {"k": "linear"}),
    ("svm", "1e-300", {"k": "1e-300*rbf"}),
    ("svm", "a rounding apart on the line", {}),
    ("ridge", "values a rounding apart", {"k": "1"}),
    ("ridge", "values over the plane, a rounding apart", {}),
    ("ridge", "values a rounding apart, far", {"k": "0*linear"}),
    ("lift", "a rounding apart on the line, far", {}),
    ("lift", "two points", {"k": "1e-300*rbf"}),
    ("geometry", "one place", {}),
    ("geometry", "a rounding apart, far", {"k": "rbf(gamma=1e12)"}),
    ("mercer", "all but one on a circle", {"k": "1"}),
    ("mercer", "1e-200", {"k": "1e-170"}),
    ("pca", "a rounding apart", {"k": "poly(degree=20)**8"}),
    ("neighbors", "axes beyond every picture", {}),
    ("neighbors", "a rounding apart on the line", {"k": "linear"}),
    ("multiclass", "three classes in one place", {}),
    ("compose", "a rounding apart", {"k": "-rbf(gamma=1)"}),
    ("dual", "a rounding apart", {"k": "rbf(gamma=1e12)"}),
    ("gaussian", "a rounding apart on the line", {}),
)


@pytest.fixture(scope="module")
def own_browser(browser: Any, chromium: str) -> Iterator[Any]:
    with own(browser, chromium) as instance:
        yield instance


@pytest.fixture(scope="module")
def opened(own_browser: Any) -> Iterator[Callable[[str], Any]]:
    with one_after_the_other(own_browser) as visit:
        yield visit


@pytest.mark.parametrize(
    ("page", "points", "more"), LINKS, ids=lambda v: v if isinstance(v, str) else "".join(v.values())
)
def test_a_page_of_degenerate_points_responds(
    app: str, own_browser: Any, opened: Callable[[str], Any], page: str, points: str, more: dict[str, str]
) -> None:
    shown = opened(f"{app}/{page}?{urlencode({'data': 'drawn', 'pts': POINTS[points], **more})}")
    assert answered(shown, ANSWER)
    assert exceptions(shown) == 0
    assert shown.errors == []
    assert largest_process(own_browser) < MOST
