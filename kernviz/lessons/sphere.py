"""Smallest hypersphere — how small a ball of feature space holds all the points?"""

from __future__ import annotations

from kernviz.features import feature_map
from kernviz.kernels import Linear
from kernviz.kernels.label import latex_label
from kernviz.lessons import sphere_steps, sphere_tables, sphere_words
from kernviz.lessons.lesson import Block, Formula, Lesson, Number, Numbers, Tab, Text, at, short, tex
from kernviz.lessons.shared.typed import typed_points
from kernviz.lessons.shared.verdict import HARMLESS, doubt
from kernviz.lessons.sphere_moved import Moved, clicked, moved
from kernviz.lessons.sphere_picture import Marked, bare_picture, distances_picture, marked, plane_picture
from kernviz.lessons.sphere_space import space_picture
from kernviz.lessons.sphere_subject import EVERYONE, MEAN, PLACE, PLANE, SPACE, STEPS, State, Subject, subject

QUESTION = "How small a ball of feature space holds all the points?"
TABS = ("Derivation", "r(c)", "Algorithm", "Every point", "One-class SVM", "What the notes say", "Code")


def build(state: State) -> Lesson:
    """One sphere: pictures, numbers and tabs read it."""
    try:
        seen = subject(state)
        own = moved(seen) if state.moves else None
    except ValueError as problem:
        return _cannot(state, str(problem))
    drawn = marked(seen, own)
    picture = plane_picture(seen, drawn, own)
    space = None
    if state.view == SPACE and has_space(state):
        picture, space = space_picture(seen, drawn, own, clicked(seen))
    contents = (
        sphere_steps.derivation(seen, own),
        sphere_tables.radii(seen, own),
        sphere_tables.algorithm(seen, drawn),
        sphere_tables.every_point(seen),
        sphere_tables.compared(seen),
        sphere_words.notes(seen),
        sphere_words.code(seen),
    )
    return Lesson(
        QUESTION,
        picture,
        besides=(_numbers(seen, own), _probe(seen, drawn), distances_picture(seen, drawn, own), _certificate(seen), *_formulas(seen), *doubt(state.kernel, seen.data.d, HARMLESS, HARMLESS)),
        tabs=tuple(Tab(title, blocks) for title, blocks in zip(TABS, contents, strict=True)),
        facts={"subject": seen, "moved": own, "marked": drawn, "space": space},
    )  # fmt: skip


def has_space(state: State) -> bool:
    """Whether feature space is another picture than the plane itself: not for the linear kernel in the plane."""
    d = typed_points(state.typed).d if state.typed.strip() else state.data.d
    return not (isinstance(state.kernel, Linear) and d == 2)


def _cannot(state: State, words: str) -> Lesson:
    return Lesson(QUESTION, bare_picture(state), problem=words, facts={"problem": words})


def _numbers(seen: Subject, own: Moved | None) -> Numbers:
    m = seen.machine
    low, high = m.radius_interval_
    interval = high - low > 1e-9 * max(high, 1e-300)
    first = Number(
        "r∗, radius", f"{short(low)} … {short(high)}" if interval else short(m.radius_),
        f"no point has to lie on the sphere, so every r in this interval is optimal; {short(m.radius_)} is drawn" if interval
        else "the largest distance from the best centre to a point" if not seen.state.soft else "distance of the support vectors on the sphere",
    )  # fmt: skip
    items = [
        first,
        Number("r∗²", short(m.radius_**2), "L(α∗), the optimum of the dual" if not seen.state.soft else "r squared"),
        Number("support vectors", f"{len(m.support_)} / {seen.n}", "points with α > 0"),
    ]
    if own is not None:
        items.append(Number("r(c), yours", short(own.radius), f"largest distance from {own.words}"))
        items.append(Number("r(c) − r∗", short(max(own.radius - m.radius_, 0.0)), "what the best centre saves"))
    if seen.state.soft:
        outside = int((seen.ball.distances[seen.rows] ** 2 > m.radius_**2 + m.tolerance_).sum())
        items.append(
            Number("outside", f"{outside} / {seen.n}", f"at most ν·n = {short(seen.state.nu * seen.n)} may be")
        )
    return Numbers(tuple(items))


def _probe(seen: Subject, drawn: Marked) -> Text:
    x = at(seen.probe)
    if drawn.distance != drawn.distance:
        return Text(f"**Probe** {x}: a kernel value there is beyond every number. It is far outside: **novel**.")
    return Text(
        f"**Probe** {x}: distance {drawn.words}, "
        + ("outside the sphere: **novel**." if drawn.novel else "inside or on the sphere: **not novel**.")
    )


def _certificate(seen: Subject) -> Text:
    c = seen.machine.certificate_
    mark = "✓" if c.optimal else "(not to roundoff)"
    return Text(
        f"**Certificate {mark}** primal {'r²' if not seen.state.soft else 'r² + price'} {short(c.primal, 6)} · dual {short(c.dual, 6)} · "
        f"gap {short(c.gap, 2)} · worst KKT {short(c.kkt, 2)}"
    )


def _formulas(seen: Subject) -> tuple[Block, ...]:
    m = seen.machine
    phi = feature_map(seen.kernel, seen.data.d)
    D = m.center_norm2_ - m.radius_**2
    D = 0.0 if abs(D) <= m.tolerance_ else D
    written = rf"k(x,x)-2\textstyle\sum_i\alpha_i k(x_i,x) {'-' if D < 0 else '+'} {tex(abs(D))}"
    meant = r"\|\phi(x)-c\|^2-r^2,\quad\text{novel if } > 0"
    lines = [Formula(rf"\begin{{aligned}}f(x) &= {written}\\ &= {meant}\end{{aligned}}")]
    if phi is not None and 0 < phi.dimension <= 3 and not seen.linear:
        lines.append(Formula(r"\phi(x) = (" + r",\;".join(latex_label(label) for label in phi.labels) + ")"))
    return tuple(lines)


__all__ = ["EVERYONE", "MEAN", "PLACE", "PLANE", "QUESTION", "SPACE", "STEPS", "TABS", "State", "build", "has_space"]
