"""Feature vectors φ of both objects, coordinate by coordinate.

The values along the expression tree follow.
"""

from __future__ import annotations

import math
from itertools import combinations

from kernviz.kernels.object_types import called
from kernviz.lessons.lesson import Block, Table, Text, paragraph
from kernviz.lessons.objects.comparison import ObjectComparison
from kernviz.lessons.objects.object_inputs import SETS_VIEW
from kernviz.lessons.objects.pair import ObjectPair
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several, short

TITLE = phrase("‹φ› of both")
MOST_ROWS = 80  # largest number of rows of a table of counts
LISTED = 16  # largest number of subsets written out


def blocks(compared: ObjectComparison, pair: ObjectPair) -> tuple[Block, ...]:
    """Show φ(x) and φ(z) coordinate by coordinate.

    Shared coordinates come first. Then follow the values along the expression tree.
    """
    found: list[Block] = []
    for phi, shared in pair.shared:
        left, right = phi.found(compared.x), phi.found(compared.z)
        names = [*shared, *sorted((left.keys() | right.keys()) - set(shared))]
        total = sum(left.get(u, 0) * right.get(u, 0) for u in names)
        more = (
            " " + say("The first {limit} of {total}.", limit=MOST_ROWS, total=len(names))
            if len(names) > MOST_ROWS
            else ""
        )
        found += [
            paragraph(
                "**‹φ› = {phi}**: {meaning}. All but {coordinates} are 0 for both.{rest}",
                phi=phi,
                meaning=phi.says,
                coordinates=several(len(names), "{n} coordinate", "{n} coordinates"),
                rest=more,
            ),
            Table(
                {
                    say("coordinate"): [u or "ε" for u in names[:MOST_ROWS]],
                    symbols("‹φ›(x)"): [short(left.get(u, 0.0)) for u in names[:MOST_ROWS]],
                    symbols("‹φ›(‹z›)"): [short(right.get(u, 0.0)) for u in names[:MOST_ROWS]],
                    say("product"): [short(left.get(u, 0.0) * right.get(u, 0.0)) for u in names[:MOST_ROWS]],
                },
                caption=say("The products sum to ‹φ›(x)·‹φ›(‹z›) = {total:.8}.", total=float(total)),
                height=320 if len(names) > 8 else None,
            ),
        ]
    if compared.view == SETS_VIEW:
        found.append(_subsets(compared))
    if not pair.shared:
        found.append(paragraph("This kernel counts nothing: there is no ‹φ› to spell out."))
    found += [
        paragraph("**Up the tree**, every part at x and ‹z›:"),
        Table(
            {
                say("part"): [line.text for line in pair.lines],
                say("rule"): [line.rule for line in pair.lines],
                say("value"): [short(line.value, 8) for line in pair.lines],
            }
        ),
    ]
    return tuple(found)


def _subsets(compared: ObjectComparison) -> Text:
    both = sorted(compared.x & compared.z)
    listed = [called(frozenset(s)) for size in range(len(both) + 1) for s in combinations(both, size)][: LISTED + 1]
    return paragraph(
        r"**Common subsets**, the coordinates of $2^{{|S_1\cap S_2|}}$ that are 1 for both: "
        r"{listed}: {count} of them. For $e^{{|S_1\cap S_2|}}$ each subset $A$ weighs "
        "$(e-1)^{{|A|}}$ instead of 1: {weight_1} with one element, {weight_2} with two.",
        listed=", ".join([*listed[:LISTED], *(["…"] if len(listed) > LISTED else [])]),
        count=2 ** len(both),
        weight_1=math.e - 1,
        weight_2=(math.e - 1) ** 2,
    )
