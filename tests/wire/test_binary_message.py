import json

import numpy as np
import pytest

from kernviz.figures.figure import Figure
from kernviz.wire import binary_message
from tests.wire.decoding import unpack


def header(message: bytes) -> str:
    length = int.from_bytes(message[:4], "little")
    return message[4 : 4 + length].decode()


def test_arrays_come_back_as_they_were() -> None:
    grid = np.arange(12.0).reshape(3, 4)
    figure = Figure([{"type": "heatmap", "z": grid}, {"x": np.array([1, 2]), "customdata": np.eye(2)}])
    back = unpack(binary_message.pack(figure, {"alt": "γ = ½"}))
    np.testing.assert_array_equal(back["figure"]["data"][0]["z"], grid)
    np.testing.assert_array_equal(back["figure"]["data"][1]["customdata"], np.eye(2))
    assert back["options"] == {"alt": "γ = ½"}


def test_a_field_drawn_twice_travels_once_and_in_single_precision() -> None:
    field = np.random.default_rng(0).normal(size=(100, 100))
    once = binary_message.pack(Figure([{"z": field}]), {})
    twice = binary_message.pack(Figure([{"z": field}, {"z": field}]), {})
    assert len(twice) - len(once) < 200
    assert 4 * field.size < len(once) < 4 * field.size + 500
    np.testing.assert_allclose(unpack(twice)["figure"]["data"][1]["z"], field, rtol=1e-6)


def test_array_offsets_are_multiples_of_the_alignment() -> None:
    figure = Figure([{"x": np.array([1, 2, 3]), "y": np.array([0.5, 1.5, 2.5])}, {"x": np.array([300, 2])}])
    message = binary_message.pack(figure, {})
    offsets = [
        trace[axis]["kv_buffer"][0]
        for trace in json.loads(header(message))["figure"]["data"]
        for axis in trace
        if axis in "xy"
    ]
    assert offsets == [0, 16, 40]
    assert all(offset % binary_message.ALIGNMENT == 0 for offset in offsets)


@pytest.mark.parametrize("hole", [float("nan"), float("inf"), float("-inf")])
def test_nan_and_infinity_become_gaps(hole: float) -> None:
    figure = Figure([{"x": [1, hole], "y": [hole, 2]}])
    assert unpack(binary_message.pack(figure, {}))["figure"]["data"][0]["x"] == [1, None]


def test_strings_that_contain_nan_or_infinity_are_unchanged() -> None:
    strings = {
        "alt": "NaN, -Infinity",
        "x": [1.5, float("nan")],
        "deep": {"y": (np.float64("inf"), np.int64(3), np.True_)},
    }
    back = unpack(binary_message.packed(strings))
    assert back == {"alt": "NaN, -Infinity", "x": [1.5, None], "deep": {"y": [None, 3, True]}}


def test_texts_in_an_array_and_gaps_among_them() -> None:
    back = unpack(binary_message.packed({"x": np.array(["a", None, float("nan"), 2.0], dtype=object)}))
    assert back == {"x": ["a", None, None, 2.0]}


def test_values_that_are_no_json_raise_an_error() -> None:
    with pytest.raises(TypeError, match="set cannot travel"):
        binary_message.packed({"x": {1, 2}})
