"""Answers packed into a link, as the browser packs them."""

import base64
import json
from collections.abc import Iterable

from kernviz.courses.submission import Answer


def pack(answers: Iterable[Answer], by: str = "") -> str:
    """Return the base64 part of a link with answers."""
    listed = [[a.step, a.variant, a.text] for a in answers]
    packed = {"by": by, "answers": listed} if by else listed
    document = json.dumps(packed, ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(document.encode()).decode().rstrip("=")
