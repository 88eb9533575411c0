"""The second view of the Nearest neighbours page, drawn: weights as sizes, soft votes, agreement against γ."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.figures.hatch import hatching
from kernviz.figures.line import LineFunction, decision_line, describe_line
from kernviz.figures.marks import PlaneMarks, Probe
from kernviz.figures.plane import decision_plane, describe_plane
from kernviz.figures.sweep import describe_sweep, share_sweep
from kernviz.figures.weighted import put_probe, weigh, weight_bars
from kernviz.kernels import RBF
from kernviz.lessons.lesson import Block, Formula, Number, Numbers, Picture, Table, Text, at, percent, short, tex
from kernviz.lessons.neighbors_smart import MOST_SWEPT, Smart, Step, swept
from kernviz.lessons.neighbors_subject import State, around_euclid
from kernviz.surfaces import Curve, Surface, Window, roots

HEIGHT = 690
DIFFER = "the nearest point says otherwise"
NEAREST = 10  # points whose votes are drawn
NAMES = ("with b", "without b", "points kept, α > 0")


def picture(state: State, seen: Smart) -> Picture:
    """f of the machine, and every point as large as its α."""
    data, m, window = seen.signed, seen.training.machine, Window.around(seen.signed.X)
    x, field = state.point, seen.training.field
    none = np.empty((0, data.d))
    probe = Probe(
        float(x[0]), float(x[1]) if data.d > 1 else seen.total, seen.total if np.isfinite(seen.total) else None
    )
    if isinstance(field, Curve):
        zeros = roots(m.decision_function, field, 0)
        reach = float(np.clip(1.1 * np.abs(field.values).max(), 2.5, 12.0))
        line = LineFunction(field, "f(x)", zeros)
        drawn = decision_line(
            line,
            none[:, :1],
            np.empty(0),
            x_range=window.x_range,
            f_range=(-reach, reach),
            x_title=data.columns[0],
            classes=data.classes,
        )
        points, y_range, alt = (
            np.column_stack([data.X[:, 0], np.zeros(data.n)]),
            (-reach, reach),
            describe_line(line, data.X[:, 0]),
        )
    else:
        assert isinstance(field, Surface)
        drawn = decision_plane(
            field, none, np.empty(0), x_range=window.x_range, y_range=window.y_range, x_title=data.columns[0],
            y_title=data.columns[1], classes=data.classes,
        )  # fmt: skip
        points, y_range = data.X, window.y_range
        if state.hatch:
            drawn.add_traces(hatching(field.x, field.y, _differ(data, field), DIFFER))
        alt = describe_plane(data.X, data.codes, PlaneMarks(probe=probe))
    weigh(drawn, points, data.codes, m.alpha_, classes=data.classes)
    put_probe(drawn, probe, window.x_range, y_range)
    gone = int((m.alpha_ == 0).sum())
    caption = (
        f"Every point is as large as its α; {_gone(gone, data.n)} "
        f"{'Hatched: the nearest point says otherwise. ' if state.hatch and data.d > 1 else ''}Click to move the probe."
    )
    words = f"{alt} Points drawn by weight α: {gone} of {data.n} have none."
    return Picture(drawn, words, caption, "smart" if data.d > 1 else "smart-line", HEIGHT if data.d > 1 else 520,
                   square=data.d > 1, revision=data.key, clickable=True)  # fmt: skip


def _gone(gone: int, n: int) -> str:
    if not gone:
        return "none is 0: every point speaks for its own surroundings."
    have = f"{gone} of {n} have α = 0 and are specks" if gone > 1 else f"one of {n} has α = 0 and is a speck"
    return (
        f"{have}, not there for the machine. Move γ up and {'they return' if gone > 1 else 'it returns'}: at last every point "
        "speaks for its own surroundings."
    )


def _differ(data: Dataset, field: Surface) -> NDArray[np.bool_]:
    """Where the sign of f is not that of the nearest point, on the grid of the picture."""
    near = around_euclid(data)
    nearest = np.asarray(near.shaped(data.signs[near.near[:, 0]]).values)
    return np.asarray((field.values > 0) != (nearest > 0))


def beside(state: State, seen: Smart) -> tuple[Block, ...]:
    """The agreement in numbers, then both votes at the probe."""
    here, m = seen.step, seen.training.machine
    items = [
        Number("as 1-NN", percent(here.with_b), "share of the picture in which the SVM names the class of the nearest point"),
        Number("without b", percent(here.without_b), "the same for the sign of Σ αᵢyᵢk(xᵢ,z) alone"),
        Number("α > 0", f"{len(m.support_)} / {seen.signed.n}", "points that are left: the support vectors"),
    ]  # fmt: skip
    if state.count > 1:
        items.append(Number(f"as {state.count}-NN", percent(here.neighbours), f"share of the picture in which the SVM agrees with the vote of {state.count} neighbours"))  # fmt: skip
    return (_kernel(state), Numbers(tuple(items)), *_verdicts(state, seen), _bars(state, seen))


def _kernel(state: State) -> Text:
    same = isinstance(state.kernel, RBF) and state.kernel.gamma == state.gamma
    if same:
        return Text("The kernel of this view is the sidebar's Gaussian.")
    origin = (
        "the sidebar's γ is the start"
        if isinstance(state.kernel, RBF)
        else f"the sidebar has {state.kernel}, another kind"
    )
    return Text(f"This view always uses a Gaussian, γ = {short(state.gamma)} here; {origin}.")


def _verdicts(state: State, seen: Smart) -> tuple[Block, ...]:
    """Both rules at the probe with their numbers."""
    signs, k, b = seen.signed.signs[seen.votes.order], state.count, seen.training.machine.intercept_
    count = int(signs[:k].sum())
    classes = seen.signed.classes
    neighbours = classes[int(count > 0)] if count else "a tie"
    if not np.isfinite(seen.total):
        return ()
    machine = classes[int(seen.total > 0)]
    word = "agree" if machine == neighbours else "differ"
    return (
        Text(f"**At the probe the two {word}**: {k}-NN says {neighbours}, the SVM {machine}."),
        Formula(
            rf"\begin{{aligned}}&\textstyle\sum_i y_i\,\delta^{{nn}}(x_i,z) = {count}\\ &\textstyle\sum_i y_i\alpha_i\,k(x_i,z) + b\\ "
            rf"&\quad = {tex(seen.weighted_sum)} {'-' if b < 0 else '+'} {tex(abs(b))} = {tex(seen.total)}\end{{aligned}}"
        ),
    )


def _bars(state: State, seen: Smart) -> Picture:
    votes, n = seen.votes, min(NEAREST, seen.signed.n)
    names = [str(i + 1) for i in votes.order[:n].tolist()]
    series = {f"{state.count}-NN: δ/k": votes.equal[:n], "k/Σk": votes.near[:n], "αk/Σαk": votes.weighted[:n]}
    top = max(float(values.max()) for values in series.values())
    limit = next(level for level in (0.11, 0.22, 0.55, 1.05) if top <= level or level > 1)
    figure = weight_bars(names, series, limit, x_title=f"the {n} nearest points, nearest first")
    rest = [1 - float(values.sum()) for values in series.values()]
    caption = (
        f"The say of each point at the probe, as shares of 1. The Gaussian is a soft δ: it fades with distance instead of stopping after {state.count}; "
        "α then takes some points out."
    )
    if n < seen.signed.n:
        caption += f" All points beyond these {n} have {', '.join(percent(max(r, 0.0)) for r in rest)} of the say."
    alt = f"Votes at the probe of the {n} nearest points: {', '.join(f'{name} up to {short(float(v.max()))}' for name, v in series.items())}."
    return Picture(figure, alt, caption, key="soft-votes", height=270)


def tab(state: State, seen: Smart) -> tuple[Block, ...]:
    """Agreement as γ grows, and the votes as a table."""
    data = seen.signed
    few = data if data.n <= MOST_SWEPT else data.split(MOST_SWEPT / data.n, seed=0)[1]
    found = [s for s in swept(few, state.C, min(state.count, few.n)) if s.gamma != state.gamma]
    steps = sorted([*found, seen.step], key=lambda s: s.gamma)
    thinned = (
        ""
        if few is data
        else f" The curves are those of {few.n} points, drawn fairly from {data.n}; the diamonds are of all points."
    )
    return (*_curves(steps, seen.step, thinned), _table(seen))


def _curves(steps: list[Step], here: Step, thinned: str) -> tuple[Block, ...]:
    gammas = np.array([s.gamma for s in steps])
    lines = (np.array([getattr(s, name) for s in steps]) for name in ("with_b", "without_b", "support"))
    shares = dict(zip(NAMES, lines, strict=True))
    last = steps[-1]
    return (
        Text(
            f"**As γ grows the SVM, without its b, becomes the nearest neighbour.** The agreement is {percent(steps[0].without_b)} at γ = {short(steps[0].gamma)}, "
            f"{percent(here.without_b)} at γ = {short(here.gamma)} and {percent(last.without_b)} at γ = {short(last.gamma)}: of a sum of ever narrower "
            f"Gaussians only the nearest is left, and every point has its α. With b it is {percent(last.with_b)} at the end: where no point is near, "
            f"the sum is smaller than b, and b alone decides."
        ),
        Picture(
            share_sweep(gammas, shares, here=here.gamma, x_title="γ", y_title="share of the picture, of the points"),
            describe_sweep(gammas, shares, x_title="γ"),
            f"Share of the picture in which the SVM names the class of the nearest point, and share of the points that are left. The diamonds are γ = {short(here.gamma)}.{thinned}",
            key="agreement",
            height=340,
        ),
    )  # fmt: skip


def _table(seen: Smart) -> Table:
    votes, m = seen.votes, seen.training.machine
    n = min(2 * NEAREST, seen.signed.n)
    order = votes.order[:n]
    return Table(
        {
            "point": (order + 1).tolist(),
            "x": [at(seen.signed.X[i]) for i in order],
            "class": [seen.signed.labels[i] for i in order],
            "‖x − z‖²": [short(float(v)) for v in votes.squared[:n]],
            "α": [short(float(m.alpha_[i])) for i in order],
            "δ/k": [short(float(v)) for v in votes.equal[:n]],
            "k/Σk": [short(float(v), 3) for v in votes.near[:n]],
            "αk/Σαk": [short(float(v), 3) for v in votes.weighted[:n]],
        },
        caption=f"The {n} points nearest to the probe. Where α is 0 the vote is 0, however near the point.",
    )
