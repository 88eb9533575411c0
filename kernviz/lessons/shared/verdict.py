"""What a page says of a kernel that is not proven, or that a model refuses: one wording for every machine."""

from __future__ import annotations

from kernviz.data.outside import veil
from kernviz.kernels import Kernel
from kernviz.lessons.lesson import Text
from kernviz.mercer import Verdict, judge

MARKS = {Verdict.PROVEN: "✓ proven", Verdict.REFUTED: "✗ refuted", Verdict.OPEN: "? open"}
HARMLESS = "On these points it does no harm."
TRAINABLE = "On these points it does no harm, so the machine can be trained."


def doubt(kernel: Kernel, d: int, refuted: str = "", undecided: str = "") -> tuple[Text, ...]:
    """The verdict on ℝᵈ, a warning for a refuted kernel and a note for an open one, each with its words behind it.

    () for a proven kernel, and for one that no verdict is given on.
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


def for_page(words: str) -> str:
    """A refusal as a page says it: the page that helps in the place of the function, a true minus, and no markdown."""
    words = words.replace("kernviz.judge(kernel) shows", "the page Mercer shows").replace(
        "eigenvalue -", "eigenvalue −"
    )
    return veil(words.replace(": see .weights)", ")"))  # an attribute, for who holds the error


def as_sentence(words: str) -> str:
    """The same from a capital to a full stop."""
    words = for_page(words)
    return words[0].upper() + words[1:] + ("" if words.endswith(".") else ".")
