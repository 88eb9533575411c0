"""The exercise of S0, what its first section prints and what is right, and the page as code."""

from __future__ import annotations

import numpy as np

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.features import feature_map
from kernviz.kernels import Kernel, Polynomial, latex
from kernviz.kernels.inputs import GaussianOf
from kernviz.lessons.geometry_subject import Measure, State, Subject
from kernviz.lessons.lesson import Block, Code, Erratum, Formula, Table, Text, short, tex

MOST_ROWS = 150  # points whose Gram matrix the exercise checks


def exercise(state: State, seen: Subject, read: Measure) -> tuple[Block, ...]:
    """Row 0.16: a Gaussian kernel of the features another kernel defines."""
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
        here = float(np.exp(-gamma * read.squared))
    return (
        Text(
            "**How can one compute a Gaussian kernel of the features that K₁ defines?** The Gaussian needs only a squared distance, "
            "and in feature space that is three values of K₁. No φ is needed."
        ),
        Formula(r"k(x,z) = e^{-\|\phi(x)-\phi(z)\|^2/\sigma^2} = \exp\!\Bigl(-\tfrac{1}{\sigma^2}\bigl(K_1(x,x) - 2K_1(x,z) + K_1(z,z)\bigr)\Bigr)"),
        Text(f"**By hand**: K₁(x, z) = (1 + xz)² on the line, x = 1, z = 2, σ² = {short(variance)}."),
        Formula(
            rf"\|\phi(x)-\phi(z)\|^2 = {tex(a)} - 2\cdot{tex(b)} + {tex(c)} = {tex(squared)},\qquad k(x,z) = e^{{-{tex(squared)}{over}}} = {tex(value, 3)}"
        ),
        Text(
            f"By φ(x) = ({', '.join(phi.labels)}): the two images differ by ({', '.join(short(abs(float(v))) for v in difference)}), "
            f"and the squares add up to {short(float(difference @ difference))}."
        ),
        Text(f"**With your kernel** as K₁ and the ruler's two points: d² = {short(read.squared, 5)}, so k(x, z) = {short(here)}."),
        Table(_checks(state, seen, notes), caption=f"The Gram matrix of points: of −2, −1, 0, 1, 2 for (1 + xz)², of {min(seen.n, MOST_ROWS)} of yours for your kernel."),
        Text(
            f"It is a kernel whenever K₁ is one: e^(−K₁(x,x)/σ²) · e^(2K₁(x,z)/σ²) · e^(−K₁(z,z)/σ²), a function of x times the exponential of a "
            f"kernel times the same function of z. As text: `{notes}`. In the composer, wrap any kernel in `gaussian_of`."
        ),
    )  # fmt: skip


def _checks(state: State, seen: Subject, notes: GaussianOf) -> dict[str, list[str]]:
    own = smallest(seen.data, seen.kernel, notes.gamma)
    points = Dataset(np.arange(-2.0, 3.0)[:, None], name="five")
    theirs = smallest(points, notes.k, notes.gamma)
    return {
        "K₁": ["(1 + xz)²", str(state.kernel)],
        "smallest eigenvalue of the Gaussian's Gram matrix": [_eigenvalue(theirs), _eigenvalue(own)],
    }


def _eigenvalue(found: tuple[float, float] | None) -> str:
    if found is None:
        return "a value is beyond every number"
    value, noise = found
    if abs(value) <= noise:
        return f"{short(value, 2)}: 0 up to rounding"
    return f"{short(value, 3)} > 0" if value > 0 else f"{short(value, 3)}: negative, so K₁ is not a kernel"


@shared(maxsize=64)
def smallest(data: Dataset, kernel: Kernel, gamma: float) -> tuple[float, float] | None:
    """(λ_min, what rounding may make of 0) for gaussian_of(kernel, gamma) on the first points; None where it overflows."""
    with np.errstate(over="ignore", invalid="ignore"):
        K = np.asarray(GaussianOf(kernel, gamma)(data.X[:MOST_ROWS]))
    if not np.isfinite(K).all():
        return None
    values = np.linalg.eigvalsh((K + K.T) / 2)
    # the exponent is a difference of larger numbers: their roundoff, times γ, is a share of every entry
    terms = float(np.abs(kernel.diag(data.X[:MOST_ROWS])).max(initial=0.0))
    noise = len(K) * float(np.finfo(float).eps) * float(np.abs(values).max()) * (1 + 4 * gamma * terms)
    return float(values[0]), noise


