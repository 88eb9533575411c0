"""Escaping of outside words for plotly, which reads a few HTML elements and %{x}."""

import json
import re

from kernviz.data.untrusted_text import VEILED, bare

_PLOTLY = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "{": "&#123;", "$": "&#36;"}


def hypertext(text: str, *, in_json: bool = False) -> str:
    """Escape the outside words of a text; `in_json`: ``text`` is the whole serialised figure."""

    def read(sign: re.Match[str]) -> str:
        meant = _PLOTLY.get(bare(sign.group()), bare(sign.group()))
        return json.dumps(meant)[1:-1] if in_json else meant

    return VEILED.sub(read, text)
