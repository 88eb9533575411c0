"""Sweepable numbers follow from the declarations; a sweep's address text is read safely and refused in words."""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from urllib.parse import parse_qs

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernviz.kernels.numbers import numbers
from kernviz.lessons import data_and_kernel, sweep
from kernviz.lessons.dual.state import DESCENT
from kernviz.lessons.page import pages, read
from kernviz.lessons.state import KERNEL, applying
from kernviz.lessons.sweep import MOST, SweepError
from kernviz.lessons.swept_numbers import _of_kernel, swept_numbers
from kernviz.wording import speaking


def state(page: str, query: str = "") -> Any:
    params = parse_qs(query)
    about = data_and_kernel.read(params)
    assert about is not None
    return read(pages()[page], about, params)


@pytest.mark.parametrize("page", sorted(pages()))
def test_every_declared_number_and_every_number_of_the_kernel(page: str) -> None:
    here = state(page)
    found = {number.name for number in swept_numbers(here)}
    own = {
        param.name
        for name, one in applying(here).items()
        if one.kind in ("number", "vector") and not one.hidden
        for param in one.params(name, here)[: len(one.values(here, getattr(here, name)))]
    }
    idle = here.idle.get(KERNEL)
    kernel = (
        {".".join(number.address) for number in numbers(here.kernel, here.data.d)} if not idle or idle.here else set()
    )
    assert found == own | kernel


@pytest.mark.parametrize("page", sorted(pages()))
def test_every_offered_sweep_can_be_computed(page: str) -> None:
    here = state(page)
    for number in swept_numbers(here):
        low, high, count = number.usual
        values = sweep.read(f"{number.name}:{low}:{high}:{count}", here).values
        assert values == sweep.read(number.name, here).values
        assert (values[0], values[-1]) == (low, high)
        assert all(a < b for a, b in pairwise(values))
        assert not number.whole or all(v == int(v) for v in values)


def test_values_are_evenly_spaced_on_the_declared_scale() -> None:
    logs = np.log(sweep.read("gamma:0.01:100:60", state("svm")).values)
    assert len(logs) == 60
    np.testing.assert_allclose(np.diff(logs), np.diff(logs).mean(), rtol=0.02)  # four digits
    line = sweep.read("s:0.1:1:10", state("svm")).values
    np.testing.assert_allclose(line, np.arange(1, 11) / 10, rtol=1e-12)
    assert sweep.read("gamma:1:100:3:side", state("svm")).texts == ("1", "10", "100")
    three = sweep.read("gamma:0.001:1000:3:log:side", state("svm", "k=poly(degree=2)"))  # S3; declared even
    assert three.texts == ("0.001", "1", "1000")
    assert sweep.read("gamma:1:3:3:even", state("svm")).texts == ("1", "2", "3")
    degrees = sweep.read("degree:1:20:40", state("svm", "k=poly(degree=2)"))
    assert degrees.texts == tuple(map(str, range(1, 21)))


@pytest.mark.parametrize("text", ["gamma:1.0001:1.0002:5", "gamma:100000:100001:3", "C:10:10.1:200"])
def test_values_of_a_narrow_range_differ_and_stay_in_it(text: str) -> None:
    steps = np.diff(sweep.read(text, state("svm")).values)
    np.testing.assert_allclose(steps, steps[0], rtol=0.1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nope:1:2", "no number of that name; it has gamma, C, s"),
        ("C:0:1:5", "“from” of C must be between 0.001 and 10⁶"),
        ("C:1:x:5", "“to” of C must be a number"),
        ("C:1:2:1", "“how many” of C must be between 2 and 200"),
        ("C:1:2:2.5", "must be a whole number"),
        ("C:2:1:5", "the end of C must be larger than its beginning"),
        ("C:1:1", "the end of C must be larger than its beginning"),
        ("C:1:2:3:4", "the form is name:from:to:how many, and after that side, log or even"),
        ("s:0.1:1:3:log:what", "the form is name:from:to:how many"),
        ("gamma:-1:1:5", "gamma = -1 must be > 0"),
        ("C:1e400:2", "must be"),
        ("C:nan:2", "must be a number"),
    ],
)
def test_invalid_sweeps_are_refused_with_a_message(text: str, why: str) -> None:
    with pytest.raises(SweepError) as refused:
        sweep.read(text, state("svm"))
    assert why in str(refused.value)
    assert str(refused.value).startswith("sweep=")
    assert str(refused.value).endswith(".")


@given(st.text(alphabet="Cgams:.0123456789e-∞\x00 ", max_size=40))
@settings(deadline=None)
def test_any_text_is_a_sweep_or_refused(text: str) -> None:
    try:
        found = sweep.read(text, state("svm"))
    except SweepError:
        return
    assert 2 <= len(found.values) <= MOST


def test_two_numbers_make_a_map_in_reading_order() -> None:
    here = state("svm")
    both = sweep.read_both("gamma:1:4:2", "C:1:3:3", here)
    steps = [sweep.asked_for(both, place) for place in range(6)]
    rows = [step["~gamma"] for step in steps]
    assert rows == ["1", "1", "1", "4", "4", "4"]
    assert [step["C"] for step in steps] == [*both[1].texts, *both[1].texts]
    assert sweep.in_address(here, steps[-1]) == {"k": "rbf(gamma=4)", "C": "3"}
    with pytest.raises(SweepError, match="two different numbers"):
        sweep.read_both("C:1:2:5", "C:1:3:5", here)
    with pytest.raises(SweepError, match="at most 900 cells, not 40000"):
        sweep.read_both("gamma:1:2:200", "C:1:2:200", here)
    with pytest.raises(SweepError, match="sweep2=C:9:1 was ignored"):
        sweep.read_both("gamma:1:2:5", "C:9:1", here)
    assert sweep.read_both("", "", here) == ()


def test_a_number_of_the_page_goes_before_one_of_the_kernel_with_its_name() -> None:
    named = swept_numbers(state("svm", "k=rbf(gamma=1)"))
    assert [each.name for each in named][:2] == ["gamma", "C"]
    clash = _of_kernel(state("svm"), {"gamma"})
    assert clash[0].name == clash[0].asks == "~gamma"


def test_a_log_scale_begins_above_zero() -> None:
    with pytest.raises(SweepError, match="a log scale begins above 0"):
        sweep.read("coef0:-1:1:3:log", state("svm", "k=poly(degree=2)"))
    zero = state("dual", f"du_view={DESCENT}")
    assert sweep.read("du_w0", zero).values[0] == 0
    with pytest.raises(SweepError, match="a log scale begins above 0"):
        sweep.read("du_w0::2:5:log", zero)
    with pytest.raises(SweepError, match="it has none"):
        sweep.read("gamma", state("objects", "ob_hard=true"))


def test_numbers_as_the_language_writes_them() -> None:
    with speaking("de"):
        found = [sweep.number_in(text) for text in ("96,7 %", "1.234 / 2", "−0,5", "1,2e-05", "∞")]
    assert found == [96.7, 1234.0, -0.5, 1.2e-05, None]
    assert sweep.number_in("1,234.5") == 1234.5
