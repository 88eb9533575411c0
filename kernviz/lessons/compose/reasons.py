"""Reasons shown beside the verdict.

They are the points of the witness, another refutation, or the limits of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.kernels import Kernel
from kernviz.lessons.lesson import Text
from kernviz.lessons.number_format import at
from kernviz.mercer import Judgement, Proof, Verdict
from kernviz.wording import enumerated, say, several

NAMED = 4  # witness points written beside the verdict


@dataclass(frozen=True)
class Stop:
    """Node at which the closure rules stop, and the reason.

    ``above`` is the nearest node above to which Schoenberg's theorem applies: its exponent need only be
    conditionally positive definite. None if there is no such node.
    """

    node: Kernel
    reason: str
    above: Proof | None = None

    @property
    def words(self) -> str:
        return ". ".join(filter(None, (f"`{self.node}`: {self.reason}", self._exponent())))

    def _exponent(self) -> str:
        """Return a note on Schoenberg's weaker condition for exponents.

        No rule shows the weaker condition here either.
        """
        if self.above is None:
            return ""
        inside = self.above.kernel.children[0]
        failed = [
            str(p)
            for p in inside._conditional_premises(self.above.kernel._child_space(self.above.space))
            if inside._conditional_rule is not None and not p.holds and str(p) != self.reason
        ]
        shown = say(
            "For `{kernel}` it would be enough that `{inside}` is conditionally positive definite, but no rule "
            "shows that",
            kernel=self.above.kernel,
            inside=inside,
        )
        return f"{shown} ({failed[0]})" if failed else shown


def stops(proof: Proof, above: Proof | None = None) -> list[Stop]:
    """Return the innermost nodes where the proof breaks, in reading order."""
    if proof.complete:
        return []
    here = proof if proof.kernel._schoenberg is not None and proof.parts else above
    below = [stop for part in proof.parts for stop in stops(part, here)]
    failed = [Stop(proof.kernel, str(p), above) for p in proof.premises if not p.holds]
    if proof.method == "none" and not below:
        failed.append(Stop(proof.kernel, say("no rule makes this a kernel"), above))
    return below + failed


def where_rules_stop(judgement: Judgement) -> tuple[Text, ...]:
    """Return the innermost reason why the proof is incomplete, in words.

    The tuple is empty for a complete proof.
    """
    found = stops(judgement.proof)
    if not found:
        return ()
    others = len(found) - 1
    more = " " + several(others, "({n} more place in the tree.)", "({n} more places in the tree.)") if others else ""
    return (Text(say("The rules stop at {place}.", place=found[0].words) + more),)


def because(judgement: Judgement) -> Text:
    """Return the verdict in a sentence.

    The sentence has the witness's points if there are any.
    """
    sentences = [judgement.sentence]
    if judgement.verdict is Verdict.REFUTED:
        sentences.append(_shown_by(judgement))
    return Text(" ".join(sentences))


def _shown_by(judgement: Judgement) -> str:
    found = judgement.witness
    if found is None:
        return say("This argument is exact. It needs no points, so none are shown.")
    own, n = found is judgement.data_witness, len(found)
    if n > NAMED and own:
        return several(
            n,
            "The witness from your own points: {n} point, with matrix and weights in the tab **Witness**.",
            "The witness from your own points: {n} points, with matrix and weights in the tab **Witness**.",
        )
    if n > NAMED:
        return several(
            n,
            "The witness: {n} point, with matrix and weights in the tab **Witness**.",
            "The witness: {n} points, with matrix and weights in the tab **Witness**.",
        )
    points = [at(p) for p in found.points]
    if own:
        return say("The witness from your own points: {listed} (tab **Witness**).", listed=enumerated(points))
    return say("The witness: {listed} (tab **Witness**).", listed=enumerated(points))
