"""Named kernels against scikit-learn: limits and relations, admissible numbers, and verdicts on each space."""

from __future__ import annotations

import math
import tracemalloc
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.gaussian_process import kernels as gp
from sklearn.metrics import pairwise

import kernviz as kv
from kernviz.kernels.functions import SCALAR_FUNCTIONS
from kernviz.kernels.menu import leaves
from kernviz.kernels.named._base import NamedKernel
from kernviz.kernels.parse import kernel_words
from kernviz.kernels.point_maps import POINT_MAPS
from kernviz.kernels.rules_and_premises import param_of
from kernviz.kernels.structured import OBJECT_MAPS
from kernviz.lessons.lecture_notation import formula

rng = np.random.default_rng(5)
X, Z = rng.normal(size=(9, 3)), rng.normal(size=(4, 3))


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("linear", pairwise.linear_kernel),
        ("rbf(0.7)", lambda a, b: pairwise.rbf_kernel(a, b, gamma=0.7)),
        ("laplacian(0.7)", lambda a, b: pairwise.laplacian_kernel(a, b, gamma=0.7)),
        ("poly(3, 0.5, 2)", lambda a, b: pairwise.polynomial_kernel(a, b, degree=3, gamma=0.5, coef0=2)),
        ("sigmoid(0.5, -0.3)", lambda a, b: pairwise.sigmoid_kernel(a, b, gamma=0.5, coef0=-0.3)),
        ("normalize(linear)", pairwise.cosine_similarity),
        ("rational(0.2, 2.5)", gp.RationalQuadratic(length_scale=1.0, alpha=2.5)),
        ("expsine(1.5, 2)", gp.ExpSineSquared(length_scale=1.5, periodicity=2)),
        *((f"matern({nu}, 1.3)", gp.Matern(length_scale=1.3, nu=nu)) for nu in (0.3, 0.5, 0.8, 1.5, 2.5, 4.0, 20.0)),
        ("matern(inf, 1.3)", gp.Matern(length_scale=1.3, nu=math.inf)),
    ],
)
def test_values_equal_those_of_scikit_learn(text: str, other: Any) -> None:
    """scikit-learn takes ‖x − z‖² from inner products, so it is off by eps times the size of the points."""
    assert_allclose(kv.parse(text)(X, Z), other(X, Z), rtol=1e-12, atol=1e-14)


# ---- relations -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("expower(p=2, gamma=0.7)", "rbf(0.7)"),
        ("matern(inf, 2)", "rbf(0.125)"),
        ("periodic(0.8, 2)", "rbf(0.78125) @ circle(2)"),
        ("gaussian_of(linear, 0.7)", "rbf(0.7)"),
        ("gaussian_of(tent, 0.5)", "expower(p=1, gamma=1)"),
        ("poly(2, 0.5, 0)", "0.25*linear**2"),
        ("bilinear([[1, 0, 0], [0, 1, 0], [0, 0, 1]])", "linear"),
        (
            "linear @ circle(3)",
            (
                "cosine(2.0943951023931953) @ column(1) + cosine(2.0943951023931953) @ column(2)"
                " + cosine(2.0943951023931953) @ column(3)"
            ),
        ),
        ("rational(1, 1)", "rational(gamma=1)"),
        ("weight(norm, normalize(linear))", "linear"),
        ("weight(sqnorm, 1)", "poly(2, 1, 0) @ radius"),
        ("minimum + maximum", "plus"),
        ("polynomial(rbf, [0.5, 0, 2])", "0.5 + 2*rbf*rbf"),
    ],
)
def test_two_ways_to_the_same_function(one: str, other: str) -> None:
    assert_allclose(kv.parse(one)(X, Z), kv.parse(other)(X, Z), rtol=1e-12, atol=1e-14)


