"""Nothing on a course's page moves when an answer is judged or shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from kernviz.courses import reader
from kernviz.courses.course import Course, Step
from tests.browser.conftest import PATIENCE
from tests.browser.test_course import _ends, click, put
from tests.browser.test_pages import idle

Visit = Callable[..., Any]
STEPS: dict[str, tuple[Course, Step]] = {}
for _course in reader.courses().values():
    for _step in _course.steps:
        STEPS.setdefault(_step.question.kind, (_course, _step))
STEPS["draw"] = (_s4 := reader.courses()["s4"], _s4.step("draw-the-border"))
WINDOWS = {"phone": (390, 844), "hall": (1280, 720)}
# Places of everything that is there before the reply; a button's width follows its words.
PLACES = """() => {
  const found = {};
  for (const selector of ['h1', '.kv-course', '.stMarkdown strong', '[role=radio]', '.st-key-kv-answering',
      '.st-key-kv-answering input', '.st-key-kv-answering button', '.st-key-kv-understood', '.kv-plot', '[role=slider]', '.kv-candidate', '.kv-node'])
    [...document.querySelectorAll(`.stMain ${selector}`)].forEach((each, i) => {
      if (each.closest('[class*="st-key-kv-told"]') || !each.getClientRects().length) return;
      const { x, y, width, height } = each.getBoundingClientRect();
      found[`${selector} ${i}`] = [x, y, ...(each.matches('.kv-plot.kv-square') ? [width, height] : [])];
    });
  return found; }"""


def settled(page: Any) -> dict[str, list[float]]:
    """Return the places once they have been the same for half a second."""
    idle(page)
    page.wait_for_function(
        f"() => {{ const now = JSON.stringify(({PLACES})()), at = performance.now();"
        " if (now !== window.kvPlaces) [window.kvPlaces, window.kvSince] = [now, at];"
        " return at - window.kvSince > 500; }",
        timeout=PATIENCE,
    )
    found: dict[str, list[float]] = page.evaluate(PLACES)
    return found


def answer_in(page: Any, step: Any, text: str) -> None:
    """Put an answer into its field or picture."""
    scene = step.scene(0)
    match step.question.kind:
        case "choose":
            words = step.question.words(int(text) - 1, scene).strip("`")
            page.get_by_role("radio", name=words, exact=True).check(force=True)
        case "move":
            put(page, text)
        case "point":
            click(page, scene.state.data.X[int(text)].tolist())
        case "draw":
            for corner in _ends(step):
                click(page, [float(part) for part in corner.split()])
                idle(page)
        case _:
            page.locator(".st-key-kv-answering input").fill(text)
            page.get_by_text("Understood:").wait_for()


def wrong(step: Step) -> str:
    """Return an answer that is none."""
    solution = step.question.solution(step.scene(0))
    second = "2" if solution == "1" else "1"
    other = {"choose": second, "tree": second, "number": "123456", "write": "linear", "point": "0"}
    return other.get(step.question.kind, solution)


def moved(before: dict[str, list[float]], after: dict[str, list[float]]) -> dict[str, Any]:
    return {
        name: (place, after[name])
        for name, place in before.items()
        if name in after and any(abs(a - b) > 1 for a, b in zip(place, after[name], strict=False))
    }


@pytest.mark.slow
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("kind", sorted(STEPS))
def test_nothing_moves_when_an_answer_is_judged_or_shown(app: str, visit: Visit, kind: str, window: str) -> None:
    course, step = STEPS[kind]
    width, height = WINDOWS[window]
    page = visit(f"{app}/course?course={course.name}&step={step.name}", width=width, height=height, touch=width < 640)
    page.locator(".kv-plot[data-revision], .kv-candidate").first.wait_for()
    if kind == "tree":  # placing a candidate is the answer
        before = settled(page)
        page.locator(f'.kv-candidate[value="{wrong(step)}"]').click()
    else:
        answer_in(page, step, wrong(step))
        before = settled(page)
        page.get_by_role("button", name=re.compile("^(Answer|Check)$")).click()
    page.get_by_text(re.compile("^(Not so|Right):")).first.wait_for()
    judged = settled(page)
    assert not moved(before, judged)
    showing = page.get_by_role("button", name="Show the answer")
    if showing.count():
        showing.click()
        page.get_by_text("An answer:").wait_for()
        assert not moved(before, settled(page))
    reply = page.locator('[class*="st-key-kv-told"]').first.bounding_box()
    row = page.locator(".st-key-kv-answering" if kind != "tree" else ".kv-candidates").bounding_box()
    assert reply["y"] >= row["y"] + row["height"]
    if (
        width < 640 and page.locator(".kv-plot[data-revision]").count()
    ):  # the beginning of the reply is seen above the picture
        picture = page.locator('[data-testid="stColumn"]').last.bounding_box()
        assert picture["y"] - reply["y"] > 60
