"""The command ``kernviz health URL``, which checks a running server.

It asks the server for a picture, as a monitor or a container does.
"""

from __future__ import annotations

import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence

PATIENCE = 10.0  # seconds to wait for a response
PICTURE = "kernviz-live/svm?n=20&seed={seed}"  # an address without a version: its response is not cached
SEEDS = 1000  # number of different pictures, so many that the picture is rarely in the cache
LEAST = 1000  # smallest size of a valid picture in bytes


def problem(url: str, patience: float = PATIENCE) -> str:
    """Return the reason why a server shows no pictures.

    Return "" if it shows pictures.
    """
    if not url.startswith(("http://", "https://")):
        return f"{url!r} is no http address"
    address = f"{url.rstrip('/')}/{PICTURE.format(seed=int(time.time()) % SEEDS)}"
    try:
        with urllib.request.urlopen(address, timeout=patience) as answer:  # noqa: S310  checked above
            body, kind = answer.read(), answer.headers.get_content_type()
    except urllib.error.HTTPError as refused:
        return f"the picture was refused with status {refused.code}"
    except OSError as failed:
        return f"no answer: {failed}"
    if kind != "application/octet-stream" or len(body) < LEAST:
        return f"{len(body)} bytes of {kind} are no picture"
    return ""


def run(arguments: Sequence[str]) -> int:
    """Run the health check and return the exit status.

    "ok" or the reason is printed.
    """
    if len(arguments) != 1:
        print("usage: kernviz health http://127.0.0.1:8501", file=sys.stderr)
        return 2
    found = problem(arguments[0])
    print(found or "ok", file=sys.stderr if found else sys.stdout)
    return 1 if found else 0
