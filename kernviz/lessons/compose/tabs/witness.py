"""Points that refute the kernel, with their Gram matrix.

The tab also shows the eigenvalue, the vector and cᵀKc.
"""

from __future__ import annotations

from kernviz.arrays import Array
from kernviz.lessons.compose.state import State
from kernviz.lessons.lesson import Block, Formula, Text, paragraph
from kernviz.lessons.number_format import places, vector
from kernviz.lessons.shared.witnessed import asymmetry, numbers, picture, titled, weights
from kernviz.mercer import Judgement, Verdict, Witness
from kernviz.wording import phrase, say, several

TITLE = phrase("Witness")


def blocks(state: State, judgement: Judgement) -> tuple[Block, ...]:
    """Show the witness: points, matrix, eigenvalue, vector and cᵀKc."""
    least, own = judgement.witness, judgement.data_witness
    if least is None:
        refuted = judgement.verdict is Verdict.REFUTED
        return (
            Text(
                say("No points are shown. {sentence}", sentence=judgement.sentence)
                if refuted
                else say("No points refute it here.")
            ),
        )
    found = _one_witness(least, say("The fewest points found that refute it"), "witness")
    if own is not None and same_points(own, least):
        found.append(paragraph("Your own data contain exactly these points."))
    elif own is not None:
        found += _one_witness(
            own,
            several(
                len(own),
                "Your own data refute it too: {n} of the points suffices ({total} in all)",
                "Your own data refute it too: {n} of the points suffice ({total} in all)",
                total=state.data.n,
            ),
            "own-witness",
            state.data.X,
        )
    return tuple(found)


def same_points(a: Witness, b: Witness) -> bool:
    """Return True if two witnesses have the same points, in any order."""
    return {tuple(p) for p in a.points.tolist()} == {tuple(p) for p in b.points.tolist()}


def _one_witness(w: Witness, title: str, key: str, X: Array | None = None) -> list[Block]:
    points = places(w.points[:12]) + (", …" if len(w) > 12 else "")
    found: list[Block] = [Text(titled(w, title, points))]
    if not w.symmetric:
        return [*found, asymmetry(w)]
    if len(w) <= 6:
        found.append(Formula(r",\qquad ".join(numbers(w))))
    else:
        found += weights(w, say("point"), [vector(p) for p in w.points])
    if w.points.shape[1] <= 2:
        found.append(picture(w, key, X))
    return found
