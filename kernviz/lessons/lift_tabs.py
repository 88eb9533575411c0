"""The tabs of the Lift page in two dimensions: both spaces at the probe, both margins, the smallest sets of monomials."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.lessons.lesson import Block, Formula, Table, Text, apart, percent, short, vector
from kernviz.lessons.lift_machine import (
    UP_TO_THREE_1D,
    UP_TO_TWO,
    Separator,
    from_kernel,
    monomials,
    on_monomials,
    separates,
    smallest_sets,
)
from kernviz.lessons.lift_view import in_order

if TYPE_CHECKING:
    from kernviz.lessons.lift import State

Array = NDArray[np.float64]
MOST_ROWS = 30


def with_and_without(state: State, data: Dataset) -> tuple[Separator, Separator] | None:
    """The kernel's machine and the one on its bare monomials, both trained; None where there is no such pair."""
    if not state.with_coefficients:
        return None
    ours = from_kernel(data, state.kernel, state.penalty)
    theirs = on_monomials(data, state.with_coefficients, state.penalty)
    return (ours, theirs) if isinstance(ours, Separator) and isinstance(theirs, Separator) else None


def two_spaces(state: State, data: Dataset, trained: Separator) -> tuple[Block, ...]:
    """Row 0.2: the label of the probe by the kernel in the plane, and by the plane in feature space."""
    x = state.point[None]
    f = float(trained.f(x)[0])
    side = data.classes[int(f > 0)]
    if trained.phi is None:
        return (
            Text(
                f"At the probe x = {vector(x[0])} the sum over the support vectors gives f(x) = {short(f)}, so the label is "
                f"**{side}**. φ(x) has infinitely many coordinates, so the same number cannot be had by writing them out: "
                "the kernel is the only way."
            ),
            Formula(r"f(x) = w\cdot\varphi(x) + b = \textstyle\sum_i \alpha_i y_i\,k(x_i,x) + b"),
        )
    image = trained.phi(x)[0]
    linear = float(image @ trained.w + trained.b)
    everywhere = trained.phi(data.X) @ trained.w + trained.b
    worst = float(np.abs(everywhere - trained.values).max())
    order = [trained.phi.labels.index(label) for label in in_order(trained.phi.labels)][:MOST_ROWS]
    table = Table(
        {
            "coordinate of φ": [*(trained.phi.labels[i] for i in order), "b"],
            "w": [*(short(float(trained.w[i])) for i in order), short(trained.b)],
            "φ(probe)": [*(short(float(image[i])) for i in order), "1"],
            "w × φ(probe)": [*(short(float(trained.w[i] * image[i])) for i in order), short(trained.b)],
        },
        caption=f"The last column sums to w·φ(x) + b = {short(linear, 6)}."
        + ("" if len(order) == len(image) else f" The first {MOST_ROWS} of {len(image)} coordinates are shown."),
    )
    return (
        Text(
            f"At the probe x = {vector(x[0])} the plane says w·φ(x) + b = **{short(linear, 6)}**, the sum over the support "
            f"vectors says Σ αᵢ yᵢ k(xᵢ, x) + b = **{short(f, 6)}**: label **{side}** in both spaces. "
            f"Largest difference over the {data.n} points: {short(worst, 2)}."
        ),
        table,
    )


def two_margins(state: State, pair: tuple[Separator, Separator] | None) -> tuple[Block, ...]:
    """Row 3.7: the same curves can be drawn, but the geometry and so the chosen one differ."""
    assert pair is not None
    ours, theirs = pair
    margins = apart(ours.machine.margin_, theirs.machine.margin_)
    bare = monomials(state.with_coefficients)
    rows: dict[str, list[object]] = {
        "coordinates": ["with √2: the kernel's own φ", "without √2: bare monomials"],
        "margin 1/‖w‖": list(margins),
        "support vectors": [len(s.machine.support_) for s in pair],
        "right side": [percent(s.accuracy) for s in pair],
        "b": [short(s.b) for s in pair],
    }
    probe = state.point[None]
    rows["f at the probe"] = list(apart(float(ours.f(probe)[0]), float(theirs.f(probe)[0])))
    weights: dict[str, list[object]] = {"monomial": list(bare.labels)}
    if ours.phi is not None and ours.phi.dimension == bare.dimension:
        size = np.linalg.lstsq(bare(_grid()), ours.phi(_grid()), rcond=None)[0]
        weights["coefficient in φ"] = [short(float(np.linalg.norm(row))) for row in size]
        weights["f with √2, per monomial"] = [short(float(v)) for v in size @ ours.w]
    weights["f without √2, per monomial"] = [short(float(v)) for v in theirs.w]
    return (
        Text(
            "Both spaces hold the same functions: every curve that one can draw, the other can. What differs is length: "
            "a coordinate stretched by √2 costs less weight. S3: the same power, a different inner product, a different geometry. "
            + _what_changes(pair)
        ),
        Table(rows),
        Table(
            weights,
            caption="For the general quadratic kernel (1 + γ x·z)² the coefficients are √(2γ) on x₁ and x₂, γ on squares and √2·γ on x₁x₂.",
        ),
    )


