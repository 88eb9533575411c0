"""Errata of the first section of S0, and the page's code."""

from __future__ import annotations

import numpy as np

from kernviz.features import feature_map
from kernviz.features import geometry as geo
from kernviz.kernels import RBF, latex
from kernviz.lessons.erratum import Erratum, Of, decides
from kernviz.lessons.geometry.scene import GeometryMeasure, GeometryScene, weights
from kernviz.lessons.geometry.state import State
from kernviz.lessons.geometry.tabs.minimum import line_of
from kernviz.lessons.lesson import Block, Code, Formula, Text
from kernviz.lessons.number_format import distinguishable, vector
from kernviz.lessons.shared.code import loaded
from kernviz.lessons.shared.errata import root
from kernviz.mercer.spectrum import spectrum
from kernviz.wording import say, several, short


def notes(state: State, scene: GeometryScene, measured: GeometryMeasure) -> tuple[Block, ...]:
    """Return the errata E4 to E11, each with the number that decides."""
    length = short(scene.mean2**0.5) if scene.mean2 >= 0 else say("none")
    return (
        Erratum(
            say("S0, P and Q (E4)"),
            say("P as the list (p₁φ(x₁), …), Q ending in q_nφ(z_k)"),
            say("P is the sum Σpᵢφ(xᵢ), Q ends in q_kφ(z_k); the weights are not unique"),
            *_dependent(scene),
        ),
        Erratum(
            "S0, F (E5)",
            say("F = co(φ(X)), the linear combinations"),
            say("linear combinations are the span; co is the convex hull, of weights ≥ 0 with sum 1"),
            *_hull(state, scene),
        ),
        Erratum(
            "S0, φ (E6)",
            say("Q = (φ₁, …, φ_m), m the dimension of the original space"),
            say("φ = (φ₁, …, φ_m), m the dimension of the feature space"),
            *_dimensions(scene),
        ),
        Erratum(
            say("S0, norm (E7)"),
            say("‖P‖ = P·P, with K(φ(xᵢ), φ(xⱼ))"),
            say("‖P‖² = P·P, with K(xᵢ, xⱼ): K takes points, not images"),
            say(r"$\|\bar\Phi\|^2$ = {squared}, $\|\bar\Phi\|$ = {length}", squared=scene.mean2, length=length),
            decides(scene.mean2 > 0 and short(scene.mean2) != length),
        ),
        root(measured.squared, say("your ruler")),
        Erratum(
            say("S0, derivative (E9)"),
            "−2Σφ(xᵢ)ⱼ + 2Φⱼ",
            "−2Σφ(xᵢ)ⱼ + 2nΦⱼ",
            *_slopes(state, scene),
        ),
        Erratum(
            say("S0, mean as an image (E10)"),
            say("if the mean is always an image, φ is linear"),
            say(
                "this is wrong: for φ(x) = x³ on the line every mean is an image, but φ is not linear. The mean is "
                "always an image if the set of images is convex. For a Gaussian the mean of different points is no "
                "image, because $\\|\\bar\\Phi\\|^2$ < 1"
            ),
            *_no_image(scene),
        ),
        Erratum(
            say("S0, centring (E11)"),
            say("$\\varphi'(x) = \\varphi(x)-\\bar\\Phi = \\frac1n\\sum\\varphi(x_i)$"),
            "φ′(x) = φ(x) − (1/n)Σφ(xᵢ)",
            _centred(scene),
            decides(short(scene.mean2) != "0"),
        ),
    )


def _dependent(scene: GeometryScene) -> tuple[str, Of]:
    """Return the number of linearly independent images, in words.

    If there are fewer than points, the weights are not unique.
    """
    gram = spectrum(scene.symmetric)
    words = several(
        scene.n, "{rank} of {n} image is independent", "{rank} of the {n} images are independent", rank=gram.rank
    )
    if gram.rank < scene.n:
        words = say(
            "{independent}. Each of the others is a combination of these, so the weights are not unique",
            independent=words,
        )
    return words, decides(gram.rank < scene.n)


