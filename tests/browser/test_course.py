"""Courses in a browser: the first one from start to end, stored answers, presenting, and layout."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest

from kernviz.courses import reader
from kernviz.courses.questions.point import Point, read_points
from kernviz.courses.scene import address
from kernviz.courses.scene_queries import points_of
from tests.browser.conftest import PATIENCE, START, free_port, starting
from tests.browser.test_pages import idle

Visit = Callable[..., Any]
NAME = "what_is_a_kernel"
COURSE = reader.courses()[NAME]
CLICK = """([x, y]) => { const g = document.querySelector('.kv-graph'), l = g._fullLayout, box = g.getBoundingClientRect();
    return [box.left + l.xaxis._offset + l.xaxis.d2p(x), box.top + l.yaxis._offset + l.yaxis.d2p(y)]; }"""
FIELDS = {"lf_b": "b, intercept", "lf_t": "t, lift: 0 where the data lie, 1 in feature space", "lf_w1": "w₁, on x"}
FIELDS |= {"mc1": "c1", "mc2": "c2"}


def at(page: Any, number: int) -> None:
    page.get_by_text(f"{number} of {len(COURSE.steps)}", exact=False).first.wait_for()
    page.get_by_text(COURSE.steps[number - 1].title, exact=True).first.wait_for()
    page.locator(".kv-plot[data-revision]").first.wait_for()
    idle(page)


def type_number(page: Any, label: str, text: str) -> None:
    field = page.get_by_role("textbox", name=f"{label}, exact value")
    field.fill(text)
    field.press("Enter")
    idle(page)


def click(page: Any, place: list[float]) -> None:
    """Click at a place of the picture, and wait until the picture is redrawn."""
    plot = page.locator(".kv-plot[data-revision]").first
    before = plot.get_attribute("data-revision")
    page.mouse.click(*page.evaluate(CLICK, place))
    page.wait_for_function("(r) => document.querySelector('.kv-plot').dataset.revision !== r", arg=before)
    idle(page)


def put(page: Any, solution: str) -> None:
    """Type the numbers of the solution into the controls."""
    for name, value in address(solution)[1].items():
        label = FIELDS.get(name)
        if label is None:  # the number of a kernel
            label, value = "γ, inverse width of rbf", re.search(r"gamma=([\d.]+)", value)[1]  # type: ignore[index]
        type_number(page, label, value)


def give(page: Any, step: Any) -> None:
    """Give the right answer in the question's own way."""
    scene = step.scene(0)
    solution = step.question.solution(scene)
    match step.question.kind:
        case "choose":
            words = step.question.words(int(solution) - 1, scene).strip("`")
            page.get_by_role("radio", name=words, exact=True).check(force=True)
        case "number" | "write":
            page.get_by_role("textbox", name=re.compile("Your (number|kernel)")).fill(solution)
            page.get_by_text("Understood:").wait_for()  # while it is typed
        case "move":
            put(page, solution)
        case "point":
            assert isinstance(step.question, Point)
            X = scene.state.data.X
            for count, i in enumerate(read_points(solution, scene), start=1):
                click(page, X[i].tolist())
                page.get_by_text(f"Understood: {count} point").wait_for()
                idle(page)
    idle(page)
    page.get_by_role("button", name=re.compile("^(Answer|Check)$")).click()


@pytest.mark.slow
def test_the_first_course_from_start_to_end(app: str, own: Any) -> None:
    page = own
    page.goto(f"{app}/course?course={NAME}")
    for number, step in enumerate(COURSE.steps, start=1):
        at(page, number)
        assert not page.get_by_text("Right:").count()
        give(page, step)
        page.get_by_text("Right:").first.wait_for()
        page.get_by_role("button", name="Open the whole page").wait_for()
        page.locator(f'.kv-course button[aria-label$="{step.title}, right"]').wait_for()
        if number < len(COURSE.steps):
            page.evaluate("document.activeElement.blur()")
            page.keyboard.press("ArrowRight")
    assert page.get_by_text("10 of 10 right").count()
    page.get_by_role("button", name="One link with all your answers").click()
    link = page.get_by_role("textbox", name="The link with all your answers").input_value()
    page.goto(link)
    page.get_by_text("10 of 10 right", exact=False).first.wait_for()
    page.goto(f"{app}/course?course={NAME}")
    at(page, 1)
    page.locator('.kv-course button[data-answer="right"]').nth(9).wait_for()  # kept in the browser


