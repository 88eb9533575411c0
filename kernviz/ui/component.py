"""Streamlit components with their own front end.

A component consists of assets/<name>.js and, where they exist, <name>.html and <name>.css.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from kernviz.extraction import IN_HTML
from kernviz.ui.asset_routes import ASSETS, url
from kernviz.ui.streamlit_internals import patches
from kernviz.wording import ENGLISH, language, remembered, say

PREFIX = "kernviz_"  # begins the name under which Streamlit knows each component
# This stub is sent with every message of every instance. The module itself is fetched only once (asset_routes.py).
# Streamlit requires the clean-up function immediately and may call it before the module is loaded.
STUB = """const code = import(new URL("{url}", document.baseURI));
export default function (component) {{
  let over = false, end;
  code.then((module) => over || (end = module.default(component)));
  return () => {{ over = true; end?.(); }};
}}"""


def prepare() -> None:
    """Make the drawing of components cheaper.

    Called once, before the first visitor. There is no effect where Streamlit draws them in another way.
    """
    patches.read_component_states_as_they_are()
    patches.identify_components_by_key(PREFIX)
    patches.send_plain_values_unexamined()


def reported(key: str, name: str) -> Any:
    """Return the value that the browser has set in a component.

    `key` is the component's key, `name` the name of the value. Without such a value the result is None. The value is
    untrusted input.
    """
    state = st.session_state.get(key)
    return state.get(name) if isinstance(state, Mapping) else None


def real_number(value: object) -> float | None:
    """Return a reported value as a float, None for anything else.

    None stands for a number that is not finite, too. JSON has whole numbers of any size, and the largest float is about
    1.8e308.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


@remembered()
def component(name: str, *, styled: bool = True) -> Callable[..., Any]:
    """Register the component ``name`` and return its drawing function.

    The drawing function always gets a ``key``, by which alone Streamlit tells components apart (`prepare`).
    With ``styled=False`` the page includes the style sheet once, for a component that a page draws twenty times.
    Styles are not isolated: inside a shadow root plotly draws, but its click events never fire.
    """
    parts = [ASSETS / f"{name}.{kind}" for kind in ("html", "css")]
    html, css = (path.read_text("utf-8").strip() if path.exists() else None for path in parts)
    html = html and IN_HTML.sub(lambda found: found[1] + say(found[2]) + found[3], html)
    css = css if styled else None
    script = STUB.format(url=url(f"{name}.js"))
    return st.components.v2.component(
        f"{PREFIX}{name}{'' if language() == ENGLISH else '_' + language()}",
        html=html,
        css=css,
        js=script,
        isolate_styles=False,
    )
