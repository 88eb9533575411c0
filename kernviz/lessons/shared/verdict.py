"""Messages about an unproven or refused kernel, worded alike for every machine."""

from __future__ import annotations

from kernviz.kernels import Kernel
from kernviz.lessons.lesson import Text
from kernviz.mercer import Verdict, judge
from kernviz.wording import phrase

MARKS = {Verdict.PROVEN: phrase("✓ proven"), Verdict.REFUTED: phrase("✗ refuted"), Verdict.OPEN: phrase("? open")}
HARMLESS = phrase("On these points it does no harm.")
TRAINABLE = phrase("On these points it does no harm, so the machine can be trained.")


def not_proven(kernel: Kernel, d: int, refuted: str = "", undecided: str = "") -> tuple[Text, ...]:
    """Verdict on ℝᵈ: a warning for a refuted kernel and a note for an open one, each followed by the given words.

    () for a proven kernel, and for one without a verdict.
    """
    try:
        judgement = judge(kernel, d=d)
    except ValueError:
        return ()
    if judgement.verdict is Verdict.PROVEN:
        return ()
    if judgement.verdict is Verdict.REFUTED:
        return (Text(f"{judgement.sentence} {refuted}".rstrip(), "warning"),)
    return (Text(f"{judgement.sentence} {undecided}".rstrip(), "note"),)
