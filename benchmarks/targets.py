"""Targets of the latency benchmark: a slider of each page.

The plain Dash and Streamlit pages are targets, too. The slider is the one that changes the page's
picture most.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """Page to measure and its slider.

    slider  the beginning of the slider's accessible name
    last    take the last such slider of the page, not the first
    """

    name: str
    path: str
    slider: str
    last: bool = False
    kind: str = "kernviz"  # kind of page, by which painted.js recognises a painted picture
    planar: bool = True  # the page has one picture of the plane; its target times are shorter


PAGES = (
    Target("svm", "/svm", "γ"),
    Target("compose", "/compose", "γ"),
    Target("polynomial", "/polynomial", "γ", planar=False),
    Target("lift", "/lift", "C", planar=False),
    Target("gaussian", "/gaussian", "γ", last=True, planar=False),
    Target("mercer", "/mercer", "γ"),
    Target("geometry", "/geometry", "γ"),
    Target("objects", "/objects?ob_view=Edit%20distance&ob_set=all%2014%20of%20up%20to%203%20letters", "γ"),
    Target("multiclass", "/multiclass", "γ"),
    Target("pca", "/pca", "γ", planar=False),
    Target("neighbors", "/neighbors", "neighbours that vote"),
    Target("sphere", "/sphere", "γ"),
    Target("ridge", "/ridge", "γ"),
    Target("dual", "/dual", "λ", planar=False),
)
STREAMLIT = Target("plain Streamlit", "/", "log gamma", kind="plotly")
DASH = Target("plain Dash", "/", "", kind="plotly")
