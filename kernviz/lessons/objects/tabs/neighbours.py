"""Nearest neighbours of x and z in the list."""

from __future__ import annotations

import numpy as np

from kernviz.kernels.kinds import called
from kernviz.lessons.lesson import Block, Row, Table, Text
from kernviz.lessons.objects.seen import Seen
from kernviz.lessons.shared.refusal import sentence
from kernviz.models.neighbors import KernelNearestNeighbors

TITLE = "Neighbours"


def blocks(seen: Seen) -> tuple[Block, ...]:
    """All of the list, nearest to x first, by the distance the kernel gives, and the same for z."""
    codes = seen.codes if seen.codes is not None else np.zeros(seen.n, dtype=int)
    try:
        model = KernelNearestNeighbors(seen.kernel, n_neighbors=seen.n).fit(seen.things, codes)
        far, who = model.kneighbors(seen.pair)
    except ValueError as problem:
        return (Text(sentence(problem), "warning"),)
    columns: list[tuple[Block, ...]] = []
    says = (
        Text(
            "Nearest first, by $d^2 = k(x,x)-2\\,k(x,z)+k(z,z)$: no coordinates, only the kernel. An object of the list"
            " is its own nearest neighbour, at distance 0."
        ),
    )
    for row, name in enumerate("xz"):
        K = seen.kernel(seen.pair[[row]], seen.things)[0]
        order = who[row][:12]
        table = {
            "neighbour": [seen.names[i] for i in order],
            **({"class": [seen.labels[i] for i in order]} if seen.classes else {}),
            "d": [float(d) for d in far[row][:12]],
            f"k({name}, ·)": [float(K[i]) for i in order],
        }
        columns.append((Text(f"**{name} = {called(seen.pair[row])}**"), Table(table, height=460)))
    return (*says, Row(tuple(columns)))
