"""The edit distances of the words."""

from __future__ import annotations

from kernviz.kernels.kinds import called
from kernviz.kernels.structured.words import edit_distance
from kernviz.lessons.lesson import Block, Table, Text
from kernviz.lessons.objects.edits import distances
from kernviz.lessons.objects.seen import Seen

TITLE = "Edit distances"


def blocks(seen: Seen) -> tuple[Block, ...]:
    """What the distance is, and a table of it."""
    words = tuple(seen.things)
    D = distances(words)
    unique = list(dict.fromkeys(map(called, words)))
    place = {name: i for i, name in reversed(list(enumerate(map(called, words))))}
    x, z = called(seen.x), called(seen.z)
    return (
        Text(
            "The edit distance is the least number of letters to insert, delete or replace. It is a distance: never"
            " negative, symmetric, with the triangle inequality. That does not make exp(−γ·distance) a kernel."
            f" edit({x}, {z}) = {edit_distance(seen.x, seen.z)}."
        ),
        Table({"": unique, **{b: [str(int(D[place[a], place[b]])) for a in unique] for b in unique}}, height=520),
    )
