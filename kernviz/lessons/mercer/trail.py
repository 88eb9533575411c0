"""Point sets tried by the search for a refutation."""

from __future__ import annotations

import numpy as np

from kernviz.figures.curves.trail import describe_trail, search_trail
from kernviz.lessons.lesson import Block, Picture, Table
from kernviz.lessons.mercer.words import few_points
from kernviz.mercer.attempts import RefutationAttempt
from kernviz.wording import say, several


def trail(tried: tuple[RefutationAttempt, ...]) -> tuple[Block, ...]:
    """Show the point sets that the search has tried."""
    if not tried:
        return ()
    shares = np.array([a.share for a in tried])
    refutes = [a.witness is not None for a in tried]
    said = [f"{a.idea}, {few_points(a.points)}: λ_min = {a.numeral}" for a in tried]
    last = tried[-1]
    ended = (
        several(
            refutes.index(True) + 1,
            "Refuted after {n} attempt; smallest set found: {points}, λ_min = {eigenvalue}.",
            "Refuted after {n} attempts; smallest set found: {points}, λ_min = {eigenvalue}.",
            points=few_points(last.points),
            eigenvalue=last.numeral,
        )
        if any(refutes)
        else say("{count} sets tried, none refutes it. That is no proof either.", count=len(tried))
    )
    picture = search_trail(shares, refutes, said)
    return (
        Picture(picture, describe_trail(shares, refutes), ended, key="trail", height=300, revision=str(len(tried))),
        Table(
            {
                say("attempt"): [str(i + 1) for i in range(len(tried))],
                say("idea"): [a.idea for a in tried],
                say("points"): [few_points(a.points) for a in tried],
                say("λ_min"): [a.numeral for a in tried],
                say("result"): [say("✗ refutes") if r else say("passes") for r in refutes],
            },
            height=240 if len(tried) > 5 else None,
        ),
    )
