"""Security headers of every HTTP response.

A page may fetch, run and show what this server sends it, and nothing else. So the page is protected even where
untrusted text is not escaped: the browser refuses to load an image or a script that the text names.
"""

import base64
import hashlib
from functools import cache

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kernviz.ui import embedding, index
from kernviz.ui.streamlit_internals import html_page

_SOURCES = {
    "default-src": "'self'",
    "img-src": "'self' data: blob:",  # the icon, the arrows of formulas, and a picture during its download
    "font-src": "'self' data:",  # KaTeX has a small font inside its style sheet
    "style-src": "'self' 'unsafe-inline'",  # Streamlit, plotly.js and KaTeX set inline styles
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-src": "'none'",
}


@cache
def policy() -> str:
    """Return the Content-Security-Policy.

    The permitted scripts are files of this server, the app's components, and the inline scripts of the
    app's page. If the content of that page is unknown, every inline script is permitted: otherwise the
    browser would show a blank page.
    """
    lines = [line.encode() for line in html_page.inline_scripts(index.html())]
    hashes = [base64.b64encode(hashlib.sha256(line).digest()).decode() for line in lines]
    inline = [f"'sha256-{digest}'" for digest in hashes] if index.html() else ["'unsafe-inline'"]
    # Streamlit sends a component's script over the websocket; the browser imports the script as a blob.
    scripts = " ".join(["'self'", "blob:", *inline])
    sources = {**_SOURCES, "frame-ancestors": embedding.ancestors(), "script-src": scripts}
    return "; ".join(f"{what} {where}" for what, where in sources.items())


class Headers:
    """ASGI middleware that adds security headers to every HTTP response.

    Websockets pass untouched.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, with the headers added where a response begins."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = policy()
                headers["X-Content-Type-Options"] = "nosniff"
                if not embedding.sites():  # the older header X-Frame-Options cannot list sites
                    headers["X-Frame-Options"] = "SAMEORIGIN"
                headers["Referrer-Policy"] = "same-origin"
            await send(message)

        await self.app(scope, receive, send_with_headers)
