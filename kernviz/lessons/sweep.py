"""Sweep of one number of a page, or a map of two.

The sweepable numbers follow from the declarations of the controls. A sweep is a query parameter of the address,
``sweep=gamma:0.01:100:60`` or ``sweep=C:1:100:3:side``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kernviz.kernels.numbers import with_number
from kernviz.lessons.address import MOVED, AddressParam, quote, written
from kernviz.lessons.state import Subject
from kernviz.lessons.swept_numbers import DIGITS, Swept, rounded, swept_numbers
from kernviz.wording import decimal, phrase, say, with_exponents

FIRST, SECOND = "sweep", "sweep2"  # query parameters
SIDE = "side"  # value of the query parameter for pictures side by side, instead of one after the other
LOG, EVEN = "log", "even"  # spacing of the values, if it differs from the declared one
MOST, MOST_CELLS = 200, 900
MOST_DIGITS = 17  # most significant digits of a value between the ends
_NUMBER = re.compile(r"[−-]?(\d[\d,]*\.?\d*|\.\d+)(e-?\d+)?")


class SweepError(ValueError):
    """Error for a sweep text that is invalid for this page.

    The sweep text comes from the address. The message says why.
    """


@dataclass(frozen=True)
class Sweep:
    """Values of one number in a sweep, in order."""

    number: Swept
    values: tuple[float, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """Values as texts for the address."""
        return tuple(written(int(v) if self.number.whole else v) for v in self.values)


def read(text: str, state: Any, parameter: str = FIRST) -> Sweep:
    """Parse the text of a sweep: ``name:from:to:count``, then ``side``, ``log`` or ``even``.

    Only the name is required. Raises SweepError if the text is invalid for the page's state. The message contains
    `parameter`, the query parameter of the text.
    """
    try:
        return _sweep(text, state)
    except SweepError as problem:
        raise _ignored(parameter, text, str(problem)) from None


def read_both(first: str, second: str, state: Any) -> tuple[Sweep, ...]:
    """Read one sweep or two.

    Raises SweepError if either is invalid, or both together have too many steps.
    """
    sweeps = tuple(read(text, state, name) for text, name in ((first, FIRST), (second, SECOND)) if text)
    if len(sweeps) == 2:
        if sweeps[0].number.name == sweeps[1].number.name:
            raise _ignored(SECOND, second, say("a map needs two different numbers."))
        cells = len(sweeps[0].values) * len(sweeps[1].values)
        if cells > MOST_CELLS:
            why = say("a map has at most {limit} cells, not {count}.", limit=MOST_CELLS, count=cells)
            raise _ignored(SECOND, second, why)
    return sweeps


def asked_for(sweeps: tuple[Sweep, ...], place: int) -> dict[str, str]:
    """Return the query parameters of step `place`, for a live picture.

    Of two swept numbers the second varies fastest.
    """
    params = {}
    for sweep in reversed(sweeps):
        place, at = divmod(place, len(sweep.values))
        params[sweep.number.asks] = sweep.texts[at]
    return params


def in_address(state: Subject, params: Mapping[str, str]) -> dict[str, str]:
    """Return the query parameters of a step for a link.

    `params` is the result of `asked_for`. Numbers of the kernel are written into the kernel's text.
    """
    kernel, found = state.kernel, {}
    for name, text in params.items():
        if name.startswith(MOVED):
            kernel = with_number(kernel, tuple(name.removeprefix(MOVED).split(".")), float(text))
            found["k"] = str(kernel)
        else:
            found[name] = text
    return found


def number_in(text: str) -> float | None:
    """Return the number at the beginning of a read-out.

    The number is 47 of ``47 / 200`` and 97.5 of ``97.5 %``; None for ``–``, ∞, words and ranges. Its
    decimal sign is that of the current language.

    >>> [number_in(text) for text in ("47 / 200", "−0.8279", "1.2·10⁻⁵", "2,500 of 3", "100.0 %", "∞", "0.1 … 0.2")]
    [47.0, -0.8279, 1.2e-05, 2500.0, 100.0, None, None]
    """
    if decimal(".") == ",":
        text = text.translate({ord("."): ",", ord(","): "."})
    match = _NUMBER.match(with_exponents(text))
    if match is None or "…" in text:
        return None
    return float(match.group().replace("−", "-").replace(",", ""))


def _ignored(name: str, text: str, why: str) -> SweepError:
    return SweepError(say("{parameter} was ignored: {reason}", parameter=quote(name, text), reason=why))


def _sweep(text: str, state: Any) -> Sweep:
    """Parse the text of a sweep.

    The message of a SweepError is the reason alone.
    """
    name, *parts = text.strip().split(":")
    found = {number.name: number for number in swept_numbers(state)}
    if name not in found:
        listed = ", ".join(list(found)[:8]) or say("none")
        why = say("the page has no number of that name; it has {listed}.", listed=listed)
        raise SweepError(why)
    number, words = found[name], parts[3:]
    if not set(words) <= {SIDE, LOG, EVEN}:
        form = say(
            "the form is name:from:to:how many, and after that {side}, {logarithmic} or {linear}.",
            side=SIDE,
            logarithmic=LOG,
            linear=EVEN,
        )
        raise SweepError(form)
    if LOG in words or EVEN in words:
        number = replace(number, log=LOG in words)
    low, high, usual = number.usual
    kind: Any = "integer" if number.whole else "number"
    low = _end(number, AddressParam(phrase("from"), kind, low, low=number.least, high=number.most), parts[:1])
    high = _end(number, AddressParam(phrase("to"), kind, high, low=number.least, high=number.most), parts[1:2])
    count = _end(number, AddressParam(phrase("how many"), "integer", usual, low=2, high=MOST), parts[2:3])
    if not low < high:
        raise SweepError(say("the end of {symbol} must be larger than its beginning.", symbol=number.symbol))
    if LOG in words and not low > 0:
        raise SweepError(say("a log scale begins above 0."))
    for end in (low, high):
        _accepted(number, end, state)
    return Sweep(number, _grid(number, low, high, int(count)))


def _end(number: Swept, param: AddressParam, texts: list[str]) -> float:
    value, condition = param.read([text for text in texts if text])
    if condition:
        raise SweepError(
            say("“{end}” of {symbol} {condition}.", end=say(param.name), symbol=number.symbol, condition=condition)
        )
    return value  # type: ignore[return-value]


def _accepted(number: Swept, value: float, state: Any) -> None:
    """Raise SweepError if the kernel rejects the value.

    The constructors of the kernel's classes check their values, so the value is tried there.
    """
    if not number.of_kernel:
        return
    try:
        with_number(state.kernel, tuple(number.asks.removeprefix(MOVED).split(".")), value)
    except ValueError as problem:
        raise SweepError(f"{problem}.") from None


def _grid(number: Swept, low: float, high: float, count: int) -> tuple[float, ...]:
    """Return evenly spaced values from low to high, both exact.

    The spacing is even on the number's declared scale. The values between have at least two more digits than are
    needed to tell neighbours apart.
    """
    even = np.geomspace(low, high, count) if number.log and low > 0 else np.linspace(low, high, count)
    if number.whole:
        return tuple(float(v) for v in np.unique(np.rint(even)))
    with np.errstate(divide="ignore"):  # two floats next to each other have none between them
        needed = np.ceil(np.log10(np.max(np.abs(even[1:]) / np.diff(even))))
    digits = int(min(max(DIGITS, needed + 2), MOST_DIGITS))
    return (low, *(rounded(float(v), digits) for v in even[1:-1]), high)
