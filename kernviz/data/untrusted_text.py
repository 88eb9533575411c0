"""Escaping of strangers' words for their way through the program.

These words are names, classes and texts from files and addresses.

A lesson writes markdown and puts names into it, in hundreds of places. A figure puts names into
the HTML that plotly reads. Escaping at each of these places would be forgotten at one of them.

Instead such words are veiled where they come in. A veil concerns every character that markdown,
HTML, TeX or plotly could take for an instruction. Each gives way, one for one, to a character
that means nothing to any of them. Lengths, equality, joining and cutting stay what they were.

Only the last step before the browser (kernviz/ui/escaping.py) lifts the veil. That step writes
the character as the language of that place wants it. Where the step is forgotten, the page
shows odd letters, and never a stranger's link.
"""

import re
from dataclasses import replace

from kernviz.data.dataset import Dataset
from kernviz.wording import Phrase, Said

FIRST = 0x18800  # Tangut components: printable for repr, not special in Markdown, and not used in labels

_MEANT = re.compile(
    r"[\\`*_{}\[\]()#<>$|~^&%@!]|:(?=\S)"
    # rules and list items of Markdown, but not the sign or the point of a number
    r"|-(?=-)|(?<=-)-|^[-+](?![\d.])|(?<=\d)\.(?=\s|$)"
    r"|(?<=www)\.",
    re.IGNORECASE,
)
VEILED = re.compile(f"[{chr(FIRST + 0x21)}-{chr(FIRST + 0x7E)}]")


def veil(text: str) -> str:
    """Text on one line with its special characters veiled. veil(veil(t)) == veil(t); numbers are unchanged.

    >>> veil("+1") == "+1", veil("[a](//b)") == "[a](//b)", unveil(veil("[a](//b)"))
    (True, False, '[a](//b)')
    """
    if isinstance(text, Phrase | Said):  # texts of the program itself
        return text
    line = re.sub(r"\s", " ", text)
    return _MEANT.sub(lambda sign: chr(FIRST + ord(sign.group())), line)


def unveil(text: str) -> str:
    """Restore the marked characters of a text: inverse of `veil`."""
    return VEILED.sub(lambda sign: bare(sign.group()), text)


def bare(sign: str) -> str:
    """Return the character for which a marked character stands."""
    return chr(ord(sign) - FIRST)


def veiled(data: Dataset) -> Dataset:
    """Return the points with all names and classes marked as untrusted."""
    return replace(
        data,
        name=veil(data.name),
        title=veil(data.title),
        source=veil(data.source),
        target=veil(data.target),
        columns=tuple(map(veil, data.columns)),
        classes=tuple(map(veil, data.classes)),
        notes=tuple(map(veil, data.notes)),
    )
