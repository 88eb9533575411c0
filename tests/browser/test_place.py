"""Placement of controls: a control and the picture it changes fit one screen of 1440 × 900 together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, quote

import pytest

from kernviz.lessons import data_and_kernel, page
from kernviz.lessons.declarations import Declared
from kernviz.lessons.state import applying

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
HEIGHT, MENU = 900, 60  # height of the window, and of the menu that covers a part

STATES = (  # with every declared parameter in one of them at least
    "polynomial",
    "gaussian?k=linear",
    "gaussian?ga_view=Bumps",
    "gaussian?k=linear&ga_view=Gram matrix",
    "gaussian?ga_space=plane",
    "compose?k=exp(linear)",
    "compose?space=ℝ⁵",
    "mercer?mn=200",
    "mercer?mp=0, 3, 6",
    "geometry",
    "sphere?data=three_clusters",
    "sphere?sp_soft=true",
    "sphere?sp_move=true&sp_start=my click",
    "lift?k=poly(degree=3)",
    "lift?k=poly(degree=3)&lf_view=coordinates of φ",
    "lift?data=lecture_1d",
    "lift?data=three_clusters&lf_phi=monomials I tick",
    "ridge?data=three_clusters&rr_band=true",
    "neighbors",
    "neighbors?k=linear&data=three_clusters&nn_view=SVM: the smart neighbour",
    "dual",
    "dual?du_view=Solve for α&data=three_clusters",
    "dual?du_view=Descent",
    "dual?du_view=Sizes&du_sizes=sizes I choose",
    "dual?du_view=SVM dual",
    "dual?du_view=Swap",
    "dual?du_view=Recipe",
    "pca?pc_view=PCA by hand",
    "pca",
    "pca?pc_view=Compare",
    "pca?pc_view=Denoise",
    "pca?pc_view=Digits",
    "objects",
    "objects?ob_sl=a b: x%0Ab: y%0Ac: z",
    "objects?ob_view=Words",
    "objects?ob_view=Edit distance",
    "objects?ob_view=Graphs",
    "svm?data=three_clusters",
    "multiclass?data=three_clusters",
    "polynomial?data=three_clusters",
    "gaussian?data=three_clusters&ga_view=Bumps",
    "map?k=linear",
    "map?k=linear&wk_kind=(1 %2B x·z)^Q",
    "words",
)
OFTEN = ("mercer?mp=0, 3, 6",)

# For each parameter: the height of a window that shows its control and half of what the control changes. That is
# the picture; in a tab the first picture, else the first formula, table or text.
MEASURE = """
([names, inTab]) => {
  const visible = (e) => { const r = e.getBoundingClientRect(); return r.width > 4 && r.height > 4 }
  const panel = [...document.querySelectorAll('[role=tabpanel]')].find(visible)
  const root = inTab ? panel : document.querySelector('[data-testid=stMain]')
  const kinds = ['.kv-plot', '.katex-display', '[data-testid=stDataFrame]', '[class*="st-key-readouts"]', 'p']
  const control = (name) => [...document.querySelectorAll(`[class*="st-key-${name}-"]`)].find(
    (e) => visible(e) && [...e.classList].some((c) => new RegExp(`^st-key-${name}-(\\\\d+|number)$`).test(c)))
  return Object.fromEntries(names.map((name) => {
    const held = control(name)
    if (!held) return [name, 'no control']
    for (const kind of kinds) {
      const moved = [...root.querySelectorAll(kind)].find((e) => visible(e) && !held.contains(e) && !e.closest('label'))
      if (!moved) continue
      const a = held.getBoundingClientRect(), b = moved.getBoundingClientRect(), half = b.top + b.height / 2
      return [name, Math.round(Math.max(a.bottom, half) - Math.min(a.top, half))]
    }
    return [name, 'nothing to see']
  }))
}
"""


def state_of(address: str) -> tuple[str, dict[str, list[str]], Any]:
    """Return the page, its parameters, and its State."""
    name, _, query = address.partition("?")
    params = parse_qs(query)
    about = data_and_kernel.read(params)
    assert about is not None, address
    shown = page.pages()[name]
    assert not page.refusals(shown, about, params), address
    return name, params, page.read(shown, about, params)


def controls(state: Any) -> dict[str, dict[str, Declared]]:
    """Return the fields that have a control in a state, by tab."""
    found: dict[str, dict[str, Declared]] = {}
    for name, declared in applying(state).items():
        if not declared.hidden:
            found.setdefault(declared.tab, {})[name] = declared
    return found


def test_every_control_is_measured() -> None:
    wanted = {
        (p.name, each) for p in page.pages().values() for each, d in page.declarations(p.State).items() if not d.hidden
    }
    found = set()
    for address in STATES:
        name, _, state = state_of(address)
        found |= {(name, field) for fields in controls(state).values() for field in fields}
    assert found == wanted


@pytest.mark.parametrize(
    "address", [state if state in OFTEN else pytest.param(state, marks=pytest.mark.long) for state in STATES]
)
def test_a_control_and_what_it_moves_are_on_one_screen(app: str, visit: Visit, address: str) -> None:
    name, params, state = state_of(address)
    query = "&".join(f"{key}={quote(texts[-1])}" for key, texts in params.items())
    seen: dict[str, Any] = {}
    for tab, fields in controls(state).items():
        shown = visit(
            f"{app}/{name}?{query}&tab={quote(tab)}" if tab else f"{app}/{name}?{query}", width=1440, height=HEIGHT
        )
        names = [param.name for each, d in fields.items() for param in d.params(each, state)]
        shown.locator(".kv-plot[data-revision]").first.wait_for(timeout=60_000)  # a 3D scene may be drawn without a GPU
        for fold in {d.fold for d in fields.values() if d.fold}:
            shown.locator("summary").filter(has_text=fold).first.click()
        shown.wait_for_function(
            f"(a) => Object.values(({MEASURE})(a)).every((found) => typeof found === 'number')", [names, bool(tab)]
        )
        seen |= shown.evaluate(MEASURE, [names, bool(tab)])
        shown.close()
    far = {each: pixels for each, pixels in seen.items() if pixels > HEIGHT - MENU}
    assert not far


WORDS = ".kv-plot text, .kv-said, .kv-tools button"
# Words of the page's pictures that are covered by their tools.
COVERED = """
() => {
  const boxes = (root, what) => [...root.querySelectorAll(what)].map((e) => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width > 1)
  const tools = boxes(document, '.modebar-btn')
  const words = boxes(document, 'WORDS')
  const over = (a, b) => a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1
  return [tools.length, words.filter(([, r]) => tools.some(([, t]) => over(t, r))).map(([e]) => e.textContent)]
}
""".replace("WORDS", WORDS)
PICTURES = ("polynomial", "gaussian", "dual", "svm", "sphere", "mercer", "compose", "lift", "ridge", "pca", "objects")


@pytest.mark.parametrize(
    ("name", "touch"),
    [
        pytest.param(
            name, touch, marks=[] if (name, touch) in (("polynomial", False), ("gaussian", True)) else pytest.mark.long
        )
        for name in PICTURES
        for touch in (False, True)
    ],
)
def test_the_tools_of_a_picture_cover_no_words(app: str, visit: Visit, name: str, touch: bool) -> None:
    shown = visit(f"{app}/{name}", width=390 if touch else 1440, height=HEIGHT, touch=touch)
    shown.locator(".kv-plot[data-revision]").first.wait_for()
    shown.wait_for_function(f"() => ({COVERED})()[0] > 0")
    places = f"JSON.stringify([...document.querySelectorAll({WORDS!r})].map((e) => e.getBoundingClientRect()))"
    before = ""
    while before != (before := shown.evaluate(places)):  # plotly places its words one after the other
        shown.wait_for_timeout(300)
    assert shown.evaluate(COVERED)[1] == []