def test_laplacian_and_matern_half_agree_on_the_line_only() -> None:
    line = X[:, :1]
    assert_allclose(kv.Laplacian(2)(line), kv.Matern(0.5, 0.5)(line), rtol=1e-13)
    assert np.abs(kv.Laplacian(2)(X) - kv.Matern(0.5, 0.5)(X)).max() > 0.01


def test_the_periodic_kernel_repeats() -> None:
    assert_allclose(kv.Periodic(1, 2)(X, Z + 2), kv.Periodic(1, 2)(X, Z), rtol=1e-12)


def test_stationary_kernels_keep_their_digits_far_from_the_origin() -> None:
    """Distances come from differences: far from the origin ‖x‖² − 2x·z + ‖z‖² would lose all digits."""
    for text in ("rbf", "laplacian", "matern(1.5)", "matern(0.8)", "rational", "triangle(3)", "expower(1.5)"):
        k = kv.parse(text)
        assert np.array_equal(k(np.round(X, 3) * 8 + 2**20), k((np.round(X, 3) * 8 + 2**20) - 2**20)), text
        assert (np.diag(k(X + 1e8)) == 1).all(), text


def test_rotations_change_nothing_for_kernels_of_angles_and_lengths() -> None:
    Q = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    for text in ("linear", "poly(3)", "rbf", "matern(2.5)", "normalize(poly(2))", "exp(linear)"):
        assert_allclose(kv.parse(text)(X @ Q, Z @ Q), kv.parse(text)(X, Z), rtol=1e-11, atol=1e-13)


# ---- Matérn at its edges ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nu", [0.25, 0.3, 1.2, 2.0, 3.0, 5.0, 10.0, 30.0, 60.0, 100.0])
def test_matern_falls_from_one_to_zero(nu: float) -> None:
    """K_ν(s) overflows or vanishes for close points, for far points and for large ν."""
    r = np.array([0.0, 1e-300, 1e-100, 1e-30, 1e-10, 1e-6, 1e-3, 0.01, 0.1, 1.0, 3.0, 30.0, 1e3, 1e6, 1e150])
    found = kv.Matern(nu, 1)([[0.0]], r[:, None])[0]
    assert found[0] == 1
    assert np.isfinite(found).all()
    assert (np.diff(found) <= 1e-12).all()
    assert found[-1] == 0
    near = r <= 1e-30
    # 1 − k is of the order of s^{2ν} below ν = 1
    assert_allclose(found[near], 1, atol=max(1e-14, 20 * (1e-30 * math.sqrt(2 * nu)) ** min(2 * nu, 1)))


def test_matern_is_smooth_where_its_formula_changes() -> None:
    """At ν = 100 the series takes over from K_ν(s) near s = 0.06: no jump there."""
    r = np.linspace(0.0, 0.02, 4001)[:, None]
    k = kv.Matern(100, 1)([[0.0]], r)[0]
    second = np.diff(k, 2)
    assert np.abs(second - second.mean()).max() < 5e-13


