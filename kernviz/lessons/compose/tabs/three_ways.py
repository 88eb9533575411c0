"""Value of k(x, z), computed in three ways."""

from __future__ import annotations

import numpy as np

from kernviz.lessons.compose.state import State
from kernviz.lessons.lesson import Block, Table, Text, paragraph
from kernviz.lessons.number_format import vector
from kernviz.lessons.shared.refusal import sentence
from kernviz.lessons.shared.three_ways import three_ways
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several, short

TITLE = phrase("One number, three ways")


def blocks(state: State) -> tuple[Block, ...]:
    """Return k(x, z), computed in three ways, with the difference."""
    x, z = state.pair()
    try:
        values = three_ways(state.kernel, x, z)
    except ValueError as problem:
        return (Text(sentence(problem), "warning"),)
    rows: dict[str, list[object]] = {
        say("way"): [say("closed form"), symbols("‹φ›(x)·‹φ›(‹z›)"), say("up the tree of rules")],
        symbols("‹k›(x, ‹z›)"): [
            short(values.closed, 10),
            say("‹φ› not listed") if values.features is None else short(values.features, 10),
            short(values.tree, 10),
        ],
    }
    difference = (
        say("Largest difference: {difference:.2}.", difference=values.difference)
        if np.isfinite(values.difference)
        else say("At these points a part of ‹k› is too large to compute: move them closer to 0.")
    )
    found: list[Block] = [
        paragraph("At x = {x} and ‹z› = {z}:", x=vector(x), z=vector(z)),
        Table(rows, caption=difference),
        paragraph("**Up the tree**, every part at these points:"),
        Table(
            {
                say("part"): [line.text for line in values.lines],
                say("rule"): [line.rule for line in values.lines],
                say("value"): [short(line.value, 8) for line in values.lines],
            }
        ),
    ]
    if values.labels:
        shown = slice(None, 40)
        found.append(
            Text(
                several(len(values.labels), "**By features**: {n} coordinate.", "**By features**: {n} coordinates.")
                + (" " + say("The first 40:") if len(values.labels) > 40 else "")
            )
        )
        product = values.phi_x * values.phi_z
        found.append(
            Table(
                {
                    say("coordinate"): list(values.labels[shown]),
                    symbols("‹φ›(x)"): [short(float(v)) for v in values.phi_x[shown]],
                    symbols("‹φ›(‹z›)"): [short(float(v)) for v in values.phi_z[shown]],
                    say("product"): [short(float(v)) for v in product[shown]],
                },
                caption=say("The products sum to {sum:.8}.", sum=product.sum()),
            )
        )
    return tuple(found)
