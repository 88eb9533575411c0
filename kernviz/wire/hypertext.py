"""Escaping of untrusted words for plotly.

plotly reads a few HTML elements and %{x} in texts. Special characters of untrusted words arrive
veiled (data/untrusted_text.py), so that only these characters are escaped.
"""

import json
import re

from kernviz.data.untrusted_text import VEILED, bare

_PLOTLY = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "{": "&#123;", "$": "&#36;"}


def hypertext(text: str, *, in_json: bool = False) -> str:
    """Escape the veiled characters of a text.

    `in_json`: ``text`` is a serialised figure, so the result is escaped for JSON strings too.
    """

    def read(sign: re.Match[str]) -> str:
        symbol = _PLOTLY.get(bare(sign.group()), bare(sign.group()))
        return json.dumps(symbol)[1:-1] if in_json else symbol

    return VEILED.sub(read, text)
