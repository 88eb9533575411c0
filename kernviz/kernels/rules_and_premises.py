"""Classes for the facts that a kernel node states, and number formats.

The facts are parameters, premises, closure rule, and the space of the points.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, field
from typing import Any

import numpy as np

from kernviz.kernels.object_types import CALLED, Kind
from kernviz.wording import phrase, say, spoken, superscript

# Kernel texts are typed by people and need no larger numbers. Without a limit, 1e400 would silently become inf.
LARGEST_NUMBER = 1e12
LARGEST_DEGREE = 20
SECOND = r"‹\z›"  # the second point, marked in TeX


@dataclass(frozen=True)
class Space:
    """Space of the points of a kernel.

    The space is ℝᵈ or its non-negative part; or all words, finite sets, or labelled graphs.

    Premises such as "valid for d = 1" are checked against the space.
    For words, sets and graphs d is ignored.
    Vectors of counts are points of some ℝᵈ, with d as large as needed.
    With ``every`` the question is about ℝᵈ for every d, and d is ignored, too.

    Parameters
    ----------
    d : int
        Number of coordinates, ≥ 1.
    nonnegative : bool, default=False
        Restrict ℝᵈ to points without a negative coordinate.
    kind : {"vectors", "words", "sets", "graphs", "counts"}, default="vectors"
        Kind of the objects.
    every : bool, default=False
        Every ℝᵈ at once.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.judge(kv.RBF(1), d=3).space
    Space(d=3, nonnegative=False, kind='vectors', every=False)
    >>> str(kv.Space(2, nonnegative=True))
    '[0,∞)²'
    """

    d: int
    nonnegative: bool = False
    kind: Kind = "vectors"
    every: bool = False

    @property
    def line(self) -> bool:
        """Return True if the points have one coordinate."""
        return self.d == 1 and not self.every

    def __post_init__(self) -> None:
        real = isinstance(self.d, int | float | np.integer | np.floating) and not isinstance(self.d, bool)
        if not real or not self.d >= 1 or self.d % 1:
            raise ValueError(say("d = {d!r} must be a whole number ≥ 1: points need at least one coordinate", d=self.d))
        object.__setattr__(self, "d", int(self.d))  # 2.0 is the dimension 2

    def __str__(self) -> str:
        if self.kind != "vectors":
            return spoken(CALLED[self.kind])
        if self.every:
            return say("[0,∞)ᵈ for every d") if self.nonnegative else say("ℝᵈ for every d")
        return ("[0,∞)" if self.nonnegative else "ℝ") + ("" if self.d == 1 else superscript(self.d))


PLACES = {
    "theory": phrase("theory"),
    "rule": phrase("rule"),
    "rules": phrase("rules"),
    "Theorem": phrase("Theorem"),
    "Corollary": phrase("Corollary"),
}


def cited(place: str) -> str:
    """Return a citation of the notes in the current language.

    Example: ``rule 4``.
    """
    return re.sub(r"[A-Za-z]+", lambda word: spoken(PLACES.get(word[0], word[0])), spoken(place))


@dataclass(frozen=True)
class Rule:
    """Closure rule or cited axiom.

    The rule holds name, statement (`says`), reason (`why`), and place in the notes.
    """

    name: str
    says: str
    why: str
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def cited(self) -> str:
        """Return the notes' own numbers for the rule.

        Example: ``S0 Theorem 1 (2) · S2 rule 2``.
        """
        return " · ".join(f"{spoken(PLACES.get(note, note))} {cited(place)}" for note, place in self.sources.items())


@dataclass(frozen=True)
class Premise:
    """Side condition of a rule, with the value that decides it."""

    condition: str
    value: str
    holds: bool

    def __str__(self) -> str:
        return (
            say("{value}, and the rule needs {condition}", value=self.value, condition=self.condition)
            if not self.holds
            else f"{self.condition}: {self.value}"
        )


@dataclass(frozen=True)
class NumberSpec:
    """Specification of a kernel parameter.

    The specification holds symbol, word, slider range, and conditions on the value.
    """

    symbol: str
    word: str
    low: float
    high: float
    log: bool = False
    whole: bool = False
    above: float = -math.inf  # values must be larger than this bound
    hint: str = ""  # remedy, appended to the error for a value that is not above the bound
    # exponent such that number^length scales like a distance: 1 for a width, −½ for γ; 0 if none does
    length: float = 0.0
    idea: str = ""  # key of the notation table, if the symbol differs between lectures: "width"

    def checked(self, name: str, value: object) -> float | int:
        """Return the value as a checked number.

        Raises ValueError with the parameter's name, the condition and the remedy.
        """
        number = as_number(name, value)
        if math.isnan(number) or (math.isinf(number) and not (math.isinf(self.high) and number > 0)):
            raise ValueError(say("{name} = {value:g} must be a finite number", name=name, value=number))
        if self.whole:
            if number != int(number) or not 0 <= number <= LARGEST_DEGREE:
                needed = say(
                    "{name} = {value:g} must be a whole number from 0 to {most} (rule 4 needs a polynomial)",
                    name=name,
                    value=number,
                    most=LARGEST_DEGREE,
                )
                if number == int(number) or not 0 < number < LARGEST_DEGREE:
                    raise ValueError(needed)
                raise ValueError(say("{needed}; {hint}", needed=needed, hint=_broken_power(number)))
            return int(number)
        if not number > self.above:
            needed = say("{name} = {value:g} must be > {above:g}", name=name, value=number, above=self.above)
            raise ValueError(say("{needed}; {hint}", needed=needed, hint=self.hint) if self.hint else needed)
        return number + 0.0  # turns −0.0 into 0.0, so that both print alike


def as_number(name: str, value: object) -> float:
    """Return the value as a float.

    Raises ValueError for a truth value, a text, and anything else that is no single real number, and for a number
    beyond floats.
    """
    real = hasattr(value, "__float__") and not isinstance(value, bool | np.bool_ | np.complexfloating)
    try:
        number = float(value) if real else None  # type: ignore[arg-type]
    except (TypeError, ValueError):  # an array of several numbers, or of a text
        number = None
    except OverflowError:  # an int or a fraction
        raise ValueError(say("{name} is larger than the largest floating-point number", name=name)) from None
    if number is None:
        raise ValueError(say("{name} = {value!r} must be a number", name=name, value=value))
    return number


def whole(name: str, value: object, low: int, high: int, why: str) -> None:
    """Raise ValueError unless low ≤ value ≤ high, a whole number.

    `why` is the part of the message that gives the reason.
    """
    number = as_number(name, value)
    if not (low <= number <= high and number.is_integer()):
        raise ValueError(
            say(
                "{name} = {value} must be a whole number from {low} to {high}: {why}",
                name=name,
                value=str(value),
                low=low,
                high=high,
                why=why,
            )
        )


def _broken_power(p: float) -> str:
    """Return the reason why (1 + x·z)^p is no kernel.

    The reason is the first negative coefficient (p choose n) of its series, n = ⌊p⌋ + 2.
    """
    n = math.floor(p) + 2
    return say(
        "(1 + ‹x·z›)^{p:g} is not a kernel, because its power series contains {coefficient:.4g} (‹x·z›)^{n}",
        p=p,
        coefficient=math.prod((p - i) / (i + 1) for i in range(n)),
        n=n,
    )


def number(default: float, symbol: str, word: str, low: float, high: float, **options: Any) -> Any:
    """Return a dataclass field for a number, with a `NumberSpec` as metadata."""
    return field(default=default, metadata={"param": NumberSpec(symbol, word, low, high, **options)})


def param_of(item: Field[Any]) -> NumberSpec | None:
    """Return the `NumberSpec` of a dataclass field, or None."""
    return item.metadata.get("param")


def exact(value: float) -> str:
    """Return the shortest text that reads back as this number.

    Examples: 2.0 is ``2``, 0.1 is ``0.1``.
    """
    return (
        repr(int(value))
        if value == int(value if math.isfinite(value) else 0) and abs(value) < 1e15
        else repr(float(value))
    )


def subscript(n: int) -> str:
    """Return a whole number in subscript digits.

    2 -> ₂
    """
    return str(n).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def latex_power(base: str, exponent: float) -> str:
    """Return a power as TeX, without an exponent of 1."""
    return base if exponent == 1 else f"{base}^{{{latex_number(exponent)}}}"


def latex_factor(value: float) -> str:
    """Return a factor as TeX; the factor 1 is omitted."""
    return "" if value == 1 else latex_number(value)


def latex_number(value: float, digits: int = 4) -> str:
    """Return a number as TeX, with `digits` significant digits.

    Example: 0.001 stays, 1e-05 becomes 10^{-5}.
    """
    if math.isinf(value):
        return r"\infty" if value > 0 else r"-\infty"
    mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
    if not exponent:
        return mantissa
    power = f"10^{{{int(exponent)}}}"
    return power if mantissa == "1" else rf"{mantissa}\cdot {power}"
