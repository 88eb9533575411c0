"""``hide=C,hard,tabs`` in an address: a page with fewer controls, for a hand-out. What is hidden keeps its value."""

from __future__ import annotations

from typing import Any

import streamlit as st

from kernviz.lessons.address import AddressParam, names
from kernviz.lessons.page import Page
from kernviz.lessons.state import declarations
from kernviz.ui import query
from kernviz.wording import say

SIDEBAR, TABS, SWEEP = "sidebar", "tabs", "sweep"
_NO_SIDEBAR = """<style>[data-testid="stSidebar"], [data-testid="stExpandSidebarButton"] { display: none !important; }
</style>"""


def param(page: Page[Any]) -> AddressParam:
    """What of that page may be hidden: its controls, by the names they have in the address; the sidebar; the tabs; the
    fold of sweeps.
    """
    declared = declarations(page.State)
    said = [name for item, one in declared.items() if not one.hidden for name in one.names or (item,)]
    return names("hide", [SIDEBAR, TABS, SWEEP, *said], label=say("what is hidden"))


def hidden(page: Page[Any]) -> frozenset[str]:
    """What the address hides."""
    return frozenset(str(query.value(param(page)) or "").split(",")) - {""}


def sidebar(hide: frozenset[str]) -> None:
    """It is drawn all the same, for it knows the data; nobody sees it."""
    if SIDEBAR in hide:
        st.html(_NO_SIDEBAR)
