"""Errata of the notes on the smallest hypersphere, and the page's code.

The errata have the numbers that decide them.
"""

from __future__ import annotations

import numpy as np

from kernviz.compute import shared
from kernviz.kernels import RBF, Linear
from kernviz.lessons.erratum import Erratum, Of, decides
from kernviz.lessons.lesson import Block, Code, Formula, Table, Text, paragraph
from kernviz.lessons.number_format import distinguishable
from kernviz.lessons.shared.code import loaded
from kernviz.lessons.sphere.scene import SphereScene
from kernviz.lessons.sphere.state import EVERYONE
from kernviz.models.sphere import SmallestHypersphere
from kernviz.wording import say, several, short

CORNERS = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]


def notes(scene: SphereScene) -> tuple[Block, ...]:
    """Return errata E12 to E15, and S0's small examples recomputed."""
    m = scene.hard.machine
    alpha = m.center_coef_
    K = m.kernel(scene.X)
    f = np.diag(K) - 2 * K @ alpha + m.center_norm2_ - m.radius_**2
    least, most = f[m.support_].min(), f[m.support_].max()
    flagged, combined = int((f[m.support_] >= 0).sum()), len(m.support_)
    return (
        Erratum(
            say("S0, under (9) (E12)"),
            say("the centre is the convex combination/convex hull of the training points"),
            say("the centre lies in the convex hull of the images; it is one convex combination of them"),
            say("here the weights sum to {sum:.6}, the smallest is {smallest}", sum=alpha.sum(), smallest=alpha.min()),
            decides(scene.n > 1),
        ),
        Erratum(
            say("S0, algorithm, step 1 (E13)"),
            say("subject to Σα and α ≥ 0"),
            say("subject to Σα = 1 and α ≥ 0"),
            *_without_sum(scene),
        ),
        Erratum(
            say("S0, KKT (E14)"),
            say("the α's we are interested in must be ≠ 0, they are the points on the surface"),
            say("α > 0 puts a point on the sphere; a point on the sphere may have α = 0"),
            *_without_weight(scene),
        ),
        Erratum(
            say("S0, step 5 (E15)"),
            say("H(x) = 1 if x ≥ 0"),
            say("novel if f > tolerance: support vectors have f = 0"),
            several(
                combined,
                "by the printed rule the {n} support vector, where f = 0, is novel; computed in floating point, f is "
                "{values} there, and {count} of {n} is called novel",
                "by the printed rule all {n} support vectors, where f = 0, are novel; computed in floating point, f "
                "is {values} there, and {count} of {n} are called novel",
                count=flagged,
                values=" … ".join(dict.fromkeys((short(float(least), 2), short(float(most), 2)))),
            ),
        ),
        paragraph("**The notes' examples in numbers**, each solved just now:"),
        Table(_examples()),
        paragraph(
            "**Two points and a Gaussian:** α = (½, ½) by symmetry, so r² = L = 1 − ½(1 + k) = "
            "(1 − k)/2, a quarter of their squared distance 2 − 2k."
        ),
        Formula(say(r"r^2=\tfrac{1-e^{-1}}{2}=0.316\ldots\quad\text{for }\gamma=1\text{ and distance }1")),
        paragraph(
            "S0 leaves no point outside. The share ν is a later addition: the price of a point outside, 1/(νn), bounds "
            "every α, at most ν·n points are outside, and at least ν·n are on the sphere or outside."
        ),
    )


def _without_weight(scene: SphereScene) -> tuple[str, Of]:
    """Return the check of E14, points on the sphere without weight.

    Their α is 0. The points are those enclosed, else the corners of a square. The second value is the origin of the
    numbers (Erratum.of).
    """
    m = scene.hard.machine
    idle = np.setdiff1d(np.flatnonzero(m.decision_function(scene.X) == 0), m.support_)
    if len(idle):
        words = several(
            len(idle),
            "here {n} point is on the sphere with α = 0: point {points}",
            "here {n} points are on the sphere with α = 0, the first of them point {points}",
            points=int(scene.rows[idle[0]]) + 1,
        )
        return words, "state"
    words = say(
        "corners of a square: ¼ each and (½, 0, ½, 0) give the same centre and r = √2, the "
        "second with two points on the sphere and α = 0"
    )
    return words, "example"


