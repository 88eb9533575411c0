import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.lessons import address as param

GAMMA = param.number("gamma", 1, low=0.001, high=1000, label="γ")
DEGREE = param.integer("degree", 2, low=1, high=8)
PARAMS = [
    GAMMA,
    DEGREE,
    param.choice("ds", ("moons", "xor")),
    param.AddressParam("rings", "flag", True),
    param.text("k", "linear"),
]


@pytest.mark.parametrize(
    ("spec", "text", "value"),
    [
        (GAMMA, "2.5", 2.5),
        (GAMMA, " 1e2 ", 100.0),
        (GAMMA, ".5", 0.5),
        (DEGREE, "3", 3),
        (DEGREE, "3.0", 3),
        (PARAMS[2], "xor", "xor"),
        (PARAMS[3], "FALSE", False),
        (PARAMS[4], "rbf(gamma=2)", "rbf(gamma=2)"),
    ],
)
def test_valid_values_are_read(spec: param.AddressParam, text: str, value: param.Value) -> None:
    assert spec.read([text]) == (value, None)


@pytest.mark.parametrize(
    ("spec", "text", "condition"),
    [
        *[
            (GAMMA, text, "must be a number")
            for text in ("", "abc", "nan", "inf", "0x10", "1_0", "٣", "1e4000", "--1", "\0", "\ud800")
        ],
        (GAMMA, "1,5", "must be a number: write 1.5"),
        *[(GAMMA, text, "must be between 0.001 and 1000") for text in ("-1", "0", "1e400", "1001")],
        (DEGREE, "2.5", "must be a whole number"),
        (DEGREE, "1000000000", "must be between 1 and 8"),
        (PARAMS[2], "../../etc/passwd", "must be one of moons, xor"),
        (PARAMS[3], "yes", "must be true or false"),
        (PARAMS[4], "a" * 501, "is longer than 500 characters"),
    ],
)
def test_invalid_values_give_the_default_and_the_reason(spec: param.AddressParam, text: str, condition: str) -> None:
    assert spec.read([text]) == (spec.default, condition)


def test_the_last_of_several_counts_and_that_is_said() -> None:
    assert GAMMA.read(["5", "6"]) == (6.0, None)
    assert GAMMA.read(["5", "x"]) == (1.0, "must be a number")
    assert GAMMA.read([]) == (1.0, None)


@given(st.lists(st.text(), max_size=3) | st.lists(st.floats().map(str), max_size=2))
def test_any_text_gives_a_permitted_value(raw: list[str]) -> None:
    for spec in PARAMS:
        value, condition = spec.read(raw)
        assert value == spec.default or condition is None or condition.startswith("is given")
        if isinstance(value, float):
            assert math.isfinite(value)
            assert spec.low <= value <= spec.high
        param.quote(spec.name, raw[-1] if raw else "").encode()


@given(st.floats(0.001, 1000))
def test_a_number_written_into_the_address_is_the_number_read(x: float) -> None:
    assert GAMMA.read([param.written(x)]) == (x, None)
