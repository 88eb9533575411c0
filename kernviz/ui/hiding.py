"""Hidden parts of a page, named in the address by ``hide=C,hard,tabs``.

The page has fewer controls, for a hand-out. Hidden controls keep their values.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from kernviz.lessons.address import AddressParam, names
from kernviz.lessons.page import Page
from kernviz.lessons.state import declarations
from kernviz.ui import query
from kernviz.ui.asset_routes import ASSETS
from kernviz.wording import say

SIDEBAR, TABS, SWEEP = "sidebar", "tabs", "sweep"


def param(page: Page[Any]) -> AddressParam:
    """Return the query parameter of a page's hidden parts.

    The parts are controls by their parameter names, sidebar, tabs and sweeps.
    """
    declared = declarations(page.State)
    controls = [name for item, one in declared.items() if not one.hidden for name in one.names or (item,)]
    return names("hide", [SIDEBAR, TABS, SWEEP, *controls], label=say("what is hidden"))


def hidden(page: Page[Any]) -> frozenset[str]:
    """Return the names of page parts the address hides."""
    return frozenset(str(query.value(param(page)) or "").split(",")) - {""}


def sidebar(hide: frozenset[str]) -> None:
    """Hide the sidebar by a style sheet.

    It is drawn all the same, because it holds the data.
    """
    if SIDEBAR in hide:
        st.html(ASSETS / "no_sidebar.css")