@pytest.mark.slow
def test_a_wrong_answer_gets_a_reason_and_the_answer_is_shown(app: str, visit: Visit) -> None:
    page = visit(f"{app}/course?course={NAME}&step=the-short-way&z1=0")
    at(page, 4)
    field = page.get_by_role("textbox", name="Your number")
    field.fill("51")
    page.get_by_text("Understood:").wait_for()
    field.press("Enter")
    page.get_by_text("Not so:").wait_for()
    at(page, 4)
    page.get_by_role("button", name="Show the answer").click()
    page.get_by_text("An answer:").wait_for()


@pytest.mark.slow
def test_the_picture_of_a_step_follows_a_drag(app: str, visit: Visit) -> None:
    page = visit(f"{app}/course?course={NAME}&step=one-cut")
    at(page, 1)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "kernviz-live" in request.url else None)
    slider = page.get_by_role("slider", name="b, intercept")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    for i in range(12):
        page.mouse.move(box["x"] + 8 - 6 * i, box["y"] + 8)
        page.wait_for_timeout(40)
    page.mouse.up()
    idle(page)
    assert asked
    assert all(f"part={quote('')}" in url for url in asked)
    assert any("lf_b=" in url for url in asked)


@pytest.mark.slow
def test_a_step_is_presented_with_keys_alone(app: str, visit: Visit) -> None:
    page = visit(f"{app}/course?course={NAME}&step=bumps")
    at(page, 6)
    before = page.locator(".kv-plot").bounding_box()
    page.keyboard.press("b")
    assert not page.locator(".kv-black").count()  # only while presenting
    page.keyboard.press("p")
    page.wait_for_function(
        "(area) => (({ clientWidth: w, clientHeight: h }) => w * h > 1.21 * area)(document.querySelector('.kv-plot'))",
        arg=before["width"] * before["height"],
    )
    page.wait_for_function(
        "() => !document.querySelector('.stMain').scrollTop && document.querySelector('.stMain').scrollHeight <= innerHeight + 2"
    )
    assert "present=1" in page.url
    assert not page.get_by_text("All courses").is_visible()
    page.keyboard.press("PageDown")
    at(page, 7)
    page.keyboard.press("l")
    page.mouse.move(400, 300)
    page.wait_for_function(
        "() => { const b = document.querySelector('.kv-pointer').getBoundingClientRect(); return Math.abs(b.x + b.width / 2 - 400) < 2; }"
    )
    page.keyboard.press("b")
    page.locator(".kv-black").wait_for()
    page.keyboard.press("Escape")
    page.locator(".kv-black").wait_for(state="detached")
    page.keyboard.press("r")
    page.get_by_text("An answer:").wait_for()
    page.keyboard.press("ArrowLeft")
    at(page, 6)
    page.keyboard.press("Escape")
    page.get_by_text("All courses").wait_for()
    assert not page.locator(".kv-pointer").count()
    page.wait_for_url(lambda url: "present" not in url)  # the address follows at the end of the run


def test_a_border_is_sketched_with_the_mouse(app: str, visit: Visit) -> None:
    page = visit(f"{app}/course?course=s4&step=draw-the-border")
    page.locator(".kv-plot[data-revision]").first.wait_for()
    idle(page)
    step = reader.courses()["s4"]
    corners = [corner.split() for corner in _ends(step.step("draw-the-border"))]
    for count, (x, y) in enumerate(corners, start=1):
        click(page, [float(x), float(y)])
        if count == len(corners):
            page.get_by_text(f"Understood: a line with {count} corners").wait_for()
        else:
            page.get_by_role("button", name="Take back").and_(page.locator(":enabled")).wait_for()
        idle(page)
    page.get_by_role("button", name="Answer", exact=True).click()
    page.get_by_text("Right:").first.wait_for()


