"""What the benchmark of latency opens and moves: the slider of each page that changes its picture most, and the two
peers.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """One page. ``slider``: its name to a screen reader begins so, the last such one on the page is meant if
    ``last``.
    """

    name: str
    path: str
    slider: str
    last: bool = False
    kind: str = "kernviz"  # how a painted picture is recognised: painted.js
    planar: bool = True  # one picture of the plane: the sharper targets


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
