"""Tables of the Support vectors page, all from one training."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.features import feature_map
from kernviz.figures.bars import contribution_bars
from kernviz.figures.convergence import describe_qp_trace, qp_trace
from kernviz.kernels import RBF, Linear, Polynomial
from kernviz.lessons.formulas import point
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, short, tex, vector
from kernviz.lessons.training import Failure, Training, train
from kernviz.surfaces import Curve, Surface

if TYPE_CHECKING:
    from kernviz.lessons.svm import State

Array = NDArray[np.float64]


def grid_points(field: Surface | Curve) -> Array:
    """The points a field was computed on, (m, d)."""
    if isinstance(field, Curve):
        return field.x[:, None]
    return np.stack(np.meshgrid(field.x[::4], field.y[::4]), axis=-1).reshape(-1, 2)


def groups(training: Training) -> list[str]:
    """What every point is to the machine: free, bounded, or not a support vector."""
    names = ["–"] * len(training.values)
    for i in training.machine.free_:
        names[i] = "free SV"
    for i in training.machine.bounded_:
        names[i] = "bounded SV"
    return names


def probe(state: State, data: Dataset, training: Training) -> tuple[Block, ...]:
    """f at the probe as a sum of contributions, in three columns: x·x, φ·φ, K."""
    m, x = training.machine, state.point
    f = training.value_at(x)
    if not np.isfinite(f):
        words = (
            f"At the probe x = {vector(x)} a kernel value is beyond every number (1.8e308), so there is no f to show."
        )
        return (Text(f"{words} Click nearer to the points.", "warning"),)
    parts = m.contributions(x)
    support = m.support_
    phi = feature_map(state.kernel, data.d)
    columns: dict[str, list[object]] = {
        "point": [f"x{i + 1} = {vector(data.X[i])}" for i in support],
        "α·y": [short(float(v)) for v in m.dual_coef_[support]],
        "xᵢ·x": [short(float(v)) for v in data.X[support] @ x],
        "φ(xᵢ)·φ(x)": (
            [short(float(v)) for v in (phi(data.X[support]) @ phi(x[None]).T)[:, 0]]
            if phi
            else ["no finite φ"] * len(support)
        ),
        "k(xᵢ,x)": [short(float(v)) for v in state.kernel(data.X[support], x[None])[:, 0]],
        "α·y·k": [short(float(v)) for v in parts],
    }
    order = np.argsort(-np.abs(parts), kind="stable")
    figure = contribution_bars(parts, m.intercept_, f, training.signs[support], support + 1, classes=data.classes)
    side = data.classes[int(f > 0)]
    return (
        Text(
            f"At the probe x = {vector(x)} the contributions of {len(support)} support vectors and b sum to "
            f"f(x) = {short(f)}, so the machine says **{side}**. Click in the picture to move the probe."
        ),
        Picture(
            figure,
            f"Contributions of the support vectors to f = {short(f)} at the probe",
            key="contributions",
            height=int(figure.layout.height),
        ),
        Formula(
            rf"f{point(list(x)) if len(x) > 1 else '(' + point(list(x)) + ')'} = {tex(float(parts.sum()))} {'-' if m.intercept_ < 0 else '+'} {tex(abs(m.intercept_))} = {tex(f)}"
        ),
        Table(
            {name: [values[i] for i in order] for name, values in columns.items()},
            caption="The same sum three ways: the dot product of the points (the linear machine would use it), of their features, and the kernel.",
        ),
    )


def every_point(state: State, data: Dataset, training: Training) -> tuple[Block, ...]:
    """The KKT table: α, ξ, y·f and the b of every point."""
    m = training.machine
    closeness = training.signs * training.values
    table = {
        "point": list(range(1, data.n + 1)),
        **{column: data.X[:, j].tolist() for j, column in enumerate(data.columns)},
        "class": list(data.labels),
        "α": m.alpha_.tolist(),
        "ξ": m.slack_.tolist(),
        "y·f": closeness.tolist(),
        "group": groups(training),
        "b of this point": training.biases.tolist(),
    }
    free = training.biases[m.free_]
    bounded = training.biases[m.bounded_]
    words = "No point is free, so no equation fixes b: the whole interval is optimal."
    if len(free):
        words = f"The {len(free)} free points (0 < α < C) agree on b = {short(float(free.mean()))} to {short(float(np.ptp(free)), 2)}."
    if len(bounded):
        words += f" The {len(bounded)} bounded points (α = C) do not: theirs run from {short(float(bounded.min()))} to {short(float(bounded.max()))}."
    return (
        Text(words + " Select a row to see the point in the picture."),
        Table(table, key="row", height=420, caption="α = 0 ⇒ y·f ≥ 1; 0 < α < C ⇒ y·f = 1; α = C ⇒ y·f = 1 − ξ ≤ 1."),
    )


def primal_and_dual(state: State, data: Dataset, training: Training) -> tuple[Block, ...]:
    """Both objectives, the printed primal of S2 beside the right one, and the solver's way to the optimum."""
    m, C = training.machine, state.penalty
    c = m.certificate_
    hard = state.hard
    slack = "" if hard else r" + C\textstyle\sum_i \xi_i"
    bound = r"0\le\alpha_i" if hard else r"0\le\alpha_i\le C"
    rows: dict[str, list[object]] = {
        "problem": ["primal ½w·w" + ("" if hard else " + C Σξ"), "dual Σα − ½αᵀQα"],
        "optimum": [short(c.primal, 8), short(c.dual, 8)],
    }
    if not hard:
        halved = train(data, state.kernel, C / 2)
        if not isinstance(halved, Failure):
            rows["problem"].append("as S2 prints it: w·w + C Σξ")
            rows["optimum"].append(short(2 * halved.machine.certificate_.primal, 8))
    return (
        Formula(
            rf"\min_{{w,b}}\ \tfrac12\|w\|^2{slack}\quad\Longleftrightarrow\quad\max_\alpha\ \textstyle\sum_i\alpha_i-\tfrac12\sum_{{i,j}}\alpha_i\alpha_jy_iy_jk(x_i,x_j),\ \ {bound},\ \sum_i\alpha_iy_i=0"
        ),
        Table(
            rows,
            caption=f"½‖w‖² = {short(m.weight_norm2_ / 2, 6)}, Σα = {short(float(m.alpha_.sum()), 6)}, Σα·y = {short(float(m.dual_coef_.sum()), 2)}.",
        ),
        Text(
            "The optima meet: that is the proof that no other machine does better. "
            + (
                "S2's quiz asks for the dual of the hard margin: this one, without the bound C."
                if hard
                else "S2 prints the primal without the ½, and its optimum is another number (erratum E25). Its quiz asks for the dual of "
                "the hard margin: the same without α ≤ C; switch the hard margin on to see it."
            )
        ),
        _way(training),
    )


