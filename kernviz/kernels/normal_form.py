"""Normal form of a kernel: Σ c·(product of pieces)·e^{exponent}.

The c are exact numbers, and the exponents are again such sums.

Pieces are kernels that are not expanded further. Exponents are collected separately.
So different texts of one function often have the same form.
Examples are rbf(γ), gaussian_of(linear, γ) and weight(decay(γ), exp(2γ·linear)).
All of these are e^{2γ·x·z − γ(‖x‖² + ‖z‖²)}.
If two forms are equal, their functions are exactly equal, with the decimals as they are typed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Protocol

from kernviz.kernels.exact_numbers import LARGEST_EXPONENT, ONE, ZERO, Exact
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.work_budget import cached, charge

MOST_TERMS = 200
LONGEST = 3000  # bits of a number; numbers up to 10⁹⁰⁰
MOST_PRODUCTS = 10_000  # largest number of products of two terms for one kernel; they take a quarter of a second
PRODUCT = 2  # cost of a product of two terms, see kernels/work_budget.py
_left: ContextVar[list[int] | None] = ContextVar("_left", default=None)  # number of products still allowed


class TooMany(Exception):
    """Error for a normal form that is too large.

    Raised if the form has more terms than MOST_TERMS, or longer numbers than LONGEST.
    """


class Piece(Protocol):
    """Kernel as a normal form sees it.

    A piece is a factor with facts about its values.

    `kernels.expr.Kernel` documents the members.
    """

    _idempotent: ClassVar[bool]
    _within_one: ClassVar[bool]
    _opens: ClassVar[bool]

    @property
    def _diagonal_sign(self) -> int | None: ...

    @property
    def children(self) -> tuple[Piece, ...]: ...

    def expand(self) -> Piece | None: ...

    def _child_space(self, space: Space) -> Space: ...

    def _edge(self) -> tuple[Fraction, tuple[int, ...]] | None: ...

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form: ...

    def _on_diagonal(self) -> Form: ...

    def _exponentiated(self, c: Fraction) -> Form | None: ...

    def _negative_distance(self, space: Space) -> Form | None: ...


@dataclass(frozen=True)
class Term:
    """Term of a normal form, without its coefficient.

    The term is a product of pieces with their powers, times e to the power of a form.
    """

    pieces: frozenset[tuple[Piece, int]] = frozenset()
    exponent: Form | None = None  # never the empty form; a rational constant in it is split off, see `raised`

    def __mul__(self, other: Term) -> tuple[Term, Exact]:
        powers: dict[Piece, int] = defaultdict(int)
        for piece, n in (*self.pieces, *other.pieces):
            powers[piece] = 1 if piece._idempotent else powers[piece] + n
        pieces = frozenset((piece, n) for piece, n in powers.items() if not _is_redundant_box(piece, powers))
        if self.exponent is None or other.exponent is None:
            return Term(pieces, self.exponent or other.exponent), ONE
        exponential, factor = raised(self.exponent + other.exponent)
        return Term(pieces, exponential), factor

    def replaced(self, piece_to: Callable[[Piece], Form]) -> Form:
        """Return the term with every piece replaced by a form.

        Pieces in exponents are replaced, too.
        """
        total = Form.constant(ONE)
        for piece, n in self.pieces:
            total = total * piece_to(piece).power(n)
        return total if self.exponent is None else total * self.exponent.replaced(piece_to).exponential()


def _is_redundant_box(box: Piece, among: Iterable[Piece]) -> bool:
    """Return True if a box factor may be dropped from a product.

    The reason is another factor that vanishes wherever this box does.
    """
    if not box._idempotent:
        return False
    own = box._edge()
    return own is not None and any((edge := k._edge()) is not None and k != box and edge[0] <= own[0] for k in among)


UNIT = Term()


@dataclass(frozen=True)
class Form:
    """Normal form Σ c·term, stored as pairs.

    No c is 0 and no term occurs twice. Equal forms have equal `items`.
    """

    items: frozenset[tuple[Term, Exact]] = frozenset()

    @classmethod
    def collected(cls, pairs: Iterable[tuple[Term, Exact]]) -> Form:
        total: dict[Term, Exact] = {}
        for term, c in pairs:
            total[term] = total[term] + c if term in total else c
            if len(total) > MOST_TERMS:
                raise TooMany
        if any(c.bits > LONGEST for c in total.values()):
            raise TooMany
        return cls(frozenset((term, c) for term, c in total.items() if c))

    @classmethod
    def constant(cls, c: Exact) -> Form:
        return cls(frozenset({(UNIT, c)})) if c else cls()

    @classmethod
    def number(cls, value: float | Fraction) -> Form:
        return cls.constant(Exact.of(value))

    @classmethod
    def piece(cls, k: Piece) -> Form:
        """Return the form that consists of a single kernel."""
        return cls(frozenset({(Term(frozenset({(k, 1)})), ONE)}))

    @cached_property
    def terms(self) -> Mapping[Term, Exact]:
        return dict(self.items)

    def __bool__(self) -> bool:
        return bool(self.items)

    def __add__(self, other: Form) -> Form:
        return Form.collected((*self.items, *other.items))

    def __sub__(self, other: Form) -> Form:
        return self + other.scaled(-ONE)

    def __mul__(self, other: Form) -> Form:
        products, budget = len(self.items) * len(other.items), _left.get()
        if products > MOST_PRODUCTS:
            raise TooMany
        charge(PRODUCT * products)
        if budget is not None:
            budget[0] -= products
            if budget[0] < 0:
                raise TooMany
        pairs = []
        for left, a in self.items:
            for right, b in other.items:
                term, factor = left * right
                pairs.append((term, a * b * factor))
        return Form.collected(pairs)

    def scaled(self, c: Exact) -> Form:
        return Form(frozenset((term, c * own) for term, own in self.items)) if c else Form()

    def power(self, n: int) -> Form:
        total = Form.constant(ONE)
        for _ in range(n):
            total = total * self
        return total

    def exponential(self) -> Form:
        """Return the exponential e^{self} as a form.

        Pieces with a known exponential are replaced by it: e^{log(1 + (x·z)²)} = 1 + (x·z)².
        """
        rest, product = dict(self.items), Form.constant(ONE)
        for term, c in self.items:
            if len(term.pieces) == 1 and term.exponent is None and (whole := c.fraction) is not None:
                ((piece, n),) = term.pieces
                opened = piece._exponentiated(whole) if n == 1 else None
                if opened is not None:
                    product = product * opened
                    del rest[term]
        exponent, factor = raised(Form(frozenset(rest.items())))
        return product.scaled(factor) * Form(frozenset({(Term(frozenset(), exponent), ONE)}))

    def pieces(self) -> Iterator[Piece]:
        """Yield every piece of the form, including pieces in exponents."""
        for term, _ in self.items:
            yield from (piece for piece, _ in term.pieces)
            if term.exponent is not None:
                yield from term.exponent.pieces()

    def replaced(self, piece_to: Callable[[Piece], Form]) -> Form:
        """Return the form with every piece replaced by another form.

        Pieces in exponents are replaced, too.
        """
        total = Form()
        for term, c in self.items:
            total = total + term.replaced(piece_to).scaled(c)
        return total

    @property
    def plain(self) -> bool:
        """Return True if the form contains no exponential."""
        return all(term.exponent is None for term, _ in self.items)

    @property
    def value(self) -> Exact | None:
        """Return the value of a constant form as an exact number.

        None if the form is not constant.
        """
        if not self.items:
            return ZERO
        return self.terms.get(UNIT) if len(self.items) == 1 else None

    def diagonal(self) -> Form:
        """Return the diagonal k(x, x) as a form.

        A piece in this form stands for its own diagonal value.
        The form is a constant if k(x, x) is known to be the same for every x.
        """
        return self.replaced(lambda piece: piece._on_diagonal())

    @property
    def _diagonal_sign(self) -> int | None:
        """Return the sign of the diagonal values k(x, x).

        The sign is 1 if k(x, x) ≥ 0 for every x, and −1 if k(x, x) ≤ 0 for every x.
        None if the sign is unknown.
        """
        signs = {_sign(term, c) for term, c in self.items}
        if len(signs) == 1:
            return signs.pop()
        number, rest = self.terms.get(UNIT, ZERO), [(term, c) for term, c in self.items if term != UNIT]
        sizes = [_size(term, c) for term, c in rest]
        known = [size for size in sizes if size is not None]
        whole = number.fraction
        outweighs = whole is not None and len(known) == len(sizes) and abs(whole) >= sum(known)
        return number.sign if outweighs else None

    def negative_distance(self, space: Space) -> Form | None:
        """Return the negative squared feature distance of a single term.

        The value is 2k(x, z) − k(x, x) − k(z, z). None if the value is no form.
        """
        value = self.diagonal().value
        if value is not None:
            return self + self - Form.constant(value + value)
        ((term, c),) = self.items
        if term.exponent is None and len(term.pieces) == 1:
            ((piece, n),) = term.pieces
            found = piece._negative_distance(space) if n == 1 else None
            return None if found is None else found.scaled(c)
        return None

    def replaced_terms(self, term_to: Callable[[Term], Form]) -> Form:
        total = Form()
        for term, c in self.items:
            total = total + term_to(term).scaled(c)
        return total


def _size(term: Term, c: Exact) -> Fraction | None:
    """Return an upper bound of |c·term| at x = z.

    None without a bound.
    """
    factor = c.fraction
    if factor is None or term.exponent is not None or not all(piece._within_one for piece, _ in term.pieces):
        return None
    return abs(factor)


def _sign(term: Term, c: Exact) -> int | None:
    sign = c.sign
    for piece, n in term.pieces:
        own = 1 if n % 2 == 0 else piece._diagonal_sign
        sign = None if sign is None or own is None else sign * own
    return sign


def raised(exponent: Form) -> tuple[Form | None, Exact]:
    """Split a constant off an exponent.

    The result is (exponent without its constant, factor e^{constant}).
    Example: e^{u − 1} is e^{−1}·e^u.
    """
    q = (exponent.terms.get(UNIT) or ZERO).fraction
    if not q or abs(q) > LARGEST_EXPONENT:
        return exponent or None, ONE
    rest = Form(frozenset((term, c) for term, c in exponent.items if term != UNIT))
    return rest or None, Exact.power_of_e(q)


LINE_IDENTITIES: list[Callable[[Form], Form]] = []  # identities that hold on the line; modules of nodes add theirs


@cached(4096)
def form(k: Piece, space: Space) -> Form | None:
    """Return the normal form of k on this space.

    None if the form has more than 200 terms, or takes too long.
    """
    # each call has its own budget, so that cached results do not depend on the caller
    before = _left.set([MOST_PRODUCTS])
    try:
        return _form(k, space)
    except (TooMany, OverflowError):
        return None
    finally:
        _left.reset(before)


def _form(k: Piece, space: Space) -> Form:
    expansion = k.expand() if k._opens else None
    if expansion is not None:
        return _form(expansion, space)
    below = k._child_space(space)
    found = k._form(tuple(_form(child, below) for child in k.children), space)
    for identity in LINE_IDENTITIES if space.line else ():
        found = identity(found)
    return found
