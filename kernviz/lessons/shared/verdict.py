"""Messages about an unproven or refuted kernel, worded alike for every machine."""

from __future__ import annotations

from kernviz.kernels import Kernel
from kernviz.lessons.lesson import Text
from kernviz.mercer import Verdict, judge
from kernviz.wording import phrase

MARKS = {Verdict.PROVEN: phrase("✓ proven"), Verdict.REFUTED: phrase("✗ refuted"), Verdict.OPEN: phrase("? open")}
HARMLESS = phrase("On these points it does no harm.")
TRAINABLE = phrase("On these points it does no harm, so the machine can be trained.")


def not_proven(kernel: Kernel, d: int, refuted: str = "", undecided: str = "") -> tuple[Text, ...]:
    """Return the verdict on an unproven kernel on ℝᵈ.

    A refuted kernel gives a warning with the words `refuted`, an open kernel a note with the words
    `undecided`. The result is () for a proven kernel, and for a kernel without a verdict.
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