@pytest.mark.slow
def test_a_border_is_drawn_in_one_stroke_and_replaced_by_a_second(app: str, visit: Visit) -> None:
    """The second stroke begins and ends outside the axes. It replaces the first, and its verdict the first verdict."""
    page = visit(f"{app}/course?course=s4&step=draw-the-border")
    page.locator(".kv-plot[data-revision]").first.wait_for()
    idle(page)
    steps = reader.courses()["s4"]
    step = steps.step("draw-the-border")
    corners = [tuple(map(float, part.split())) for part in step.question.solution(step.scene(0)).split("; ")]
    low, high = page.evaluate("document.querySelector('.kv-graph')._fullLayout.xaxis.range")

    def draw(places: list[tuple[float, float]]) -> None:
        spots = [page.evaluate(CLICK, list(place)) for place in places]
        (x, y), *others = spots
        page.mouse.move(x, y)
        page.mouse.down()
        for spot in others:
            page.mouse.move(*spot, steps=4)
        page.mouse.up()
        idle(page)

    draw([(low, 0), ((low + high) / 2, 0.2), (high, 0)])
    page.get_by_text("Understood: a line with").wait_for()
    page.get_by_role("button", name="Answer", exact=True).click()
    page.get_by_text("Not so:").first.wait_for()
    reach = 0.03 * (high - low)
    sign = 1 if corners[-1][0] > corners[0][0] else -1
    draw(
        [
            (corners[0][0] - sign * reach, corners[0][1]),
            *corners[1:-1:6],
            (corners[-1][0] + sign * reach, corners[-1][1]),
        ]
    )
    page.get_by_role("button", name="Answer", exact=True).click()
    page.get_by_text("Right:").first.wait_for()
    idle(page)
    assert page.locator('[data-testid="stAlert"]').count() == 1
    assert not page.get_by_text("Not so:").count()


