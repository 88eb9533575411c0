"""Sliders of γ: they span the range that the kernel declares.

At its lower end all points are alike, at its upper end every point is like itself alone.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from kernviz.kernels.named.gaussian import RBF
from kernviz.kernels.numbers import numbers as numbers_of
from kernviz.kernels.parse import kernel_words, parse
from kernviz.lessons.neighbors.state import SMART
from kernviz.ui.number_rows import scale
from tests.test_pages import PAGES, sound, visit
from tests.ui.helpers import numbers

GAMMA = RBF(1.0).param_specs()["gamma"]
PLACES = np.stack(np.meshgrid(np.arange(-4, 5) / 4, np.arange(-4, 5) / 4), -1).reshape(-1, 2)  # unit scale, ¼ apart


@pytest.mark.parametrize(
    "text", ["rbf(gamma={})", "laplacian(gamma={})", "rational(gamma={})", "gaussian_of(linear, {})"]
)
def test_the_declared_range_holds_both_limits(text: str) -> None:
    """For points of unit scale every k(x, z) is about 1 at the lower end; at the upper end about 0 except for x = z."""
    k = parse(text.format(1))
    low, high = (
        k.with_params(gamma=end)(PLACES) for end in (k.param_specs()["gamma"].low, k.param_specs()["gamma"].high)
    )
    assert low.min() > 0.99
    assert (high - np.eye(len(PLACES))).max() < 0.02  # the rational kernel's tail: 1/(1 + 1000/16)


@pytest.mark.parametrize("word", [word for word, cls in kernel_words().items() if cls._takes == "vectors"])
def test_a_slider_spans_what_its_kernel_declares(word: str) -> None:
    for number in numbers_of(kernel_words()[word](), 3):
        low, high = number.param.low, number.param.high
        offered = scale(number.param, low)
        if math.isinf(high):  # offered at the values that matter, not over a range
            assert offered.stops[-1] == high, number.label
            assert offered.stops[0] > low, number.label
        else:
            assert (offered.low, offered.high, offered.log) == (low, high, number.param.log), number.label


@pytest.mark.parametrize(("page", "options"), [("svm", {}), ("gaussian", {}), ("neighbors", {"nn_view": SMART})])
def test_the_pages_offer_the_whole_range_of_gamma(page: str, options: dict[str, str]) -> None:
    """The kernel's slider has the declared range, in the sidebar and on the page.

    A page's own γ has at least that range.
    """
    entry = next(entry for entry in PAGES if entry.name == page)
    ends = {}
    for kernel in ("rbf(gamma=1)", "linear"):
        at = sound(visit(entry, k=kernel, **options))
        for place, block in {"sidebar": at.sidebar, "page": at.main}.items():
            for label, control in numbers(block).items():
                if label.startswith("γ, inverse width"):
                    ends[kernel, place] = control["low"], control["high"]
    for place in ("sidebar", "page"):
        assert ends.pop(("rbf(gamma=1)", place)) == (GAMMA.low, GAMMA.high)
    assert all(low <= GAMMA.low and high >= GAMMA.high for low, high in ends.values())
    assert set(ends) == ({("linear", "page")} if page != "svm" else set())


def test_the_page_of_gaussian_features_has_one_gamma() -> None:
    """For a Gaussian kernel γ is in the sidebar.

    For other kernels γ is on the page, and the sidebar says why.
    """
    gaussian = next(entry for entry in PAGES if entry.name == "gaussian")
    at = sound(visit(gaussian, k="rbf(gamma=3)"))
    assert "γ, inverse width" not in numbers(at.main)
    assert "γ, inverse width of rbf" in numbers(at.sidebar)
    at = sound(visit(gaussian, k="laplacian(gamma=3)"))
    assert "γ, inverse width" in numbers(at.main)
    assert not any(label.startswith("γ") for label in numbers(at.sidebar))
    assert any("no Gaussian" in caption.value for caption in at.sidebar.caption)
