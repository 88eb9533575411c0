"""Kernels whose nearest neighbours differ from those by Euclidean distance."""

from __future__ import annotations

import numpy as np

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.kernels import RBF, Kernel, Polynomial, parse
from kernviz.lessons.lesson import Block, Formula, Picture, Table, paragraph, percent, short
from kernviz.lessons.neighbors.euclid import Comparison, comparison, points_agree
from kernviz.lessons.neighbors.reading import NeighborReading
from kernviz.lessons.neighbors.state import State
from kernviz.surfaces import Window
from kernviz.symbols import symbols
from kernviz.wording import phrase, say

TITLE = phrase("Kernel against Euclid")
THINNED = 300  # points used for comparing several kernels


def blocks(state: State, apart: Comparison, probed: NeighborReading) -> tuple[Block, ...]:
    """Show kernels whose nearest neighbours differ from Euclid's."""
    data = state.data
    blocks: list[Block] = [
        paragraph(
            "**A Gaussian never changes a neighbour.** Its ‹k›(x, x) is 1 for every point, so d² = 2 − 2‹k›. d² grows "
            "as ‹k› falls, and ‹k› falls as ‖x − ‹z›‖ grows. So the order of the points is Euclid's, for every ‹γ›. "
            "This holds for every kernel that falls with ‖x − ‹z›‖ alone."
        ),
        Formula(r"d^2 = 1 - 2e^{-‹\gamma\|x-z\|^2›} + 1 = 2 - 2e^{-‹\gamma\|x-z\|^2›}"),
        paragraph(
            "**A polynomial can change one.** Its ‹k›(x, x) = (‖x‖² + 1)² grows with the length of x. So points "
            "far from the origin are far from all others, and a point that is nearer in the plane can be "
            "farther in feature space."
        ),
    ]
    if data.d == 1 and data.n > 1:
        blocks += _rivals(state, probed)
    rows = compared(_thin(data), state.kernel)
    note = (
        "" if data.n <= THINNED else " " + say("The first {count} points of a fair draw are used here.", count=THINNED)
    )
    blocks.append(
        Table(
            {
                say("kernel"): list(rows),
                say("same nearest as Euclid, of the picture"): [_share(plane) for plane, _ in rows.values()],
                say("of the points"): [_share(points) for _, points in rows.values()],
            },
            caption=say(
                "How often the nearest point is the same, on these data; – where the kernel gives no distances."
            )
            + note,
        )
    )
    return tuple(blocks)


def _share(value: float) -> str:
    return "–" if value != value else percent(value)


def _thin(data: Dataset) -> Dataset:
    return data if data.n <= THINNED else data.split(THINNED / data.n, seed=0)[1]


@shared(maxsize=32)
def compared(data: Dataset, kernel: Kernel) -> dict[str, tuple[float, float]]:
    """Return the agreement with Euclid for several kernels.

    The kernels are ``kernel`` and four others. A pair is the agreement on the places of the picture and
    on the points, nan for a function that is no kernel on the points.
    """
    others = (RBF(1.0), Polynomial(2, 1, 1), Polynomial(3, 1, 1), parse("laplacian(gamma=1)"))
    rows = {}
    for each in dict.fromkeys((kernel, *others)):
        try:
            rows[str(each)] = (comparison(data, each).plane_agrees, points_agree(data, each))
        except ValueError:
            rows[str(each)] = (float("nan"), float("nan"))
    return rows


def _rivals(state: State, probed: NeighborReading) -> list[Block]:
    """Show squared distances to two points along the line."""
    data = state.data
    pair = list(dict.fromkeys([probed.first, probed.first_euclid, *probed.order[:2].tolist()]))[:2]
    i, j = sorted(pair)
    a, b = (float(data.X[p, 0]) for p in (i, j))
    low, high = min(a, b, float(probed.z[0])), max(a, b, float(probed.z[0]))
    if high == low or not np.isfinite(Window.of(data).x_range).all():
        return []
    room = 0.15 * (high - low)
    z = np.linspace(low - room, high + room, 301)
    own = state.kernel.diag(z[:, None])
    rivals = data.X[[i, j]]
    with np.errstate(over="ignore", invalid="ignore"):
        squared = own[:, None] - 2 * state.kernel(z[:, None], rivals) + state.kernel.diag(rivals)[None]
    if not np.isfinite(squared).all():
        return []
    names = [say("to point {p}, x = {X}", p=p + 1, X=data.X[p, 0]) for p in (i, j)]
    kernel_lines = dict(zip(names, squared.T, strict=True))
    plain_lines = dict(zip(names, ((z[:, None] - rivals.T) ** 2).T, strict=True))
    probe = float(probed.z[0])
    crossing = _crossing(z, squared[:, 0] - squared[:, 1])
    border = (
        say("The kernel's border between the two is at ‹z› = {z}", z=crossing)
        if crossing
        else say("The kernel's curves do not cross here")
    )
    words = say(
        "At ‹z› = {probe}: by the kernel {squared_i} to point {i} and {squared_j} to point {j}; "
        "by Euclid {euclid_i} and {euclid_j}. {kernel_border}; Euclid's is the middle, {euclid_border}.",
        probe=probe,
        squared_i=probed.squared[i],
        i=i + 1,
        squared_j=probed.squared[j],
        j=j + 1,
        euclid_i=probed.euclid[i],
        euclid_j=probed.euclid[j],
        kernel_border=border,
        euclid_border=(a + b) / 2,
    )
    return [
        paragraph("**Two rivals.** {explanation}", explanation=words),
        Picture(
            curve(
                z,
                kernel_lines,
                x_title=symbols("‹z›"),
                y_title=say("d² by the kernel"),
                mark=(probe, float(probed.squared[probed.first])),
            ),
            describe_curve(z, kernel_lines, x_title=symbols("‹z›")),
            say("Squared distances in feature space: the lower curve belongs to the nearest point."),
            key="rivals-kernel",
            height=300,
        ),
        Picture(
            curve(
                z,
                plain_lines,
                x_title=symbols("‹z›"),
                y_title=say("d² by Euclid"),
                mark=(probe, float(probed.euclid[probed.first_euclid])),
            ),
            describe_curve(z, plain_lines, x_title=symbols("‹z›")),
            say("The same two points by ordinary distance."),
            key="rivals-euclid",
            height=300,
        ),
    ]


def _crossing(z: np.ndarray, difference: np.ndarray) -> str:
    cells = np.flatnonzero((difference[:-1] > 0) != (difference[1:] > 0))
    share = difference[cells] / (difference[cells] - difference[cells + 1])
    return ", ".join(short(float(v)) for v in z[cells] + share * (z[cells + 1] - z[cells]))