STAYS = [  # course, step, the number to set, a text shown after the answer
    (NAME, "negative-energy", ("c2", "-2"), "cᵀKc = −16: a squared length below 0"),
    (NAME, "bumps", ("γ, inverse width of rbf", "900"), "At γ = 900 all 40 points are support vectors"),
    ("s3", "fun-time-3", None, "With the answer the picture shows"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("course", "name", "moved", "beginning"), STAYS, ids=[stay[1] for stay in STAYS])
def test_answers_survive_leaving_the_step(
    app: str, own: Any, course: str, name: str, moved: tuple[str, str] | None, beginning: str
) -> None:
    number = reader.courses()[course].places[name] + 1
    page, step = own, reader.courses()[course].steps[number - 1]
    page.goto(f"{app}/course?course={course}&step={number}")
    place = page.get_by_text(f"· {number} of", exact=False).first
    place.wait_for()
    page.locator(".kv-plot[data-revision]").first.wait_for()
    idle(page)
    if moved:
        type_number(page, *moved)
        page.get_by_role("button", name="Check", exact=True).click()
    else:
        scene = step.scene(0)
        words = step.question.words(int(step.question.solution(scene)) - 1, scene)
        page.get_by_role("radio", name=words, exact=True).check(force=True)
        idle(page)
        page.get_by_role("button", name="Answer", exact=True).click()
    right, reveal = page.locator('[data-testid="stAlert"]'), page.get_by_text(beginning)
    right.filter(has_text="Right:").wait_for()  # the frame of an alert is there before its words
    reveal.wait_for()
    idle(page)
    verdict = right.inner_text()
    assert verdict.startswith("Right:")

    def stays() -> None:
        right.filter(has_text="Right:").wait_for()
        reveal.wait_for()
        idle(page)
        assert right.inner_text() == verdict
        if moved:
            assert page.get_by_role("textbox", name=f"{moved[0]}, exact value").input_value() == moved[1]
        elif "present" not in page.url:
            assert page.get_by_role("radio", name=words, exact=True).is_checked()

    stays()
    for presented in (False, True):
        page.evaluate("document.activeElement.blur()")
        if presented:
            page.keyboard.press("p")
            page.wait_for_url("**present=1**")
            stays()
        page.keyboard.press("ArrowRight")
        page.get_by_text(f"· {number + 1} of", exact=False).first.wait_for()
        idle(page)
        page.keyboard.press("ArrowLeft")
        place.wait_for()
        stays()
        page.reload()
        stays()


@pytest.mark.slow
def test_answers_are_handed_in_under_a_name(app: str, own: Any) -> None:
    page = own
    page.goto(f"{app}/course?course={NAME}&step=the-short-way")
    at(page, 4)
    for text, verdict in (("25", "Right:"), ("16", "Not so:")):
        page.get_by_role("textbox", name="Your number").fill(text)
        page.keyboard.press("Enter")
        page.get_by_text(verdict).first.wait_for()
        idle(page)
    page.locator('.kv-course button[data-answer="right"]').wait_for()  # a later wrong answer does not change that
    page.get_by_role("button", name="One link with all your answers").click()
    page.get_by_role("textbox", name="Your name").fill("<b>Ada</b>")
    link = page.get_by_role("textbox", name="The link with all your answers").input_value()
    assert "answers" not in link.partition("#")[0]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url + (request.post_data or "")))
    page.goto("about:blank")  # a link that differs in its fragment alone would load no page
    page.goto(link)
    page.get_by_text("Handed in by <b>Ada</b>.").wait_for()
    page.get_by_text("✓ First answer: 25", exact=False).wait_for()
    page.get_by_text("✗ Last answer: 16", exact=False).wait_for()
    page.get_by_role("button", name="To the course").click()
    at(page, 1)
    assert "answers=" not in page.url
    assert asked
    assert not [each for each in asked if "answers=" in each.partition("#")[0]]


DRAFTS = "Object.keys(localStorage).filter((key) => key.startsWith('kernviz-draft:'))"


def has(page: Any, text: str) -> None:
    """Wait until the answer's field and the server have a text."""
    page.get_by_text(f"Understood: {text}").wait_for()
    idle(page)
    assert page.get_by_role("textbox", name="Your number").input_value() == text


@pytest.mark.slow
def test_a_typed_text_survives_a_reload_until_it_is_given(app: str, own: Any) -> None:
    page = own
    page.goto(f"{app}/course?course={NAME}&step=the-short-way")
    at(page, 4)
    field = page.get_by_role("textbox", name="Your number")
    field.fill("16")
    has(page, "16")
    page.reload()
    has(page, "16")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    at(page, 5)
    page.keyboard.press("ArrowLeft")
    at(page, 4)
    has(page, "16")
    page.get_by_role("button", name="Answer", exact=True).click()
    page.get_by_text("Not so:").first.wait_for()
    idle(page)
    assert page.evaluate(DRAFTS) == []

    field.fill("24")  # a second try, not given
    has(page, "24")
    page.reload()
    page.get_by_text("Not so:").first.wait_for()
    has(page, "24")
    field.fill("")
    page.wait_for_timeout(500)
    assert page.evaluate(DRAFTS) == []

    field.fill("25")
    has(page, "25")
    page.get_by_role("button", name="Answer", exact=True).click()
    page.get_by_text("Right:").first.wait_for()
    idle(page)
    page.reload()
    page.get_by_text("Right:").first.wait_for()
    has(page, "25")
    assert page.evaluate(DRAFTS) == []


