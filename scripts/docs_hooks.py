"""MkDocs hook that converts formulas between dollar signs to MathML.

With it the pages need no external script.
"""

from __future__ import annotations

import re
from typing import Any

from latex2mathml.converter import convert

_CODE_OR_FORMULA = re.compile(r"(```.*?```|`[^`\n]*`)|\$([^$\n]+)\$", re.DOTALL)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return the Markdown with its formulas as MathML.

    Code is left as it is.
    """
    return _CODE_OR_FORMULA.sub(lambda found: found[1] or convert(found[2]), markdown)
