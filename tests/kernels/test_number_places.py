"""A number's place in a formula: filled with the number, the formula is the kernel's own."""

from __future__ import annotations

import re

import pytest

from kernviz.kernels import Kernel, latex, parse
from kernviz.kernels.number_places import MOST, with_slots
from kernviz.kernels.numbers import numbers, with_number
from kernviz.kernels.rules_and_premises import latex_number
from kernviz.lessons.lecture_notation import formula
from kernviz.lessons.presets import PRESETS

SLOTTED = re.compile(r"\\slot\{(\d+)\}")
KERNELS = sorted({str(preset.values["k"]) for preset in PRESETS if "k" in preset.values})


def filled(written: str, k: Kernel) -> str:
    """Return the formula with the numbers of k in their places."""
    found = numbers(k)
    return SLOTTED.sub(lambda slot: latex_number(float(found[int(slot[1])].value)), written)


@pytest.mark.parametrize("text", ["2*rbf(gamma=2) - rbf(gamma=1)", *KERNELS])
def test_a_formula_filled_with_other_numbers_is_theirs(text: str) -> None:
    k = parse(text)
    found = numbers(k)
    written, slots = with_slots(k, found, latex)
    assert [int(i) for i in SLOTTED.findall(written)] == sorted(slots, key=lambda i: written.index(rf"\slot{{{i}}}"))
    other = k
    for n, i in enumerate(slots):  # values that no formula leaves out
        whole, low, high = found[i].param.whole, found[i].param.low, found[i].param.high
        values = [v for v in ((5, 6, 7) if whole else (3.3 + n / 10, 0.33 + n / 100, 0.033)) if low <= v <= high]
        other = with_number(other, found[i].address, values[0])
    if slots:
        assert filled(written, other) == latex(other)


def test_a_number_that_is_left_out_has_its_place() -> None:
    k = parse("poly(degree=1, gamma=1, coef0=0)")
    assert with_slots(k, numbers(k), latex) == (r"\left(\slot{1}\,x\cdot z + \slot{2}\right)^{\slot{0}}", (0, 1, 2))


def test_a_number_written_as_another_has_none() -> None:
    k = parse("periodic(length=2)")
    written, slots = with_slots(k, numbers(k), latex)
    assert [numbers(k)[i].param.symbol for i in slots] == ["p"]
    assert "0.5" in written  # 2/ℓ²


def test_a_lecture_writes_its_own_number() -> None:
    k = parse("rbf(gamma=2)")
    written, slots = with_slots(k, numbers(k), lambda each: formula(each, "S4"), lambda _, gamma: 1 / (2 * gamma))
    assert slots == (0,)
    assert SLOTTED.sub("0.25", written) == formula(k, "S4")


def test_an_expression_of_many_numbers_keeps_its_sliders() -> None:
    most, more = (
        parse("rbf(9) + " * odd + " + ".join(f"{i + 2}*rbf({i + 2})" for i in range(MOST // 2))) for odd in (0, 1)
    )
    assert len(numbers(more)) == MOST + 1
    assert with_slots(most, numbers(most), latex)[1] == tuple(range(MOST))
    assert with_slots(more, numbers(more), latex) == (latex(more), ())


def test_infinity_has_its_sign_in_a_formula() -> None:
    assert [latex_number(v) for v in (float("inf"), float("-inf"), -1.0)] == [r"\infty", r"-\infty", "-1"]
