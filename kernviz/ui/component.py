"""The parts of the page that are written for the browser: assets/<name>.js, .html and .css as one component."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

ASSETS = Path(__file__).parent / "assets"


@cache
def component(name: str) -> Callable[..., Any]:
    """The component of that name, with the colours of the theme (assets/shared.js, palette.json) at hand.

    Its styles are not isolated: inside a shadow root plotly draws, but its click events never fire.
    """
    script = "\n".join((ASSETS / f"{part}.js").read_text("utf-8") for part in ("shared", name))
    script = re.sub(r"^\s*(//.*\n)?", "", script, flags=re.MULTILINE)  # it travels with every message: code only
    script = script.replace("__PALETTE__", re.sub(r"\s+", "", (ASSETS / "palette.json").read_text("utf-8")))
    html, css = ((ASSETS / f"{name}.{kind}").read_text("utf-8").strip() for kind in ("html", "css"))
    return st.components.v2.component(f"kernviz_{name}", html=html, css=css, js=script, isolate_styles=False)
