"""Kernels whose nearest neighbours differ from those by Euclidean distance.

The nearest neighbours of a Gaussian never do.
"""

from __future__ import annotations

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import RBF, Kernel, Polynomial, parse
from kernviz.lessons.lesson import Block, Formula, Table, paragraph
from kernviz.lessons.neighbors.euclid import comparison, points_agree
from kernviz.lessons.neighbors.neighbor_grid import fair_draw
from kernviz.lessons.neighbors.state import State
from kernviz.lessons.number_format import percent
from kernviz.wording import phrase, say

TITLE = phrase("Kernel against Euclid")
THINNED = 300  # points used for comparing several kernels


def blocks(state: State) -> tuple[Block, ...]:
    """Show kernels whose nearest neighbours differ from Euclid's.

    The nearest neighbours of a Gaussian never do.
    """
    data = state.data
    blocks: list[Block] = [
        paragraph(
            "**A Gaussian never changes a neighbour.** Its ‹k›(x, x) is 1 for every point, so d² = 2 − 2‹k›. d² "
            "grows as ‹k› falls, and ‹k› falls as ‖x − ‹z›‖ grows. So the order of the points is Euclid's, for every "
            "‹γ›. This holds for every kernel that depends on ‖x − ‹z›‖ alone and falls as ‖x − ‹z›‖ grows."
        ),
        Formula(r"d^2 = 1 - 2e^{-‹\gamma\|x-z\|^2›} + 1 = 2 - 2e^{-‹\gamma\|x-z\|^2›}"),
        paragraph(
            "**A polynomial can change one.** Its ‹k›(x, x) = (‖x‖² + 1)² grows with the length of x. So points "
            "far from the origin are far from all others, and a point that is nearer in the plane can be "
            "farther in feature space."
        ),
    ]
    rows = compared(fair_draw(data, THINNED), state.kernel)
    if data.n <= THINNED:
        note = ""
    elif data.classes:
        note = " " + say(
            "Only {count} points are used here, drawn at random so that each class keeps its share.", count=THINNED
        )
    else:
        note = " " + say("Only {count} points are used here, drawn at random.", count=THINNED)
    blocks.append(
        Table(
            {
                say("kernel"): list(rows),
                say("same nearest as Euclid, of the picture"): [percent(plane) for plane, _ in rows.values()],
                say("of the points"): [percent(points) for _, points in rows.values()],
            },
            caption=say(
                "How often the nearest point is the same, on these data; – where the kernel gives no distances. Places "
                "where a kernel is too small to tell points apart are left out."
            )
            + note,
        )
    )
    return tuple(blocks)


@shared(maxsize=32)
def compared(data: Dataset, kernel: Kernel) -> dict[str, tuple[float, float]]:
    """Return the agreement with Euclid for several kernels.

    The kernels are ``kernel`` and four others. A pair is the agreement on the places of the picture and
    on the points, nan for a function that is no kernel on the points.
    """
    others = (RBF(1.0), Polynomial(2, 1, 1), Polynomial(3, 1, 1), parse("laplacian(gamma=1)"))
    rows = {}
    for other in dict.fromkeys((kernel, *others)):
        try:
            rows[str(other)] = (comparison(data, other).plane_agrees, points_agree(data, other))
        except ValueError:
            rows[str(other)] = (float("nan"), float("nan"))
    return rows
