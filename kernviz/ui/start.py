"""The command ``kernviz``: the app on this machine, in the browser.

``kernviz`` opens it; ``kernviz --headless`` only serves it. Whatever else is given goes to Streamlit as it is:
``kernviz --server.port=8600``.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

USAGE = """usage: kernviz [--headless] [Streamlit's options, such as --server.port=8600]

Opens kernviz in the browser. --headless only serves it, on this machine alone."""


def find_app() -> Path:
    """app.py: beside the package in the repository, inside it when installed. FileNotFoundError says where it was
    sought.
    """
    package = Path(__file__).parents[1]
    places = [package.parent / "app.py", package / "_app" / "app.py"]
    for place in places:
        if place.is_file() and (place.parent / "pages").is_dir():
            return place
    sought = " nor ".join(map(str, places))
    raise FileNotFoundError(f"the app is neither {sought}: install kernviz again, or run it from its repository")


def command(arguments: Sequence[str], app: Path) -> list[str]:
    """The words after ``streamlit``. Later ones win, so what the user gives overrides the address and the browser
    window.
    """
    given = [a for a in arguments if a != "--headless"]
    headless = str(len(given) < len(arguments)).lower()
    return ["run", str(app), "--server.address=127.0.0.1", f"--server.headless={headless}", *given]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the app until it is interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if "--help" in words or "-h" in words:
        print(USAGE)
        return
    # Before numpy is imported: BLAS reads its number of threads once, on loading.
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    app = find_app()
    os.environ.setdefault("STREAMLIT_SERVER_SHOW_EMAIL_PROMPT", "false")

    from streamlit.web import cli

    cli.main(command(words, app), prog_name="streamlit")
