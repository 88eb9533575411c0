"""Numbers of an expression, each with an address.

The numbers are every γ, factor, coefficient and matrix entry.

An address is the path to a node followed by the number's place in it: ``("1", "k", "gamma")``.
Inside a named function the address is ``("f", "gamma")``.
The address of a coefficient is ``("coefficients", "2")``, of a matrix entry ``("A", "0", "1")``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, fields, replace
from typing import Any

from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import NamedFunction
from kernviz.kernels.linear_combinations import Sum
from kernviz.kernels.parse import parse
from kernviz.kernels.point_maps import Coordinate
from kernviz.kernels.products import Product
from kernviz.kernels.rules_and_premises import NumberSpec, Space, param_of, subscript
from kernviz.wording import phrase, say

Address = tuple[str, ...]

COEFFICIENT = NumberSpec("a", phrase("coefficient"), -10.0, 10.0)
ENTRY = NumberSpec("A", phrase("entry"), -10.0, 10.0)


@dataclass(frozen=True)
class Number:
    """Number of an expression with its address.

    The object also holds the number's specification, value, and the block it belongs to.
    """

    address: Address
    param: NumberSpec
    value: float
    owner: str  # name of the enclosing block; empty if the number is a block itself
    default: float | None = None  # value if omitted (1 for `rbf`, which is rbf(gamma=1)); None if required

    @property
    def label(self) -> str:
        """Return the label of a number: symbol, word, block.

        Example: ``γ, inverse width of rbf``.
        """
        return self.labelled(self.param.symbol, self.param.word)

    def labelled(self, symbol: str, word: str) -> str:
        """Return the label with another symbol and another word."""
        return (
            say("{symbol}, {word} of {owner}", symbol=symbol, word=word, owner=self.owner)
            if self.owner
            else f"{symbol}, {word}"
        )


def numbers(k: Kernel, d: int | None = None) -> list[Number]:
    """Return every number of k in reading order, with different labels.

    If d is given, the range of a column index ends at d.

    >>> from kernviz.kernels import parse
    >>> [(n.label, n.value) for n in numbers(parse("rbf(3) + rbf(4)**2"))]
    [('γ, inverse width of 1st rbf', 3.0), ('γ, inverse width of 2nd rbf', 4.0), ('n, power of rbf', 2)]
    """
    found = list(_numbers(k, (), None if d is None else Space(d)))
    often, seen = Counter(n.label for n in found), Counter[str]()
    labelled: list[Number] = []
    for number in found:
        seen[number.label] += 1
        if often[number.label] > 1:
            nth = _ordinal(seen[number.label])
            labelled.append(
                replace(number, owner=f"{nth} {number.owner}")
                if number.owner
                else replace(number, param=replace(number.param, word=f"{nth} {number.param.word}"))
            )
        else:
            labelled.append(number)
    return labelled


def with_number(k: Kernel, address: Address, value: float) -> Kernel:
    """Return k with the number at `address` changed.

    Raises ValueError for an invalid value, or for an address that k does not have.

    If a matrix entry equals its mirrored entry, both change. So a slider keeps a symmetric matrix symmetric.
    """
    return spoken(_changed(k, address, value, address))


def spoken(k: Kernel) -> Kernel:
    """Return k if the text language can express k.

    Raises KernelSyntaxError (a ValueError) if k is too long, too deep or too large.
    """
    if parse(str(k)) != k:  # pragma: no cover  every edited tree prints and parses back
        raise ValueError(say("{k} reads back as another kernel", k=k))
    return k


WHOLES: dict[type[Kernel], str] = {Sum: phrase("the sum"), Product: phrase("the product")}


def head(k: Kernel) -> str:
    """Return the name of a block for display.

    It is the name of a named kernel, such as rbf. A block around one kernel has the name of that kernel. Other blocks
    are called "the sum" or "the product". A number has its own text.
    """
    if k.name:
        return k.name
    children = k.children
    if len(children) == 1:
        return head(children[0])
    return say(WHOLES[type(k)]) if children else str(k)


def _numbers(k: Kernel, path: Address, space: Space | None) -> Iterator[Number]:
    children = dict(k._child_items())
    below = None if space is None else k._child_space(space)
    owner = k.name or (head(k) if children else "")
    for item in fields(k):
        value, param = getattr(k, item.name), param_of(item)
        if param is not None:
            yield Number((*path, item.name), param, value, owner, _default(item))
        elif isinstance(value, Kernel):
            yield from _numbers(value, (*path, item.name), below)
        elif isinstance(value, NamedFunction):
            yield from _inside(value, (*path, item.name), space)
        elif isinstance(value, tuple):
            for name, entry in enumerate(value):
                if isinstance(entry, Kernel):
                    yield from _numbers(entry, (*path, str(name)), below)
                else:
                    yield from _listed(entry, (*path, item.name, str(name)), owner)


def _default(item: Field[Any]) -> float | None:
    return None if item.default is MISSING else item.default


def _inside(function: NamedFunction, path: Address, space: Space | None) -> Iterator[Number]:
    for name, param in function.param_specs().items():
        if isinstance(function, Coordinate) and space is not None:
            param = replace(param, high=min(param.high, space.d))
        default = next(_default(item) for item in fields(function) if item.name == name)
        yield Number((*path, name), param, getattr(function, name), function.name, default)


def _listed(entry: Any, path: Address, owner: str) -> Iterator[Number]:
    if isinstance(entry, tuple):
        for column, value in enumerate(entry):
            row = int(path[-1])
            symbol = f"A{subscript(row + 1)}{subscript(column + 1)}"
            yield Number((*path, str(column)), replace(ENTRY, symbol=symbol), value, owner)
    else:
        yield Number(path, replace(COEFFICIENT, symbol=f"a{subscript(int(path[-1]))}"), entry, owner)


def _changed(k: Kernel, address: Address, value: float, whole: Address) -> Kernel:
    name, *rest = address or ("",)
    children = dict(k._child_items())
    if name in children and rest:
        children[name] = _changed(children[name], tuple(rest), value, whole)
        return k.with_children(tuple(children.values()))
    current = getattr(k, name, None) if name in {item.name for item in fields(k)} else None
    if isinstance(current, NamedFunction) and len(rest) == 1 and rest[0] in current.param_specs():
        return replace(k, **{name: current.with_number(rest[0], value)})
    if isinstance(current, tuple) and name not in children and rest:
        return replace(k, **{name: _entry(current, tuple(rest), float(value), whole)})
    if isinstance(current, (int, float)) and not rest:
        return replace(k, **{name: value})
    raise _no_number_at(whole)


def _entry(entries: tuple[Any, ...], place: Address, value: float, whole: Address) -> tuple[Any, ...]:
    depth = 2 if isinstance(entries[0], tuple) else 1
    if len(place) != depth or not all(p.isdecimal() and int(p) < len(entries) for p in place):
        raise _no_number_at(whole)
    i, j = int(place[0]), int(place[-1])
    if depth == 1:
        return (*entries[:i], value, *entries[i + 1 :])
    symmetric = entries[i][j] == entries[j][i]
    rows = [list(row) for row in entries]
    rows[i][j] = value
    if symmetric:
        rows[j][i] = value
    return tuple(map(tuple, rows))


def _no_number_at(address: Address) -> ValueError:
    return ValueError(
        say("there is no number at {address} in this kernel", address=".".join(address) or say("the empty address"))
    )


def _ordinal(n: int) -> str:
    """Return 1st, 2nd, …"""
    if n % 100 not in (11, 12, 13):
        match n % 10:
            case 1:
                return say("{n}st", n=n)
            case 2:
                return say("{n}nd", n=n)
            case 3:
                return say("{n}rd", n=n)
    return say("{n}th", n=n)
