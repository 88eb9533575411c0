"""Visible texts of a lesson, and their untranslated words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from kernviz.data import Dataset
from kernviz.data.library import library
from kernviz.figures.figure import Figure
from kernviz.kernels import Kernel
from kernviz.kernels.parse import MAPS, SCALAR_FUNCTIONS, kernel_words
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lesson import Formula, Lesson, LinkTable, Numbers, Picture, Row, Table, Text
from kernviz.ui import escaping
from tests import pseudo
from tests.lessons.structure import OF_AXIS, READ

INSIDE_TEX = re.compile(r"\\(?:text|mathrm|operatorname)\{([^{}]*)\}")
NO_WORDS = re.compile(
    r"`+[^`]*`+|\$\$.*?\$\$|\$[^$\n]*\$"  # code and formulas
    r"|%\{[^}]*\}|</?[a-z]+[^<>]*>|var\([^)]*\)|&\w+;|\]\([^)]*\)|:[a-z]+/[a-z_]+:|:[a-z]+(?:-badge)?(?=\[)",
    re.DOTALL,
)
WORD = re.compile(r"(?<![^\W_])[A-Za-z]{3,}(?!\w)")  # of English letters alone: no symbol with an index


def texts(item: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Place and text of everything visible, formulas unchanged."""
    match item:
        case Lesson():
            yield f"{where}question", item.question
            yield f"{where}problem", item.problem
            for i, block in enumerate((item.picture, *item.beside)):
                if block is not None:
                    yield from texts(block, f"{where}{i}")
            for tab in item.tabs:
                yield f"{where}tab", tab.title
                for i, block in enumerate(tab.blocks):
                    yield from texts(block, f"{where}{str.__str__(tab.title)} {i}")
        case Picture():
            yield f"{where} alt", item.alt
            yield f"{where} caption", item.caption
            yield from ((f"{where} handle", text) for handle in item.handles for text in (handle.label, handle.called))
            yield from drawn(item.figure, f"{where} figure")
        case Text():
            yield where, item.markdown
        case Formula():
            yield f"{where} formula", f"$${item.latex}$$"
        case Numbers():
            yield from ((f"{where} number", text) for number in item.items for text in number.words)
        case Table():
            yield f"{where} caption", item.caption
            for name, column in item.columns.items():
                yield f"{where} head", name
                yield from ((f"{where} cell", value) for value in column if isinstance(value, str))
        case Erratum():
            yield from ((f"{where} erratum", text) for text in (item.where, item.printed, item.right, item.check))
        case Row():
            for column in item.columns:
                for i, block in enumerate(column):
                    yield from texts(block, f"{where}.{i}")
        case LinkTable():
            yield from ((f"{where} ways", text) for text in (*item.head, item.caption, item.search))
            yield from ((f"{where} ways", cell.text) for row in item.rows for cell in row)


def drawn(figure: Figure, where: str) -> Iterator[tuple[str, str]]:
    """Visible texts of a figure."""

    def walk(value: Any, key: str) -> Iterator[tuple[str, str]]:
        if isinstance(value, Mapping):
            for name, entry in value.items():
                yield from walk(entry, name)
        elif isinstance(value, list | tuple | np.ndarray):
            if not (isinstance(value, np.ndarray) and value.dtype.kind not in "OU"):
                for entry in value:
                    yield from walk(entry, key)
        elif isinstance(value, str) and (key in READ or key in OF_AXIS) and key not in ("legendgroup", "hoverformat"):
            yield f"{where} {key}", value

    yield from walk(figure.spec(), "")


def names_of(data: Dataset, kernel: Kernel | None = None) -> set[str]:
    """Words from the current data and kernel, and names of data in an address."""
    own = (data.name, data.target, *data.columns, *data.classes)
    names = " ".join(map(str, (*library(), *own, "" if kernel is None else kernel)))
    return {word.casefold() for word in WORD.findall(escaping.plain(names))}


LANGUAGE = frozenset(kernel_words()) | frozenset(SCALAR_FUNCTIONS) | frozenset(MAPS)  # of the field for kernels
FUNCTIONS = {"exp", "log", "min", "max", "sin", "cos", "sign", "arg"}  # of mathematics
NAMES = {
    *{"SVM", "PCA", "KKT"},  # abbreviations, the same in all languages
    "DKD",  # a product of matrices, one of them with a symbol of its own in each lecture
    *{"Askey", "Bochner", "Chebyshev", "Euclid", "MacKay", "Schoenberg", "Taylor"},  # persons
    *{"Quiz", "Fun", "Time"},  # the notes' questions are cited by these
}
CALL = re.compile(r"\b([a-z_]+)\([^()]*\)")


def untranslated(text: str) -> list[str]:
    """Words of a text that are still English."""
    shown = escaping.plain(text)
    inside = " ".join(INSIDE_TEX.findall(shown))
    rest = NO_WORDS.sub(" ", pseudo.TURNED.sub(" ", shown))
    while (cut := CALL.sub(lambda call: " " if call[1] in LANGUAGE else call[0], rest)) != rest:
        rest = cut
    if {*WORD.findall(rest)} <= LANGUAGE:
        rest = ""  # a kernel as it is typed
    found = WORD.findall(rest) + [word for word in WORD.findall(pseudo.TURNED.sub(" ", inside)) if word not in LANGUAGE]
    return [word for word in found if word not in FUNCTIONS | NAMES]