@pytest.mark.slow
def test_a_typed_text_survives_a_restart_of_the_server(own: Any, tmp_path: Path) -> None:
    page, port = own, free_port()
    with starting(START, tmp_path, port):
        page.goto(f"http://127.0.0.1:{port}/course?course={NAME}&step=the-short-way")
        at(page, 4)
        page.get_by_role("textbox", name="Your number").fill("16")
        has(page, "16")
    with starting(START, tmp_path, port):
        page.wait_for_timeout(4000)  # the page connects anew
        has(page, "16")
        page.get_by_role("button", name="Answer", exact=True).click()
        page.get_by_text("Not so:").first.wait_for()
        assert page.get_by_role("textbox", name="Your number").input_value() == "16"
        assert page.evaluate(DRAFTS) == []


@pytest.mark.slow
def test_answers_stored_by_an_earlier_version_are_read(app: str, own: Any) -> None:
    page = own
    kept = '{"the-short-way": {"variant": 0, "text": "25", "right": true}, "bumps": 3}'
    page.add_init_script(f"localStorage.setItem('kernviz-course:{NAME}', '{kept}')")
    page.goto(f"{app}/course?course={NAME}&step=the-short-way")
    page.get_by_text("Right: 25").wait_for()
    page.get_by_text("Both ways give 25").wait_for()
    assert page.get_by_role("textbox", name="Your number").input_value() == "25"
    page.get_by_text("1 of 10 right").wait_for()


@pytest.mark.slow
def test_a_course_has_no_sidebar(app: str, visit: Visit) -> None:
    page = visit(f"{app}/")
    page.locator('[data-testid="stSidebar"]').wait_for()
    page.locator(".kv-course-list a").first.click()
    at(page, 1)
    assert not page.locator('[data-testid="stSidebar"]').is_visible()
    assert page.locator('[data-testid="stMainBlockContainer"]').bounding_box()["x"] < 100


def _ends(step: Any) -> list[str]:
    found = step.question.solution(step.scene(0)).split("; ")
    return [found[2], found[-3]]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_step_is_on_one_screen(app: str, visit: Visit, width: int, height: int) -> None:
    page = visit(f"{app}/course?course={NAME}&step=negative-energy", width=width, height=height)
    at(page, 7)
    last = page.get_by_role("slider", name="c2")
    page.wait_for_function("() => document.documentElement.style.getPropertyValue('--kv-tall')")
    page.wait_for_function(
        "(e) => e.getBoundingClientRect().bottom <= innerHeight", arg=last.element_handle(), timeout=PATIENCE
    )
    assert page.locator(".kv-plot").bounding_box()["height"] >= 200


@pytest.mark.slow
def test_a_link_opened_in_a_new_tab_keeps_the_language(app: str, visit: Visit) -> None:
    page = visit(f"{app}/map?lang=de")
    idle(page)
    page.locator(".kv-tongue").first.wait_for(state="attached")  # its script carries the language
    # Links are still being added: a handle stays with one of them, a locator would go to whichever is first.
    link = page.locator("a[href*='svm']").first.element_handle()
    link.dispatch_event("pointerdown")  # as the middle button does
    assert "lang=de" in (link.get_attribute("href") or "")


@pytest.mark.slow
def test_on_a_phone_the_picture_and_its_control_stay_beside_the_answer(app: str, visit: Visit) -> None:
    page = visit(f"{app}/course?course={NAME}&step=bumps", width=390, height=844, touch=True)
    at(page, 6)
    whole = "(e) => { const b = e.getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight; }"
    for press, verdict in (("Check", "Not so:"), ("Show the answer", "An answer:")):
        page.get_by_role("button", name=press, exact=True).click()
        page.get_by_text(verdict).wait_for()
        idle(page)
        for part in (page.get_by_text(verdict), page.locator(".kv-plot"), page.get_by_role("slider", name="γ")):
            page.wait_for_function(whole, arg=part.element_handle(), timeout=PATIENCE)
        page.wait_for_function(  # not behind the picture, although the question is long
            "(e) => e.getBoundingClientRect().bottom <= document.querySelector('.kv-plot').getBoundingClientRect().top",
            arg=page.get_by_text(verdict).element_handle(),
            timeout=PATIENCE,
        )


