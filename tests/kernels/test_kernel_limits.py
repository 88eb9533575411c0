"""Limits of kernels, stories and typed numbers, each with something below, at and above it.

What is above is refused in words that name the limit (`REFUSED`). Or a slower or weaker way takes over, and its answer
is honest as well (`BOTH_WAYS`). tests/test_limit_pairs.py checks that no limit is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from flint import arb, fmpq

import kernviz as kv
from kernviz.data.checks import check_values
from kernviz.kernels import (
    ball_arithmetic,
    bessel,
    exact_numbers,
    featuremap,
    normal_form,
    object_types,
    polynomial_in_x_and_z,
    rules_and_premises,
    spectral,
    token_reader,
    tokens,
)
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.named import log_square, matern
from kernviz.kernels.normal_form import Form, Term, TooMany, form
from kernviz.kernels.parse import DEEPEST
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.spectral import BesselDensity
from kernviz.kernels.structured import counts, graph_text, graphs, sets, words
from kernviz.stories import parsing, reader, state
from kernviz.typed_number import LONGEST, grammar, read_number
from tests.limits import Pair, refusal

# ---- refusals --------------------------------------------------------------------------------------------------------


def fail(words: str) -> None:
    raise ValueError(words)


def parsed(text: str) -> str:
    return refusal(lambda: kv.parse(text))


def typed(text: str) -> str:
    return refusal(lambda: read_number(text))


def story(text: str) -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.en.md"
        path.write_text(f"# T\n\n## S\n\n{text}", "utf-8")
        return " ".join(fault.why for fault in reader.load(path).faults)


def entries(count: int) -> str:
    rows = next(rows for rows in range(4000, count + 1) if count % rows == 0)
    objects = object_types.objects([frozenset({"0"})] * rows, "sets")
    return refusal(lambda: kv.Members().table(objects, tuple(map(str, range(count // rows)))))


def products(count: int) -> str:
    """Return the refusal of a product of two polynomials with ``count`` products of terms."""
    few = next(few for few in range(9, count) if count % few == 0)
    pairs = [((i,), (j,)) for i in range(110) for j in range(110)][: count // few]
    one, other = (Bipolynomial(1, dict.fromkeys(chosen, 1)) for chosen in (pairs, pairs[:few]))  # type: ignore[arg-type]
    return refusal(lambda: one * other)


def monomials(count: int) -> str:
    one = Bipolynomial(1, {((i,), (0,)): 1 for i in range(count)})  # type: ignore[misc]
    return refusal(lambda: one * Bipolynomial.constant(1, 1.0))


def named(size: int) -> str:
    """Return the refusal of a neighbourhood whose name has ``size`` characters."""
    two = kv.Graph(labels=("C" * (size - 3), "O"), edges=((0, 1, ""),))
    return refusal(lambda: kv.Subtrees(1).counts(two))


PICTURE = '![P](svm?data=moons&n=20&k=matern(nu={nu}) "height=400")\n\n'
REFUSED = {
    "kernels.named.matern.LARGEST_NU": Pair(
        matern.LARGEST_NU, lambda nu: refusal(lambda: kv.Matern(nu=nu)), "at most 100", 1e-9
    ),
    "kernels.object_types.MOST_NODES": Pair(
        object_types.MOST_NODES, lambda count: refusal(lambda: kv.Graph(labels=("C",) * count, edges=()))
    ),
    "kernels.parse.DEEPEST": Pair(DEEPEST - 1, lambda deep: parsed("(" * deep + "linear" + ")" * deep), "12"),
    "kernels.polynomial_in_x_and_z.LARGEST_PRODUCT": Pair(polynomial_in_x_and_z.LARGEST_PRODUCT, products),
    "kernels.polynomial_in_x_and_z.MOST_MONOMIALS": Pair(polynomial_in_x_and_z.MOST_MONOMIALS, monomials),
    "kernels.rules_and_premises.LARGEST_DEGREE": Pair(
        rules_and_premises.LARGEST_DEGREE, lambda n: parsed(f"linear**{n}")
    ),
    "kernels.rules_and_premises.LARGEST_NUMBER": Pair(
        rules_and_premises.LARGEST_NUMBER, lambda size: parsed(f"rbf(gamma={size:.0f})")
    ),
    "kernels.structured.counts.MOST_NUMBERS": Pair(counts.MOST_NUMBERS, entries),
    "kernels.structured.graph_text.LONGEST_TEXT": Pair(
        graph_text.LONGEST_TEXT,
        lambda size: refusal(lambda: kv.graph("C" + "l" * (size > 119) + "-C" * 59 + "l" * (size > 120))),
    ),
    "kernels.structured.graphs.DEEPEST_TREE": Pair(
        graphs.DEEPEST_TREE, lambda deep: refusal(lambda: kv.Subtrees(deep)), "from 0 to 5"
    ),
    "kernels.structured.graphs.LONGEST_NAME": Pair(graphs.LONGEST_NAME, named),
    "kernels.structured.sets.MOST_MEMBERS": Pair(
        sets.MOST_MEMBERS,
        lambda count: refusal(lambda: kv.PowerSet().counts(frozenset(map(str, range(count))))),
        "at most 12",
    ),
    "kernels.structured.words.LONGEST_WITH_GAPS": Pair(
        words.LONGEST_WITH_GAPS, lambda size: refusal(lambda: kv.Gappy(2).counts("a" * size)), "up to 60"
    ),
    "kernels.structured.words.LONGEST_WORD": Pair(
        words.LONGEST_WORD, lambda size: refusal(lambda: words.edit_distance("a" * size, "b")), "up to 2000"
    ),
    "kernels.structured.words.MOST_IN_A_ROW": Pair(
        words.MOST_IN_A_ROW, lambda n: refusal(lambda: kv.NGrams(n)), "from 1 to 8"
    ),
    "kernels.structured.words.MOST_WITH_GAPS": Pair(
        words.MOST_WITH_GAPS, lambda n: refusal(lambda: kv.Gappy(n)), "from 1 to 4"
    ),
    "kernels.token_reader.MOST_NODES": Pair(
        token_reader.MOST_NODES, lambda count: parsed("+".join(["linear"] * (count - 1)))
    ),
    "kernels.tokens.LONGEST_TEXT": Pair(tokens.LONGEST_TEXT, lambda size: parsed("linear" + " " * (size - 6))),
    "stories.parsing.MOST_BLOCKS": Pair(parsing.MOST_BLOCKS - 1, lambda count: story("A.\n\n" * count), "400"),
    "stories.parsing.MOST_PICTURES": Pair(
        parsing.MOST_PICTURES, lambda count: story(PICTURE.format(nu=1) * count), "20 pictures"
    ),
    "stories.reader.LARGEST": Pair(reader.LARGEST, lambda size: story("a" * (size - 11))),
    "stories.state.MOST_FINITE": Pair(
        state.MOST_FINITE, lambda nu: story(PICTURE.format(nu=nu) + f"Now ν = [{nu}](svm?hand=nu).")
    ),
    "typed_number.LONGEST": Pair(LONGEST, lambda size: typed("0." + "1" * (size - 2)), "200"),
    "typed_number.grammar.DEEPEST": Pair(grammar.DEEPEST, lambda deep: typed("(" * deep + "1" + ")" * deep)),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", REFUSED)
def test_one_below_is_taken_and_one_above_is_refused_with_the_limit_in_the_words(name: str) -> None:
    REFUSED[name].check()


@pytest.mark.parametrize(
    ("number", "refused"),
    [
        ("100.00000001", lambda: kv.Matern(nu=100.00000001)),
        ("20.0000001", lambda: kv.Polynomial(degree=20.0000001)),  # type: ignore[arg-type]
        ("8.0000001", lambda: kv.NGrams(8.0000001)),  # type: ignore[arg-type]
        ("1000000.5", lambda: check_values(np.array([[1000000.5]]), ["x"])),
        ("12.0000001", lambda: fail(story(PICTURE.format(nu=12.0000001) + "Now ν = [12.0000001](svm?hand=nu)."))),
    ],
)
def test_a_refused_number_does_not_look_like_an_allowed_one(number: str, refused: Callable[[], object]) -> None:
    words = refusal(refused)
    assert re.search(rf"(?<![0-9]){re.escape(number)} ", words + " ") or f"{number}," in words, words


@pytest.mark.parametrize("of", [kv.NGrams, kv.Spectrum, kv.Gappy, kv.Subsequences, kv.Subtrees, kv.Subtree])
@pytest.mark.parametrize("number", [2.5, -1, 21])
def test_a_count_of_letters_or_steps_is_refused_with_its_own_reason(of: type[kv.Kernel], number: float) -> None:
    words = refusal(lambda: of(number))
    assert f"= {number} must be a whole number" in words
    assert "letters" in words or "steps" in words


# ---- two ways: both give an honest answer ----------------------------------------------------------------------------


def proven(k: kv.Kernel, *, known: bool = True) -> bool:
    """Return True if a kernel is proven to be one; never is it refuted, and it is open only unless ``known``."""
    verdict = kv.judge(k, d=2).verdict
    assert verdict == kv.Verdict.PROVEN or (not known and verdict == kv.Verdict.OPEN)
    return verdict == kv.Verdict.PROVEN


def normal(k: kv.Kernel) -> bool:
    """Return True if a proven kernel has a normal form."""
    return form(k, Space(2)) is not None and proven(k)


def long_fraction(bits: int) -> bool:
    value = fmpq(2 ** (bits - 1), 3)
    found = ball_arithmetic.shortened(value)
    assert arb(found).contains(arb(value))
    return found is value


def of_order(nu: float) -> bool:
    """Return True if K_ν has the asymptotic series; Arb's own function agrees in any case."""
    order, s = fmpq(int(nu)), arb(300)
    found = bessel.bessel_k(order, s)
    assert found.overlaps(s.bessel_k(order))
    assert found.rad() < found.mid() * arb("1e-60")
    return bool(found.mid() != s.bessel_k(order).mid())


