"""Derivation of the eigenvalue equation of kernel PCA.

The derivation leads from C v = λ v to K′ a = λN a. It is shown with the numbers of the
data. The failures without centring or normalising follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kernviz.compute import shared
from kernviz.kernels import Polynomial
from kernviz.lessons.lesson import Block, Formula, Table, Text, paragraph
from kernviz.lessons.pca.decomposition import Decomposition
from kernviz.lessons.pca.state import PANELS
from kernviz.models.pca import KernelPCA
from kernviz.symbols import symbols
from kernviz.wording import say, short, shorts

E38_SEED, E38_POINTS = 0, 8
UNSEEN = 1e-12  # a squared mean below this share of the mean squared length is roundoff


@dataclass(frozen=True)
class DerivationStep:
    """Line of the derivation: formula, words, and current numbers."""

    latex: str
    words: str
    numbers: str


def steps(pca: Decomposition) -> tuple[DerivationStep, ...]:
    """Return the six steps of the derivation.

    They contain the first component's numbers.
    """
    value, N = float(pca.values[0]), pca.size
    a = pca.model.dual_coef_[:, 0]
    K = pca.used
    left, right = K @ (K @ a) / N, value / N * (K @ a)
    gap = float(np.linalg.norm(left - right) / (np.linalg.norm(right) or 1.0))
    aa = float(a @ a)
    name = symbols("‹K›'" if pca.model.center else "‹K›")
    return (
        DerivationStep(
            r"C = \frac1N\sum_n ‹\varphi›(x_n)‹\varphi›(x_n)^\mathsf T,\quad C v = \lambda v",
            say("PCA of the images, assuming that their mean is 0. ‹φ› ‹φ›ᵀ is a matrix, possibly an infinite one."),
            say(
                r"The assumption: $\|\bar\Phi\|^2$ = {mean_norm} here, the mean entry of ‹K›.",
                mean_norm=pca.mean_norm,
            )
            + " "
            + (
                say("Centring (‹K›′) makes it 0.")
                if pca.model.center
                else say("It is 0 on these points, and centring changes nothing.")
                if pca.mean_norm <= UNSEEN * float(pca.lam.sum())
                else say("It is not 0, and you have switched centring off.")
            ),
        ),
        DerivationStep(
            r"v = \frac{1}{\lambda N}\sum_n ‹\varphi›(x_n)\,\underbrace{‹\varphi›(x_n)^\mathsf T v}_{\in\,\mathbb R} ="
            r" \sum_n a_n ‹\varphi›(x_n)",
            say("‹φ›(xₙ)ᵀv is a number, so v is a combination of the images: N unknowns a, however large ‹φ› is."),
            say("N = {N}; the largest |aₙ| is {largest}.", N=N, largest=np.abs(a).max()),
        ),
        DerivationStep(
            r"\frac1N\sum_n ‹\k›_{ln}\sum_m ‹\k›_{nm}\,a_m = \lambda \sum_n ‹\k›_{ln}\,a_n",
            say(
                "Multiply by ‹φ›(xₗ)ᵀ from the left, for every l: only kernel values $‹\\k›_{ln} = ‹\\k›(x_l, "
                "x_n)$ are left."
            ),
            say("Both sides agree to {difference:.2} (relative) for a₁.", difference=gap),
        ),
        DerivationStep(
            rf"{name}\,a = \lambda N\, a",
            say("‹K› ‹K› a = λN ‹K› a: an eigenvector of ‹K› solves it. The eigenvalue is N·λ, not λ."),
            say("N·λ₁ = {eigenvalue}, so λ₁ = {variance}.", eigenvalue=value, variance=value / N),
        ),
        DerivationStep(
            rf"1 = v^\mathsf T v = a^\mathsf T {name} a = \lambda N\, a^\mathsf T a",
            say("v must have length 1. So an eigenvector a of length 1 is divided by √(λN). S4 leaves this out."),
            say("aᵀa = {square}, so ‖v₁‖² = {length}.", square=aa, length=float(pca.lengths[0]))
            + ("" if pca.model.normalize else " " + say("You have switched the normalisation off.")),
        ),
        DerivationStep(
            r"‹\varphi›(x)^\mathsf T v = \sum_n a_n\, ‹\k›(x, x_n)",
            say("The projection of any x, again by kernel values alone (with x's own row centred).")
            if pca.model.center
            else say("The projection of any x, again by kernel values alone."),
            say(
                "Its variance over the data is {variance}, λ₁ = {value}.",
                variance=pca.projections[:, 0].var(),
                value=value / N,
            ),
        ),
    )


def beside(number: int, pca: Decomposition) -> tuple[Block, ...]:
    """Return formula, explanation and numbers of a step, numbered from 1."""
    step = steps(pca)[number - 1]
    return (Formula(step.latex), Text(f"{step.words} *{step.numbers}*"))


def every_step(pca: Decomposition) -> tuple[Block, ...]:
    """Show all six steps of the derivation in order."""
    blocks: list[Block] = []
    for i, step in enumerate(steps(pca), start=1):
        blocks += [Text(f"**{i}.** {step.words}"), Formula(step.latex), Text(f"*{step.numbers}*")]
    return tuple(blocks)


def variances(pca: Decomposition) -> tuple[Block, ...]:
    """Compare the variance of the projections with λ.

    The switches for centring and normalising are the current ones. The eight points of E38 follow.
    """
    count = min(PANELS, pca.live)
    projected = pca.projections[:, :count]
    columns: dict[str, Sequence[object]] = {
        say("component"): list(range(1, count + 1)),
        "N·λ": pca.values[:count].tolist(),
        "λ": pca.lam[:count].tolist(),
        say("var of the projections"): projected.var(axis=0).tolist(),
        say("mean of the projections"): [
            short(float(v), 2) if abs(v) > 1e-12 * float(np.abs(projected).max()) else "0"
            for v in projected.mean(axis=0)
        ],
        say("var / λ"): shorts(projected.var(axis=0) / pca.lam[:count]),
    }
    still = bool(np.all(np.abs(projected.mean(axis=0)) <= 1e-9 * np.sqrt((projected**2).mean(axis=0))))
    sentences = {
        (True, True): say("Centred and normalised: the variance is λ, up to rounding."),
        (True, False): say(
            "Not normalised: a has length 1, v has length √(Nλ), and the variance is Nλ times too large."
        ),
        (
            False,
            True,
        ): (
            say("Not centred: λ is the mean square of the projections. On these points their means are 0 all the same.")
            if still
            else say(
                "Not centred: λ is the mean square of the projections. Where their mean is not 0, the variance is "
                "smaller than λ."
            )
        ),
        (False, False): say("Neither: λ·Nλ is the mean square of the projections, variance and squared mean together."),
    }[pca.model.center, pca.model.normalize]
    return (
        Text(sentences),
        Table(columns, geometric=("N·λ", "λ", say("var of the projections"), say("var / λ"))),
        *e38(),
    )


@shared(maxsize=1)
def eight_points() -> tuple[float, float, float, float]:
    """Return λ₁ and three variances for eight points and (1 + x·z)².

    They are the variances of the first projections: centred and normalised, not normalised, and not
    centred, in this order. Source: erratum E38.
    """
    X = np.random.default_rng(E38_SEED).normal(size=(E38_POINTS, 2))
    k = Polynomial(2)
    right = KernelPCA(k, 1).fit(X)
    longer = KernelPCA(k, 1, normalize=False).fit(X)
    raw = KernelPCA(k, 1, center=False).fit(X)
    return (
        float(right.eigenvalues_[0]) / E38_POINTS,
        float(right.transform(X).var()),
        float(longer.transform(X).var()),
        float(raw.transform(X).var()),
    )


def e38() -> tuple[Block, ...]:
    """Return the check of erratum E38 on eight points."""
    lam, good, longer, raw = eight_points()
    return (
        paragraph(
            "**Eight points, (1 + x·z)²** (erratum E38): λ₁ = {lam:.3f}. Centred and normalised, the projections "
            "have the variance {normalised:.3f}. With aᵀa = 1 instead, it is {unit_length:.1f}, which is λ·Nλ = {n} "
            "· {lam:.3f}². Without centring the variance is {uncentred:.3f}, and λ₁ of the uncentred matrix is "
            "larger. Points: eight standard normal draws, numpy's default_rng(0).",
            lam=lam,
            normalised=good,
            unit_length=longer,
            n=E38_POINTS,
            uncentred=raw,
        ),
    )
