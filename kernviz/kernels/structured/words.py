"""Kernels of words by n-grams, gappy subsequences or edit distance.

exp(−γ·edit distance) is in general no kernel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

import numpy as np
from flint import fmpq

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import ONE, Number, exp, rational
from kernviz.kernels.expr import Show
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.object_types import Kind, precision
from kernviz.kernels.rules_and_premises import latex_factor, latex_number, number, whole
from kernviz.kernels.structured._base import CountKernel
from kernviz.kernels.structured.counts import ObjectMap, register
from kernviz.wording import phrase, say

T = TypeVar("T", float, fmpq)
MOST_IN_A_ROW, MOST_WITH_GAPS = 8, 4
LONGEST_WORD = 2000
LONGEST_WITH_GAPS = 60  # letters of a word; C(60, 4) choices of four letters are half a million


@register
@dataclass(frozen=True, repr=False)
class NGrams(ObjectMap):
    """Feature map of a word to its n-gram counts.

    φ(w): how often each run of n letters stands in the word w.
    A word shorter than n has no features.

    Parameters
    ----------
    n : int, default=2
        Letters in a row, from 1 to 8.

    Examples
    --------
    >>> import kernviz as kv
    >>> dict(kv.NGrams(2).counts("banana"))
    {'ba': 1, 'an': 2, 'na': 2}
    """

    n: int = number(2, "n", phrase("letters in a row"), 1, MOST_IN_A_ROW, whole=True)
    name: ClassVar[str] = "ngrams"
    says: ClassVar[str] = phrase("how often each run of n letters occurs")

    def __post_init__(self) -> None:
        whole("n", self.n, 1, MOST_IN_A_ROW, say("letters in a row"))
        super().__post_init__()

    def counts(self, thing: Any) -> Mapping[str, float]:
        return Counter(thing[i : i + self.n] for i in range(len(thing) - self.n + 1))

    def latex(self, point: str) -> str:
        return rf"‹\phi›_{{{self.n}}}({point})"


@register
@dataclass(frozen=True, repr=False)
class Gappy(ObjectMap):
    """Feature map of a word to its weighted subsequences with gaps.

    φ_u(w) = Σ λ^length over all places where the n letters u stand in w in this order, gaps allowed.

    The length counts from the first of the n letters to the last, so each letter of a gap costs a factor λ.
    For λ = 1 these are plain counts. Words have up to 60 letters.

    Parameters
    ----------
    n : int, default=2
        Letters in order, from 1 to 4.
    decay : float, default=0.5
        Factor λ for each letter from the first to the last, 0 < λ ≤ 1.

    Examples
    --------
    >>> import kernviz as kv
    >>> dict(kv.Gappy(2).counts("cat"))
    {'ca': 0.25, 'ct': 0.125, 'at': 0.25}
    """

    n: int = number(2, "n", phrase("letters in order"), 1, MOST_WITH_GAPS, whole=True)
    decay: float = number(0.5, "λ", phrase("decay"), 0.05, 1.0, above=0)
    name: ClassVar[str] = "gappy"
    says: ClassVar[str] = phrase("n letters in order, each gap weighted by λ")

    def __post_init__(self) -> None:
        whole("n", self.n, 1, MOST_WITH_GAPS, say("letters in order"))
        super().__post_init__()

    def counts(self, thing: Any) -> Mapping[str, float]:
        if len(thing) > LONGEST_WITH_GAPS:
            raise ValueError(
                say(
                    "a word has {length} letters: subsequences are listed for words of up to {limit} letters. Take "
                    "shorter words, or the kernel spectrum",
                    length=len(thing),
                    limit=LONGEST_WITH_GAPS,
                )
            )
        return self._weights(thing, 1.0, self.decay)

    def exact_counts(self, thing: Any) -> Mapping[str, fmpq]:
        return self._weights(thing, ONE, rational(self.decay))

    def _weights(self, thing: Any, one: T, decay: T) -> dict[str, T]:
        begun: list[dict[str, T]] = [{} for _ in range(self.n + 1)]  # begun[i]: weights of partial matches of i letters
        begun[0][""] = one
        for letter in thing:
            # Each letter lengthens the span of partial matches, so their weights decay. Complete matches keep their
            # weight.
            longer: list[dict[str, T]] = [{u: w * decay for u, w in taken.items()} for taken in begun[: self.n]]
            longer[0][""] = one
            longer.append(begun[self.n])
            for m in range(self.n):
                for u, weight in begun[m].items():
                    longer[m + 1][u + letter] = longer[m + 1].get(u + letter, one - one) + weight * decay
            begun = longer
        return begun[self.n]

    def latex(self, point: str) -> str:
        return rf"‹\phi›_{{{self.n},\,\lambda={latex_number(self.decay)}}}({point})"


@dataclass(frozen=True, repr=False)
class Spectrum(CountKernel):
    """Spectrum kernel of words by n-gram counts.

    k(x, z) = Σ over all runs u of n letters: how often u stands in x, times how often in z.
    Here x and z are words.

    Parameters
    ----------
    n : int, default=2
        Letters in a row, from 1 to 8.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Spectrum(2)(["tool", "fool", "pain"]).tolist()
    [[3.0, 2.0, 0.0], [2.0, 3.0, 0.0], [0.0, 0.0, 3.0]]
    """

    n: int = number(2, "n", phrase("letters in a row"), 1, MOST_IN_A_ROW, whole=True)
    _takes: ClassVar[Kind] = "words"
    name: ClassVar[str] = "spectrum"
    title: ClassVar[str] = phrase("spectrum: shared runs of letters")
    note: ClassVar[str] = phrase(
        "It compares runs of n letters. For each run, how often it occurs in one word is multiplied by how often it "
        "occurs in the other. The products are added."
    )

    def map(self) -> NGrams:
        return NGrams(self.n)


@dataclass(frozen=True, repr=False)
class Subsequences(CountKernel):
    """Subsequence kernel of words with gaps.

    k(x, z) = Σ_u φ_u(x)·φ_u(z), u all choices of n letters in order.
    Gaps are allowed and weighted: see `Gappy`.

    Source: Lodhi, Saunders, Shawe-Taylor, Cristianini, Watkins (2002).
    Text classification using string kernels.

    Parameters
    ----------
    n : int, default=2
        Letters in order, from 1 to 4.
    decay : float, default=0.5
        Factor λ for each letter from the first to the last, 0 < λ ≤ 1.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Subsequences(2, decay=0.5)(["cat"], ["cart"]).tolist()
    [[0.1015625]]
    """

    n: int = number(2, "n", phrase("letters in order"), 1, MOST_WITH_GAPS, whole=True)
    decay: float = number(0.5, "λ", phrase("decay"), 0.05, 1.0, above=0)
    _takes: ClassVar[Kind] = "words"
    name: ClassVar[str] = "subsequences"
    title: ClassVar[str] = phrase("shared subsequences of letters")
    note: ClassVar[str] = phrase("Letters in the same order, gaps allowed: a gap of one letter costs the factor λ.")

    def map(self) -> Gappy:
        return Gappy(self.n, self.decay)


@dataclass(frozen=True, repr=False)
class Edit(NamedKernel):
    """Exponential of the edit distance, in general no kernel.

    k(x, z) = exp(−γ·edit(x, z)), edit the least number of letters to insert, delete or replace.

    On the words a, ab, ba, bb and aba its Gram matrix has a negative eigenvalue for γ < ½·ln 2.
    Source: S4 (motivation, E35), S3 (any similarity?).

    Parameters
    ----------
    gamma : float, default=0.1
        Inverse width γ, > 0: a larger γ is a narrower kernel.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Edit(1)(["tool"], ["fool", "pain"]).round(4).tolist()
    [[0.3679, 0.0183]]
    >>> kv.judge(kv.Edit(0.1)).verdict
    <Verdict.REFUTED: 'refuted'>
    """

    gamma: float = number(0.1, "γ", phrase("inverse width"), 1e-3, 1e3, log=True, above=0)
    _takes: ClassVar[Kind] = "words"
    name: ClassVar[str] = "edit"
    title: ClassVar[str] = phrase("edit distance")
    _level: ClassVar[float | None] = 1.0
    family: ClassVar[Family] = "objects"
    note: ClassVar[str] = phrase(
        "A similarity of words, and for small γ not a kernel: five words refute it below γ = ½·ln 2."
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        apart = np.array([[edit_distance(x, z) for z in Z] for x in X], dtype=precision(X)).reshape(len(X), len(Z))
        return np.exp(-self.gamma * apart)

    def _enclosed(self, x: Any, z: Any) -> Number:
        return exp(-rational(self.gamma) * edit_distance(x, z))

    def _latex(self, show: Show) -> str:
        return rf"e^{{-{latex_factor(self.gamma)}\operatorname{{edit}}(x,‹\z›)}}"


def edit_distance(x: str, z: str) -> int:
    """Return the least number of edits that turn x into z.

    An edit inserts, deletes or replaces a letter. Raises ValueError for a word of more than 2000 letters.

    >>> edit_distance("tool", "fool"), edit_distance("ab", "ba")
    (1, 2)
    """
    if max(len(x), len(z)) > LONGEST_WORD:
        raise ValueError(
            say(
                "a word has {length} letters: edit distances are computed for words of up to {limit} letters",
                length=max(len(x), len(z)),
                limit=LONGEST_WORD,
            )
        )
    return _apart(*sorted((x, z)))


@lru_cache(maxsize=50_000)
def _apart(x: str, z: str) -> int:
    row = list(range(len(z) + 1))  # edit distances from the letters read so far to every prefix of z
    for i, letter in enumerate(x, 1):
        corner, row[0] = row[0], i
        for j, other in enumerate(z, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (letter != other))
    return row[-1]
