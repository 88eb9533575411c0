"""Pseudo-language for tests: every word of a message is reversed and set between ⟦ ⟧.

"two points" is "⟦owt⟧ ⟦stniop⟧". The parts that a translator keeps are unchanged: holes, formulas, code, markup, and
single letters, which are symbols. A page that decides by a translated text behaves differently in this language, and a
word without ⟦ ⟧ has no translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kernviz import catalogue
from kernviz.wording import speaking

NAME = "qps"  # ISO 639-2 reserves it for use like this
KEPT = re.compile(
    r"‹[^‹›]*›"  # symbols, for a lecture's notation to fill
    r"|\$\$.*?\$\$|\$[^$\n]+\$|`[^`]*`"  # formulas, code
    r"|\{=(?:[^{}]|\{[^{}]*\})*\}|%\{[^{}]*\}|(?<!\\text)(?<!\\text\{)\{\w*(?:![rsa])?(?::[^{}]*)?\}"  # holes
    r"|\\(?:begin|end|mathrm|mathsf|operatorname)\{+[^{}]*\}+"
    r"|\]\([^)]*\)|:[a-z]+/[a-z_]+:|:[a-z]+(?:-badge)?(?=\[)|</?[a-z]+[^<>]*>|&\w+;"  # links, icons, colours, elements
    r"|\\[a-zA-Z]+",  # commands of TeX
    re.DOTALL,
)
WORD = re.compile(r"[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹]{2,}")  # powers are no words
TURNED = re.compile("⟦[^⟦⟧]*⟧")


def turned(message: str) -> str:
    """Return the message in the pseudo-language."""
    parts, at = [], 0
    for kept in [*KEPT.finditer(message), None]:
        end = kept.start() if kept else len(message)
        parts.append(WORD.sub(lambda word: f"⟦{word.group()[::-1]}⟧", message[at:end]))
        if kept:
            parts.append(kept.group())
            at = kept.end()
    return "".join(parts)


class _Turned(dict[str, str]):
    """Catalogue that translates any message."""

    def get(self, message: str, default: object = None) -> str:  # type: ignore[override]
        """Return the message in the pseudo-language."""
        return turned(message)


class _Forms(dict[str, tuple[str, ...]]):
    """Catalogue of plural forms without entries: `known` replaces `translated_for`, which would read it."""

    def get(self, one: str, default: object = None) -> None:  # type: ignore[override]
        """Return None for any message."""


CATALOGUE = catalogue.Catalogue(_Turned(), _Forms(), lambda n: int(n != 1))


@contextmanager
def known() -> Iterator[None]:
    """Make the pseudo-language known to the catalogues, in addition to their own languages."""
    read, several, sign = catalogue.read, catalogue.translated_for, catalogue.decimal_sign
    languages = catalogue.languages()

    def read_too(language: str) -> catalogue.Catalogue:
        return CATALOGUE if language == NAME else read(language)

    def several_too(language: str, n: int, one: str, many: str) -> str:
        return turned(one if n == 1 else many) if language == NAME else several(language, n, one, many)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "read", read_too)
        patch.setattr(catalogue, "languages", lambda: (*languages, NAME))
        patch.setattr(catalogue, "translated_for", several_too)
        patch.setattr(catalogue, "decimal_sign", lambda language: "." if language == NAME else sign(language))
        patch.setattr(catalogue, "own_name", lambda language: language)
        yield


@contextmanager
def spoken() -> Iterator[None]:
    """Make the pseudo-language known, and the current language."""
    with known(), speaking(NAME):
        yield
