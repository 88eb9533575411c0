"""Puzzle about random expressions: kernel or not.

The riddles are random expressions of rising difficulty. Each has a proven or refuted verdict,
never an open one.

A riddle depends on a seed, its number and its level alone. So a link with the seed gives the whole
class the same riddles.
"""

from __future__ import annotations

import random
import re
import zlib
from dataclasses import dataclass

from kernviz.compute import politely
from kernviz.kernels import Kernel, parse
from kernviz.mercer import Judgement, Verdict, judge
from kernviz.wording import remembered, say

LEVELS = 5
EACH = 4  # riddles per level
MOST_SEED, MOST_NUMBER = 9999, 400
TRIES = 300
LANES = 3  # number of groups of forms; consecutive riddles are of different groups
LARGEST = 5  # largest number of points of a witness shown
LONGEST = 60  # largest number of characters of an expression

SMOOTH = ("linear", "rbf(gamma=1)", "rbf(gamma=2)", "rbf(gamma=0.5)")
OTHERS = ("laplacian(gamma=1)", "matern(nu=1.5, length=1)", "rational(gamma=1, p=1)", "poly(degree=2)")
TRAPS = ("negdistance", "plus", "sigmoid(gamma=1, coef0=-1)", "sinediff", "maximum", "logsquare", "tent(width=1)")


@dataclass(frozen=True)
class Riddle:
    """Expression, the space in question, and its judgement."""

    kernel: Kernel
    d: int
    judgement: Judgement

    @property
    def valid(self) -> bool:
        """Return True if the expression is a kernel on the riddle's space."""
        return self.judgement.verdict is Verdict.PROVEN

    @property
    def points(self) -> str:
        """Return a description of the points x and z."""
        return say("numbers") if self.d == 1 else say("points of the plane")


