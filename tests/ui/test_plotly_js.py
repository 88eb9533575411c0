"""plotly.js without maps: the removed parts, and an unfamiliar bundle that is left whole.

The browser tests check that the result draws.
"""

from importlib.resources import files

import pytest

from kernviz.ui.plotly_js import without_maps

FULL = files("plotly").joinpath("package_data", "plotly.min.js").read_text("utf-8")
LITTLE = (
    "var a=1,Sh=E(()=>{deep()});var Ex={},x,Li=E(()=>{Sh();body()});var Wo=W((p,q)=>{\"use strict\";q.exports='%s'});"
    "var Us=W((r,s)=>{var m=(Li(),Go(Ex)),w=Wo();s.exports=m});"
)


def test_a_quarter_of_the_installed_bundle_is_maps() -> None:
    """If a new plotly is built differently this fails, and the whole bundle is served until the cut is adapted."""
    assert 0.65 < len(without_maps(FULL)) / len(FULL) < 0.8


def test_the_maps_of_a_small_bundle_are_removed() -> None:
    long = "z" * 1_200_000
    cut = without_maps(LITTLE % long)
    assert (
        cut == "var a=1;var Li=()=>{},Ex={};var Wo=W((p,q)=>{\"use strict\";q.exports=''});"
        "var Us=W((r,s)=>{var m=(Li(),Go(Ex)),w=Wo();s.exports=m});"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "var Plotly={}",
        LITTLE % "short",
        LITTLE % ("z" * 3_000_000),
        (LITTLE % ("z" * 1_200_000)).replace("w=Wo()", "w=1"),
    ],
)
def test_an_unfamiliar_bundle_stays_whole(text: str) -> None:
    assert without_maps(text) == text
