"""Nothing on a course's page moves when an answer is judged or shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from kernviz.courses import reader
from kernviz.courses.course import Course, Step
from tests.browser.conftest import PATIENCE
from tests.browser.test_course import CLICK, _ends, click, put
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


DRAWN = [
    (course.name, step.name)
    for course in reader.courses().values()
    for step in course.steps
    if step.question.kind == "draw"
]
FRAME = """() => { const { xaxis, yaxis } = document.querySelector('.kv-graph')._fullLayout;
  return [xaxis._offset, yaxis._offset, xaxis._length, yaxis._length]; }"""


@pytest.mark.slow
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize(("course", "step"), DRAWN)
def test_the_axes_stay_where_they_are_when_a_line_is_drawn_and_answered(
    app: str, visit: Visit, course: str, step: str, window: str
) -> None:
    """A stroke begins at the axes' edge, beside the legend. On a phone, a longer legend of the answer may take a row."""
    width, height = WINDOWS[window]
    page = visit(f"{app}/course?course={course}&step={step}", width=width, height=height, touch=width < 640)
    page.locator(".kv-plot[data-revision]").first.wait_for()
    settled(page)
    before = page.evaluate(FRAME)
    box = page.locator(".kv-graph").bounding_box()
    (x, y, w, h), top = before, 0.06
    page.mouse.move(box["x"] + x + w, box["y"] + y + top * h)
    page.mouse.down()
    page.mouse.move(box["x"] + x, box["y"] + y + (1 - top) * h, steps=9)
    page.mouse.up()
    page.get_by_text("Understood:").wait_for()
    settled(page)
    assert page.evaluate(FRAME) == pytest.approx(before, abs=1)
    page.get_by_role("button", name="Answer", exact=True).click()
    page.get_by_text(re.compile("^(Not so|Right):")).first.wait_for()
    page.get_by_role("button", name="Show the answer").click()
    page.get_by_text("An answer:").wait_for()
    settled(page)
    if width > 640 and not page.get_by_text("the picture shows the page").count():
        assert page.evaluate(FRAME) == pytest.approx(before, abs=1)


@pytest.mark.slow
@pytest.mark.parametrize(("course", "step"), [("s3", "sketch-the-curve"), ("s4", "draw-the-direction")])
def test_a_line_drawn_with_a_finger_has_no_note_of_a_point_over_it(
    app: str, visit: Visit, course: str, step: str
) -> None:
    """The stroke begins on a point, where plotly.js would take it for a press."""
    page = visit(f"{app}/course?course={course}&step={step}", width=390, height=844, touch=True)
    page.locator(".kv-plot[data-revision]").first.wait_for()
    settled(page)
    x, y = page.evaluate(CLICK, reader.courses()[course].step(step).scene(0).state.data.X[0].tolist())
    hand = page.context.new_cdp_session(page)
    for kind, place in [("touchStart", 0), *(("touchMove", i) for i in range(1, 9)), ("touchEnd", None)]:
        touched = [] if place is None else [{"x": x + 10 * place, "y": y + 5 * place}]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})
    page.get_by_text("Understood:").wait_for()
    settled(page)
    assert not page.locator(".hoverlayer .hovertext").count()


POINTED = [(c.name, s.name) for c in reader.courses().values() for s in c.steps if s.question.kind == "point"]


@pytest.mark.slow
@pytest.mark.parametrize(("course", "step"), POINTED)
def test_the_first_tap_on_a_point_moves_no_axes_and_leaves_no_note(
    app: str, visit: Visit, course: str, step: str
) -> None:
    page = visit(f"{app}/course?course={course}&step={step}", width=390, height=844, touch=True)
    page.locator(".kv-plot[data-revision]").first.wait_for()
    settled(page)
    before = page.evaluate(FRAME)
    x, *rest = reader.courses()[course].step(step).scene(0).state.data.X[0].tolist()
    page.touchscreen.tap(*page.evaluate(CLICK, [x, *(rest or [0])]))
    page.get_by_text("Understood: 1 point").wait_for()
    settled(page)
    assert page.evaluate(FRAME) == pytest.approx(before, abs=1)
    assert not page.locator(".hoverlayer .hovertext").count()


@pytest.mark.slow
def test_the_arrow_at_a_long_reply_covers_no_text(app: str, visit: Visit) -> None:
    page = visit(f"{app}/course?course=s4&step=draw-the-border", width=390, height=844, touch=True)
    page.locator(".kv-plot[data-revision]").first.wait_for()
    for corner in _ends(STEPS["draw"][1]):
        click(page, [float(part) for part in corner.split()])
    page.get_by_role("button", name="Answer", exact=True).click()
    page.locator(".kv-more").wait_for(state="attached")
    width, right, column, screen = page.evaluate(
        "() => { const column = document.querySelector('.kv-plot').closest('[data-testid=stColumn]'),"
        " { width, right } = getComputedStyle(column, '::before');"
        " return [parseFloat(width), parseFloat(right), column.getBoundingClientRect().right, innerWidth]; }"
    )
    assert width > 10
    assert column - right <= screen
    assert column - right - width >= column
