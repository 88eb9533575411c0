"""Where a number's slider can stand."""

from __future__ import annotations

import math

from kernviz.kernels.facts import Param
from kernviz.ui.number_rows import grid_step, positions


def test_slider_positions_hold_what_was_typed_and_reach_it() -> None:
    plain = Param("c", "factor", -10.0, 10.0)
    assert grid_step(-10, 10) == 0.1
    assert {-10.0, -0.3, 0.0, 0.1, 10.0} <= set(positions(plain))
    assert 0.123 in positions(plain, 0.123)
    assert {50.0, 100.0} <= set(positions(plain, 100.0))
    assert positions(Param("d", "degree", 1, 10, whole=True)) == list(range(1, 11))
    log = positions(Param("γ", "width", 1e-3, 1e3, log=True, above=0))
    assert (log[0], log[-1]) == (1e-3, 1e3)
    assert 1.0 in log
    assert positions(Param("ν", "smoothness", 0.25, math.inf, log=True))[-1] == math.inf
    stretch = positions(Param("s", "stretch", 0.01, 100.0, log=True), -2.0)
    assert -2.0 in stretch
    assert 2.0 in stretch
    assert len(positions(plain, 1e12)) < 5000
