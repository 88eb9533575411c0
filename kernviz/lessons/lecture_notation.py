"""Notation of a lecture, for the symbols marked on a page."""

from __future__ import annotations

from functools import cache

from kernviz import symbols
from kernviz.kernels import Kernel, latex
from kernviz.lessons.notation import IDEAS, OWN, lecture_symbol, spoken


@cache
def notation(page: str, lecture: str) -> symbols.Notation:
    """Return a lecture's notation for the symbols marked on a page."""
    if lecture == OWN:
        return symbols.OWN
    theirs = spoken(page, lecture)
    written: dict[str, str] = {}
    for idea, of_lecture in theirs.items():
        own = IDEAS[idea]
        for symbol in (own.symbol, *own.others):
            written[symbol + "(" * (symbol in own.applied and symbol != own.symbol)] = of_lecture.symbol
        for tex in own.tex:
            mark = tex if tex[0] in "\\_" else "\\" + tex
            written[mark + "(" * (tex in own.applied and tex != own.symbol)] = of_lecture.tex
    if "kernel" in theirs or "values" in theirs:
        written |= {sign: written.pop(sign) + "(" for sign in ("K(", r"\K(")}
    if "second" in theirs:
        written["xz"] = "x" + theirs["second"].symbol
    if "inner" in theirs:
        written |= {"x·x′": theirs["inner"].symbol, r"\x\cdot z": theirs["inner"].tex}
    width_symbol = lecture_symbol("width", lecture)
    width = width_symbol.map if width_symbol else None  # on every page, as a kernel's formula with γ may stand on each
    return symbols.Notation((lecture, *theirs), written, *((width.c, width.shown) if width else ()))


def formula(kernel: Kernel, lecture: str, page: str = "compose") -> str:
    """Return the kernel as TeX in the lecture's notation."""
    with symbols.writing(notation(page, lecture)):
        return latex(kernel)