def _way(training: Training) -> Block:
    """The solver's way to the optimum, step by step."""
    certificate, steps = training.machine.certificate_, training.machine.solver_trace()
    if not steps:  # numbers that defeat the interior point at once are left to the active set
        return Text(f"No interior-point steps here: “{certificate.stage}” answered, {certificate.status.value}.")
    # The solver minimises −(Σα − ½αᵀQα): its primal is minus the machine's dual, and the other way round.
    upper, lower = np.array([[-step.dual, -step.primal] for step in steps]).T
    trace = np.arange(len(steps)), upper, lower, np.array([step.gap for step in steps])
    where = f"here at iteration {certificate.iterations}" if certificate.iterations else "here already from a guess"
    caption = f"Bounds from above and below close in on the optimum. Once the groups of points are clear, {where}, an exact finish ends the search."
    return Picture(qp_trace(*trace), describe_qp_trace(*trace), caption, key="trace", height=380)


def scale_and_swap(state: State, data: Dataset, training: Training) -> tuple[Block, ...]:
    """What scaling (w, b) does and does not change; what becomes of α when the kernel is swapped without solving again."""
    m, s = training.machine, state.scale
    closest = float((training.signs * training.values).min())
    norm = m.weight_norm2_**0.5
    scaling = Table(
        {
            "quantity": ["closest y·f", "‖w‖", "closest y·f/‖w‖, a distance", "points on the right side"],
            "s = 1": [
                short(closest),
                short(norm),
                short(closest / norm if norm else float("nan")),
                f"{training.train_accuracy:.1%}",
            ],
            f"s = {short(s)}": [
                short(s * closest),
                short(s * norm),
                short(closest / norm if norm else float("nan")),
                f"{training.train_accuracy:.1%}",
            ],
        },
        caption="Multiplying w and b by s > 0 moves the lines f = ±1 and nothing else; y·f/‖w‖ is a distance only for points on the right side (erratum E40).",
    )
    rows: dict[str, list[object]] = {
        "kernel": [],
        "old α: smallest y·f": [],
        "old α: KKT violation": [],
        "solved again: smallest y·f": [],
        "solved again: KKT violation": [],
    }
    for other in dict.fromkeys((state.kernel, Linear(), Polynomial(2), RBF(1.0))):
        again = train(data, other, state.penalty)
        f_old = other(data.X) @ m.dual_coef_ + m.intercept_
        rows["kernel"].append(str(other))
        rows["old α: smallest y·f"].append(short(float((training.signs * f_old).min())))
        rows["old α: KKT violation"].append(short(_violation(m.alpha_, training.signs * f_old, state.penalty), 2))
        failed = isinstance(again, Failure)
        rows["solved again: smallest y·f"].append(
            "no machine" if isinstance(again, Failure) else short(float((again.signs * again.values).min()))
        )
        rows["solved again: KKT violation"].append("–" if failed else short(again.machine.certificate_.kkt, 2))  # type: ignore[union-attr]
    return (
        Text("**Scale.** Move s beside the picture: f changes everywhere, the boundary f = 0 and every distance stay."),
        scaling,
        Text(
            "**Swap the kernel.** S4 says one obtains again an optimal solution. One does after solving again; the old α are not optimal for another kernel (erratum E44)."
        ),
        Table(rows),
    )


def _violation(alpha: Array, closeness: Array, C: float) -> float:
    """max |α − clip(α − (y·f − 1), 0, C)|, the natural residual of the conditions of optimality."""
    return float(np.abs(alpha - np.clip(alpha - (closeness - 1), 0, C)).max())