@pytest.mark.slow
def test_a_presented_picture_fills_its_place_and_a_formula_is_not_cut(app: str, visit: Visit) -> None:
    page = visit(f"{app}/course?course=s3&step=overflow&present=1", width=1280, height=720)
    page.wait_for_function(
        "() => { const p = document.querySelector('.kv-plot'), l = p?.querySelector('.kv-graph')?._fullLayout;"
        " return l && p.clientHeight > 500 && Math.abs(l.height - p.clientHeight) < 2; }"
    )
    page.goto(f"{app}/course?course=s0&step=ruler&present=1")
    page.locator(".kv-plot[data-revision]").first.wait_for()
    idle(page)
    page.keyboard.press("r")
    page.wait_for_function(
        "() => { const f = document.querySelector('.katex-display'); return f && f.scrollWidth <= f.clientWidth; }"
    )
    assert page.evaluate("document.querySelector('.stMain').scrollHeight <= innerHeight")


def _drawn(page: Any) -> list[list[float]]:
    """Return the corners of the sketch in the picture, in pixels of the screen."""
    found: list[list[float]] = page.evaluate(
        """() => { const g = document.querySelector('.kv-graph'), l = g._fullLayout, box = g.getBoundingClientRect(),
            drawn = g.calcdata.find(([first]) => first.trace.meta === 'drawn')?.[0].trace;
            return [...(drawn?.x ?? [])].map((x, i) => [box.left + l.xaxis._offset + l.xaxis.d2p(x),
                                                        box.top + l.yaxis._offset + l.yaxis.d2p(drawn.y[i])]); }"""
    )
    return found


@pytest.mark.slow
def test_a_sketch_is_smooth_bends_where_it_is_held_and_is_taken_back(app: str, visit: Visit) -> None:
    page = visit(f"{app}/course?course=s3&step=sketch-the-curve")
    page.locator(".kv-plot[data-revision]").first.wait_for()
    idle(page)
    low, high = page.evaluate("document.querySelector('.kv-graph')._fullLayout.xaxis.range")
    (left, y), (right, _) = (page.evaluate(CLICK, [x, 0]) for x in (low, high))
    page.mouse.move(left, y)
    page.mouse.down()
    for i in range(1, 81):
        page.mouse.move(left + (right - left) * i / 80, y + (4 if i % 2 else -4))
    page.mouse.up()
    page.get_by_text("Understood: a line with").wait_for()
    idle(page)
    first = _drawn(page)
    assert max(abs(v - y) for _, v in first) < 4.5
    assert sum(abs(a[1] - b[1]) for a, b in pairwise(first)) < 40  # the hand moved by 640 pixels
    middle = (left + right) / 2
    page.mouse.move(middle, y)
    page.mouse.down()
    page.mouse.move(middle, y - 2000, steps=8)
    page.mouse.up()
    page.wait_for_function(
        "() => { const g = document.querySelector('.kv-graph'), d = g.calcdata.find(([f]) => f.trace.meta === 'drawn');"
        " return Math.max(...d[0].trace.y) > g._fullLayout.yaxis.range[1] * 0.9; }"
    )
    idle(page)
    top = page.evaluate(CLICK, [low, page.evaluate("document.querySelector('.kv-graph')._fullLayout.yaxis.range[1]")])[
        1
    ]
    bent = _drawn(page)
    assert min(v for _, v in bent) >= top - 0.5
    assert abs(bent[0][1] - first[0][1]) < 60
    page.get_by_role("button", name="Take back").click()
    page.wait_for_function(
        "(n) => document.querySelector('.kv-graph').calcdata.find(([f]) => f.trace.meta === 'drawn')"
        "[0].trace.x.length === n",
        arg=len(first),
    )
    idle(page)
    assert _drawn(page) == pytest.approx(np.array(first), abs=1)


