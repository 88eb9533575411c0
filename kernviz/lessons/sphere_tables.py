"""Tabs of the Smallest hypersphere page: every point, the notes' algorithm with its numbers, r(c) along a line, the other machine."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.features import feature_map
from kernviz.figures.curves import curve, describe_curve
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, at, short, tex, vector
from kernviz.lessons.sphere_moved import T_RANGE, Moved, line
from kernviz.lessons.sphere_picture import Marked
from kernviz.lessons.sphere_subject import Subject, other_machine
from kernviz.lessons.sphere_terms import center_coordinates, subscript

Array = NDArray[np.float64]
ONE_BY_ONE = 12  # points that are listed in their own order
CORNER = 6  # rows and columns of K that fit the page
SAME = 1e-6  # α of two solvers that differ by less are the same: what libsvm's own tolerance leaves open


def every_point(seen: Subject) -> tuple[Block, ...]:
    """α, distance, h and their product, one row a point of those enclosed."""
    m, rows = seen.machine, seen.rows
    squared = seen.ball.distances[rows] ** 2
    h = squared - m.radius_**2
    small = max(m.tolerance_, 1e-9 * m.radius_**2)
    h = np.where(np.abs(h) <= small, 0.0, h)
    where = np.where(h > 0, "outside", np.where(h == 0, "on the sphere", "inside"))
    alpha = m.center_coef_
    columns: dict[str, list[object]] = {"point": [int(i) + 1 for i in rows], "x": [at(x) for x in seen.X]}
    if seen.data.classes:
        labels = seen.data.labels
        columns["class"] = [labels[i] for i in rows]
    columns |= {
        "α": [short(float(a)) for a in alpha],
        "distance to c": [short(float(d), 6) for d in seen.ball.distances[rows]],
        "h = distance² − r²": [short(float(v)) for v in h],
        "ξ = max(0, h)" if seen.state.soft else "α·h": [
            short(float(v)) for v in (h.clip(min=0) if seen.state.soft else alpha * h)
        ],
        "where": [
            f"{w}{', support vector' if a > 0 else ''}" for w, a in zip(where.tolist(), alpha.tolist(), strict=True)
        ],
    }
    return (
        Table(columns, key="sp_row", height=380, caption=f"Σα = {short(float(alpha.sum()), 6)}, r² = {short(m.radius_**2, 6)}. Select a row to see its point in the picture."),
        Text(_labels(seen)),
    )  # fmt: skip


def _labels(seen: Subject) -> str:
    if seen.n < seen.data.n:
        others = np.setdiff1d(np.arange(seen.data.n), seen.rows)
        inside = int((seen.ball.distances[others] <= seen.machine.radius_).sum())
        return f"Only the class “{seen.state.enclose}” is enclosed. Of the {len(others)} other points {inside or 'none'} lie inside its sphere too: the sphere knows nothing of them."
    if seen.data.y is not None:
        return "Labels are ignored: the sphere encloses points, of whatever class. Choose a class beside the picture to enclose it alone."
    return "These points have no labels, and need none."


def algorithm(seen: Subject, drawn: Marked) -> tuple[Block, ...]:
    """S0's steps 1 to 5 with live numbers. Row 0.19."""
    m, X, n = seen.machine, seen.X, seen.n
    K = m.kernel(X)
    alpha = m.center_coef_
    first, norm2 = float(alpha @ np.diag(K)), float(alpha @ K @ alpha)
    L = first - norm2
    r2 = float(m.radius_**2)
    D = float(m.center_norm2_) - r2
    f = np.diag(K) - 2 * K @ alpha + D
    shown = min(n, CORNER)
    names = [f"x{subscript(int(i) + 1)}" for i in seen.rows[:shown]]
    gram = {"K": names, **{name: [short(float(v)) for v in K[:shown, j]] for j, name in enumerate(names)}}
    support = m.support_[np.argsort(-alpha[m.support_], kind="stable")]
    weights = ", ".join(f"α{subscript(int(seen.rows[i]) + 1)} = {short(float(alpha[i]))}" for i in support[:8]) + (
        ", …" if len(support) > 8 else ""
    )
    tolerance = float(m.tolerance_)
    order = np.arange(n) if n <= 12 else np.sort(np.argsort(-f, kind="stable")[:12])
    exact = np.where(np.abs(f) <= tolerance, 0.0, f)  # what is 0 up to roundoff is 0 in the notes' arithmetic
    flagged, computed, novel = (int(part.sum()) for part in (exact >= 0, f >= 0, exact > 0))
    bound = (
        f",\\; \\alpha_i\\le\\tfrac1{{\\nu n}}={tex(1 / (seen.state.nu * n))}"
        if seen.state.soft and seen.state.nu * n > 1
        else ""
    )
    soft = " With ν, step 2 is not r² = L(α): L(α) also holds the price of the points outside; r is the distance of a support vector with 0 < α < 1/(νn)." if bound else ""  # fmt: skip
    return (
        Text(f"**1. Find α∗.** The Gram matrix of the {n} points" + (f", its first {shown} rows and columns:" if shown < n else ":")),
        Table(gram),
        Formula(rf"\max_\alpha\ \sum_i\alpha_i K_{{ii}}-\sum_{{i,j}}\alpha_i\alpha_j K_{{ij}}\quad\text{{s.t. }}\sum_i\alpha_i=1,\;\alpha_i\ge0{bound}"),
        Text(f"{weights}{'; all others 0' if len(support) < n else ''}.  L(α∗) = {short(first)} − {short(norm2)} = **{short(L, 6)}**"),
        Text("**2. Set r∗ = √L(α∗).** " + (f"Here r∗ = {short(m.radius_, 6)}.{soft}" if bound else f"r∗ = √{short(L, 6)} = **{short(m.radius_, 6)}**")),
        Text(f"**3. Set D = Σαᵢαⱼ K(xᵢ,xⱼ) − r∗².** D = {short(float(m.center_norm2_), 6)} − {short(r2, 6)} = **{short(0.0 if abs(D) <= tolerance else D, 6)}**"),
        Text(f"**4. c∗ = Σαᵢ φ(xᵢ).** {_center(seen)}"),
        Text("**5. Decide:** f(x) = H[K(x,x) − 2Σαᵢ K(xᵢ,x) + D], the squared distance minus r². 1 is novel, 0 is not."),
        Table(
            {
                "point": [int(seen.rows[i]) + 1 for i in order],
                "K(x,x) − 2ΣαK + D": [short(float(v)) for v in exact[order]],
                "as printed: H(≥ 0)": [int(v >= 0) for v in exact[order]],
                "the same in floating point": [int(v >= 0) for v in f[order]],
                "with a tolerance: H(> tol)": [int(v > 0) for v in exact[order]],
            },
            caption=f"tol = {short(tolerance, 2)}: what the roundoff of these sums can be." + ("" if n <= 12 else f" The 12 largest of {n}."),
        ),
        Text(
            f"Points on the sphere have 0 here, so the printed rule calls {flagged} of the {n} points novel, support vectors among them; in floating point "
            f"roundoff decides, and {computed} are. With the tolerance: {novel} (erratum E15)."
        ),
        Text(_decision(seen, drawn, D)),
    )  # fmt: skip


