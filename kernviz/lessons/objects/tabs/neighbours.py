"""Nearest neighbours of x and z in the list."""

from __future__ import annotations

import numpy as np

from kernviz.kernels.object_types import called
from kernviz.lessons.lesson import Block, Row, Table, Text, paragraph
from kernviz.lessons.objects.comparison import ObjectComparison
from kernviz.lessons.shared.refusal import sentence
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.symbols import symbols
from kernviz.wording import class_word, phrase, say

TITLE = phrase("Neighbours")


def blocks(compared: ObjectComparison) -> tuple[Block, ...]:
    """Show the objects sorted by kernel distance to x, and to z."""
    codes = compared.codes if compared.codes is not None else np.zeros(compared.n, dtype=int)
    try:
        model = KernelNearestNeighbors(compared.kernel, n_neighbors=compared.n).fit(compared.things, codes)
        far, who = model.kneighbors(compared.pair)
    except ValueError as problem:
        return (Text(sentence(problem), "warning"),)
    columns: list[tuple[Block, ...]] = []
    says = (
        paragraph(
            r"Nearest first, by $d^2 = ‹\k›(x,x)-2\,‹\k›(x,‹\z›)+‹\k›(‹\z›,‹\z›)$: no coordinates, only the "
            r"kernel. "
            "An object of the list is its own nearest neighbour, at distance 0."
        ),
    )
    for row, name in enumerate(("x", symbols("‹z›"))):
        K = compared.kernel(compared.pair[[row]], compared.things)[0]
        order = who[row][:12]
        table = {
            say("neighbour"): [compared.names[i] for i in order],
            **({say("class"): [class_word(compared.labels[i]) for i in order]} if compared.classes else {}),
            "d": [float(d) for d in far[row][:12]],
            symbols(f"‹k›({name}, ·)"): [float(K[i]) for i in order],
        }
        columns.append((Text(f"**{name} = {called(compared.pair[row])}**"), Table(table, height=460)))
    return (*says, Row(tuple(columns)))