@pytest.mark.slow
def test_points_and_a_sketch_are_answered_by_keys(app: str, visit: Visit) -> None:
    page = visit(f"{app}/course?course={NAME}&step=who-carries-it")
    page.locator(".kv-plot[data-revision]").first.wait_for()
    idle(page)
    step = COURSE.step("who-carries-it")
    wanted = read_points(step.question.solution(step.scene(0)), step.scene(0))
    page.locator(".kv-cursor").focus()
    spoken = page.locator(".kv-cursor .kv-spoken")
    for place in points_of(step.scene(0)).X[list(wanted)]:
        for press in range(40):  # towards the point, along the axis with the larger distance, else along the other
            here = spoken.inner_text().replace("−", "-")
            away = place - np.array([float(v) for v in re.findall(r"-?[\d.]+", here)[:2]])
            if np.abs(away).max() < 1e-4:
                break
            axis = int(np.abs(away).argmax()) if press % 3 else int(np.abs(away).argmin())
            page.keyboard.press((("ArrowLeft", "ArrowRight"), ("ArrowDown", "ArrowUp"))[axis][int(away[axis] > 0)])
        page.keyboard.press("Enter")
        spoken.filter(has_text="chosen").wait_for()
    page.get_by_role("button", name="Answer", exact=True).click()
    page.get_by_text("Right:").first.wait_for()

    page = visit(f"{app}/course?course=s4&step=draw-the-border")
    page.locator(".kv-plot[data-revision]").first.wait_for()
    idle(page)
    page.locator(".kv-cursor").focus()
    for key in ("ArrowUp", "ArrowDown"):
        for _ in range(60):
            page.keyboard.press(key)
        page.keyboard.press("Enter")
    page.get_by_text("Understood: a line with 2 corners").wait_for()
    idle(page)
    page.keyboard.press("Backspace")
    page.get_by_text("a sketch has two to").wait_for()
    assert page.evaluate("document.activeElement.className") == "kv-cursor"


@pytest.mark.slow
def test_a_point_is_chosen_by_one_tap_and_taken_back_by_the_next(app: str, visit: Visit) -> None:
    page = visit(f"{app}/course?course={NAME}&step=who-carries-it", width=390, height=844, touch=True)
    page.locator(".kv-plot[data-revision]").first.wait_for()
    idle(page)
    places = COURSE.step("who-carries-it").scene(0).state.data.X
    chosen = page.get_by_text("Understood:")
    for taps, counted in ((0, "1 point"), (1, "2 points"), (0, "1 point")):
        page.touchscreen.tap(*page.evaluate(CLICK, places[taps].tolist()))
        chosen.filter(has_text=f"{counted}:").wait_for()
        page.wait_for_timeout(500)  # a second click of the same tap would undo it
        idle(page)
        assert chosen.filter(has_text=f"{counted}:").count()


@pytest.mark.slow
def test_an_answers_field_has_the_focus_on_arrival_but_not_on_a_phone(app: str, visit: Visit) -> None:
    focused = "() => document.activeElement.matches('.st-key-kv-answering input[type=text]')"
    page = visit(f"{app}/course?course={NAME}&step=the-short-way")
    page.wait_for_function(focused)
    assert page.evaluate("scrollY") == 0
    page.keyboard.press("ArrowRight")  # the field is empty
    page.wait_for_url(lambda url: "how-many-coordinates" in url)
    page.wait_for_function(focused)
    page.keyboard.press("ArrowRight")
    page.wait_for_url(lambda url: "bumps" in url)
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(lambda url: "how-many-coordinates" in url)
    page.wait_for_function(focused)
    page.keyboard.type("1")
    page.keyboard.press("ArrowLeft")  # the field has a text: the key moves in it
    page.keyboard.press("Enter")
    page.get_by_text("Not so:").first.wait_for()
    assert "how-many-coordinates" in page.url

    phone = visit(f"{app}/course?course={NAME}&step=the-short-way", width=390, height=844, touch=True)
    phone.locator(".st-key-kv-answering input[type=text]").wait_for()
    idle(phone)
    phone.wait_for_timeout(500)
    assert not phone.evaluate(focused)
