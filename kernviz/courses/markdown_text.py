"""Markdown of courses and stories as plain text.

It is shown in places without markup, such as cards, link previews and lists.
"""

from __future__ import annotations

import re

# code and formulas, strong and stressed words, links
_MARKED = re.compile(
    r"(?P<code>[`$]+)(?P<quoted>[^`$]+)(?P=code)"
    r"|(?<!\w)(?P<strong>[*_]{1,3})(?=\S)(?P<stressed>[^*]+?)(?<=\S)(?P=strong)(?!\w)"
    r"|\[(?P<linked>[^]]+)\]\([^)]*\)"
)


def without_marks(text: str) -> str:
    """Return the text without marks of Markdown.

    >>> without_marks("**A** line of `x_1` and `y_1`")
    'A line of x_1 and y_1'
    """
    return _MARKED.sub(lambda found: found["quoted"] or found["stressed"] or found["linked"], text)
