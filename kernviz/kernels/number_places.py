"""Places of an expression's numbers in its formula.

The page uses the places to make the numbers of a formula draggable.

A place is found by writing the formula twice, with two values of one number.
At the place, and only there, the two formulas differ, by these two values.
A number has no place if the formula shows a function of it (2ℓ²) or shows it twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kernviz.kernels.expr import Kernel
from kernviz.kernels.numbers import Number, with_number
from kernviz.kernels.rules_and_premises import NumberSpec, latex_number

SLOT = r"\slot{{{}}}"  # stands for the number with this index
MOST = 12  # largest number of numbers in an expression whose formula is searched
_PROBES = (1.357, 2.468, 0.1357, 0.2468, 13.57, 24.68, 0.01357, 0.02468, 1357.0, 2468.0)
_WHOLE_PROBES = (3, 4, 5, 6, 7, 8, 9, 2)


def with_slots(
    k: Kernel,
    found: Sequence[Number],
    write: Callable[[Kernel], str],
    shown: Callable[[Number, float], float] = lambda number, value: value,
) -> tuple[str, tuple[int, ...]]:
    r"""Return the formula of k with ``\slot{i}`` in place of number i.

    The second value is the tuple of the indices i of the numbers that have a place.

    Parameters
    ----------
    k : Kernel
        The kernel.
    found : sequence of Number
        Its numbers, as :func:`kernviz.kernels.numbers.numbers` lists them.
    write : callable
        Writes a kernel as a formula.
    shown : callable
        Returns the value that the formula shows for a number's value: σ² for γ in a lecture's notation.

    Examples
    --------
    >>> from kernviz.kernels import latex, parse
    >>> from kernviz.kernels.numbers import numbers
    >>> k = parse("2*rbf(1)")
    >>> with_slots(k, numbers(k), latex)
    ('\\slot{0}\\,e^{-\\slot{1}\\|x-z\\|^2}', (0, 1))
    """
    probes = {i: pair for i, n in enumerate(found) if (pair := _pair(n.param)) is not None}
    if len(found) > MOST:
        probes = {}
    while True:
        try:
            base = _set(k, {i: pair[0] for i, pair in probes.items()}, found)
            places = {i: _place(base, i, pair, found, write, shown) for i, pair in probes.items()}
        except ValueError:  # these values are invalid together
            return write(k), ()
        if None not in places.values():
            break
        probes = {i: pair for i, pair in probes.items() if places[i] is not None}
    return _replaced(write(base), {i: place for i, place in places.items() if place}), tuple(places)


def _set(k: Kernel, values: dict[int, float], found: Sequence[Number]) -> Kernel:
    for i, value in values.items():
        k = with_number(k, found[i].address, value)
    return k


def _place(
    base: Kernel,
    i: int,
    pair: tuple[float, float],
    found: Sequence[Number],
    write: Callable[[Kernel], str],
    shown: Callable[[Number, float], float],
) -> tuple[int, int] | None:
    """Return begin and end of a number in the formula of `base`.

    None if the number has no single place.
    """
    one = write(base)
    try:
        other = write(with_number(base, found[i].address, pair[1]))
    except ValueError:
        return None
    before, after = (latex_number(shown(found[i], value)) for value in pair)
    begin = one.find(before)
    while begin >= 0:
        end = begin + len(before)
        if one[:begin] + after + one[end:] == other:
            return begin, end
        begin = one.find(before, begin + 1)
    return None


def _pair(param: NumberSpec) -> tuple[float, float] | None:
    """Return two values of a number whose texts differ."""
    pair = list(_values(param))[:2]
    return (pair[0], pair[1]) if len(pair) == 2 else None


def _values(param: NumberSpec) -> Iterator[float]:
    for value in _WHOLE_PROBES if param.whole else _PROBES:
        if param.low <= value <= param.high:
            yield value


def _replaced(formula: str, places: dict[int, tuple[int, int]]) -> str:
    for i, (begin, end) in sorted(places.items(), key=lambda item: -item[1][0]):
        formula = formula[:begin] + SLOT.format(i) + formula[end:]
    return formula