def shifted(size: int) -> bool:
    """Return True if e^size is split off from e^(x·z + size), which is a kernel in any case."""
    k = kv.parse(f"exp(linear + {size})")
    assert proven(k)
    found = form(k, Space(2))
    assert found is not None
    return all(normal_form.UNIT not in term.exponent.terms for term, _ in found.items if term.exponent is not None)


def multiplied(count: int) -> bool:
    """Return True if two forms with together ``count`` products of terms are multiplied."""
    few = next(few for few in range(99, count) if count % few == 0)
    one, other = (
        Form(frozenset((Term(frozenset({(LINEAR, i + 1)})), exact_numbers.ONE) for i in range(n)))
        for n in (few, count // few)
    )
    try:
        one * other
    except TooMany:
        return False
    return True


def numbered(bits: int) -> bool:
    return normal(2.0 ** (bits - 2990) * kv.Power(1e300 * kv.Linear(), 3) + kv.Linear())


def coordinates(count: int) -> bool:
    found = FeatureMap.stacked([FeatureMap.identity(count - 1), FeatureMap.constant(1.0)])
    return found is not None and found.dimension == count


BOTH_WAYS: dict[str, tuple[int, Callable[[int], bool], int]] = {  # limit, if the first way is taken, step above
    "kernels.ball_arithmetic.LONGEST": (ball_arithmetic.LONGEST, long_fraction, 1),
    "kernels.bessel.LARGEST_ORDER": (bessel.LARGEST_ORDER, of_order, 1),
    "kernels.exact_numbers.LARGEST_EXPONENT": (exact_numbers.LARGEST_EXPONENT, shifted, 1),
    "kernels.featuremap.LARGEST_DIMENSION": (featuremap.LARGEST_DIMENSION, coordinates, 1),
    "kernels.named.log_square.MOST": (
        log_square.MOST,
        lambda n: proven(kv.parse(f"exp({n}*logsquare)"), known=n <= log_square.MOST),
        1,
    ),
    "kernels.normal_form.LONGEST": (normal_form.LONGEST, numbered, 1),
    "kernels.normal_form.MOST_PRODUCTS": (normal_form.MOST_PRODUCTS, multiplied, 100),
    "kernels.normal_form.MOST_TERMS": (
        normal_form.MOST_TERMS,
        lambda count: normal(kv.Sum(tuple(kv.RBF(float(i + 1)) for i in range(count)))),
        1,
    ),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", BOTH_WAYS)
def test_above_the_limit_another_way_is_taken_and_is_honest_as_well(name: str) -> None:
    most, first_way, step = BOTH_WAYS[name]
    assert first_way(most - step)
    assert first_way(most)
    assert not first_way(most + step)


@pytest.mark.parametrize(("before", "after"), [(-2, -1), (-1, 0), (0, 1 - spectral.MOST_KEPT)])
def test_values_of_a_density_are_kept_up_to_the_limit(before: int, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[tuple[object, ...], arb] = {(k,): arb(k) for k in range(spectral.MOST_KEPT + before)}
    monkeypatch.setattr(spectral, "_KEPT", kept)
    density = BesselDensity(1, Fraction(1), Fraction(1))
    assert density.at(arb(1)).is_finite()
    assert len(kept) == spectral.MOST_KEPT + after


# ---- what tests/test_limit_pairs.py is told --------------------------------------------------------------------------

KEPT = ("kernels.spectral.MOST_KEPT",)
PAIRED = (*REFUSED, *BOTH_WAYS, *KEPT)
SHOWN = ("kernels.featuremap.LONGEST", "kernels.text.LONGEST", "kernels.tokens.LONGEST_NUMBER")
