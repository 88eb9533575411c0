"""Tab with the proof that the function is a kernel.

If the proof fails, the tab shows at which line, and the witnesses against the kernel.
"""

from __future__ import annotations

from kernviz.kernels.object_types import called
from kernviz.lessons.lesson import Block, Formula, Text
from kernviz.lessons.objects.comparison import ObjectComparison, judgement_on
from kernviz.lessons.shared.proof_line import proof_line
from kernviz.lessons.shared.witnessed import asymmetry, numbers, titled, weights
from kernviz.mercer import Witness
from kernviz.wording import phrase, say

TITLE = phrase("Proof")


def blocks(compared: ObjectComparison) -> tuple[Block, ...]:
    """Show the lines of the proof, then the witnesses.

    The smallest witness comes first, then one from the list.
    """
    judgement = judgement_on(compared)
    steps = judgement.proof.steps()
    found: list[Block] = [
        Text(
            say(
                "Every line is a kernel by the rule it names, so the last one is. “Map the inputs” "
                "is what lets a kernel of points compare objects: ‹k›₁(‹φ›(x), ‹φ›(‹z›)) is a kernel for "
                "**any** map ‹φ›: A → ℝᵐ (S0, Theorem 1 (5))."
            )
            if judgement.proof.complete
            else say("The rules do not prove all of this: no rule shows that a line marked ✗ is a kernel.")
        )
    ]
    for step in steps:
        found += proof_line(step, steps)
    if judgement.witness is not None:
        found += _witness(judgement.witness, say("The smallest set found that refutes it"))
    own = judgement.data_witness
    if own is not None and judgement.witness is not None and set(own.points) != set(judgement.witness.points):
        found += _witness(own, say("Those of the list refute it too"))
    return tuple(found)


def _witness(w: Witness, title: str) -> list[Block]:
    names = [called(thing) for thing in w.points]
    found: list[Block] = [Text(titled(w, title, ", ".join(names[:14]) + (", …" if len(names) > 14 else "")))]
    if not w.symmetric:
        return [*found, asymmetry(w)]
    if len(w) <= 6:
        matrix, *others = numbers(w)
        beside = r"\\".join(others)
        return [*found, Formula(rf"{matrix},\qquad \begin{{gathered}}{beside}\end{{gathered}}")]
    return [*found, *weights(w, "", names)]
