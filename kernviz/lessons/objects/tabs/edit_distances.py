"""Edit distances of the words."""

from __future__ import annotations

from kernviz.kernels.object_types import called
from kernviz.kernels.structured.words import edit_distance
from kernviz.lessons.lesson import Block, Table, paragraph
from kernviz.lessons.objects.comparison import ObjectComparison
from kernviz.lessons.objects.edits import distances
from kernviz.wording import phrase

TITLE = phrase("Edit distances")


def blocks(compared: ObjectComparison) -> tuple[Block, ...]:
    """Show the definition of the edit distance, and all distances."""
    words = tuple(compared.things)
    D = distances(words)
    unique = list(dict.fromkeys(map(called, words)))
    place = {name: i for i, name in reversed(list(enumerate(map(called, words))))}
    x, z = called(compared.x), called(compared.z)
    return (
        paragraph(
            "The edit distance is the least number of letters to insert, delete or replace. It "
            "is a distance: never negative, symmetric, with the triangle inequality. That does "
            "not make exp(−γ·distance) a kernel. edit({x}, {z}) = {edit_distance}.",
            x=x,
            z=z,
            edit_distance=edit_distance(compared.x, compared.z),
        ),
        Table({"": unique, **{b: [str(int(D[place[a], place[b]])) for a in unique] for b in unique}}, height=520),
    )
