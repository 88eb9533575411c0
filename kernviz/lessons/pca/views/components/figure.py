"""Eigenvalues of S4's kernel PCA figure.

Its eight eigenvalues stand beside those of its data, drawn twenty times. Source: erratum
E39.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data import DataError, load
from kernviz.data.toys import toy
from kernviz.kernels import RBF
from kernviz.lessons.lesson import Block, Table, paragraph
from kernviz.lessons.pca.decomposition import Decomposition, Refused
from kernviz.lessons.pca.state import PANELS
from kernviz.models.pca import KernelPCA
from kernviz.wording import decimal, listed, say, shorts

SLIDE = (21.72, 21.65, 4.11, 3.93, 3.66, 3.09, 2.60, 2.53)  # eigenvalues printed in S4
DRAWS = 20
GAMMA = 10.0  # γ in exp(−d²/0.1)


@shared(maxsize=2)
def draws(center: bool = True) -> Array:
    """Return the first eigenvalues of twenty draws, in an array (20, 8).

    They are N·λ of K′, or of K without ``center``. Each draw has 3 × 30 points, σ = 0.1, at S4's
    centres. The kernel is exp(−d²/0.1).
    """
    return np.array(
        [KernelPCA(RBF(GAMMA), PANELS, center).fit(toy("three_clusters", seed=s).X).eigenvalues_ for s in range(DRAWS)]
    )


@shared(maxsize=1)
def bundled_draw() -> Array | None:
    """Return the eigenvalues N·λ (8,) of the draw datasets/s4_clusters.csv.

    The result is None if the file is missing.
    """
    try:
        return np.asarray(KernelPCA(RBF(GAMMA), PANELS).fit(load("s4_clusters").X).eigenvalues_)
    except DataError:
        return None


def table(pca: Decomposition | Refused) -> tuple[Block, ...]:
    """Compare the eigenvalues of slide, draws and current data.

    They stand side by side.
    """
    many, raw, one = draws(True), draws(False), bundled_draw()
    mean, spread = many.mean(axis=0), many.std(axis=0)
    here = (
        shorts(pca.values[:PANELS]) + ["–"] * (PANELS - len(pca.values[:PANELS]))
        if isinstance(pca, Decomposition)
        else ["–"] * PANELS
    )
    inside = [abs(s - m) <= 2 * d for s, m, d in zip(SLIDE, mean, spread, strict=True)]
    columns: dict[str, Sequence[object]] = {
        say("component"): list(range(1, PANELS + 1)),
        say("slide"): _hundredths(SLIDE),
    }
    if one is not None:
        columns[say("one draw (s4_clusters)")] = _hundredths(one)
    columns |= {
        say("mean of {count} draws", count=DRAWS): _hundredths(mean),
        say("spread (σ)"): _hundredths(spread),
        say("not centred, mean"): _hundredths(raw.mean(axis=0)),
        say("your data and kernel now"): here,
    }
    far = [str(i + 1) for i, good in enumerate(inside) if not good]
    verdict = (
        say("every number of the slide lies within two standard deviations of the mean")
        if not far
        else say("all but number {numbers} lie within two standard deviations of the mean", numbers=", ".join(far))
    )
    widest = float(np.max(np.abs(np.array(SLIDE) - mean) / spread))
    return (
        paragraph(
            "S4 shows eight panels, each with “Eigenvalue=…”. Its data: 3 clusters of 30 points, σ = 0.1, "
            "around (−0.5, −0.2), (0, 0.6) and (0.5, 0), kernel exp(−d²/0.1), that is ‹γ=› = {gamma:γ}. The "
            "slide's own draw is not printed, so the fair question is how its numbers stand among many draws: "
            "{verdict} (the farthest at {largest:.2} standard deviations).",
            gamma=GAMMA,
            verdict=verdict,
            largest=widest,
        ),
        Table(columns, geometric=(say("your data and kernel now"),)),
        paragraph(
            "**What this says.** The numbers are eigenvalues of the *centred* Gram matrix K′, so they are N·λ and "
            "not λ (N = 90; erratum E39). Without centring there would be three large eigenvalues, {values}, one for "
            "each cluster. The slide has two, because three clusters, seen from their mean, span two directions. The "
            "next six belong to two directions inside each cluster. Our means differ from the slide by up to "
            "{difference:.2}. This is usual for a single draw: the first number alone spreads by {spread:.2} from "
            "draw to draw.",
            values=listed(shorts(raw.mean(axis=0)[:3], 3)),
            difference=np.max(np.abs(np.array(SLIDE) - mean)),
            spread=spread[0],
        ),
    )


def _hundredths(values: Iterable[float]) -> list[str]:
    """Return numbers with two decimals, as S4 prints them."""
    return [decimal(f"{value:.2f}") for value in values]
