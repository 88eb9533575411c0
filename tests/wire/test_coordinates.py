"""Rounded coordinates: points move by less than a tenth of a pixel, and gaps stay gaps."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.wire import binary_message
from kernviz.wire.coordinates import encode
from tests.wire.decoding import decode_coordinates, unpack

HALL = 1800  # pixels of the longest axis


def test_points_stay_within_a_tenth_of_a_pixel() -> None:
    values = np.random.default_rng(0).uniform(-6, 6, 999)
    values[7] = np.nan
    coded = encode(values, -2.0, 2.0)
    assert coded is not None
    back = decode_coordinates(coded)
    assert np.array_equal(np.isnan(back), np.isnan(values))
    assert np.nanmax(np.abs(back - values)) / 4 * HALL < 0.1
    sent = unpack(binary_message.packed({"x": coded}))["x"]
    assert np.array_equal(sent, back, equal_nan=True)


def test_both_ends_of_an_axis_are_exact() -> None:
    coded = encode(np.array([0.1, 0.7]), 0.1, 0.7)
    assert coded is not None
    assert decode_coordinates(coded) == pytest.approx([0.1, 0.7], abs=1e-15)


@pytest.mark.parametrize("far", [6.0, 6.1, -6.1, np.inf, 1e300])
def test_far_coordinates_have_no_code(far: float) -> None:
    assert encode(np.array([0.0, far]), -2.0, 2.0) is None


def test_an_axis_without_length_has_no_code() -> None:
    assert encode(np.array([0.0, 1.0]), 1.0, 1.0) is None
