"""Distances to the mean of every point, and centring: K and K′ side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.features import geometry as geo
from kernviz.figures.matrix import describe_gram, gram_heatmap
from kernviz.kernels import RBF
from kernviz.lessons.geometry_subject import Subject
from kernviz.lessons.lesson import Block, Formula, Picture, Row, Table, Text, short, tex

Array = NDArray[np.float64]

MOST_DRAWN = 60  # rows of a matrix in a picture of half a page


def every_point(seen: Subject) -> tuple[Block, ...]:
    """One number with three readings: density, distance to the mean, term of centring. Source: S4, applications; S0."""
    density, squared = seen.densities, seen.squared
    order = np.argsort(-squared, kind="stable")
    i = seen.i
    own, here = float(seen.K[i, i]), float(density[i])
    parzen = ""
    if isinstance(seen.kernel, RBF):
        constant = (seen.kernel.gamma / np.pi) ** (seen.data.d / 2)
        parzen = (
            f" Times (γ/π)^(d/2) = {short(constant)} it is Parzen's estimate of the density, {short(constant * here)}."
        )
    columns: dict[str, list[Any]] = {"point": [int(r) + 1 for r in order]}
    columns |= {name: seen.data.X[order, c].tolist() for c, name in enumerate(seen.data.columns)}
    if seen.data.classes:
        columns["class"] = [seen.data.labels[r] for r in order]
    columns |= {
        "density": density[order].tolist(),
        "distance² to the mean": squared[order].tolist(),
        "distance to the mean": [short(v**0.5) if v >= 0 else "none" for v in squared[order].tolist()],
    }
    return (
        Formula(
            rf"\langle\phi(x_{{{i + 1}}}),\bar\Phi\rangle = \frac1n\sum_j k(x_j, x_{{{i + 1}}}) = {tex(here)}"
        ),
        Text(
            "One formula, three jobs. It is a **density**: high where points are many, so a small value marks a novelty." + parzen
            + f" It gives the **distance** to the centre of mass: $\\|\\phi(x)-\\bar\\Phi\\|^2$ = k(x,x) − 2·{short(here)} + $\\|\\bar\\Phi\\|^2$ = "
            f"{short(own)} − {short(2 * here)} + {short(seen.mean2)} = {short(float(squared[i]))}. And it is the row mean that **centring** takes away."
        ),
        Table(columns, height=420, caption="Farthest from the centre of mass first."),
    )  # fmt: skip


def centring(seen: Subject) -> tuple[Block, ...]:
    """Equation (4) on the whole matrix. Source: S0 (4), erratum E11."""
    K, n = seen.K, seen.n
    centred = geo.center(K)
    off = float(np.abs(centred - twice_projected(K)).max())
    rows = {
        "largest |row sum|": (float(np.abs(K.sum(axis=1)).max()), float(np.abs(centred.sum(axis=1)).max())),
        "trace/n = mean ‖φ‖²": (float(np.trace(K)) / n, float(np.trace(centred)) / n),
        "mean of all entries = ‖mean‖²": (float(K.mean()), float(centred.mean())),
    }
    average, variance = rows["trace/n = mean ‖φ‖²"]
    one = np.ptp(np.diag(K)) <= 1e-12 * abs(K[0, 0])
    return (
        Formula(
            r"K' = HKH,\quad H = I - \tfrac1n\mathbf 1\mathbf 1^\top:\qquad "
            r"k'(x,z) = k(x,z) - \tfrac1n\textstyle\sum_i k(x,x_i) - \tfrac1n\sum_i k(z,x_i) + \tfrac{1}{n^2}\sum_{i,j}k(x_i,x_j)"
        ),
        Row(
            (
                (Text("**K**, as it is"), _matrix(seen, K, "k(xᵢ, xⱼ)", "gram-k")),
                (Text("**K′**, centred in feature space"), _matrix(seen, centred, "k′(xᵢ, xⱼ)", "gram-centred")),
            )
        ),
        Table(
            {
                "quantity": list(rows),
                "K": [short(a, 5) for a, _ in rows.values()],
                "K′": [short(b, 5) for _, b in rows.values()],
            },
            caption=f"Equation (4) entry by entry and HKH differ by at most {short(off, 2)}: they are the same, up to rounding.",
        ),
        Text(
            f"Every row of K′ sums to 0: its mean is the origin. What is left is the total variance, trace K′/n = trace K/n − $\\|\\bar\\Phi\\|^2$ = "
            f"{short(average)} − {short(seen.mean2)} = **{short(variance)}**"
            + (f", which is {short(float(K[0, 0]))} − $\\|\\bar\\Phi\\|^2$, for every image has the same norm." if one else ".")
            + (" A variance below 0 exists in no space: k is not a kernel." if variance < -geo.NOISE * abs(average) else "")
            + " Distances do not change: k′(x,x) − 2k′(x,z) + k′(z,z) is what it was. Kernel PCA starts from K′."
        ),
    )  # fmt: skip


def twice_projected(K: Array) -> Array:
    """HKH with H = I − 11ᵀ/n, by matrix products."""
    H = np.eye(len(K)) - 1 / len(K)
    return np.asarray(H @ K @ H)


def _matrix(seen: Subject, K: Array, name: str, key: str) -> Picture:
    """At most MOST_DRAWN rows of it, evenly from every class; its numbers are those of the whole."""
    labels = seen.labels
    order = np.arange(seen.n) if labels is None else np.argsort(labels, kind="stable")
    chosen = order[np.unique(np.linspace(0, seen.n - 1, min(seen.n, MOST_DRAWN)).astype(int))]
    part, own = K[np.ix_(chosen, chosen)], None if labels is None else labels[chosen]
    figure = gram_heatmap(part, own, classes=seen.data.classes or None, name=name)
    names = [str(int(i) + 1) for i in chosen]  # people count from 1, and a row keeps the number its point has
    for trace in figure.data:
        if trace.type == "heatmap":
            trace.update(x=names, y=names)
    figure.update_layout(showlegend=False)
    some = "" if len(chosen) == seen.n else f"{len(chosen)} of the {seen.n} rows are drawn. "
    caption = f"{some}Entries of the whole matrix from {short(float(K.min()))} to {short(float(K.max()))}."
    return Picture(figure, describe_gram(K, labels), caption, key=key, height=420, square=True, revision=seen.data.key)
