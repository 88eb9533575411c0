"""Rewriting of indices of points in texts.

The meaning of an index depends on its letter: xᵢ is a point, λᵢ an eigenvalue.

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
    """Return True if another part of a text uses the index differently.

    This is checked for the old and the new letter. The result is also True if the text defines the
    index (i = 1).
    """
    own, new = (idea.tex[0], there.tex) if tex else (idea.symbol, there.symbol)
    letters = "".join(filter(str.isalpha, own + new))
    if tex:
        return re.search(rf"_(?:[{letters}]|\{{[^{{}}]*[{letters}])", rest) is not None
    name = re.escape(idea.tex[0].strip("_"))
    return re.search(rf"[{letters}]|(?<![^\W\d_]){name}(?![^\W\d_])", rest) is not None
