"""What the first section of S0 prints and what is right, and the page as code."""

from __future__ import annotations

import numpy as np

from kernviz.features import feature_map
from kernviz.features import geometry as geo
from kernviz.kernels import latex
from kernviz.lessons.geometry.scene import Measure, Scene, weights
from kernviz.lessons.geometry.state import State
from kernviz.lessons.geometry.tabs.minimum import line_of
from kernviz.lessons.lesson import Block, Code, Erratum, Formula, Text, short, vector
from kernviz.wording import say


def notes(state: State, scene: Scene, measured: Measure) -> tuple[Block, ...]:
    """Errata E4 to E11, each with the number that decides."""
    distance = say("none") if measured.distance is None else short(measured.distance, 5)
    return (
        Erratum(
            say("S0, P and Q (E4)"),
            say("P as the list (p₁φ(x₁), …), Q ending in q_nφ(z_k)"),
            say("P is the sum Σpᵢφ(xᵢ), Q ends in q_kφ(z_k); the weights are not unique"),
            say("the tab P and Q: other weights, the same point, where images are dependent"),
        ),
        Erratum(
            "S0, F (E5)",
            say("F = co(φ(X)), the linear combinations"),
            say("linear combinations are the span; co is the convex hull, of weights ≥ 0 with sum 1"),
            _hull(state, scene),
        ),
        Erratum(
            "S0, φ (E6)",
            say("Q = (φ₁, …, φ_m), m the dimension of the original space"),
            say("φ = (φ₁, …, φ_m), m the dimension of the feature space"),
            _dimensions(scene),
        ),
        Erratum(
            say("S0, norm (E7)"),
            say("‖P‖ = P·P, with K(φ(xᵢ), φ(xⱼ))"),
            say("‖P‖² = P·P, with K(xᵢ, xⱼ): K takes points, not images"),
            say(
                r"$\|\bar\Phi\|^2$ = {mean2}, $\|\bar\Phi\|$ = {mean2_2}",
                mean2=short(scene.mean2),
                mean2_2=short(scene.mean2**0.5) if scene.mean2 >= 0 else say("none"),
            ),
        ),
        Erratum(
            say("S0, distance (E8)"),
            say("dist = ⟨φ(x) − φ(z), φ(x) − φ(z)⟩"),
            say("that is dist²; take the root"),
            say(
                "1.264 against 1.124 for a Gaussian at distance 1; your ruler: {squared} against {distance}",
                squared=short(measured.squared, 5),
                distance=distance,
            ),
        ),
        Erratum(
            say("S0, derivative (E9)"),
            "−2Σφ(xᵢ)ⱼ + 2Φⱼ",
            "−2Σφ(xᵢ)ⱼ + 2nΦⱼ",
            _slopes(state, scene),
        ),
        Erratum(
            say("S0, mean as an image (E10)"),
            say("if the mean is always an image, φ is linear"),
            say(
                "not so: φ(x) = x³ on the line; images must contain their midpoints. For a Gaussian "
                r"$\|\bar\Phi\|^2$ < 1 settles it"
            ),
            say("two points at distance 1, γ = 1: $\\|\\bar\\Phi\\|^2$ = 0.684 < 1"),
        ),
        Erratum(
            say("S0, centring (E11)"),
            say("$\\phi'(x) = \\phi(x)-\\bar\\Phi = \\frac1n\\sum\\phi(x_i)$"),
            "φ′(x) = φ(x) − (1/n)Σφ(xᵢ)",
            _centred(scene),
        ),
    )


def _slopes(state: State, scene: Scene) -> str:
    """Both derivatives along the line of the tab, beside one that needs no formula."""
    line, t = line_of(state, scene), state.t
    return say(
        "along the tab's line, at t = {t}, n = {n}: a difference quotient of g says {numeric}, with 2nΦ it is {right}, "
        "as printed {printed}",
        t=short(t),
        n=scene.n,
        numeric=short(line.numeric(t), 5),
        right=short(line.slope(t, scene.n), 5),
        printed=short(line.slope(t, 1), 5),
    )


def _centred(scene: Scene) -> str:
    """With the printed φ′ every image would be Φ̄, every k′(x, z) ‖Φ̄‖²; the right one has the mean 0."""
    centred = geo.center(scene.symmetric)
    total = float(centred[scene.i].sum())
    return say(
        "x = point {i}: ‖φ′(x)‖² = {own} and Σᵢ k′(x, xᵢ) = {total}; as printed they would be ‖Φ̄‖² = {mean2} "
        "and n‖Φ̄‖² = {whole}, for every x",
        i=scene.i + 1,
        own=short(float(centred[scene.i, scene.i])),
        total=short(0.0 if abs(total) <= 1e-12 * float(np.abs(scene.K[scene.i]).sum()) else total),
        mean2=short(scene.mean2),
        whole=short(scene.n * scene.mean2),
    )


def _hull(state: State, scene: Scene) -> str:
    """Whether the weights of P on this page are those of a convex combination."""
    try:
        p = weights(state.p, "p", scene.n)
    except ValueError:
        return say("−φ(x) is in the span, and for a Gaussian never in the hull: there ⟨P, φ(x)⟩ > 0")
    total, lowest = float(p.sum()), float(p.min())
    convex = abs(total - 1) < 1e-12 and lowest >= 0
    return say(
        "your P has p = {p}, Σp = {total}, smallest {lowest}: a combination of images, and {convex}",
        p=vector(p),
        total=short(total),
        lowest=short(lowest),
        convex=say("a convex one") if convex else say("no convex one"),
    )


def _dimensions(scene: Scene) -> str:
    phi = feature_map(scene.kernel, scene.data.d)
    became = say("infinitely many") if phi is None else str(phi.dimension)
    return say(
        "(1 + x·z)² on the plane: 2 coordinates become 6. Here {d} become {became}", d=scene.data.d, became=became
    )


def code(state: State, scene: Scene) -> tuple[Block, ...]:
    """Python that computes the numbers of the page."""
    columns = ", ".join(repr(c) for c in scene.data.columns)
    points = (
        f"X = np.array({scene.data.X.tolist()!r})\n"
        if state.typed.strip()
        else f"X = kv.load_csv({scene.data.name + '.csv'!r}).select([{columns}]).X\n"
    )
    return (
        Text(
            say("The same numbers in Python.")
            + ("" if state.typed.strip() else say(" The file is what the sidebar's download button saves."))
        ),
        Formula(rf"k(x,z) = {latex(state.kernel)}"),
        Code(
            "import numpy as np\nimport kernviz as kv\nfrom kernviz.features import geometry\n\n"
            f"{points}"
            f'k = kv.parse("{state.kernel}")\n'
            f"x, z = X[[{scene.i}]], X[[{scene.j}]]\n"
            "print(k(x, z)[0, 0], geometry.squared_distance(k, x, z)[0, 0])\n"
            "print(geometry.mean_norm2(k(X)), np.trace(geometry.center(k(X))) / len(X))\n"
        ),
    )