def rising(number: int) -> int:
    """Return the level of a riddle in a set of increasing difficulty."""
    return min(LEVELS, 1 + (number - 1) // EACH)


@remembered(2048)
def riddle(seed: int, number: int, level: int) -> Riddle:
    """Return the riddle with a given number in its set.

    Half of the riddles are kernels: the verdict is drawn before the expression.
    """
    rng = random.Random(f"kernel or not {seed}/{number}/{level}")  # noqa: S311  for a quiz
    wanted = rng.random() < 0.5
    d = 1 if level < 3 else rng.choice((1, 2))
    for _ in range(TRIES):
        text = _LEVELS[level - 1](rng)
        kernel = parse(text)  # not inside the try: a text that does not parse is a mistake of this file
        if len(text) > LONGEST or lane(text) != number % LANES:
            continue
        try:
            with politely():
                found = judge(kernel, d=d)
        except ValueError:
            continue
        if _shows(found) is wanted:
            return Riddle(kernel, d, found)
    # fallback that is practically never needed
    kernel = parse("linear + rbf(gamma=1)" if wanted else "linear - rbf(gamma=1)")
    return Riddle(kernel, d, judge(kernel, d=d))


def form(text: str) -> str:
    """Return an expression without its numbers, with terms and factors sorted.

    Expressions that differ only in numbers or in the order of parts have the same form.
    """
    bare = re.sub(r"\(([^()]*=[^()]*)\)", "", text.replace(" ", ""))  # removes the parameters of named kernels
    bare = re.sub(r"(?<![\w.])\d+(\.\d+)?\*(?!\*)", "", bare)  # removes positive factors
    terms = re.split(r"(?=[+-])", bare) if "(" not in bare else [bare]
    return "".join(sorted("*".join(sorted(term.lstrip("+").split("*"))) for term in terms if term))


def lane(text: str) -> int:
    """Return the group of an expression's form, a number below LANES.

    Riddle number n is of group n mod LANES. So consecutive riddles differ in form.
    """
    return zlib.crc32(form(text).encode()) % LANES


def _shows(found: Judgement) -> bool | None:
    """Return True if proven, False if visibly refuted, else None.

    A refutation is visible if its points are few and can be shown in a small picture.
    """
    if found.verdict is Verdict.PROVEN:
        return True
    seen = found.witness
    return False if seen is not None and len(seen) <= LARGEST and seen.visible else None


def _factor(rng: random.Random) -> str:
    return rng.choice(("2", "3", "0.5", "4"))


def _sums(rng: random.Random) -> str:
    """Return a random sum, difference, multiple or product."""
    a, b, c = rng.choice(SMOOTH), rng.choice(SMOOTH), _factor(rng)
    return rng.choice(
        (f"{a} + {c}*{b}", f"{a} - {c}*{b}", f"{c}*{a}*{b}", f"{a}*{b} - {c}*{a}", f"-{a}", f"{c}*{a} - {b}")
    )


def _powers(rng: random.Random) -> str:
    """Return a random power, polynomial or exponential."""
    a, c, n = (
        rng.choice(("linear", "linear", "rbf(gamma=1)", "laplacian(gamma=1)", "poly(degree=2)")),
        rng.choice(("1", "2", "0.5")),
        rng.choice("23"),
    )
    p = rng.choice(("+", "-"))
    return rng.choice(
        (
            f"({a} {p} {c})**{n}",
            f"{a}**{n} {p} {a}",
            f"{a}**{n} {p} {c}*{a} + {c}",
            f"(-{a} {p} {c})**{n}",
            f"exp({a}) {p} {c}",
            f"exp({p.strip('+')}{a})",
            f"polynomial({a}, [{c}, {rng.choice(('1', '-1', '-2', '3'))}, {rng.choice(('1', '2'))}])",
        )
    )


def _differences(rng: random.Random) -> str:
    """Return a random expression of two kernels, mostly a difference.

    Some of the differences are kernels.
    """
    first, second = rng.sample(("0.5", "1", "2", "4"), 2)
    c = rng.choice(("0.25", "0.5", "1", "2"))
    other = rng.choice(OTHERS)
    return rng.choice(
        (
            f"rbf(gamma={first}) - {c}*rbf(gamma={second})",
            f"{c}*rbf(gamma={first}) - rbf(gamma={second})",
            f"{other} - {c}*linear",
            f"{other}*linear",
            f"{other} - {c}*rbf(gamma={first})",
            f"(1 + linear)**3 - {c}*linear",
            f"(1 + linear)**2 - {first}*linear",
            f"{rng.choice(TRAPS)} + {c}*{other}",
            f"exp(linear) - {c}*linear**2",
        )
    )


def _nested(rng: random.Random) -> str:
    """Return a random expression with one part inside another."""
    a, b, c = rng.choice((*SMOOTH, *OTHERS)), rng.choice(SMOOTH), rng.choice(("0.5", "1", "2"))
    p = rng.choice(("+", "-"))
    trap = rng.choice(TRAPS)
    return rng.choice(
        (
            f"exp({a}) - exp({b})",
            f"exp({a} {p} {c}*{b})",
            f"gaussian_of({a}, gamma={c})",
            f"exp({trap})",
            f"exp({c}*negdistance(p={rng.choice(('1', '2', '3'))}))",
            f"({a} {p} {b})**2",
            f"({a} {p} {c})*{b}",
            f"exp({a}) - 1",
            f"{trap}**2",
        )
    )


def _anything(rng: random.Random) -> str:
    """Return a random expression of any other form."""

    def tree(depth: int) -> str:
        if depth == 0 or (depth < 2 and rng.random() < 0.3):
            return rng.choice((*SMOOTH, *OTHERS, *TRAPS))
        a, b, c = tree(depth - 1), tree(depth - 1), _factor(rng)
        return rng.choice((f"({a} + {b})", f"({a} - {b})", f"{a}*{b}", f"({a})**2", f"exp({a})", f"{c}*{a}"))

    return tree(2 if rng.random() < 0.4 else 3)


_LEVELS = (_sums, _powers, _differences, _nested, _anything)
