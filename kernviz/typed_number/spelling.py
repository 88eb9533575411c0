"""Uniform spelling of the signs in a typed number.

Dashes, dots, blanks, fractions, and the separators of thousands get one spelling each.
"""

import re
import unicodedata

_SIGNS = str.maketrans(
    dict.fromkeys("−–—‐‑‒﹣－", "-")
    | dict.fromkeys("×·∙⋅✕", "*")
    | dict.fromkeys("÷∶⁄", "/")
    | dict.fromkeys("\u00a0\u2007\u2009\u202f\t", " ")
    | dict.fromkeys("’‘ʼ´`", "'")
    | {"∗": "*", "＋": "+", "：": "/", "∼": "~", "≃": "≈", "≅": "≈"}
)
_ASKED_FOR = re.compile(r"(?:[^\W\d]\w{0,20}\s*)?[=≈~]\s*")
_BLANK_GROUPS = re.compile(r"(?<![\d.,'])[1-9][0-9]{0,2}(?: [0-9]{3})+(?![0-9])")
_FRACTION = re.compile(r"(?:(?P<whole>[0-9]+) *)?(?P<fraction>[¼½¾⅐-⅞↉])")


def plain(text: str) -> str:
    """Return a text with one spelling for each sign.

    Fractions become quotients. Blanks between groups of thousands become apostrophes. A sign “=”, “≈” or “~” at the
    beginning is left out, with a name before it.
    """
    text = text.translate(_SIGNS)
    if match := _ASKED_FOR.match(text):
        text = text[match.end() :]
    return _BLANK_GROUPS.sub(lambda found: found[0].replace(" ", "'"), _FRACTION.sub(_quotient, text))


def _quotient(found: re.Match[str]) -> str:
    """Return a fraction as a quotient: ½ as (1/2), 2½ as (2+1/2)."""
    above, below = unicodedata.normalize("NFKC", found["fraction"]).split("⁄")
    return f"({found['whole']}+{above}/{below})" if found["whole"] else f"({above}/{below})"
