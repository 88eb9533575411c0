"""The command ``kernviz``, which runs the app on this machine.

``kernviz`` opens it in the browser; ``kernviz --headless`` only serves it. Other options are
passed on to Streamlit: ``kernviz --server.port=8600``.
"""

import os
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import kernviz
from kernviz.app_folder import app_folder
from kernviz.ui import logs, trusted_proxies

USAGE = """usage: kernviz [--headless] [Streamlit's options, such as --server.port=8600]
       kernviz serve [--processes K] [--server.port=8501] [--server.address=0.0.0.0] [Streamlit's options]
       kernviz health URL
       kernviz --version

Opens kernviz in the browser. --headless only serves it, on this machine alone.
serve: several processes behind one address, by default one for each core; it needs nginx.
health: asks a running server for a picture; exit status 0 if one comes."""


def find_app() -> Path:
    """Return the path of app.py.

    Raises FileNotFoundError, which names the place, if the app is not there.
    """
    app = app_folder() / "app.py"
    if app.is_file() and (app.parent / "pages").is_dir():
        return app
    raise FileNotFoundError(f"there is no app at {app}: install kernviz again, or run it from its repository")


def command(arguments: Sequence[str], app: Path) -> list[str]:
    """Return the arguments of ``streamlit``.

    The user's arguments come last and override address and browser window.
    """
    given = [a for a in arguments if a != "--headless"]
    headless = str(len(given) < len(arguments)).lower()
    quiet = ["--logger.hideWelcomeMessage=true"] if logs.structured() else []  # the welcome is lines for people
    return ["run", str(app), "--server.address=127.0.0.1", f"--server.headless={headless}", *quiet, *given]


def versions() -> str:
    """Return the version of kernviz and of its main libraries.

    The second line holds the versions of Streamlit, NumPy and Python.
    """
    under = ", ".join(f"{name} {version(name.lower())}" for name in ("Streamlit", "NumPy"))
    return f"kernviz {kernviz.__version__}\n{under}, Python {platform.python_version()}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the app until it is interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["serve"] and not {"--help", "-h"} & set(words):
        from kernviz.ui.serving import command as serve

        sys.exit(serve.run(words[1:]))
    if words[:1] == ["health"]:
        from kernviz.ui.serving import health

        sys.exit(health.run(words[1:]))
    if "--help" in words or "-h" in words:
        print(USAGE)
        return
    if "--version" in words:
        print(versions())
        return
    try:
        trusted_proxies.tell_uvicorn()
    except ValueError as problem:
        sys.exit(f"kernviz: {problem}")
    # Before numpy is imported: BLAS reads its number of threads once, on loading.
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    app = find_app()
    os.environ.setdefault("STREAMLIT_SERVER_SHOW_EMAIL_PROMPT", "false")
    if logs.structured():
        logs.prepare()  # for what is said before the server starts

    from streamlit.web import cli

    cli.main(command(words, app), prog_name="streamlit")