def notes(seen: Subject, read: Measure) -> tuple[Block, ...]:
    """Errata E4 to E11, each with the number that decides."""
    distance = "none" if read.distance is None else short(read.distance, 5)
    n = seen.n
    return (
        Erratum("S0, P and Q (E4)", "P as the list (p₁φ(x₁), …), Q ending in q_nφ(z_k)", "P is the sum Σpᵢφ(xᵢ), Q ends in q_kφ(z_k); the weights are not unique", "the tab P and Q: other weights, the same point, where images are dependent"),
        Erratum("S0, F (E5)", "F = co(φ(X)), the linear combinations", "linear combinations are the span; co is the convex hull, of weights ≥ 0 with sum 1", "−φ(x) is in the span, and for a Gaussian never in the hull: there ⟨P, φ(x)⟩ > 0"),
        Erratum("S0, φ (E6)", "Q = (φ₁, …, φ_m), m the dimension of the original space", "φ = (φ₁, …, φ_m), m the dimension of the feature space", "(1 + x·z)² on the plane: 2 coordinates become 6"),
        Erratum("S0, norm (E7)", "‖P‖ = P·P, with K(φ(xᵢ), φ(xⱼ))", "‖P‖² = P·P, with K(xᵢ, xⱼ): K takes points, not images", f"$\\|\\bar\\Phi\\|^2$ = {short(seen.mean2)}, $\\|\\bar\\Phi\\|$ = {short(seen.mean2**0.5) if seen.mean2 >= 0 else 'none'}"),
        Erratum("S0, distance (E8)", "dist = ⟨φ(x) − φ(z), φ(x) − φ(z)⟩", "that is dist²; take the root", f"1.264 against 1.124 for a Gaussian at distance 1; your ruler: {short(read.squared, 5)} against {distance}"),
        Erratum("S0, derivative (E9)", "−2Σφ(xᵢ)ⱼ + 2Φⱼ", "−2Σφ(xᵢ)ⱼ + 2nΦⱼ", f"n = {n} here; the tab “Why it is the minimum” compares both with a difference quotient"),
        Erratum("S0, mean as an image (E10)", "if the mean is always an image, φ is linear", "not so: φ(x) = x³ on the line; images must contain their midpoints. For a Gaussian $\\|\\bar\\Phi\\|^2$ < 1 settles it", "two points at distance 1, γ = 1: $\\|\\bar\\Phi\\|^2$ = 0.684 < 1"),
        Erratum("S0, centring (E11)", "$\\phi'(x) = \\phi(x)-\\bar\\Phi = \\frac1n\\sum\\phi(x_i)$", "φ′(x) = φ(x) − (1/n)Σφ(xᵢ)", "rows of K′ sum to 0: the tab Centring"),
    )  # fmt: skip


def code(state: State, seen: Subject) -> tuple[Block, ...]:
    """Python that computes the numbers of the page."""
    columns = ", ".join(repr(c) for c in seen.data.columns)
    points = (
        f"X = np.array({seen.data.X.tolist()!r})\n"
        if state.typed.strip()
        else f"X = kv.load_csv({seen.data.name + '.csv'!r}).select([{columns}]).X\n"
    )
    return (
        Text("The same numbers in Python." + ("" if state.typed.strip() else " The file is what the sidebar's download button saves.")),
        Formula(rf"k(x,z) = {latex(state.kernel)}"),
        Code(
            "import numpy as np\nimport kernviz as kv\nfrom kernviz.features import geometry\n\n"
            f"{points}"
            f'k = kv.parse("{state.kernel}")\n'
            f"x, z = X[[{seen.i}]], X[[{seen.j}]]\n"
            "print(k(x, z)[0, 0], geometry.squared_distance(k, x, z)[0, 0])\n"
            "print(geometry.mean_norm2(k(X)), np.trace(geometry.center(k(X))) / len(X))\n"
        ),
    )  # fmt: skip
