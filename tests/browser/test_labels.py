"""Labels and probe of a picture: labels do not overlap; the probe takes no drag of a point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.test_pages import drawn, idle, query

Visit = Callable[..., Any]
# Pairs of labels of one picture that overlap by more than 3 pixels in width and 30 % of the smaller height.
MEETING = """() => [...document.querySelectorAll('.kv-graph')].flatMap((graph) => {
  const found = [...graph.querySelectorAll('.textpoint text, .annotation .annotation-text')]
    .filter((e) => e.textContent.trim() && e.checkVisibility())
    .map((e) => [e.textContent.trim(), e.getBoundingClientRect()]);
  return found.flatMap(([a, p], i) => found.slice(i + 1).flatMap(([b, q]) => {
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left), high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    return wide > 3 && high > 0.3 * Math.min(p.height, q.height) ? [`${a} | ${b}`] : [];
  }));
})"""
WHERE = """([x, y]) => { const graph = document.querySelector('.kv-graph'), box = graph.getBoundingClientRect(), layout = graph._fullLayout;
  return [box.left + layout.xaxis._offset + layout.xaxis.d2p(x), box.top + layout.yaxis._offset + layout.yaxis.d2p(y)]; }"""
POINT = "(i) => { const t = document.querySelector('.kv-graph')._fullData.find((t) => t.mode === 'markers' && t.x.length > 10 && t.text); return [t.x[i], t.y[i]]; }"
STATES = (
    "svm?noise=0.4&xi=true",
    "svm?noise=0.4&xi=true&C=0.05&n=60",
    "svm?data=blobs&xi=true&k=linear",
    "sphere",
    "neighbors",
    "multiclass?data=three_blobs",
    "geometry",
    "ridge?data=sine",
    "lift",
    "gaussian",
    "mercer",
    "pca",
)


@pytest.mark.slow
@pytest.mark.parametrize("address", [STATES[0], *(pytest.param(state, marks=pytest.mark.long) for state in STATES[1:])])
def test_no_label_lies_on_another(app: str, visit: Visit, address: str) -> None:
    for width, height in ((1280, 900), (390, 844)):
        page = visit(f"{app}/{address}", width=width, height=height)
        page.locator(".kv-plot[data-revision]").first.wait_for()
        idle(page)
        page.wait_for_timeout(500)
        assert page.evaluate(MEETING) == [], (address, width)
        page.close()


@pytest.mark.slow
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_every_bar_has_its_number(app: str, visit: Visit, motion: str) -> None:
    """Labels are measured in the place where they are drawn, also if motion is reduced by very short transitions."""
    page = visit(f"{app}/polynomial?size=hall", width=1280, height=720, motion=motion)
    page.locator(".kv-plot[data-revision]").first.wait_for()
    idle(page)
    labels = page.locator(".kv-main .textpoint text")
    assert labels.count() == 12
    assert [each.text_content() for each in labels.all() if not each.is_visible()] == []


@pytest.mark.slow
def test_the_number_of_omitted_labels_is_shown(app: str, visit: Visit) -> None:
    page = visit(f"{app}/{STATES[0]}")
    drawn(page)
    words = page.locator(".annotation-text", has_text="more on hover").text_content()
    written, left = (int(part) for part in words.replace("ξ:", "").replace("written,", "").split()[:2])
    assert page.locator(".textpoint text", has_text="ξ").count() == written
    assert left > 0
    page.get_by_text("ξ > 1").first.wait_for()  # the three cases are in the legend


@pytest.mark.slow
def test_a_probe_beside_a_point_does_not_take_its_drag(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?n=40")
    drawn(page)
    there = page.evaluate("() => document.querySelector('.kv-graph')._fullLayout.annotations[0]")
    assert "f = " in there["text"]

    # the probe is put five pixels beside a point; a press on the point moves the point
    here = page.evaluate(POINT, 3)
    page.goto(f"{app}/svm?n=40&px={here[0] + 0.03:.3f}&py={here[1]:.3f}")
    drawn(page)
    x, y = page.evaluate(WHERE, here)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y - 40, steps=4)
    page.mouse.up()
    page.wait_for_function("new URLSearchParams(location.search).get('data') === 'drawn'")
    idle(page)
    assert query(page, "px") == f"{here[0] + 0.03:.3f}".rstrip("0")
