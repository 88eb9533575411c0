"""An index counts what stands above it: xᵢ is a point, λᵢ an eigenvalue. Where a lecture counts its points by another
letter, the index below what points have is that letter, in a text that counts nothing else by either.
"""

from __future__ import annotations

import re

from kernviz.lessons.notation import Idea, Said


def below(symbol: str, tex: bool) -> str:
    """The pattern of an index below a letter that points have, or below a sum over them."""
    if tex:
        return rf"(?:(?<=\\alpha)|(?<=\\xi)|(?<=\\sum)|(?<=[xy])){re.escape(symbol)}"
    return rf"(?<=[xyαξ]){symbol}"


def used(idea: Idea, there: Said, rest: str, tex: bool) -> bool:
    """Whether what is left of a text counts something else by the old or the new index, or names it: i = 1."""
    own, new = (idea.tex[0], there.tex) if tex else (idea.symbol, there.symbol)
    letters = "".join(filter(str.isalpha, own + new))
    if tex:
        return re.search(rf"_(?:[{letters}]|\{{[^{{}}]*[{letters}])", rest) is not None
    name = re.escape(idea.tex[0].strip("_"))
    return re.search(rf"[{letters}]|(?<![^\W\d_]){name}(?![^\W\d_])", rest) is not None
