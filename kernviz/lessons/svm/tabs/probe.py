"""Decision value f at the probe, a sum over support vectors."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.features import feature_map
from kernviz.figures.bars.votes import contribution_bars
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text
from kernviz.lessons.number_format import tex, vector
from kernviz.lessons.shared.border import EPS, side, sum_or_zero, value_or_zero
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
    products: dict[str, Array | None] = {
        symbols("‹xᵢ›·x"): data.X[support] @ x,
        symbols("φ(‹xᵢ›)·φ(x)"): (phi(data.X[support]) @ phi(x[None]).T)[:, 0] if phi else None,
        symbols("‹k›(‹xᵢ›,x)"): state.kernel(data.X[support], x[None])[:, 0],
    }
    columns: dict[str, list[str]] = {
        say("point"): [f"x{i + 1} = {vector(row)}" for i, row in zip(support, data.X[support].tolist(), strict=True)],
        symbols("‹α›·‹y›"): shorts(m.dual_coef_[support]),
        **{
            name: [say("φ not listed")] * len(support) if values is None else shorts(values)
            for name, values in products.items()
        },
        symbols("‹α›·‹y›·‹k›"): shorts(parts),
    }
    order = np.argsort(-np.abs(parts), kind="stable")
    total = sum_or_zero(float(parts.sum()), parts)
    figure = contribution_bars(parts, m.intercept_, f, training.signs[support], support + 1, classes=data.classes)
    f = value_or_zero(m, f, float(state.kernel.diag(x[None])[0]))
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
        _sums(m, products),
    )


def _sums(machine: KernelSVC, products: dict[str, Array | None]) -> Table:
    """Show the sum Σ α·y·(…) + b of each column.

    The sum is f for φ(xᵢ)·φ(x) and for k(xᵢ, x), and in general another number for xᵢ·x.
    """
    b = machine.intercept_
    sums, outputs = [], []
    for values in products.values():
        if values is None:
            sums.append(say("φ not listed"))
            outputs.append("–")
            continue
        terms = machine.dual_coef_[machine.support_] * values
        sums.append(short(sum_or_zero(float(terms.sum()), terms), 6))
        outputs.append(short(sum_or_zero(float(terms.sum()) + b, [*terms, b]), 6))
    plain, *_, of_kernel = (values for values in products.values() if values is not None)
    return Table(
        {
            say("column"): list(products),
            symbols("Σ ‹α›·‹y›·(…)"): sums,
            "b": [short(b, 6)] * len(products),
            "Σ + b": outputs,
        },
        caption=say("‹k›(‹xᵢ›, x) equals φ(‹xᵢ›)·φ(x), computed without φ. So both give the sum ‹f›.")
        + _plain_sum(machine, plain, of_kernel),
    )


def _plain_sum(machine: KernelSVC, plain: Array, values: Array) -> str:
    """Return a sentence comparing dot products (m,) with kernel values (m,).

    Differences within rounding count as 0.
    """
    weights = machine.dual_coef_[machine.support_]
    size = 16 * EPS * np.maximum(np.abs(plain), np.abs(values))
    if (np.abs(plain - values) <= size).all():
        return " " + say("Here the plain dot product has the same terms and the same sum.")
    if not sum_or_zero(float(weights @ (plain - values)), [*(weights * plain), *(weights * values)]):
        return " " + say("At this x the plain dot products have the same sum, of other terms.")
    return " " + say("The plain dot product is another number: these ‹α› are this kernel's, not the linear one's.")
