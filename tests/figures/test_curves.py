"""Curves, partial sums and the solver's trace."""

import math

import numpy as np
import pytest

from kernviz.figures.curves.convergence import describe_qp_trace, qp_trace
from kernviz.figures.curves.functions import curve, describe_curve, describe_partial_sums, partial_sums
from tests.figures.helpers import named

U = np.linspace(-1, 2, 31)
SUMS = [sum(U**n / math.factorial(n) for n in range(N + 1)) for N in range(6)]


def test_lines_differ_in_colour_and_in_dash() -> None:
    figure = curve(U, {"a": U, "b": U**2, "c": U**3}, x_range=(-1, 2), y_range=(0, 4))
    assert len({t.line.color for t in figure.data}) == len({t.line.dash for t in figure.data}) == 3
    assert tuple(figure.layout.xaxis.range) == (-1, 2)
    assert tuple(figure.layout.yaxis.range) == (0, 4)


def test_the_partial_sum_asked_for_is_bold_and_its_limit_dashed() -> None:
    figure = partial_sums(U, SUMS, np.exp(U), 3)
    *earlier, bold, limit = figure.data
    np.testing.assert_array_equal(bold.y, SUMS[3])
    np.testing.assert_array_equal(limit.y, np.exp(U))
    assert len(earlier) == 3
    assert all(t.line.width < bold.line.width for t in earlier)
    assert limit.line.dash != bold.line.dash


@pytest.mark.parametrize("N", [-1, 6])
def test_sums_must_reach_n(N: int) -> None:
    with pytest.raises(ValueError, match=f"N = {N}"):
        partial_sums(U, SUMS, np.exp(U), N)


def test_a_gap_without_logarithm_leaves_a_hole() -> None:
    steps = np.arange(4)
    figure = qp_trace(steps, np.array([5.0, 3, 2, 2]), np.array([0.0, 1, 2, 2]), np.array([5.0, 2, 1e-9, 0]), at=2)
    (gap,) = named(figure, "gap")
    assert np.isnan(gap.y).tolist() == [False, False, False, True]
    assert figure.layout.yaxis.type == "log"
    assert figure.layout.shapes[0].x0 == 2
    assert len({t.marker.symbol for t in figure.data}) == 3


def test_the_gap_alone() -> None:
    one = np.ones(2)
    assert [t.name for t in qp_trace([0, 1], one, one, one, objectives=False).data] == ["gap"]


def test_curves_are_described_in_words() -> None:
    assert describe_curve(U, {"u²": U**2}, x_title="u") == "1 curve over u from −1 to 2: u² between 0 and 4."
    assert "differ by at most" in describe_partial_sums(U, SUMS, np.exp(U), 3)
    text = describe_qp_trace([0, 1], np.array([3.0, 2]), np.array([1.0, 2]), np.array([2.0, 1e-9]))
    assert text == "Solver trace over 2 iterations: primal value 2, dual value 2, gap from 2 down to 10⁻⁹."
