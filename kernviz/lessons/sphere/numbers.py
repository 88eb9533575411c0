"""Read-outs, the verdict on the probe and the formulas beside the picture."""

from __future__ import annotations

import math

from kernviz.features import feature_map
from kernviz.kernels.label import latex_label
from kernviz.lessons.lesson import Block, Formula, Numbers, Readout, Text, paragraph
from kernviz.lessons.number_format import at
from kernviz.lessons.shared.certificate_mark import certificate_mark
from kernviz.lessons.shared.signed_number import plus
from kernviz.lessons.sphere.center_path import Moved
from kernviz.lessons.sphere.picture import Marked
from kernviz.lessons.sphere.scene import SphereScene
from kernviz.wording import phrase, say, short


def numbers(scene: SphereScene, own: Moved | None) -> Numbers:
    m = scene.machine
    low, high = m.radius_interval_
    interval = high - low > 1e-9 * max(high, 1e-300)
    first = Readout(
        phrase("r∗, radius"),
        f"{short(low)} … {short(high)}" if interval else short(m.radius_),
        (
            say(
                "no point has to lie on the sphere, so every r in this interval is optimal; {radius} is drawn",
                radius=m.radius_,
            )
            if interval
            else (
                say("the largest distance from the best centre to a point")
                if not scene.state.soft
                else say("distance of the support vectors on the sphere")
            )
        ),
        geometric=True,
    )
    items = [
        first,
        Readout(
            "r∗²",
            short(m.radius_**2),
            say("L(α∗), the optimum of the dual") if not scene.state.soft else say("r squared"),
            geometric=True,
        ),
        Readout(phrase("support vectors"), f"{len(m.support_)} / {scene.n}", say("points with α > 0")),
    ]
    if own is not None:
        items.append(
            Readout(
                phrase("r(c), yours"),
                short(own.radius),
                say("largest distance from {center}", center=own.words),
                geometric=True,
            )
        )
        items.append(
            Readout(
                "r(c) − r∗", short(max(own.radius - m.radius_, 0.0)), say("what the best centre saves"), geometric=True
            )
        )
    if scene.state.soft:
        outside = int((scene.ball.distances[scene.rows] ** 2 > m.radius_**2 + m.tolerance_).sum())
        items.append(
            Readout(
                phrase("outside"),
                f"{outside} / {scene.n}",
                say("the number of points outside may be at most ν·n = {nu}", nu=scene.state.nu * scene.n),
            )
        )
    return Numbers(tuple(items))


def probe(scene: SphereScene, drawn: Marked) -> Text:
    x = at(scene.probe)
    if math.isnan(drawn.distance):
        return paragraph(
            "**Probe** {x}: a kernel value there is too large to compute. It is far outside: **novel**.", x=x
        )
    return Text(
        say("**Probe** {x}: distance {distance}, outside the sphere: **novel**.", x=x, distance=drawn.words)
        if drawn.novel
        else say(
            "**Probe** {x}: distance {distance}, inside or on the sphere: **not novel**.", x=x, distance=drawn.words
        )
    )


def certificate(scene: SphereScene) -> Text:
    c = scene.machine.certificate_
    return paragraph(
        "**Certificate {mark}** primal {objective} {primal:.6} · dual {dual:.6} · gap {gap:.2} · worst KKT {kkt:.2}",
        mark=certificate_mark(c.optimal),
        objective="r²" if not scene.state.soft else say("r² + price"),
        primal=c.primal,
        dual=c.dual,
        gap=c.gap,
        kkt=c.kkt,
    )


def formulas(scene: SphereScene) -> tuple[Block, ...]:
    m = scene.machine
    phi = feature_map(scene.kernel, scene.data.d)
    D = m.center_norm2_ - m.radius_**2
    D = 0.0 if abs(D) <= m.tolerance_ else D
    written = rf"‹\k›(x,x)-2\textstyle\sum_i\alpha_i ‹\k›(x_i,x) {plus(D)}"
    meaning = say(r"\|‹\varphi›(x)-c\|^2-r^2,\quad\text{novel if } > 0")
    lines = [Formula(rf"\begin{{aligned}}f(x) &= {written}\\ &= {meaning}\end{{aligned}}")]
    if phi is not None and 0 < phi.dimension <= 3 and not scene.linear:
        lines.append(Formula(r"‹\varphi›(x) = (" + r",\;".join(latex_label(label) for label in phi.labels) + ")"))
    return tuple(lines)
