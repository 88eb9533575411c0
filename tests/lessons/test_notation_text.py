"""Texts and formulas in a lecture's notation: symbol by symbol, all at once, and no word touched."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from kernviz.lessons.notation import IDEAS, PAGES, VOICES, Said, spoken
from kernviz.lessons.notation_text import Voice

LECTURES = VOICES[1:]

TEXTS = [
    ("svm", "S4", "Σ αᵢ yᵢ k(xᵢ, x) + b", "Σ aₙ tₙ k(xₙ, x) + b"),
    ("svm", "S3", "αᵢ − αⱼ and k(xᵢ, xⱼ)", "αₙ − αₘ and K(xₙ, xₘ)"),
    ("svm", "S2", "Σ αᵢ yᵢ k(xᵢ, z)", "Σ αᵢ yᵢ k(xᵢ, z)"),
    ("gaussian", "S3", "i = 1, j = 2, k(xᵢ, xⱼ)", "i = 1, j = 2, K(xᵢ, xⱼ)"),
    ("svm", "S3", "αᵢ and λᵢ", "αᵢ and λᵢ"),
    ("svm", "S3", "from x₁ to xₙ, αᵢ", "from x₁ to xₙ, αᵢ"),
    ("svm", "S4", "smallest y·f/‖w‖", "smallest t·y/‖w‖"),
    ("svm", "S4", "f(x) = w·φ(x) + b", "y(x) = w·φ(x) + b"),
    ("svm", "S0", "border f = 0", "border D = 0"),
    ("svm", "S3", "α·y·k", "α·y·K"),
    ("svm", "S4", "%{y:.4~g}<br>y = %{text}<extra></extra>", "%{y:.4~g}<br>t = %{text}<extra></extra>"),
    ("svm", "S4", "a few of them, x-ray, y-axis, Lucy's f-stop", "a few of them, x-ray, y-axis, Lucy's f-stop"),
    ("svm", "S4", "S4 writes α for y.", "S4 writes α for y."),
    ("svm", "S4", "y is 1. In S2 y is y. Then y", "t is 1. In S2 y is y. Then t"),
    ("ridge", "S2", "(K + λI)⁻¹ and λᵢ/(λᵢ + λ), λ²", "(K + σ²I)⁻¹ and λᵢ/(λᵢ + σ²), (σ²)²"),
    ("ridge", "S4", "residual y − h", "residual t − y"),
    ("ridge", "S1", "K(Kα − y) and k(xᵢ, z)", "G(Gα − y) and K(xᵢ, x′)"),
    ("compose", "S3", "(x·z + 1)² = φ(x)·φ(z)", "(xᵀx′ + 1)² = Φ(x)·Φ(x′)"),
    ("compose", "S1", "uᵀ(DKD)u ≥ 0, k(x, z)", "uᵀ(DGD)u ≥ 0, K(x, x′)"),
    ("polynomial", "S3", "C(m+k, k) and k(x, z)", "C(m+k, k) and K(x, x′)"),
    ("multiclass", "S1", "K(K − 1)/2 machines", "K(K − 1)/2 machines"),
    ("neighbors", "S4", "`rbf(gamma=1)` has α = 1", "`rbf(gamma=1)` has a = 1"),
    ("gaussian", "S4", "γ = 2", "σ² = 0.25"),
    ("gaussian", "S0", "γ = ½.", "σ² = 2."),
    ("gaussian", "S4", "γ = 1, 10, 100", "1/(2σ²) = 1, 10, 100"),
    ("gaussian", "S4", "At γ → ∞", "At σ² → 0"),
    ("gaussian", "S4", "exp(−γ‖x − z‖²)", "exp(−‖x − x′‖²/(2σ²))"),
    ("gaussian", "S2", "exp(−2γ d²)", "exp(−2d²/σ²)"),
    ("gaussian", "S4", "As γ grows", "As 1/(2σ²) grows"),
    ("gaussian", "S4", "where 2γ‖x‖‖z‖ does", "where (1/σ²)‖x‖‖x′‖ does"),
    ("gaussian", "S1", "γ = 2", "γ = 2"),
]
FORMULAS = [
    ("svm", "S4", r"f(x) = \sum_i \alpha_i y_i\,k(x_i,x)", r"y(x) = \sum_n a_n t_n\,k(x_n,x)"),
    ("svm", "S4", r"0\le\alpha_i,\ \sum_{i,j}\alpha_i\alpha_j", r"0\le a_n,\ \sum_{n,m}a_na_m"),
    ("gaussian", "S3", r"\sum_m x^m\alpha_i", r"\sum_i x^i\alpha_n"),
    ("svm", "S4", r"\alpha \leftarrow \mathrm{QP}(Q, p, A, c)", r"a \leftarrow \mathrm{QP}(Q, p, A, c)"),
    ("ridge", "S2", r"\left[(K+\lambda I)^{-1}\right]_{ii}", r"\left[(K+\sigma^2 I)^{-1}\right]_{ii}"),
    ("ridge", "S2", r"\frac{\lambda_i}{\lambda_i+\lambda}", r"\frac{\lambda_i}{\lambda_i+\sigma^2}"),
    ("ridge", "S4", r"k_*^{\mathsf T}y\text{ for every y}", r"k_*^{\mathsf T}t\text{ for every t}"),
    ("compose", "S1", r"\left(x\cdot z + 1\right)^{2}", r"\left(\langle x,{x'}\rangle  + 1\right)^{2}"),
    ("compose", "S1", r"K_\nu(s),\ K", r"K_\nu(s),\ G"),
    ("gaussian", "S4", r"e^{-\gamma\|x-z\|^2}", r"e^{-\|x-{x'}\|^2/(2\sigma^2)}"),
    ("gaussian", "S4", r"\gamma = 2,\ \gamma \to\infty", r"\sigma^2 = 0.25,\ \sigma^2 \to 0"),
    ("multiclass", "S4", r"f_{y_i}(x_i) \ge f_c(x_i)", r"y_{t_n}(x_n) \ge y_c(x_n)"),
]  # fmt: skip


@pytest.mark.parametrize(("page", "lecture", "ours", "theirs"), TEXTS)
def test_a_text(page: str, lecture: str, ours: str, theirs: str) -> None:
    assert Voice(page, lecture).markdown(ours) == theirs


@pytest.mark.parametrize(("page", "lecture", "ours", "theirs"), FORMULAS)
def test_a_formula(page: str, lecture: str, ours: str, theirs: str) -> None:
    assert Voice(page, lecture).tex(ours) == theirs
    assert Voice(page, lecture).markdown(f"So ${ours}$.") == f"So ${theirs}$."
    assert Voice(page, lecture).markdown(f"S1 says ${ours}$.") == f"S1 says ${ours}$."


def test_a_rounded_number_is_taken_as_what_it_is() -> None:
    third = 1 / 3
    assert Voice("gaussian", "S4", (third,)).text("γ = 0.3333") == "σ² = 1.5"
    assert Voice("gaussian", "S4").text("γ = 0.3333") == "σ² = 1.5"  # 0.5/0.3333 = 1.50015, to four digits
    assert Voice("gaussian", "S0", (0.0123456,)).text("γ = 0.01235") == "σ² = 81"


def test_a_symbol_with_a_meaning_of_its_own_is_not_used_twice_in_a_text() -> None:
    assert Voice("svm", "S4").tex(r"\min_\alpha f(G\alpha),\ a = G\alpha") == r"\min_\alpha y(G\alpha),\ a = G\alpha"


@pytest.mark.parametrize("tex", [False, True])
@pytest.mark.parametrize("lecture", LECTURES)
@pytest.mark.parametrize("page", PAGES)
def test_what_is_said_can_be_read_back(page: str, lecture: str, tex: bool) -> None:
    """Random rows of symbols in a lecture's notation are each read back as the original idea."""
    draw = random.Random(f"{page}{lecture}{tex}")  # noqa: S311
    there = spoken(page, lecture)
    ideas = [idea for idea in PAGES[page] if idea not in ("inner", "width") and not IDEAS[idea].index]  # no symbols
    meant = {_lecture(idea, there, tex): idea for idea in ideas}
    assert len(meant) == len(ideas), "two ideas, one symbol"
    voice = Voice(page, lecture)
    for _ in range(20 if ideas else 0):
        row = [draw.choice(ideas) for _ in range(draw.randint(1, 6))]
        ours = " + ".join(_written(idea, tex) for idea in row)
        theirs = voice.tex(ours) if tex else voice.text(ours)
        assert [meant[each] for each in theirs.split(" + ")] == row


ARGUED = ("kernel", "values")  # K(x) is another symbol than K


def _written(idea: str, tex: bool) -> str:
    own = IDEAS[idea]
    return (own.tex[0] if tex else own.symbol) + "(x)" * (idea in ARGUED)


def _lecture(idea: str, there: Mapping[str, Said], tex: bool) -> str:
    one = there.get(idea)
    if one is None:
        return _written(idea, tex)
    return (one.tex if tex else one.symbol) + "(x)" * (idea in ARGUED)
