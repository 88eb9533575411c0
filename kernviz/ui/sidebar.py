"""The sidebar: the data, the kernel, and what applies on every page."""

from __future__ import annotations

from kernviz.ui import query
from kernviz.ui.composer import sidebar_composer
from kernviz.ui.data_picker import data_picker, dataset_in_force, listen, params
from kernviz.ui.expression import PARAMS as KERNEL


def sidebar() -> None:
    """Draw it. Called from app.py before the page: its widgets keep values and URL on every page."""
    listen()
    query.seed([*params(), *KERNEL])
    data_picker()
    sidebar_composer(dataset_in_force().d)