def _no_image(scene: GeometryScene) -> tuple[str, Of]:
    """Return a comparison of ‖Φ̄‖² with ‖φ(x)‖², in words.

    ‖φ(x)‖² is 1 everywhere for a Gaussian kernel.
    """
    if isinstance(scene.kernel, RBF) and scene.mean2 < 1 - scene.n * np.finfo(float).eps:
        words = say(
            r"every image has ‖φ(x)‖² = 1, the mean of these {n} has $\|\bar\Phi\|^2$ = {mean2} < 1: the image of no x",
            n=scene.n,
            mean2=distinguishable(scene.mean2, 1.0)[0],
        )
        return words, "state"
    return say("two points at distance 1, γ = 1: $\\|\\bar\\Phi\\|^2$ = 0.684 < 1"), "example"


def _slopes(state: State, scene: GeometryScene) -> tuple[str, Of]:
    """Return the printed and the right derivative along the tab's line.

    A difference quotient shows, in words, which of the two is right.
    """
    line, t = line_of(state, scene), state.t
    right, printed = short(line.slope(t, scene.n), 5), short(line.slope(t, 1), 5)
    words = say(
        "along the tab's line, at t = {t}, n = {n}: a difference quotient of g says {quotient:.5}, with 2nΦ it is "
        "{corrected}, as printed {printed}",
        t=t,
        n=scene.n,
        quotient=line.numeric(t),
        corrected=right,
        printed=printed,
    )
    return words, decides(right != printed)


def _centred(scene: GeometryScene) -> str:
    """Return the consequence of the φ′ printed in the notes.

    With the printed φ′ every image would be Φ̄, and every k′(x, z) would be ‖Φ̄‖². The right φ′
    has the mean 0.
    """
    centred = geo.center(scene.symmetric)
    total = float(centred[scene.i].sum())
    return say(
        "x = point {i}: ‖φ′(x)‖² = {norm2} and Σᵢ k′(x, xᵢ) = {row_sum}; as printed they would be ‖Φ̄‖² = {mean2} "
        "and n‖Φ̄‖² = {sum_printed}, for every x",
        i=scene.i + 1,
        norm2=centred[scene.i, scene.i],
        row_sum=0.0 if abs(total) <= 1e-12 * float(np.abs(scene.K[scene.i]).sum()) else total,
        mean2=scene.mean2,
        sum_printed=scene.n * scene.mean2,
    )


def _hull(state: State, scene: GeometryScene) -> tuple[str, Of]:
    """Return a sentence on the page's P as a convex combination."""
    try:
        p = weights(state.p, "p")[: scene.n]
    except ValueError:
        return say("−φ(x) is in the span, and for a Gaussian never in the hull: there ⟨P, φ(x)⟩ > 0"), "example"
    total, lowest = float(p.sum()), float(p.min())
    convex = abs(total - 1) < 1e-12 and lowest >= 0
    words = say(
        "your P has p = {p}, Σp = {total}, smallest {lowest}: a combination of images, and {kind}",
        p=vector(p),
        total=total,
        lowest=lowest,
        kind=say("a convex one") if convex else say("not a convex one"),
    )
    return words, decides(not convex)


def _dimensions(scene: GeometryScene) -> tuple[str, Of]:
    phi = feature_map(scene.kernel, scene.data.d)
    words = (
        say("(1 + x·z)² on the plane: 2 coordinates become 6. The coordinates of your kernel's φ are not listed here")
        if phi is None
        else say(
            "(1 + x·z)² on the plane: 2 coordinates become 6. Here {d} become {became}",
            d=scene.data.d,
            became=phi.dimension,
        )
    )
    return words, decides(phi is None or phi.dimension != scene.data.d)


def code(state: State, scene: GeometryScene) -> tuple[Block, ...]:
    """Return Python code that computes the numbers of the page."""
    points = f"np.array({scene.data.X.tolist()!r})" if state.typed.strip() else f"{loaded(scene.data)}.X"
    return (
        Text(
            say("The same numbers in Python.")
            + ("" if state.typed.strip() else " " + say("The file is what the sidebar's download button saves."))
        ),
        Formula(rf"k(x,z) = {latex(state.kernel)}"),
        Code(
            "import numpy as np\nimport kernviz as kv\nfrom kernviz.features import geometry\n\n"
            f"X = {points}\n"
            f'k = kv.parse("{state.kernel}")\n'
            f"x, z = X[[{scene.i}]], X[[{scene.j}]]\n"
            "print(k(x, z)[0, 0], geometry.squared_distance(k, x, z)[0, 0])\n"
            "print(geometry.mean_norm2(k(X)), np.trace(geometry.center(k(X))) / len(X))\n"
        ),
    )