def _without_sum(scene: SphereScene) -> tuple[str, Of]:
    """Return the check of E13, the maximum of L without `Σα = 1`.

    Along s·α∗ the dual function L is s·a − s²·b, largest at s = a/(2b). The second value is the origin of the numbers
    (Erratum.of).
    """
    m = scene.hard.machine
    K = m.kernel(scene.X)
    a, b = float(m.center_coef_ @ np.diag(K)), float(m.center_coef_ @ K @ m.center_coef_)
    if b <= 1e-12 * a:
        if a > 0:
            return say(
                "without Σα = 1, L(s·α) = {a}·s has no maximum at all here, because c∗ is the origin", a=a
            ), "state"
        return say("every image is the origin here, and L = 0 for every α"), "nothing"
    s = a / (2 * b)
    if abs(s - 1) <= 1e-6:  # for a = 2b: ‖c∗‖² = b, which equals r∗² = a − b
        words = say(
            "here the origin of feature space lies on the sphere, ‖c∗‖ = r∗ = {radius}, and L(s·α∗) is largest at s "
            "= 1: on these points nothing is lost without Σα = 1",
            radius=m.radius_,
        )
        return words, "nothing"
    value, best = distinguishable(a * a / (4 * b), a - b)
    words = say(
        "without Σα = 1, s·α∗ with s = {factor} reaches L = {value}, more than r∗² = {best}, but it is no mixture, "
        "as its sum is not 1",
        factor=distinguishable(s, 1.0)[0],
        value=value,
        best=best,
    )
    return words, "state"


@shared(maxsize=1)
def _examples() -> dict[str, list[object]]:
    three = SmallestHypersphere(Linear()).fit([[0.0, 0.0], [4.0, 0.0], [2.0, 1.0]])
    square = SmallestHypersphere(Linear()).fit(CORNERS)
    two = SmallestHypersphere(RBF(1.0)).fit([[0.0], [1.0]])
    return {
        say("points"): [
            "(0,0), (4,0), (2,1), linear",
            say("corners (±1, ±1), linear"),
            say("corners, other weights"),
            say("0 and 1, Gaussian γ = 1"),
        ],
        "α": ["(½, ½, 0)", "(¼, ¼, ¼, ¼)", "(½, 0, ½, 0)", "(½, ½)"],
        say("the centre"): ["(2, 0)", "(0, 0)", "(0, 0)", "½φ(0) + ½φ(1)"],
        "r": [
            short(three.radius_),
            short(square.radius_),
            short(square.radius_at([0.5, 0, 0.5, 0])),
            short(two.radius_),
        ],
        "r²": [
            short(three.radius_**2),
            short(square.radius_**2),
            short(square.radius_at([0.5, 0, 0.5, 0]) ** 2),
            short(two.radius_**2),
        ],
    }


def code(scene: SphereScene) -> tuple[Block, ...]:
    """Return Python code that encloses the points of the picture."""
    state = scene.state
    if state.typed.strip():
        points = f"X = np.array({scene.X.tolist()!r})\n"
    else:
        points = f"data = {loaded(scene.data)}\n" + (
            "X = data.X\n"
            if state.enclose == EVERYONE or scene.n == scene.data.n
            else f"X = data.X[data.codes == {scene.data.classes.index(state.enclose)}]  # {state.enclose}\n"
        )
    name, nu = ("SoftHypersphere", f", nu={state.nu}") if state.soft else ("SmallestHypersphere", "")
    return (
        Text(
            say("The same sphere in Python.")
            + ("" if state.typed.strip() else " " + say("The file is what the sidebar's download button saves."))
        ),
        Code(
            "import numpy as np\n\nimport kernviz as kv\n\n"
            f"{points}"
            f'sphere = kv.{name}(kv.parse("{state.kernel}"){nu}).fit(X)\n'
            "print(sphere.radius_, sphere.support_, sphere.center_coef_[sphere.support_])\n"
            f"x = np.array([{scene.probe.tolist()!r}])\n"
            "print(sphere.distance_to_center(x), sphere.predict(x))  # +1 inside, -1 novel\n"
            "print(sphere.certificate_)\n"
        ),
    )
