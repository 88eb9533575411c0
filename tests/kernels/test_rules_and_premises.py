"""Facts of a leaf (its normal form, its waves, its smoothness, …) agree with its values.

Verdicts rest on these facts, and nothing else checks them: a false one proves a function that is no kernel, a missing
one leaves a decidable question open.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, fmpq

import kernviz as kv
from kernviz.kernels.ball_arithmetic import Point, fraction
from kernviz.kernels.diagonal_range import extent
from kernviz.kernels.differences import SMOOTH
from kernviz.kernels.expr import Kernel
from kernviz.kernels.linear import SquaredNorms
from kernviz.kernels.negative_distances import MinusManhattan
from kernviz.kernels.normal_form import Form, form
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.spectral_facts import waves_of
from kernviz.mercer.theorems.off_origin_singularity import evaluated
from kernviz.mercer.theorems.smoothness import roughness_of
from tests.strategies import leaf_words

TEXTS = (
    *("rbf(0.7)", "laplacian(0.7)", "periodic(0.8, 3)", "linear", "poly(3, 0.5, 2)", "poly(2, -1, -1)", "logsquare"),
    *("matern(0.5, 1.3)", "matern(1.5, 1.3)", "matern(2.5, 0.6)", "matern(0.8, 1.3)", "matern(inf, 0.6)"),
    *("rational(0.7, 2.5)", "rational(2, 0.3)", "expsine(1.5, 3)", "cosine(0.7)", "growing(0.3)"),
    *("triangle(1.5)", "box(1.25)", "tent(1.5)", "maximum", "minimum", "plus", "cosinesum", "sinesum", "sinediff"),
    *(f"sigmoid({slope}, {c})" for slope in (0.5, 0, -0.5) for c in (1, 0, -0.3)),
    *(f"negdistance({p})" for p in (1, 1.3, 2, 3.3, 4)),
    *(f"expower({p}, 0.7)" for p in (0.6, 1, 2, 3.3, 4)),
)
LEAVES = {text: kv.parse(text) for text in TEXTS} | {"‖x‖²+‖z‖²": SquaredNorms(), "−Σ|x−z|": MinusManhattan()}
leaf = pytest.mark.parametrize("k", LEAVES.values(), ids=LEAVES)
rng = np.random.default_rng(0)
PAIRS: list[tuple[Point, Point]] = [
    (tuple(fmpq(v, 4) for v in row[:2]), tuple(fmpq(v, 4) for v in row[2:]))
    for row in rng.integers(-9, 10, size=(8, 4)).tolist()
]
FAR_OUT = fmpq(10) ** 60


def value(k: Kernel, x: Point, z: Point) -> arb:
    return arb(k._enclosed(x, z))


def at(k: Kernel, r: fmpq) -> arb:
    """A function of the distance."""
    return value(k, (r,), (fmpq(0),))


def of(f: Form, x: Point, z: Point) -> arb:
    """A form at two points."""
    return arb(evaluated(f, lambda piece: value(piece, x, z)))


def moved(x: Point, by: fmpq) -> Point:
    return tuple(v + by for v in x)


def test_every_leaf_is_asked() -> None:
    assert {k.name for k in LEAVES.values()} - {""} == {*leaf_words(), "linear"}


@leaf
def test_kernels_of_the_difference_declare_it(k: Kernel) -> None:
    number = k.name == "sigmoid" and not k.get_params()["gamma"]
    antisymmetric = k.name == "sinediff"  # x − z and z − x are no one difference
    shifted = all(value(k, x, z).overlaps(value(k, moved(x, fmpq(7, 3)), moved(z, fmpq(7, 3)))) for x, z in PAIRS)
    assert k._differences == (shifted and not number and not antisymmetric)


def radial(k: Kernel) -> bool:
    """Return True for a function of ‖x − z‖, as turned points show it."""
    turn = [tuple(((3 * v - 4 * w) / 5, (4 * v + 3 * w) / 5) for v, w in pair) for pair in PAIRS]
    turned = zip(PAIRS, turn, strict=True)
    return k._differences and all(value(k, x, z).overlaps(value(k, *other)) for (x, z), other in turned)


@leaf
def test_values_on_the_diagonal(k: Kernel) -> None:
    own = [value(k, x, x) for x, _ in PAIRS] + [value(k, (fmpq(0),) * 2, (fmpq(0),) * 2)]
    if k._level is not None:
        assert all(v.overlaps(arb(k._level)) for v in own)
    else:
        assert k._within_one == all(abs(v) <= 1 for v in own)
    signs = {1 if all(v >= 0 for v in own) else None, -1 if all(v <= 0 for v in own) else None} - {None}
    assert k._diagonal_sign in signs | {None}
    assert all(of(k._on_diagonal(), x, x).overlaps(value(k, x, x)) for x, _ in PAIRS)
    assert k._ends() is None or all(
        of(k._ends(), x, z).overlaps(value(k, x, x) + value(k, z, z))  # type: ignore[arg-type]
        for x, z in PAIRS
    )
    assert k._negative_distance(Space(2)) is None or all(
        of(k._negative_distance(Space(2)), x, z).overlaps(2 * value(k, x, z) - value(k, x, x) - value(k, z, z))  # type: ignore[arg-type]
        for x, z in PAIRS
    )


@leaf
def test_only_kernels_with_values_0_and_1_are_idempotent(k: Kernel) -> None:
    assert not k._idempotent or all(value(k, x, z) in (0, 1) for x, z in PAIRS)
    assert k._idempotent == (k.name == "box")


@leaf
def test_where_no_two_points_are_far_apart(k: Kernel) -> None:
    """`_within` is valid up to the largest distance, and only up to the edge."""
    edge = k._edge()
    width, coefficients = edge or (Fraction(0), ())
    for reach in (Fraction(1, 3), Fraction(5, 4), Fraction(3, 2), Fraction(20)):
        found = k._within(reach**2)
        assert (found is not None) == (reach <= width)
        for share in (Fraction(0), Fraction(1, 2), Fraction(1)) if found is not None else ():
            x, z = (fraction(share * reach),), (fmpq(0),)
            assert of(found, x, z).overlaps(value(k, x, z))  # type: ignore[arg-type]
    for r in (Fraction(0), Fraction(1, 3), Fraction(11, 10)) if edge else ():
        inside = sum(a * (1 - r / width) ** i for i, a in enumerate(coefficients))
        assert at(k, fraction(r)).overlaps(arb(fraction(inside)))
        assert at(k, fraction(r + width)) == (1 if k.name == "box" and not r else 0)


@leaf
def test_stretched_points(k: Kernel) -> None:
    """Stretching is tested on the pieces of a normal form; nodes that expand are never stretched themselves."""
    if form(k, Space(2)) != Form.piece(k):
        return
    for s in (Fraction(5, 2), Fraction(-5, 4), Fraction(0)):
        found = k._stretch(s)
        for x, z in PAIRS if found is not None else ():
            left, right = (tuple(v * s.numerator / s.denominator for v in point) for point in (x, z))
            assert of(found, x, z).overlaps(value(k, left, right))  # type: ignore[arg-type]
    assert k._stretch(Fraction(5, 2)) is not None or not k._differences or k.name == "negdistance"


@leaf
def test_a_number_that_is_a_length_grows_with_the_points(k: Kernel) -> None:
    """The γ of e^{−γr^p} counts as a length for p = 2, the first guess of the search for points."""
    specs = k.param_specs()
    if k.name == "expower" and k.get_params()["p"] != 2:
        return
    grown = {n: getattr(k, n) * 4 ** round(1 / spec.length) for n, spec in specs.items() if spec.length}
    other = k.with_params(**grown)
    for x, z in PAIRS if grown else ():
        left, right = (tuple(4 * v for v in point) for point in (x, z))
        assert abs(value(other, left, right) - value(k, x, z)) < 1e-9 * (1 + abs(value(k, x, z)))
    assert grown or not (k._differences and specs) or k.name == "negdistance"


SPACES = [Space(d, nonnegative) for d in (1, 2) for nonnegative in (False, True)]


@pytest.mark.parametrize("space", SPACES, ids=str)
@leaf
def test_declared_facts_on_a_space_hold(k: Kernel, space: Space) -> None:
    """The normal form is the same function, k(x, x) lies in its extent, and is above 0 only in `positive_on`."""
    d, positive, reach = space.d, k._positive_on(space), extent(k, space)
    assert positive.d == d
    for pair in PAIRS:
        x, z = (tuple(abs(v) if space.nonnegative else v for v in point[:d]) for point in pair)
        found = form(k, space)
        assert found is not None
        assert of(found, x, z).overlaps(value(k, x, z))
        own = value(k, x, x)
        assert not own < reach.low
        assert not own > reach.high
        assert not positive.nonnegative or min(x) >= 0 or own <= 0
    assert positive.nonnegative == (space.nonnegative or (k.name == "minimum" and d == 1))


@leaf
def test_on_spheres_and_where_sums_are_given(k: Kernel) -> None:
    x, z = (fmpq(3), fmpq(4)), (fmpq(5), fmpq(0))
    found = k._on_sphere(25)
    assert found is None or of(found, x, z).overlaps(value(k, x, z))
    x, z = (fmpq(3), fmpq(4)), (fmpq(5), fmpq(2))
    found = k._of_sum(7)
    assert found is None or of(found, x, z).overlaps(value(k, x, z))


def test_powers_of_e_without_e() -> None:
    k = kv.parse("logsquare")
    for c in (Fraction(0), Fraction(1), Fraction(3), Fraction(100)):
        found = k._exponentiated(c)
        assert found is not None
        assert all(of(found, x, z).overlaps((value(k, x, z) * int(c)).exp()) for x, z in PAIRS)
    assert k._exponentiated(Fraction(1, 2)) is None
    assert k._exponentiated(Fraction(-1)) is None
    assert k._exponentiated(Fraction(101)) is None


@pytest.mark.parametrize("d", [1, 2])
def test_waves_add_up(d: int) -> None:
    """On ℝᵈ with d > 1 only the weight at 0 is known: the mean over all angles."""
    k = kv.parse("periodic(0.8, 3)")
    waves = waves_of(k, d)
    assert waves is not None
    if d == 1:
        for r in (fmpq(0), fmpq(1, 3), fmpq(2)):
            terms = (waves.weight(("2π", Fraction(n, 3))) * (2 * arb.pi() * n * r / 3).cos() for n in range(60))
            assert abs(sum(terms, arb(0)) - at(k, r)) < 1e-30
        assert waves.weight(("2π", Fraction(1, 2))) == 0
        assert waves.weight(("ω", Fraction(1, 3))) == 0
    grid = [(fmpq(3 * i, 16),) for i in range(16)]
    mean = sum((value(k, u, (fmpq(0),)) for u in grid), arb(0)) / 16
    assert float(waves.weight(("ω", Fraction(0)))) == pytest.approx(float(mean) ** d, rel=1e-9)


@leaf
def test_the_declared_roughness_at_the_origin_holds(k: Kernel) -> None:
    """Near r = 0 a function of r² plus rᵖ: differences at r = h, 2h, 4h, … without r⁰, r², r⁴, r⁶ have the order p."""
    p = roughness_of(k, 2)
    if p is None or not radial(k) or k.name == "box":
        return
    h = fmpq(1, 10**9)
    values = [at(k, h * 2**i) for i in range(6)]
    for even in (0, 2, 4, 6):
        values = [b - 2**even * a for a, b in itertools.pairwise(values)]
    order = SMOOTH if all(abs(v) < 1e-63 for v in values) else float((values[1] / values[0]).log() / arb(2).log())
    assert order == pytest.approx(p, abs=0.01) or (p == SMOOTH and order > 7.9)
