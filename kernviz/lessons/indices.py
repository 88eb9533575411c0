"""Rewriting of indices of points in texts.

An index counts the symbol above it, so xᵢ is a point, λᵢ an eigenvalue.

If a lecture counts its points by another letter, that letter replaces the index of points in
a text. Exception: either letter has another meaning there.
"""

from __future__ import annotations

import re

from kernviz.lessons.notation import Idea, Said


def below(symbol: str, tex: bool) -> str:
    """Return a regular expression for an index of points.

    The index stands below a letter of points, or below a sum over them.
    """
    if tex:
        return rf"(?:(?<=\\alpha)|(?<=\\xi)|(?<=\\sum)|(?<=[xy])){re.escape(symbol)}"
    return rf"(?<=[xyαξ]){symbol}"


def used(idea: Idea, there: Said, rest: str, tex: bool) -> bool:
    """Return True if a text's rest uses an index for something else.

    The index is the old or the new one. A rest that names the index (i = 1) gives True too.
    """
    own, new = (idea.tex[0], there.tex) if tex else (idea.symbol, there.symbol)
    letters = "".join(filter(str.isalpha, own + new))
    if tex:
        return re.search(rf"_(?:[{letters}]|\{{[^{{}}]*[{letters}])", rest) is not None
    name = re.escape(idea.tex[0].strip("_"))
    return re.search(rf"[{letters}]|(?<![^\W\d_]){name}(?![^\W\d_])", rest) is not None
