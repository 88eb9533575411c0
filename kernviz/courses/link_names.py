"""Names that stand in links: of steps, wrong ideas and stories."""

from __future__ import annotations

import re

from kernviz.courses.language import LanguageError
from kernviz.wording import say

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


def check_link_name(name: str) -> None:
    """Raise LanguageError if a name cannot stand in links."""
    if not _NAME.fullmatch(name):
        raise LanguageError(
            say("“{name}” is no name: small letters, digits, - and _ only, for it stands in links", name=name)
        )
