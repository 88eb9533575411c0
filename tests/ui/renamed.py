"""Simulation of a later Streamlit: its modules are imported with some names replaced everywhere.

``python -m tests.ui.renamed a,b run app.py …`` is the command ``streamlit run app.py …`` with ``a`` and ``b`` renamed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

LIBRARIES = ("streamlit", "uvicorn")
SUFFIX = "_by_another_name"


class _Loader(SourceFileLoader):
    words: re.Pattern[str]

    def get_code(self, fullname: str) -> CodeType | None:
        source = self.get_data(self.path).decode()
        if not self.words.search(source):
            return super().get_code(fullname)
        return compile(self.words.sub(rf"\g<0>{SUFFIX}", source), self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def __init__(self, names: Sequence[str]) -> None:
        # Fields of the browser's messages keep their names, as the browser's part is not replaced.
        self.words = re.compile(
            rf"(?<!client_state\.)(?<!delta\.)(?<!new_session\.)\b(?:{'|'.join(map(re.escape, names))})\b"
        )

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module of LIBRARIES, with a loader that renames; None for other modules."""
        if fullname.partition(".")[0] not in LIBRARIES or fullname.endswith("_pb2"):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
            spec.loader.words = self.words
        return spec


def rename(names: Sequence[str]) -> None:
    """Replace these names in all modules of LIBRARIES that are imported from now on."""
    assert not set(LIBRARIES) & set(sys.modules)
    sys.meta_path.insert(0, _Finder(names))


if __name__ == "__main__":
    rename(sys.argv[1].split(","))
    from streamlit.web import cli

    from kernviz.ui import app_setup

    app_setup.prepare = lambda: None  # type: ignore[assignment]  it takes long and is not needed here

    cli.main(sys.argv[2:], prog_name="streamlit")
