"""Encoded fields: lines move by less than half a pixel.

Colours change by less than half a shade, whatever the values are.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from kernviz.wire.field import COLOURS, ENOUGH_BYTES, EVEN, Field, GridValues, Ladder, encode
from tests.wire.decoding import decode_field
from tests.wire.lines import allowed, moved

SHARED = Path(__file__).parents[1] / "js" / "fields.json"  # read by tests/js/field.test.js, too
LEVELS = (-1.0, 0.0, 1.0)

x, y = np.meshgrid(np.linspace(-2, 2, 100), np.linspace(-2, 2, 100))
noise = np.random.default_rng(3).normal(size=(100, 100))
FIELDS: dict[str, NDArray[Any]] = {
    "a hill": 2.5 * np.exp(-(x**2) - y**2) - 1.2,
    "a saddle": x * y,
    "a saddle between the points of the grid": (x - 0.02) * (y + 0.02) * 1e-3,
    "a plane": 0.01 * x + 0.003 * y,
    "bumps narrower than a cell": np.exp(-1e4 * ((x - 0.3) ** 2 + y**2)) - np.exp(-1e5 * (x**2 + (y - 1) ** 2)),
    "a cliff": np.where(x + y > 0.1, 1e6, -3.0),
    "a steep polynomial": (x * y + 0.3 * x) ** 9,
    "a cone": np.hypot(x, y) - 1,
    "noise": noise,
    "noise around a level": 1 + 1e-12 * noise,
    "noise of a rounding": 1e-17 * noise,
    "zeros among large values": np.where(noise > 0, 1e30 * np.hypot(x, y), 0.0),
    "constant": np.full((100, 100), 0.3),
    "constant, on a level": np.ones((100, 100)),
    "nothing": np.zeros((100, 100)),
    "less than float32 holds": 1e-300 * x,
    "more than float32 holds": 1e300 * x,
    "infinite on one side": np.where(x > 0.5, np.inf, x),
    "infinite on both sides": np.where(x > 0, np.inf, -np.inf),
    "far from its levels": x + 1e6,
}


def sent(values: NDArray[Any]) -> NDArray[np.float32]:
    with np.errstate(over="ignore"):
        return values.astype(np.float32)


def encoded(
    values: NDArray[Any],
    limits: tuple[float, float] | None,
    ladders: Sequence[Ladder],
    room: float = ENOUGH_BYTES,
    thin: Sequence[Ladder] = (),
) -> Field | None:
    return encode([GridValues(values, limits, tuple(ladders), room=room, thin=tuple(thin))])[0]


def ladders(levels: tuple[float, ...]) -> list[Ladder]:
    return [(level, 0.0, 1) for level in levels]


def checked(
    values: NDArray[Any], limits: tuple[float, float] | None, levels: tuple[float, ...], room: float = np.inf
) -> Field:
    """Encode, decode, and compare."""
    coded = encoded(values, limits, ladders(levels), room=room)
    assert coded is not None
    back = decode_field(coded)
    largest = float(np.finfo(values.dtype).max) / 4
    exact = np.clip(values, -largest, largest).astype(np.float64)
    assert moved(exact, back, levels) < 0.5
    low, high = limits or (exact.min(), exact.max())
    shade = (high - low) / COLOURS
    assert np.abs(np.clip(exact, low, high) - np.clip(back, low, high)).max() <= 0.5 * shade * (1 + 1e-9)
    if limits is None:
        assert (back.min(), back.max()) == (exact.min(), exact.max())
    return coded


@pytest.mark.parametrize("name", FIELDS)
def test_lines_and_colours_stay_where_they_were(name: str) -> None:
    values = sent(FIELDS[name])
    checked(values, (-2.0, 2.0), LEVELS)
    checked(values, (-2.0, 2.0), ())
    if np.isfinite(values).all():
        checked(values, None, (0.0,))
        checked(values, None, ())


@pytest.mark.parametrize("name", ["a hill", "less than float32 holds", "a saddle", "a cliff"])
def test_a_small_grid_in_float64_keeps_its_lines(name: str) -> None:
    checked(FIELDS[name][::2, ::3], None, (0.0, 0.5))


@pytest.mark.parametrize("name", ["infinite on one side", "infinite on both sides"])
def test_infinities_in_float64_are_encoded(name: str) -> None:
    assert encoded(FIELDS[name], (-2.0, 2.0), ladders(LEVELS)) is not None


def test_lines_beyond_the_colours_stay_where_they_were() -> None:
    checked(sent(np.hypot(x, y)), (0.2, 0.9), tuple(0.1 * k for k in range(30)))


@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (40, 1), (2, 3), (16, 16), (17, 33), (31, 100), (5, 64)])
def test_a_field_of_any_shape_is_encoded(shape: tuple[int, int]) -> None:
    values = np.random.default_rng(0).normal(size=shape).cumsum(axis=0).cumsum(axis=1)
    checked(values, None, (0.0,) if min(shape) > 1 else ())


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.floats(-1e300, 1e300), min_size=64, max_size=64),
    st.sampled_from([(), (0.0,), LEVELS]),
    st.sampled_from([None, (-2.0, 2.0)]),
)
def test_a_field_of_any_values_is_encoded(
    values: list[float], levels: tuple[float, ...], limits: tuple[float, float] | None
) -> None:
    given_values = np.array(values).reshape(8, 8)
    if encoded(given_values, limits, ladders(levels)) is None:  # a range without a step
        assert limits is None
        assert 0 < np.ptp(given_values) < 1e-295
    else:
        checked(given_values, limits, levels)


def test_gaps_are_left_to_floats() -> None:
    values = np.ones((30, 30))
    values[3, 4] = np.nan
    assert encoded(values, (-1.0, 1.0), ladders((0.0,))) is None


def test_a_level_too_many_steps_away_is_left_to_floats() -> None:
    values = np.ones((16, 16))
    assert encoded(values, (5.0, 6.0), ladders((1e5,))) is not None
    assert encoded(values, (5.0, 6.0), ladders((1e200,))) is None


def test_a_smooth_field_is_mostly_zeros() -> None:
    coded = encoded(sent(FIELDS["a hill"]), (-2.0, 2.0), ladders(LEVELS))
    assert coded is not None
    assert np.mean(coded.codes == 0) > 0.8
    assert len(coded.exact) <= 4
    assert coded.places.nbytes + coded.fine.nbytes < 1000
    assert packed_size(coded) < 1000


def packed_size(coded: Field) -> int:
    arrays = (coded.codes, coded.far, coded.places, coded.fine, coded.exact)
    return len(gzip.compress(b"".join(array.tobytes() for array in arrays), 6))


@pytest.mark.parametrize("name", ["noise", "bumps narrower than a cell", "a steep polynomial", "a cliff"])
def test_a_rough_field_fits_with_coarser_colours_and_its_lines_stay(name: str) -> None:
    values = sent(FIELDS[name])
    even, rough = (encoded(values, (-2.0, 2.0), ladders(LEVELS), room=room) for room in (np.inf, 0))
    assert even is not None
    assert rough is not None
    assert packed_size(rough) <= packed_size(even)
    assert (rough.octave < EVEN) == (name == "noise")
    assert moved(values.astype(np.float64), decode_field(rough), LEVELS) < 0.5
    off = np.abs(np.clip(values, -2, 2) - np.clip(decode_field(rough), -2, 2)) * COLOURS / 4
    assert (off <= allowed(np.clip(values, rough.low, rough.high) * COLOURS / 4, rough)).all()


def test_zeros_between_narrow_bumps_cost_no_floats() -> None:
    """A border far from all bumps runs where both sides are tiny: their ratio is sent, not the values."""
    left, right = (np.exp(-300 * ((x - at) ** 2 + y**2)) for at in (-0.3, 0.3))
    coded = encoded(sent(right - left), (-1.0, 1.0), ladders((0.0,)))
    assert coded is not None
    assert np.count_nonzero(coded.exact) <= 4
    assert np.abs(sent(right - left)[:, 49:51]).min() < 1e-37
    assert packed_size(coded) < 1500


def test_hairlines_may_move_twice_as_far() -> None:
    values = sent(FIELDS["noise"])
    fine, hair = encoded(values, None, ladders(LEVELS)), encoded(values, None, (), thin=ladders(LEVELS))
    assert fine is not None
    assert hair is not None
    assert 0.5 < moved(values.astype(np.float64), decode_field(hair), LEVELS) < 1.0
    assert packed_size(hair) < packed_size(fine)


def as_json(
    values: NDArray[Any], limits: tuple[float, float] | None, levels: tuple[float, ...], room: float = np.inf
) -> dict[str, Any]:
    coded = encoded(values, limits, ladders(levels), room=room)
    assert coded is not None
    arrays = {name: getattr(coded, name).tolist() for name in ("codes", "far", "places", "fine", "exact")}
    head = {"shape": list(coded.shape), "limits": [coded.low, coded.high], "step": coded.step}
    head |= {"octave": coded.octave, "ladders": [list(ladder) for ladder in coded.ladders]}
    return {**head, **arrays, "values": decode_field(coded).ravel().tolist()}


def test_the_browser_is_tested_on_the_same_fields() -> None:
    """To write the file anew: ``python -m tests.wire.test_field``."""
    assert json.loads(SHARED.read_text("utf-8")) == shared()


def same_everywhere(field: np.ndarray) -> np.ndarray:
    """Return the field to twelve digits: processors differ in the last ones of a power or an exponential."""
    return np.vectorize(lambda value: float(f"{value:.12g}"), otypes=[float])(field)


def shared() -> dict[str, Any]:
    names = ("a hill", "a cliff", "noise", "a steep polynomial", "constant", "less than float32 holds")
    found = {name: as_json(same_everywhere(FIELDS[name][::4, ::3]), (-2.0, 2.0), LEVELS) for name in names}
    rough = ("noise", "a cone")
    found |= {
        f"{name}, rounded": as_json(same_everywhere(FIELDS[name][::4, ::3]), (-2.0, 2.0), LEVELS, room=0)
        for name in rough
    }
    found["without limits"] = as_json(same_everywhere(FIELDS["a saddle"][:18, :17]), None, (0.0,))
    zeros = FIELDS["zeros among large values"][:18, :17]
    found["zeros without limits"] = as_json(same_everywhere(zeros), None, (0.0,))
    found["one row"] = as_json(same_everywhere(FIELDS["a cone"][:1]), None, ())
    return found


if __name__ == "__main__":
    SHARED.write_text(json.dumps(shared(), separators=(",", ":")) + "\n", "utf-8")


def test_grids_encoded_together_are_those_encoded_alone() -> None:
    """Panels of equal shape are refined together."""
    small = [values[:40, :30] for values in FIELDS.values()]
    grids = [GridValues(sent(values), None, tuple(ladders(LEVELS))) for values in (*small, *FIELDS.values())]
    for grid, together in zip(grids, encode(grids), strict=True):
        (alone,) = encode([grid])
        assert (together is None) == (alone is None)
        if alone and together:
            assert (together.low, together.high, together.step) == (alone.low, alone.high, alone.step)
            for name in ("codes", "far", "places", "fine", "exact"):
                assert np.array_equal(getattr(together, name), getattr(alone, name)), name
