"""Sentence beside an accuracy on points held out from the training."""

from __future__ import annotations

from kernviz.data import Dataset
from kernviz.lessons.shared.training import FEWEST_HELD_OUT, HELD_OUT
from kernviz.wording import say


def counted_on(data: Dataset) -> str:
    """Return a sentence on the number of held-out points.

    If the data have too few points for an accuracy, the sentence gives the reason.
    """
    if data.n < FEWEST_HELD_OUT:
        return say("not counted: {least} points are needed to keep some aside", least=FEWEST_HELD_OUT)
    return say(
        "counted on {kept} of the {n} points; the training has not seen these {kept}. The sign – means that the "
        "other points are too few, or that no such machine can be trained on them",
        kept=data.split(HELD_OUT, seed=0)[1].n,
        n=data.n,
    )