def _decision(seen: Subject, drawn: Marked, D: float) -> str:
    """Step 5 at the probe."""
    x, m = seen.probe, seen.machine
    if not np.isfinite(drawn.distance):
        return f"**The probe** x = {at(x)}: a kernel value there is beyond every number, so f(x) = 1: novel."
    kxx, kxc = float(m.kernel.diag(x[None])[0]), float(m.kernel(x[None], seen.X)[0] @ m.center_coef_)
    f = kxx - 2 * kxc + D
    return (
        f"**The probe** x = {at(x)}: {short(kxx)} − 2·{short(kxc)} {'−' if D < 0 else '+'} {short(abs(D))} = **{short(0.0 if abs(f) <= m.tolerance_ else f)}**, so f(x) = {int(drawn.novel)}: "
        f"{'novel, outside the sphere' if drawn.novel else 'not novel, inside or on the sphere'}."
    )


def _center(seen: Subject) -> str:
    phi = feature_map(seen.kernel, seen.data.d)
    if phi is None or phi.dimension > 10:
        return "It has no finite list of coordinates that would fit here; α says all of it."
    return f"In the coordinates ({', '.join(phi.labels)}): c∗ = **{vector(center_coordinates(seen.machine.center_coef_, phi(seen.X)))}**"


def radii(seen: Subject, own: Moved | None) -> tuple[Block, ...]:
    """r(c) along the page's line: the curve that a moved centre runs on."""
    path = line(seen) if own is None else own.line
    ts = np.linspace(*T_RANGE, 181)
    r, best = np.array([path.radius(float(t)) for t in ts]), float(seen.hard.machine.radius_)
    lines = {"r(c), the largest distance": r, f"r∗ = {short(best)}": np.full_like(ts, best)}
    for i in seen.hard.machine.support_[:3].tolist():
        lines[f"distance of point {int(seen.rows[i]) + 1}"] = np.array(
            [float(np.sqrt(path.squared(float(t))[i])) for t in ts]
        )
    mark = None if own is None else (own.t, own.radius)
    begin = "the place you clicked" if path.s[-1] else "the mean"
    n = seen.n
    words = (
        "Switch on “move the centre” beside the picture to run along this curve."
        if own is None
        else f"Your c at t = {short(own.t)}: r(c) = **{short(own.radius)}**, from point {int(seen.rows[own.farthest]) + 1}."
    )
    return (
        Picture(
            curve(ts, lines, x_title=f"t: c(t) = (1 − t)·start + t·c∗, start = {begin}", y_title="distance", mark=mark),
            describe_curve(ts, lines, x_title="t"),
            f"r(c) is the upper edge of {n} curves, one a point: convex, with its only minimum r∗ = {short(best)} at c∗, t = 1. It has a kink "
            "wherever another point becomes the farthest.",
            key="sphere_radii",
            height=380,
        ),
        Text(words),
        Text("For 0 ≤ t ≤ 1, starting at the mean or at a point, c(t) is a convex combination of the images, as (9) says the best centre must be."),
        _weights(seen, path.weights(0.0 if own is None else own.t), "start" if own is None else "c"),
    )  # fmt: skip


