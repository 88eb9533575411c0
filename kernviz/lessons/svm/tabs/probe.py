"""Decision value f at the probe, a sum over support vectors."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.features import FeatureMap, feature_map
from kernviz.figures.bars.votes import contribution_bars
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text
from kernviz.lessons.number_format import tex, vector
from kernviz.lessons.shared.border import EPS, side, summed, valued
from kernviz.lessons.shared.formulas import point
from kernviz.lessons.shared.signed_number import plus
from kernviz.lessons.shared.training import Training
from kernviz.lessons.svm.state import State
from kernviz.models.svm import KernelSVC
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several, short, shorts

TITLE = phrase("Probe")


def blocks(state: State, data: Dataset, training: Training) -> tuple[Block, ...]:
    """Show f at the probe x as a sum of contributions.

    A table compares xᵢ·x, φ(xᵢ)·φ(x) and k(xᵢ, x) of every support vector.
    """
    m, x = training.machine, state.point
    f = training.value_at(x)
    if not np.isfinite(f):
        words = say(
            "At the probe x = {x} a kernel value is too large to compute (above 1.8·10³⁰⁸), so there is no ‹f› to "
            "show.",
            x=vector(x),
        )
        return (Text(say("{message} Click nearer to the points.", message=words), "warning"),)
    parts = m.contributions(x)
    support = m.support_
    phi = feature_map(state.kernel, data.d)
    columns: dict[str, list[str]] = {
        say("point"): [f"x{i + 1} = {vector(row)}" for i, row in zip(support, data.X[support].tolist(), strict=True)],
        symbols("‹α›·‹y›"): shorts(m.dual_coef_[support]),
        symbols("‹xᵢ›·x"): shorts(data.X[support] @ x),
        symbols("φ(‹xᵢ›)·φ(x)"): (
            shorts((phi(data.X[support]) @ phi(x[None]).T)[:, 0]) if phi else [say("φ not listed")] * len(support)
        ),
        symbols("‹k›(‹xᵢ›,x)"): shorts(state.kernel(data.X[support], x[None])[:, 0]),
        symbols("‹α›·‹y›·‹k›"): shorts(parts),
    }
    order = np.argsort(-np.abs(parts), kind="stable")
    total = summed(float(parts.sum()), parts)
    figure = contribution_bars(parts, m.intercept_, f, training.signs[support], support + 1, classes=data.classes)
    f = valued(m, f, float(state.kernel.diag(x[None])[0]))
    return (
        Text(
            several(
                len(support),
                "At the probe x = {x} the contributions of {n} support vector and b sum to ‹f›(x) = {f}, so "
                "the machine says **{label}**. Click in the picture to move the probe.",
                "At the probe x = {x} the contributions of {n} support vectors and b sum to ‹f›(x) = {f}, so "
                "the machine says **{label}**. Click in the picture to move the probe.",
                x=vector(x),
                f=f,
                label=side(f, data.classes),
            )
        ),
        Picture(
            figure,
            say("Contributions of the support vectors to ‹f› = {f} at the probe", f=f),
            key="contributions",
            height=int(figure.layout.height),
        ),
        Formula(
            rf"‹\f›{point(list(x)) if len(x) > 1 else '(' + point(list(x)) + ')'} = {tex(total)}"
            rf" {plus(m.intercept_)} = {tex(f)}"
        ),
        Table(
            {name: [values[i] for i in order] for name, values in columns.items()},
            geometric=(symbols("‹α›·‹y›"), symbols("φ(‹xᵢ›)·φ(x)")),
        ),
        *_sums(state, data, training, phi),
    )


def _sums(state: State, data: Dataset, training: Training, phi: FeatureMap | None) -> tuple[Block, ...]:
    """Show the sum Σ α·y·(…) + b of each column.

    The sum is f for φ(xᵢ)·φ(x) and for k(xᵢ, x), and in general another number for xᵢ·x.
    """
    m, x = training.machine, state.point
    own = m.support_
    columns = {
        symbols("‹xᵢ›·x"): data.X[own] @ x,
        symbols("φ(‹xᵢ›)·φ(x)"): (phi(data.X[own]) @ phi(x[None]).T)[:, 0] if phi else None,
        symbols("‹k›(‹xᵢ›,x)"): state.kernel(data.X[own], x[None])[:, 0],
    }
    terms = {name: None if v is None else m.dual_coef_[own] * v for name, v in columns.items()}
    sums = {name: None if v is None else summed(float(v.sum()), v) for name, v in terms.items()}
    return (
        Table(
            {
                say("column"): list(columns),
                symbols("Σ ‹α›·‹y›·(…)"): [say("φ not listed") if v is None else short(v, 6) for v in sums.values()],
                "b": [short(m.intercept_, 6)] * 3,
                "Σ + b": [
                    "–" if v is None else short(_sum_with_bias(m, v, columns[name]), 6) for name, v in sums.items()
                ],
            },
            caption=(
                say("‹k›(‹xᵢ›, x) equals φ(‹xᵢ›)·φ(x), computed without φ. So both give the sum ‹f›.")
                + _plain_sum(m, data.X[own] @ x, state.kernel(data.X[own], x[None])[:, 0])
            ),
        ),
    )


def _sum_with_bias(machine: KernelSVC, total: float, values: Array | None) -> float:
    """Return `total + b`, or 0 if within the rounding of its terms.

    `values` (m,) are the products of the support vectors with the probe, or None.
    """
    terms = machine.dual_coef_[machine.support_] * (0 if values is None else values)
    return summed(total + machine.intercept_, [*terms, machine.intercept_])


def _plain_sum(machine: KernelSVC, plain: Array, values: Array) -> str:
    """Return a sentence comparing dot products (m,) with kernel values (m,).

    Differences within rounding count as 0.
    """
    weights = machine.dual_coef_[machine.support_]
    size = 16 * EPS * np.maximum(np.abs(plain), np.abs(values))
    if (np.abs(plain - values) <= size).all():
        return " " + say("Here the plain dot product has the same terms and the same sum.")
    if not summed(float(weights @ (plain - values)), [*(weights * plain), *(weights * values)]):
        return " " + say("At this x the plain dot products have the same sum, of other terms.")
    return " " + say("The plain dot product is another number: these ‹α› are this kernel's, not the linear one's.")
