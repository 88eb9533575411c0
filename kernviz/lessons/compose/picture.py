"""Picture of the deciding function, beside the proof tree."""

from __future__ import annotations

from kernviz.lessons.compose import series_bars, spectral
from kernviz.lessons.lesson import Picture
from kernviz.mercer import Judgement


def decider(judgement: Judgement, measure: spectral.Measure | None) -> tuple[Picture, ...]:
    """Return the picture of the deciding function.

    For a function of x − z this is the spectral measure. For a function of x·z it is the power series.
    If both exist, the power series is drawn only if it decides.
    """
    found = None if measure is None else spectral.picture(measure)
    by_series = judgement.refuted_by == "series" or judgement.proof.method == "series"
    if judgement.series is not None and (found is None or by_series):
        found = series_bars.picture(judgement.series)
    return () if found is None else (found,)