# ---- numbers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: kv.RBF(0), "gamma = 0 must be > 0"),
        (lambda: kv.RBF(-1), r"gamma = -1 must be > 0; exp\(\+‖x−z‖²\) is not a kernel, see growing"),
        (lambda: kv.RBF(math.nan), "gamma = nan must be a finite number"),
        (lambda: kv.RBF(math.inf), "gamma = inf must be a finite number"),
        (lambda: kv.RBF("2"), "gamma = '2' must be a number"),
        (lambda: kv.RBF(True), "gamma = True must be a number"),
        (lambda: kv.RBF(np.True_), r"gamma = (np\.)?True_? must be a number"),
        (lambda: kv.RBF(np.complex128(1)), "must be a number"),
        (lambda: kv.RBF(10**400), "gamma is larger than the largest floating-point number"),
        (lambda: kv.RBF(None), "gamma = None must be a number"),
        (lambda: kv.Polynomial(2.5), r"degree = 2.5 must be a whole number from 0 to 20 \(rule 4 needs a polynomial\)"),
        (
            lambda: kv.Polynomial(2.5),
            r"\(1 \+ x·z\)\^2\.5 is not a kernel, .* contains -0\.03906 \(x·z\)\^4$",
        ),  # ½·3/2·5/2·(−½)/4!
        (lambda: kv.Polynomial(0.5), r"contains -0\.125 \(x·z\)\^2$"),
        (lambda: kv.Polynomial(21.5), r"polynomial\)$"),
        (lambda: kv.Polynomial(-1), "degree = -1"),
        (lambda: kv.Polynomial(21), "degree = 21"),
        (lambda: kv.Matern(0), "nu = 0 must be > 0"),
        (lambda: kv.Matern(-math.inf), "nu = -inf must be a finite number"),
        (lambda: kv.Matern(101), "nu = 101 must be at most 100, or inf"),
        (lambda: kv.Matern(1.5, 0), "length = 0 must be > 0"),
        (lambda: kv.Rational(1, 0), "p = 0 must be > 0"),
        (lambda: kv.Periodic(1, -2), "period = -2 must be > 0"),
        (lambda: kv.PolynomialOf(kv.Linear(), ()), "0 coefficients: a polynomial needs from 1 to 21"),
        (lambda: kv.PolynomialOf(kv.Linear(), (1.0,) * 22), "22 coefficients"),
        (lambda: kv.PolynomialOf(kv.Linear(), (math.nan,)), "must all be finite"),
        (lambda: kv.Bilinear(((1.0, 2.0),)), "square matrix of at most 10 rows"),
        (lambda: kv.Bilinear(()), "square matrix"),
        (lambda: kv.Bilinear(((math.inf,),)), "finite numbers only"),
        (lambda: kv.GaussianOf(kv.Linear(), 0), "gamma = 0 must be > 0"),
    ],
)
def test_the_error_for_an_invalid_number_names_the_parameter(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_widths_and_lengths_must_be_positive() -> None:
    for cls in kernel_words().values():
        for name, spec in cls().param_specs().items():
            if spec.log:
                for value in (0, -0.5):
                    with pytest.raises(ValueError, match=f"{name} = {value:g} must be > 0"):
                        cls(**{name: value})


def test_numbers_become_python_numbers() -> None:
    assert type(kv.RBF(np.float32(0.5)).gamma) is float
    assert type(kv.Polynomial(np.int64(3)).degree) is int
    assert kv.Bilinear(np.eye(2, dtype=bool)) == kv.Bilinear()
    assert kv.Polynomial(3.0).degree == 3
    assert str(kv.Polynomial(2, -0.0, -0.0)) == "poly(degree=2, gamma=0, coef0=0)"


def test_numbers_that_are_left_out_have_fixed_defaults() -> None:
    """Links, presets and courses leave numbers out."""
    assert [str(cls()) for cls in kernel_words().values() if all(map(param_of, fields(cls)))] == [
        *("box(width=1)", "cosine(omega=1)", "cosinesum", "edit(gamma=0.1)", "expower(p=3, gamma=1)"),
        *("expsine(length=1, period=1)", "growing(gamma=1)", "laplacian(gamma=1)", "linear", "logsquare"),
        *("matern(nu=1.5, length=1)", "maximum", "minimum", "negdistance(p=1)", "periodic(length=1, period=1)"),
        *("plus", "poly(degree=2, gamma=1, coef0=1)", "rational(gamma=1, p=1)", "rbf(gamma=1)", "shared"),
        *("sigmoid(gamma=1, coef0=-1)", "sinediff", "sinesum", "spectrum(n=2)", "subsequences(n=2, decay=0.5)"),
        *("subsets", "subtree(depth=2)", "tent(width=1)", "triangle(width=1)"),
    ]
    assert [str(cls()) for words in (SCALAR_FUNCTIONS, POINT_MAPS, OBJECT_MAPS) for cls in words.values()] == [
        *("decay(gamma=1)", "norm", "sqnorm", "first", "square", "abs", "stretch(s=1)", "column(i=1)", "radius"),
        *("circle(period=1)", "bonds", "subtrees(depth=2)", "members", "powerset", "ngrams(n=2)"),
        "gappy(n=2, decay=0.5)",
    ]


@pytest.mark.parametrize(
    "kernel", ["rbf(2)", "laplacian(2)", "rational(2, 3)", "matern(1.5, 2)", "expower(0.5, 2)", "expower(3, 2)"]
)
def test_length_parameters_scale_with_the_points(kernel: str) -> None:
    k, X = kv.parse(kernel), np.array([[0.3, 0.1], [1.2, -0.4], [0.0, 0.9]])
    numbers = {name: spec.length for name, spec in k.param_specs().items() if spec.length}
    assert numbers
    grown = k.with_params(**{name: getattr(k, name) * 4 ** (1 / length) for name, length in numbers.items()})
    assert_allclose(grown(4 * X), k(X), rtol=1e-12)


@pytest.mark.parametrize("word", kernel_words())
def test_every_kernel_has_a_title_a_formula_and_symbols(word: str) -> None:
    """A word, a title for the menu, a docstring with the formula, numbers with a symbol and a range."""
    cls = kernel_words()[word]
    assert cls.name == word
    assert cls.title
    assert cls.__doc__
    assert "(x, z)" in cls.__doc__ or "exp(" in cls.__doc__ or "k(r)" in cls.__doc__
    for name, param in cls().param_specs().items() if word != "bilinear" else ():
        assert param.symbol, name
        assert param.word, name
        assert param.low < param.high, name
    if issubclass(cls, NamedKernel) and cls.family != "everyday":
        assert cls.note.endswith("."), word


def test_every_rule_has_its_reason() -> None:
    for cls in kernel_words().values():
        if cls.rule is not None:
            assert cls.rule.says
            assert cls.rule.why.endswith(".")
            assert cls.rule.cited


def test_the_menu_offers_every_kernel_that_stands_alone() -> None:
    offered = {type(leaf.kernel).name for leaf in leaves(2)} - {""}
    assert offered == {
        word for word, cls in kernel_words().items() if issubclass(cls, NamedKernel) and cls._takes == "vectors"
    } | {
        "linear",
        "bilinear",
    }


@pytest.mark.parametrize("cls", kernel_words().values(), ids=kernel_words())
def test_a_kernel_without_children_answers_few_questions(cls: type[kv.Kernel]) -> None:
    """A new kernel states ten facts at most, and ``dir`` shows twenty names beside its own numbers."""
    if cls().children:
        return
    questions = [name for name in vars(cls) if callable(getattr(cls, name)) and not name.startswith("__")]
    assert len(questions) <= 10, questions
    own = {*cls().param_specs(), "map"}
    public = [name for name in dir(cls()) if not name.startswith("_") and name not in own]
    assert len(public) <= 20, public
    assert len([name for name in dir(kv.RBF(1)) if not name.startswith("_")]) <= 20


def test_a_formula_has_no_exponent_of_1() -> None:
    """A power of 1 is not written: −‖x − z‖, not −‖x − z‖¹."""
    for leaf in leaves(2):
        of_1 = [replace(leaf.kernel, p=1.0) for number in fields(leaf.kernel) if number.name == "p"]
        for each in (leaf.kernel, *of_1):
            assert "^{1}" not in formula(each, ""), str(each)


@pytest.mark.parametrize("k", [leaf.kernel for leaf in leaves(30)], ids=str)
def test_the_memory_of_a_gram_matrix_does_not_grow_with_the_columns(k: kv.Kernel) -> None:
    """minimum took an array (n, n, d): 1 GB for 2000 points with 30 columns."""
    table = np.random.default_rng(0).random((200, 30))
    k(table[:2])
    tracemalloc.start()
    gram = k(table)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * gram.nbytes
