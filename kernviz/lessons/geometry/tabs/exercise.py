"""Exercise of S0: a Gaussian kernel of another kernel's features."""

from __future__ import annotations

import numpy as np

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.features import feature_map
from kernviz.kernels import Kernel, Polynomial
from kernviz.kernels.gaussian_of import GaussianOf
from kernviz.lessons.geometry.scene import GeometryMeasure, GeometryScene
from kernviz.lessons.geometry.state import EXERCISE, State
from kernviz.lessons.lesson import Block, Formula, Table, paragraph
from kernviz.lessons.number_format import tex
from kernviz.lessons.shared.signed_number import squared_distance
from kernviz.wording import listed, say, short

TITLE = EXERCISE
MOST_ROWS = 150  # largest number of points whose Gram matrix is checked


def blocks(state: State, scene: GeometryScene, measured: GeometryMeasure) -> tuple[Block, ...]:
    """Show a Gaussian kernel of the features of another kernel."""
    k1, variance = Polynomial(2, 1, 1), state.variance
    x, z = np.array([[1.0]]), np.array([[2.0]])
    a, b, c = float(k1(x)[0, 0]), float(k1(x, z)[0, 0]), float(k1(z)[0, 0])
    squared = a - 2 * b + c
    gamma = 1 / variance
    over = "" if variance == 1 else f"/{tex(variance)}"
    notes = GaussianOf(k1, gamma)
    value = float(notes(x, z)[0, 0])
    phi = feature_map(k1, 1)
    assert phi is not None
    difference = phi(x)[0] - phi(z)[0]
    with np.errstate(over="ignore"):
        here = float(np.exp(-gamma * measured.squared))
    return (
        paragraph(
            "**How can one compute a Gaussian kernel of the features that K₁ defines?** The Gaussian needs only a "
            "squared distance, and in feature space that is three values of K₁. No φ is needed."
        ),
        Formula(
            r"k(x,z) = e^{-\|\varphi(x)-\varphi(z)\|^2/\sigma^2} ="
            r" \exp\!\Bigl(-\tfrac{1}{\sigma^2}\bigl(K_1(x,x) - 2K_1(x,z) + K_1(z,z)\bigr)\Bigr)"
        ),
        paragraph("**By hand**: K₁(x, z) = (1 + xz)² on the line, x = 1, z = 2, σ² = {variance}.", variance=variance),
        Formula(
            rf"\|\varphi(x)-\varphi(z)\|^2 = {squared_distance(a, b, c)} = {tex(squared)},\qquad k(x,z) ="
            rf" e^{{-{tex(squared)}{over}}} = {tex(value, 3)}"
        ),
        paragraph(
            "By φ(x) = ({labels}): the two images differ by ({differences}), and the squares add up to {squared}.",
            labels=", ".join(phi.labels),
            differences=listed([short(abs(v)) for v in difference]),
            squared=difference @ difference,
        ),
        paragraph(
            "**With your kernel** as K₁ and the ruler's two points: d² = {squared:.5}, so k(x, z) = {value}.",
            squared=measured.squared,
            value=here,
        ),
        Table(
            _checks(state, scene, notes),
            caption=say(
                "Points of the Gram matrix: −2, −1, 0, 1, 2 for (1 + xz)²; {n} of your points for your kernel.",
                n=min(scene.n, MOST_ROWS),
            ),
        ),
        paragraph(
            "The Gaussian of K₁ is a kernel whenever K₁ is one. It is e^(−K₁(x,x)/σ²) · e^(2K₁(x,z)/σ²) · "
            "e^(−K₁(z,z)/σ²): a function of x times the exponential of a kernel times the same function of z. As "
            "text: `{text}`. In the composer, wrap any kernel in `gaussian_of`.",
            text=notes,
        ),
    )


def _checks(state: State, scene: GeometryScene, notes: GaussianOf) -> dict[str, list[str]]:
    own = smallest(scene.data, scene.kernel, notes.gamma)
    points = Dataset(np.arange(-2.0, 3.0)[:, None], name="five")
    theirs = smallest(points, notes.k, notes.gamma)
    return {
        "K₁": ["(1 + xz)²", str(state.kernel)],
        say("smallest eigenvalue of the Gaussian's Gram matrix"): [_eigenvalue(theirs), _eigenvalue(own)],
    }


def _eigenvalue(found: tuple[float, float] | None) -> str:
    if found is None:
        return say("a value is too large to compute")
    value, noise = found
    if abs(value) <= noise:
        return say("{value:.2}: 0 up to rounding", value=value)
    return f"{short(value, 3)} > 0" if value > 0 else say("{value:.3}: negative, so K₁ is not a kernel", value=value)


@shared(maxsize=64)
def smallest(data: Dataset, kernel: Kernel, gamma: float) -> tuple[float, float] | None:
    """Return λ_min of gaussian_of(kernel, gamma), and its rounding tolerance around 0.

    The Gram matrix is that of the first MOST_ROWS points. None on overflow.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        K = np.asarray(GaussianOf(kernel, gamma)(data.X[:MOST_ROWS]))
    if not np.isfinite(K).all():
        return None
    values = np.linalg.eigvalsh((K + K.T) / 2)
    # The exponent is a difference of larger numbers. Their roundoff, times γ, is the relative error of every entry.
    terms = float(np.abs(kernel.diag(data.X[:MOST_ROWS])).max(initial=0.0))
    noise = len(K) * float(np.finfo(float).eps) * float(np.abs(values).max()) * (1 + 4 * gamma * terms)
    return float(values[0]), noise
