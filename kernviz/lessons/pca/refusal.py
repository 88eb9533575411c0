"""Picture for a function that is no kernel on the data."""

from __future__ import annotations

from kernviz.figures.bars.spectrum import describe_eigenvalues, eigenvalue_bars
from kernviz.lessons.lesson import Picture
from kernviz.lessons.pca.decomposition import Refused
from kernviz.wording import say


def refused_picture(refused: Refused, key: str) -> Picture | None:
    """Draw the eigenvalues of a refused decomposition.

    The result is None unless a negative eigenvalue is the reason. While ``key`` is unchanged, the
    browser keeps the zoom of the picture.
    """
    if refused.eigenvalues is None:
        return None
    values = refused.eigenvalues
    caption = say(
        "All {count} eigenvalues, largest first; the hatched ones are negative, down to {smallest}.",
        count=len(values),
        smallest=values[-1],
    )
    return Picture(
        eigenvalue_bars(values, refused.tolerance, name="N·λ"),
        describe_eigenvalues(values, refused.tolerance),
        caption,
        "negative",
        520,
        revision=key,
    )
