"""Escaping of untrusted texts: names, classes and texts from files and addresses.

A lesson writes markdown and puts names into it, in hundreds of places. A figure puts names into
the HTML that plotly reads. Escaping at each of these places would be forgotten at one of them.

Instead `veil` is called where such a text enters the program. It replaces every character that
markdown, HTML, TeX or plotly could take for markup. The substitute is one character without a
meaning in any of these languages. Lengths, equality, joining and cutting stay the same.

Only the last step before the browser (kernviz/ui/escaping.py) restores the characters, and escapes
each for the language of its place. Where the step is forgotten, the page shows odd letters, and
never a stranger's link.
"""

import re
from dataclasses import replace

from kernviz.data.dataset import Dataset
from kernviz.wording import Phrase, TranslatedText, spoken

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
    """Replace the special characters of a text by harmless ones.

    Line breaks become spaces, and the length stays the same. Numbers are unchanged, and veil(veil(t)) == veil(t).

    >>> veil("+1") == "+1", veil("[a](//b)") == "[a](//b)", unveil(veil("[a](//b)"))
    (True, False, '[a](//b)')
    """
    if isinstance(text, Phrase | TranslatedText):  # texts of the program itself
        return text
    line = re.sub(r"\s", " ", text)
    return _MEANT.sub(lambda sign: chr(FIRST + ord(sign.group())), line)


def unveil(text: str) -> str:
    """Restore the replaced characters of a text: the inverse of `veil`."""
    return VEILED.sub(lambda sign: bare(sign.group()), text)


def plain(text: str) -> str:
    """Escape a text for places without markup.

    Such places are cells of a table, choices of a list, and the words for screen readers.
    """
    return unveil(spoken(text))


def bare(sign: str) -> str:
    """Return the original of a character that `veil` has put in."""
    return chr(ord(sign) - FIRST)


def veiled(data: Dataset) -> Dataset:
    """Return the dataset with `veil` applied to its names, classes and notes."""
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
