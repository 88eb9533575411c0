"""Run docs/tour.ipynb and store the outputs of its cells: `python scripts/tour.py [OUT]`.

Figures are left out: each is a few hundred kilobytes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
TOUR = ROOT / "docs" / "tour.ipynb"
KEPT = ("text/plain", "text/latex", "text/html")


def run() -> nbformat.NotebookNode:
    """Run every cell in a fresh interpreter.

    Returns
    -------
    nbformat.NotebookNode
        The notebook with its outputs, without figures.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell raises.
    """
    notebook = nbformat.read(TOUR, as_version=4)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with TemporaryDirectory() as folder:
        # sockets that are files: no port is opened
        manager = AsyncKernelManager(kernel_name="python3", transport="ipc", ip=f"{folder}/kernel")
        NotebookClient(notebook, timeout=120, km=manager).execute(env=environment)
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if not _figure(output)]
    notebook.metadata.pop("widgets", None)
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def _figure(output: nbformat.NotebookNode) -> bool:
    """Return True if an output is a Plotly figure."""
    data = output.get("data", {})
    return bool(data) and (any("plotly" in kind for kind in data) or not any(kind in data for kind in KEPT))


if __name__ == "__main__":
    nbformat.write(run(), sys.argv[1] if len(sys.argv) > 1 else TOUR)