def _weights(seen: Subject, w: Array, name: str) -> Table:
    own, best = w[:-1], seen.hard.machine.center_coef_
    order = np.argsort(-np.maximum(np.abs(own), best), kind="stable")[:10]
    order = np.sort(order)
    place = [short(float(w[-1]))] if w[-1] else []
    return Table(
        {
            "point": [str(int(seen.rows[i]) + 1) for i in order] + ["the clicked place"] * len(place),
            f"weight in your {name}": [short(float(v)) for v in own[order]] + place,
            "weight in c∗, α": [short(float(v)) for v in best[order]] + ["0"] * len(place),
        },
        caption=f"Weights of φ(xᵢ); they sum to {short(float(w.sum()), 6)}."
        + ("" if seen.n <= 10 else " The ten largest."),
    )


def compared(seen: Subject) -> tuple[Block, ...]:
    """α of the sphere and of scikit-learn's one-class SVM. IDEAS 10."""
    other = other_machine(seen).machine
    ours, theirs = seen.machine.center_coef_, other.coef_
    gap = float(np.abs(ours - theirs).max())
    own = np.diag(seen.machine.kernel(seen.X))
    constant = float(np.ptp(own)) <= 1e-9 * float(np.abs(own).max())
    fields, r = seen.ball.field.values, seen.machine.radius_
    differ = float(np.mean((fields <= r) != (other_machine(seen).field.values >= 0)))
    nu = seen.state.nu if seen.state.soft else 1 / seen.n
    verdict = (
        f"k(x,x) = {short(float(own[0]))} for every point, so the first sum of the sphere's dual is a constant and the two programs are one: the "
        f"α are the same, to {short(gap, 2)}."
        if constant
        else f"k(x,x) runs from {short(float(own.min()))} to {short(float(own.max()))}, so the sphere's dual has a first sum that the other lacks: "
        f"they are two machines. The α differ by up to **{short(gap)}**, and {100 * differ:.1f} % of the picture lies inside one only."
    )
    far = (
        ""
        if other.converged_
        else " scikit-learn's solver stopped at its bound of steps, so its α are not the optimum."
    )
    order = np.argsort(-np.maximum(ours, theirs), kind="stable")[:40]
    order = np.sort(order) if seen.n <= ONE_BY_ONE else order
    return (
        Formula(
            r"\begin{aligned}\text{sphere: }&\max_\alpha\textstyle\sum_i\alpha_iK_{ii}-\alpha^\top K\alpha\\\text{one-class SVM: }&\max_\alpha\;-\tfrac12\,\alpha^\top K\alpha\\"
            rf"\text{{both: }}&\textstyle\sum_i\alpha_i=1,\;0\le\alpha_i\le\tfrac1{{\nu n}}={tex(1 / (nu * seen.n))}\end{{aligned}}"
        ),
        Text(f"**The sphere encloses; the one-class SVM cuts off from the origin.** ν = {short(nu)}. {verdict}{far}"),
        Table(
            {
                "point": [int(seen.rows[i]) + 1 for i in order],
                "x": [at(seen.X[i]) for i in order],
                "α, sphere": [short(float(ours[i])) for i in order],
                "α, one-class SVM": [short(0.0 if theirs[i] < SAME else float(theirs[i])) for i in order],
                "k(x, x)": [short(float(own[i])) for i in order],
            },
            caption=f"sphere: {vector(ours)} · one-class SVM: {vector(np.where(theirs < SAME, 0, theirs))}" if seen.n <= 8 else f"The {len(order)} points with the largest α.",
        ),
        Text(
            "scikit-learn scales α so that it sums to νn; here it is divided by that sum. Switch “one-class SVM” on to see both boundaries in the picture."
        ),
    )  # fmt: skip
