"""k(x, z) as one number, three ways."""

from __future__ import annotations

import numpy as np

from kernviz.lessons.compose.state import State
from kernviz.lessons.lesson import Block, Table, Text, short, vector
from kernviz.lessons.shared.refusal import sentence
from kernviz.lessons.shared.three_ways import three_ways

TITLE = "One number, three ways"


def blocks(state: State) -> tuple[Block, ...]:
    """K(x, z) three ways with the difference."""
    x, z = state.pair()
    try:
        values = three_ways(state.kernel, x, z)
    except ValueError as problem:
        return (Text(sentence(problem), "warning"),)
    rows: dict[str, list[object]] = {
        "way": ["closed form", "φ(x)·φ(z)", "up the tree of rules"],
        "k(x, z)": [
            short(values.closed, 10),
            "no finite φ" if values.features is None else short(values.features, 10),
            short(values.tree, 10),
        ],
    }
    difference = (
        f"Largest difference: {values.difference:.1e}."
        if np.isfinite(values.difference)
        else "At these points a part of k is beyond every number: move them closer to 0."
    )
    found: list[Block] = [
        Text(f"At x = {vector(x)} and z = {vector(z)}:"),
        Table(rows, caption=difference),
        Text("**Up the tree**, every part at these points:"),
        Table(
            {
                "part": [line.text for line in values.lines],
                "rule": [line.rule for line in values.lines],
                "value": [short(line.value, 8) for line in values.lines],
            }
        ),
    ]
    if values.labels:
        shown = slice(None, 40)
        found.append(
            Text(
                f"**By features**: {len(values.labels)} coordinates."
                + (" The first 40:" if len(values.labels) > 40 else "")
            )
        )
        product = values.phi_x * values.phi_z
        found.append(
            Table(
                {
                    "coordinate": list(values.labels[shown]),
                    "φ(x)": [short(float(v)) for v in values.phi_x[shown]],
                    "φ(z)": [short(float(v)) for v in values.phi_z[shown]],
                    "product": [short(float(v)) for v in product[shown]],
                },
                caption=f"The products sum to {short(float(product.sum()), 8)}.",
            )
        )
    return tuple(found)
