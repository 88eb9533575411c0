"""Quiz 3 of S2."""

from __future__ import annotations

from kernviz.lessons.lesson import Block, Formula, paragraph
from kernviz.lessons.neighbors.reading import NeighborReading
from kernviz.lessons.neighbors.state import QUIZ, State
from kernviz.lessons.number_format import at

TITLE = QUIZ


def blocks(state: State, probed: NeighborReading | None) -> tuple[Block, ...]:
    """Show Quiz 3 of S2, with the answer on request."""
    question = paragraph(
        "**Quiz 3 of S2.** Let D = {(x₁, y₁), …, (xₙ, yₙ)}. How can you kernelise nearest "
        "neighbours (with Euclidean distances)?"
    )
    if not state.answer:
        return (question,)
    blocks: list[Block] = [
        question,
        paragraph(
            "The rule uses the points only through their squared distances to z, and these are "
            "made of three inner products:"
        ),
        Formula(r"\|x_i - z\|^2 = x_i^\mathsf T x_i - 2\,x_i^\mathsf T z + z^\mathsf T z"),
        paragraph(
            "Put k(·, ·) in the place of every inner product. It is the inner product of φ(xᵢ) "
            "and φ(z), so what comes out is their squared distance:"
        ),
        Formula(
            r"\begin{aligned}&\|\varphi(x_i) - \varphi(z)\|^2\\ &\quad= k(x_i,x_i) - 2k(x_i,z) + k(z,z)\end{aligned}"
        ),
        paragraph(
            "No feature vector is computed. S4 gives the same answer. k(z, z) is the same for "
            "all i: ½k(xᵢ,xᵢ) − k(xᵢ,z) is enough to order them."
        ),
    ]
    if probed is not None:
        i = probed.first
        blocks.append(
            paragraph("With your kernel, at the probe z = {z}, for its nearest point {i}:", z=at(probed.z), i=i + 1)
        )
        blocks.append(Formula(probed.written_out(i)))
    return tuple(blocks)
