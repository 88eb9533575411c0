"""What every answer of the server tells the browser not to do: a second wall behind the escaping of words.

A page may fetch, run and show what this server sends it, and nothing else. Should a stranger's words ever become a
picture or a script, the browser refuses to ask for it.
"""

import base64
import hashlib
import re
from functools import cache
from pathlib import Path

import streamlit
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SOURCES = {
    "default-src": "'self'",
    "img-src": "'self' data: blob:",  # the icon, the arrows of formulas, a picture while it is being downloaded
    "font-src": "'self' data:",  # KaTeX carries a small one inside its style sheet
    "style-src": "'self' 'unsafe-inline'",  # Streamlit, plotly and KaTeX style what they draw element by element
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-src": "'none'",
    "frame-ancestors": "'self'",
}
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


@cache
def policy() -> str:
    """The Content-Security-Policy. Scripts are files of this server, our components, and the lines in Streamlit's own
    page.
    """
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_bytes()
    hashes = [base64.b64encode(hashlib.sha256(line).digest()).decode() for line in _INLINE.findall(page)]
    # A component's script comes over the websocket and is imported as a blob.
    scripts = " ".join(["'self'", "blob:", *(f"'sha256-{each}'" for each in hashes)])
    return "; ".join(f"{what} {where}" for what, where in {**_SOURCES, "script-src": scripts}.items())


class Headers:
    """ASGI middleware that adds them to every HTTP answer; websockets pass untouched."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on, with the headers added where an answer begins."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = policy()
                headers["X-Content-Type-Options"] = "nosniff"
                headers["X-Frame-Options"] = "SAMEORIGIN"
                headers["Referrer-Policy"] = "same-origin"
            await send(message)

        await self.app(scope, receive, told)
