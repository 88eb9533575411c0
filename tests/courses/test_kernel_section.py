"""The curve of a riddle equals the kernel, in a frame with 0."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.courses.kernel_quiz import LEVELS, Riddle, riddle
from kernviz.courses.kernel_section import REACH, SIDE, section
from kernviz.kernels import parse
from kernviz.mercer import judge


@pytest.mark.sampled(3)
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_a_row_is_the_kernel_at_its_x(level: int) -> None:
    for number in range(1, 9):
        asked = riddle(1, number, level)
        values, (low, high) = section(asked)
        assert values.shape == (SIDE, SIDE)
        assert low < 0 < high
        x = np.zeros((1, asked.d))
        z = np.zeros((1, asked.d))
        x[0, 0], z[0, 0] = REACH, -REACH / 2
        expected = asked.kernel(x, z)[0, 0]
        if np.isfinite(expected):
            assert values[-1, SIDE // 4] == pytest.approx(expected, rel=1e-9, abs=1e-12)
        known = values[np.isfinite(values)]
        inside = np.mean((known >= low) & (known <= high))
        assert inside > 0.9


def test_values_beyond_every_float_are_gaps() -> None:
    kernel = parse("exp(exp(linear))")
    values, (low, high) = section(Riddle(kernel, 1, judge(kernel, d=1)))
    assert np.isnan(values).any()
    assert np.isfinite([low, high]).all()


def test_the_largest_values_of_both_signs_have_a_frame() -> None:
    kernel = 1.7e308 * parse("cosine(3)")
    values, (low, high) = section(Riddle(kernel, 1, judge(kernel, d=1)))
    assert not np.isnan(values).any()
    assert np.isfinite(high - low)