def _what_changes(pair: tuple[Separator, Separator]) -> str:
    """Whether the boundary moved, or only the way its margin is measured."""
    ours, theirs = pair
    assert ours.field is not None
    assert theirs.field is not None
    a, b = ours.field.values, theirs.field.values
    moved = float(np.abs(a - b).max())
    margins = apart(ours.machine.margin_, theirs.machine.margin_)
    if moved <= 1e-6 * float(np.abs(a).max()):
        return (
            f"**Here the boundary is the same curve and only its margin is another: {margins[0]} against {margins[1]}.** The support "
            "vectors are just enough to fix every weight. Switch the hard margin off, or lower C, and the curves part as well."
        )
    share = percent(float(np.mean((a > 0) != (b > 0))))
    return (
        f"**Here both change: the margin is {margins[0]} against {margins[1]}, and f differs by up to {short(moved)} in the picture, "
        f"in sign on {share} of it.**"
    )


def _grid() -> Array:
    return np.stack(np.meshgrid(np.linspace(-1, 1, 9), np.linspace(-1, 1, 9)), axis=-1).reshape(-1, 2)


def which_monomials(state: State, data: Dataset) -> tuple[Block, ...]:
    """Row 1.3: the smallest sets of monomials that separate, and the set that is ticked."""
    choice = UP_TO_TWO if data.d == 2 else UP_TO_THREE_1D
    names = ", ".join(monomials(choice).labels)
    found = smallest_sets(data, choice)
    if not found:
        words = f"**No set separates.** Even all of {names} together leave points on the wrong side of every plane: these data need slack or a kernel that sees more."
    else:
        sets = " or ".join("{" + ", ".join(monomials(s).labels) + "}" for s in found)
        words = f"**A plane separates the classes exactly when the monomials include {sets}.** Fewer are not enough, more do no harm."
    rows: dict[str, list[object]] = {"monomials": [], "separable": [], "margin": [], "right side": []}
    singles = [(e,) for e in choice] if data.d == 1 else []
    for exponents in dict.fromkeys([*singles, *_shown(choice), *found, *((state.ticked,) if state.ticked else ())]):
        hard = on_monomials(data, exponents, float("inf")) if separates(data, exponents) else None
        best = hard or on_monomials(data, exponents, state.C)
        rows["monomials"].append(", ".join(monomials(exponents).labels))
        rows["separable"].append("yes" if hard else "no")
        rows["margin"].append(short(hard.machine.margin_) if isinstance(hard, Separator) else "–")
        rows["right side"].append(percent(best.accuracy) if isinstance(best, Separator) else "–")
    advice = (
        "Under *Features* choose “monomials I tick” and try for yourself. "
        if data.d == 2
        else "On the line itself, with x alone, no threshold separates them. "
    )
    return (
        Text(words),
        Text(
            advice + "S1: choosing ψ takes prior knowledge. If you believe that an ellipse separates, take "
            "all monomials up to order 2; an ellipse along the axes does without x₁x₂, a turned one does not."
            if data.d == 2
            else advice + "S1 chooses ψ(x) = (x, x²)."
        ),
        Table(
            rows,
            caption=f"Hard margin where the set separates; otherwise the accuracy with slack, C = {short(state.C)}.",
        ),
    )


def _shown(choice: tuple[tuple[int, ...], ...]) -> list[tuple[tuple[int, ...], ...]]:
    """Sets worth a row whatever the data: the linear one, the squares, the pure quadratic ones, all."""
    if len(choice) == 3:
        return [choice[:2], choice]
    x1, x2, a, c, b = choice
    return [(x1, x2), (x1, x2, c), (a, b), (a, c, b), choice]


def three_steps(state: State, data: Dataset, trained: Separator) -> tuple[Block, ...]:
    """Row 1.2: S1's recipe with the numbers of this page."""
    labels = () if trained.phi is None else in_order(trained.phi.labels)
    space = "a space without a finite list of coordinates"
    if labels:
        space = f"ℝ^{len(labels)}: ({', '.join(labels[:8])}{', …' if len(labels) > 8 else ''})"
    x = state.point[None]
    f = float(trained.f(x)[0])
    m = trained.machine
    return (
        Text(f"**① Choose ψ.** It maps the plane into {space}. Press *Lift the points*, or move t from 0 to 1."),
        Text(
            f"**② Learn a plane there** from the {data.n} images: margin {short(m.margin_)}, {len(m.support_)} support vectors, "
            f"{percent(trained.accuracy)} of the points on the right side."
        ),
        Text(
            f"**③ Predict h(ψ(x)).** The probe x = {vector(x[0])} is lifted to "
            + (f"{vector(trained.phi(x)[0][[trained.phi.labels.index(v) for v in labels[:8]]])}, " if trained.phi is not None else "a point nobody writes out, ")
            + f"where f = {short(f)}: **{data.classes[int(f > 0)]}**."
        ),
    )  # fmt: skip
