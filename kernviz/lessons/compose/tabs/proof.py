"""Proof of the kernel as numbered lines."""

from __future__ import annotations

from kernviz.lessons.compose.reasons import stops
from kernviz.lessons.lesson import Block, Text, paragraph
from kernviz.lessons.shared.proof_line import proof_line
from kernviz.mercer import Judgement
from kernviz.wording import phrase, say, several

TITLE = phrase("Proof, line by line")


def blocks(judgement: Judgement) -> tuple[Block, ...]:
    """Return the proof as numbered lines.

    For the Gaussian kernel the proof is S2's Quiz 1 in four lines.
    """
    proof = judgement.proof
    steps = proof.steps()
    weaker = any(step.conditional for step in steps)
    found: list[Block] = []
    if proof.complete:
        shown = say("Every line is a kernel by the rule it names, so the last line is a kernel")
        if weaker:
            shown = say(
                "A line marked ◐ is conditionally positive definite: uᵀ‹K›u ≥ 0 is certain only where Σuᵢ = 0. That is "
                "less than a kernel. Every other line is a kernel by the rule it names, so the last line is a kernel"
            )
        found.append(Text(several(len(steps), "{title}: {n} line.", "{title}: {n} lines.", title=shown)))
    else:
        found.append(paragraph("The rules do not prove all of this: no rule shows that a line marked ✗ is a kernel."))
    for step in steps:
        found += proof_line(step, steps)
    found += [Text(f"✗ {stop.words}.") for stop in stops(proof)]
    return tuple(found)
