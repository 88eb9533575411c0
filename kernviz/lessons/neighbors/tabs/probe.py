"""The probe's neighbours by either ranking."""

from __future__ import annotations

import numpy as np

from kernviz.lessons.lesson import Block, Table, Text, at, short
from kernviz.lessons.neighbors.reading import Reading
from kernviz.lessons.neighbors.state import State

TITLE = "The probe's neighbours"
FEWEST = 5  # rows of the table from either ranking, even for k = 1


def blocks(state: State, read: Reading) -> tuple[Block, ...]:
    """The neighbours by either ranking, with every number the formula has."""
    data = state.data
    most = min(max(state.count, FEWEST), data.n)
    rows = list(dict.fromkeys([*read.order[:most].tolist(), *read.order_euclid[:most].tolist()]))
    ranks, ranks_euclid = read.ranks, read.ranks_euclid
    columns: dict[str, list[object]] = {"point": [i + 1 for i in rows], "x": [at(data.X[i]) for i in rows]}
    if data.classes:
        columns["class"] = [data.labels[i] for i in rows]
    columns |= {
        "k(x,x)": [short(float(read.own[i])) for i in rows],
        "k(x,z)": [short(float(read.values[i])) for i in rows],
        "d² by the kernel": [short(float(read.squared[i])) for i in rows],
        "d² by Euclid": [short(float(read.euclid[i])) for i in rows],
        "rank, kernel": [int(ranks[i]) for i in rows],
        "rank, Euclid": [int(ranks_euclid[i]) for i in rows],
        "has a vote": ["yes" if ranks[i] <= state.count else "" for i in rows],
    }
    moved = int((ranks != ranks_euclid).sum())
    words = (
        f"z = {at(read.z)}, k(z,z) = {short(read.kzz)}. Of {data.n} points {moved} have another rank by the kernel than"
        " by Euclid."
    )
    return (
        Text(words),
        Table(
            columns, caption=f"The {most} nearest by the kernel, then those of Euclid's {most} that are not among them."
        ),
        *_tie(state, read),
    )


def _tie(state: State, read: Reading) -> tuple[Block, ...]:
    """Whether the vote depends on the order of the data set."""
    k = state.count
    if k >= len(read.order):
        return ()
    last, next_one = (float(read.squared[i]) for i in read.order[k - 1 : k + 1])
    if read.blind or abs(last - next_one) > 1e-12 * (abs(read.kzz) + float(np.abs(read.own).max())):
        return ()
    i, j = (int(v) + 1 for v in read.order[k - 1 : k + 1])
    words = (
        f"Points {i} and {j} are equally far, up to rounding, and only one of them is among the {k}: the order of the"
        " values k decides, and where those are equal too, the order of the data set."
    )
    return (Text(words, "note"),)
