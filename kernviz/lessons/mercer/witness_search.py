"""Point sets tried by the search for a refutation."""

from __future__ import annotations

from kernviz.lessons.lesson import Block, Table, Text
from kernviz.lessons.mercer.few_points import few_points
from kernviz.mercer.attempts import RefutationAttempt
from kernviz.wording import say, several


def trail(tried: tuple[RefutationAttempt, ...]) -> tuple[Block, ...]:
    """Show the point sets that the search has tried.

    The result is () before the search has run.
    """
    if not tried:
        return ()
    refutes = [a.witness is not None for a in tried]
    last = tried[-1]
    ended = (
        several(
            refutes.index(True) + 1,
            "Refuted after {n} attempt; smallest set found: {points}, λₘᵢₙ = {eigenvalue}.",
            "Refuted after {n} attempts; smallest set found: {points}, λₘᵢₙ = {eigenvalue}.",
            points=few_points(last.points),
            eigenvalue=last.numeral,
        )
        if any(refutes)
        else say("{count} sets tried, none refutes it. That is no proof either.", count=len(tried))
    )
    return (
        Text(ended),
        Table(
            {
                say("attempt"): [str(i + 1) for i in range(len(tried))],
                say("idea"): [a.idea for a in tried],
                say("points"): [few_points(a.points) for a in tried],
                say("λₘᵢₙ"): [a.numeral for a in tried],
                say("result"): [say("✗ refutes") if r else say("passes") for r in refutes],
            },
            height=240 if len(tried) > 5 else None,
        ),
    )
