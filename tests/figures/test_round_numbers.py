"""Ends of a scale are rounded outwards; multiples of the step stay, and every float has a finite step."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kernviz.figures.round_numbers import outward, round_step


@pytest.mark.parametrize("ends", [(0.6, 1.2), (-1.2, -0.6), (0.06, 0.12), (0.6, 1.4)])
def test_multiples_of_the_step_stay(ends: tuple[float, float]) -> None:
    assert outward(*ends) == ends


def test_ends_are_outside_and_rounding_again_changes_nothing() -> None:
    rng = np.random.default_rng(0)
    lows = rng.normal(size=300) * 10.0 ** rng.integers(-6, 6, 300)
    for low, length in zip(lows, rng.uniform(0.1, 9, 300), strict=True):
        high = low + length * max(abs(low), 1e-3)
        ends = outward(low, high)
        room = 1e-8 * (high - low)
        assert ends[0] <= low + room
        assert high - room <= ends[1]
        if round_step((high - low) / 2.5) == round_step((ends[1] - ends[0]) / 2.5):
            assert outward(*ends) == ends


@pytest.mark.parametrize("tiny", [5e-324, 2.5e-323, 1e-310])
def test_subnormal_values_have_no_round_step(tiny: float) -> None:
    assert round_step(tiny) == 0
    assert outward(0.0, tiny) == (0.0, tiny)


def test_a_step_is_finite() -> None:
    assert math.isfinite(round_step(1.7e308))
