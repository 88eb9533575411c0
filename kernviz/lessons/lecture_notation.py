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
    found = spoken(page, lecture)
    written: dict[str, str] = {}
    for idea, one in found.items():
        own = IDEAS[idea]
        for symbol in (own.symbol, *own.others):
            written[symbol + "(" * (symbol in own.applied and symbol != own.symbol)] = one.symbol
        for tex in own.tex:
            mark = tex if tex[0] in "\\_" else "\\" + tex
            written[mark + "(" * (tex in own.applied and tex != own.symbol)] = one.tex
    if "kernel" in found or "values" in found:
        written |= {sign: written.pop(sign) + "(" for sign in ("K(", r"\K(")}
    if "second" in found:
        written["xz"] = "x" + found["second"].symbol
    if "inner" in found:
        written |= {"x·x′": found["inner"].symbol, r"\x\cdot z": found["inner"].tex}
    width_symbol = lecture_symbol("width", lecture)
    width = width_symbol.map if width_symbol else None  # on every page, as a kernel's formula with γ may stand on each
    return symbols.Notation((lecture, *found), written, *((width.c, width.shown) if width else ()))


def formula(kernel: Kernel, lecture: str, page: str = "compose") -> str:
    """Return the kernel as TeX in the lecture's notation."""
    with symbols.writing(notation(page, lecture)):
        return latex(kernel)
