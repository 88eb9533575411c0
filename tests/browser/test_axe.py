"""Every page under the rules of axe-core: light and dark, desktop and phone.

The script of axe-core comes with a package of the tests; the page requests nothing from other machines.
"""

from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from kernviz.ui import navigation
from tests.browser.test_app import shown

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
PAGES = [
    *(entry.name for entry in navigation.entries(Path(__file__).parents[2])),
    "course?course=what_is_a_kernel",
    "story?story=why-is-it-allowed",
    "svm?tab=Every+point",
    "svm?tab=Code",
    "objects?tab=Machine",
    "mercer?mm=1+2;+2+1",
]
SIZES = ((1440, 900), (390, 844))
# Violations in Streamlit's own markup, out of our reach: rule -> selector -> reason.
LEFT: dict[str, dict[str, str]] = {}

ASK = """async (left) => {
    const found = await axe.run(document, {resultTypes: ["violations"]});
    return found.violations.flatMap(({id, nodes}) => nodes
        .filter(({target}) => !(left[id] ?? []).some((selector) => document.querySelector(target.at(-1))?.matches(selector)))
        .map(({target, html, any, all, none}) => `${id}: ${target.join(" ")} ${html.slice(0, 200)} ${[...any, ...all, ...none].map((each) => each.message).join("; ")}`));
}"""


@pytest.fixture(scope="module")
def axe() -> str:
    """Return the script of axe-core."""
    pytest.importorskip("axe_playwright_python")
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def sizes_and_themes(page: Any) -> Iterator[str]:
    """Show a page on desktop and phone, light and dark, in turn; yield width and theme."""
    for width, height in SIZES:
        for theme, paper in (("light", "251, 250, 247"), ("dark", "20, 24, 29")):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=theme)
            page.wait_for_function(
                "(paper) => getComputedStyle(document.querySelector('.stApp')).backgroundColor.includes(paper)", paper
            )
            shown(page)
            page.wait_for_timeout(700)  # colours and drawers are animated, and formulas are checked twice a second
            yield f"{width} {theme}"


def violations(page: Any, axe: str) -> list[str]:
    """Return the violations of the current page, one line an element."""
    page.evaluate(f"{axe}; 0")
    return list(page.evaluate(ASK, {rule: list(selectors) for rule, selectors in LEFT.items()}))


@pytest.mark.parametrize(
    "address", [pytest.param(name, marks=pytest.mark.long if i != 2 else ()) for i, name in enumerate(PAGES)]
)
def test_pages_pass_the_rules_of_axe(app: str, visit: Visit, axe: str, address: str) -> None:
    page = visit(f"{app}/{'' if address == navigation.HOME else address}", width=1440, height=900)
    page.locator(".kv-jump").wait_for(state="attached")  # the end of the first run
    shown(page)
    found = {how: violations(page, axe) for how in sizes_and_themes(page)}
    assert not any(found.values()), found


def test_the_list_of_keys_passes_the_rules_of_axe(app: str, visit: Visit, axe: str) -> None:
    page = visit(f"{app}/svm?size=hall", width=1440, height=900)
    shown(page)
    page.get_by_role("button", name="Keys", exact=True).click()
    page.get_by_role("dialog", name="Keys").wait_for()
    assert violations(page, axe) == []


# axe-core has no rule for shapes: WCAG 1.4.11 asks for 3 : 1 between a shape's edge and the paper.
EDGES = """() => {
  const light = (color) => { const [r, g, b] = color.match(/[\\d.]+/g).map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4 }); return 0.2126 * r + 0.7152 * g + 0.0722 * b };
  const paper = light(getComputedStyle(document.querySelector('.stApp')).backgroundColor);
  const shapes = document.querySelectorAll('[data-testid=stRadioOption]:not([data-selected]) > div > div:first-child, [data-testid=stCheckbox]:not([data-selected]) label > div:not([data-testid])');
  return [...shapes].map((each) => getComputedStyle(each)).filter((style) => parseFloat(style.borderTopWidth) > 0)
    .map((style) => light(style.borderTopColor)).map((edge) => (Math.max(edge, paper) + 0.05) / (Math.min(edge, paper) + 0.05)) }"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["objects", "who_drew_this"])
def test_circles_and_boxes_are_seen_before_they_are_chosen(app: str, visit: Visit, name: str, theme: str) -> None:
    page = visit(f"{app}/{name}", theme=theme)
    page.locator(".kv-jump").wait_for(state="attached")  # the end of the first run
    shown(page)
    edges = page.evaluate(EDGES)
    assert len(edges) >= 4
    assert min(edges) >= 3
