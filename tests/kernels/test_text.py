"""Formula of a kernel: brackets exactly where the meaning needs them."""

from __future__ import annotations

import pytest

import kernviz as kv

FORMULAS = {
    "rbf": r"e^{-\|x-z\|^2}",
    "rbf(2)": r"e^{-2\|x-z\|^2}",
    "rbf(0.00001)": r"e^{-10^{-5}\|x-z\|^2}",
    "linear + 1": r"x\cdot z + 1",
    "linear - 1": r"x\cdot z - 1",
    "-linear": r"-x\cdot z",
    "0.5*rbf": r"0.5\,e^{-\|x-z\|^2}",
    "(rbf + linear)*rbf(2)": r"\left(e^{-\|x-z\|^2} + x\cdot z\right)\cdot e^{-2\|x-z\|^2}",
    "rbf + linear*rbf(2)": r"e^{-\|x-z\|^2} + \left(x\cdot z\right)\cdot e^{-2\|x-z\|^2}",
    "linear**2": r"\left(x\cdot z\right)^{2}",
    "rbf**2": r"\left(e^{-\|x-z\|^2}\right)^{2}",
    "(1 + linear)**3": r"\left(1 + x\cdot z\right)^{3}",
    "rbf - 2*(linear + 1)": r"e^{-\|x-z\|^2} - 2\,\left(x\cdot z + 1\right)",
    "exp(linear + 1)": r"e^{x\cdot z + 1}",
    "poly(2, 1, 1)": r"\left(x\cdot z + 1\right)^{2}",
    "poly(3, 0.5, 0)": r"\left(0.5\,x\cdot z\right)^{3}",
    "poly(2, -1, -1)": None,
    "matern(inf, 3)": r"e^{-\|x-z\|^2/18}",
    "laplacian(2)": r"e^{-2\|x-z\|_1}",
    "sigmoid(1, -1)": None,
    "polynomial(rbf, [1, 0, -2])": r"\left[1 - 2\left(e^{-\|x-z\|^2}\right)^{2}\right]",
    "weight(decay, linear)": None,
    "rbf @ square": None,
    "bilinear([[2, 1], [1, 2]])": r"x^\top\!\begin{bmatrix}2&1\\1&2\end{bmatrix}z",
}


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_says_what_the_text_says(text: str) -> None:
    formula = kv.latex(kv.parse(text))
    if FORMULAS[text] is not None:
        assert formula == FORMULAS[text]
    assert "inf" not in formula.replace(r"\infty", "")
    assert "nan" not in formula


def test_different_kernels_have_different_formulas() -> None:
    """A library printed (a + b)·c as a + b·c, which is another kernel."""
    texts = [
        "(rbf + linear)*rbf(2)",
        "rbf + linear*rbf(2)",
        "(rbf*linear)**2",
        "rbf*linear**2",
        "2*rbf**2",
        "(2*rbf)**2",
        "-(rbf + linear)",
        "-rbf + linear",
        "rbf - (linear - 1)",
        "rbf - linear - 1",
        "exp(rbf)**2",
        "exp(rbf**2)",
        "rbf @ square + 1",
        "(rbf + 1) @ square",
        "exp(linear) + 1",
        "exp(linear + 1)",
        "2*(rbf @ square)",
        "minimum*2 + 1",
        "(minimum + 1)*2",
        "maximum*linear",
        "plus**2",
    ]
    kernels = [kv.parse(text) for text in texts]
    assert len(set(map(str, kernels))) == len(texts)
    assert len(set(map(kv.latex, kernels))) == len(texts)


@pytest.mark.parametrize("trap", ["tent", "plus", "minimum", "maximum"])
def test_a_formula_that_is_a_sum_gets_brackets_in_products(trap: str) -> None:
    k = kv.parse(trap)
    assert rf"\left({kv.latex(k)}\right)" in kv.latex(2 * k)
    assert rf"\left({kv.latex(k)}\right)" in kv.latex(k * kv.RBF(1))
    assert rf"\left({kv.latex(k)}\right)^{{2}}" == kv.latex(k**2)


def test_a_sign_in_a_polynomial_is_written_as_in_its_expansion() -> None:
    k = kv.Polynomial(degree=2, gamma=-1, coef0=-1)
    assert kv.latex(k) == kv.latex(k.expand()) == r"\left(-x\cdot z - 1\right)^{2}"


@pytest.mark.parametrize(("gamma", "coef0", "inside"), [(1, 0, r"x\cdot z"), (-1, -1, r"-x\cdot z - 1")])
def test_the_argument_of_a_sigmoid_has_no_factor_one_and_no_summand_zero(
    gamma: float, coef0: float, inside: str
) -> None:
    assert kv.latex(kv.Sigmoid(gamma, coef0)) == rf"\tanh({inside})"
