"""Escaping of words from outside for plotly.

plotly reads a few HTML elements and %{x} in texts.
"""

import json
import re

from kernviz.data.untrusted_text import VEILED, bare

_PLOTLY = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "{": "&#123;", "$": "&#36;"}


def hypertext(text: str, *, in_json: bool = False) -> str:
    """Escape the words from outside in a text.

    `in_json`: ``text`` is the whole serialised figure.
    """

    def read(sign: re.Match[str]) -> str:
        meant = _PLOTLY.get(bare(sign.group()), bare(sign.group()))
        return json.dumps(meant)[1:-1] if in_json else meant

    return VEILED.sub(read, text)
