"""A room as seen on the lecturer's screen and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kernviz.courses import reader, static_step
from kernviz.ui.rooms.routes import PHONE
from tests.browser.rooms import opened_room, phone_in, send_number

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
COURSE = "what_is_a_kernel"


def drag(page: Any, *places: tuple[float, float]) -> None:
    """Drag over the picture; the places are shares of its width and height."""
    box = page.locator("svg.over").bounding_box()
    at = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in places]
    page.mouse.move(*at[0])
    page.mouse.down()
    for x, y in at[1:]:
        page.mouse.move(x, y, steps=6)
    page.mouse.up()


def test_one_student_answers_three_questions_in_a_room(app: str, lecturer: Any, visit: Visit) -> None:
    lecturer.goto(f"{app}/course?course={COURSE}&step=the-short-way")
    code = opened_room(lecturer)
    phone = phone_in(visit, app, code)
    send_number(phone, "16")
    lecturer.get_by_text("1 of 1 have answered").wait_for()
    assert not phone.get_by_text("the 1 was left out").count()
    lecturer.get_by_role("button", name="Reveal").click()
    phone.get_by_text("the 1 was left out").wait_for()
    lecturer.get_by_text("1 of 1 have answered · 0 right").wait_for()

    lecturer.goto(f"{app}/course?course={COURSE}&step=who-carries-it")  # a new session: the browser has the key
    phone.get_by_text("3 of 10").wait_for()
    phone.locator("svg.over circle.spot").first.focus()
    phone.keyboard.press("Space")
    phone.locator("svg.over circle[aria-checked=true]").wait_for()
    phone.get_by_role("button", name="Answer").click()
    lecturer.locator(".kv-answers circle").wait_for()

    lecturer.goto(f"{app}/course?course=s4&step=draw-the-border")
    phone.get_by_text("Draw your line").wait_for()
    drag(phone, (0.2, 0.2), (0.5, 0.5), (0.9, 0.8))
    phone.get_by_role("button", name="Answer").click()
    phone.get_by_text("Sent: a line with").wait_for()
    lecturer.locator(".kv-answers polyline").wait_for()

    lecturer.get_by_role("button", name="Close the room").click()
    phone.get_by_text("Nothing of it is kept").wait_for()
    assert phone.evaluate("localStorage.length") == 0
    assert not [line for line in phone.complaints if "410" not in line]


def test_a_tap_sets_a_place_that_is_dragged_elsewhere(app: str, lecturer: Any, visit: Visit) -> None:
    """A student's picture has no handles: a tap in the plane moves the mark and both numbers."""
    course = reader.courses()["s3"]
    step = course.step("a-point-inside")
    picture = static_step.shown_question(course, step, 0, width=PHONE).view.picture
    assert picture is not None
    frame = picture.frame
    at = [(place - low) / (high - low) for place, (low, high) in ((0.5, frame.x), (1, frame.y))]
    lecturer.goto(f"{app}/course?course=s3&step={step.name}")
    code = opened_room(lecturer)
    phone = phone_in(visit, app, code)
    drawn = phone.locator(".picture > svg")
    drawn.wait_for()
    before, box = drawn.inner_html(), drawn.bounding_box()
    scale = box["width"] / picture.width
    left, top = (frame.left + at[0] * frame.width) * scale, (frame.top + at[1] * frame.height) * scale
    drawn.tap(position={"x": left, "y": top})
    phone.wait_for_function("(old) => document.querySelector('.picture > svg').innerHTML !== old", arg=before)
    x, y = (float(phone.get_by_label(f"probe, {name}").input_value()) for name in ("x1", "x2"))
    assert (x, y) == pytest.approx((0.5, 1), abs=0.05)
    phone.get_by_role("button", name="Answer").click()
    phone.get_by_text("Sent: probe = (").wait_for()
    lecturer.get_by_text("1 of 1 have answered").wait_for()
    lecturer.get_by_role("button", name="Reveal").click()
    lecturer.get_by_text("1 of 1 have answered · 1 right").wait_for()
    assert not phone.complaints


def spots(phone: Any) -> list[dict[str, float]]:
    """Return number and centre of the points of a student's picture, in pixels of the screen."""
    found: list[dict[str, float]] = phone.evaluate(
        """() => [...document.querySelectorAll("circle.spot")].map((each) => {
            const { left, top, width, height } = each.getBoundingClientRect();
            return { number: Number(each.dataset.number), x: left + width / 2, y: top + height / 2 };
        })"""
    )
    return found


def test_taps_choose_any_point_among_close_ones(app: str, lecturer: Any, visit: Visit) -> None:
    lecturer.goto(f"{app}/course?course={COURSE}&step=who-carries-it")
    code = opened_room(lecturer)
    phone = phone_in(visit, app, code)
    phone.locator("circle.spot").first.wait_for()
    wide = "[...document.querySelectorAll('circle.spot')].every((each) => each.getBoundingClientRect().width > 23.9)"
    phone.wait_for_function(wide)  # the picture has its size one frame after it is drawn
    start = spots(phone)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for number in [int(each["number"]) for each in start]:
        for _ in range(4):  # a tap between close points enlarges the picture; the next one may choose
            here = next(spot for spot in spots(phone) if spot["number"] == number)
            phone.touchscreen.tap(here["x"], here["y"])
            if phone.locator("circle[aria-checked=true]").count():
                break
        chosen = phone.locator("circle[aria-checked=true]")
        assert [each.get_attribute("data-number") for each in chosen.all()] == [str(number)]
        near = min(
            ((spot["x"] - here["x"]) ** 2 + (spot["y"] - here["y"]) ** 2) ** 0.5
            for spot in spots(phone)
            if spot["number"] != number
        )
        assert near >= 23.9, number  # the tap that chose it was a finger away from all others
        phone.get_by_role("button", name="Clear").click()
        if phone.get_by_role("button", name="Whole picture").is_visible():
            phone.get_by_role("button", name="Whole picture").click()


def test_two_rounds_with_a_timer_by_keyboard(app: str, lecturer: Any, visit: Visit) -> None:
    lecturer.goto(f"{app}/course?course={COURSE}&step=the-short-way")
    code = opened_room(lecturer)
    phones = [phone_in(visit, app, code) for _ in range(3)]
    for phone, text in zip(phones, ("16", "16", "25"), strict=True):
        phone.get_by_role("textbox", name="Your number").fill(text)
        phone.get_by_role("button", name="Answer").press("Enter")
    lecturer.get_by_text("3 of 3 have answered").wait_for()
    phones[0].get_by_role("textbox", name="Your number").fill("17")
    lecturer.get_by_role("button", name="30 s").press("Enter")
    for phone in phones:
        phone.locator("#clock", has_text="0:2").wait_for()
    assert phones[0].get_by_role("textbox", name="Your number").input_value() == "17"  # what is half typed stays
    lecturer.get_by_role("button", name="Discuss, answer again").press("Enter")
    for phone, text in zip(phones, ("25", "16", "25"), strict=True):
        phone.get_by_text("Second round").wait_for()
        assert phone.locator("#clock").text_content() == ""
        phone.get_by_role("textbox", name="Your number").fill(text)
        phone.get_by_role("button", name="Answer").press("Enter")
    lecturer.get_by_text("Round 2: 3 of 3 have answered").wait_for()
    lecturer.get_by_text("Round 1: 3 answered · 1 of 3 changed the answer").wait_for()
    assert [each.inner_text() for each in lecturer.locator(".kv-two li b").all()] == ["2", "1", "1", "2"]
    lecturer.get_by_role("button", name="Reveal").press("Enter")
    lecturer.get_by_text("changed to right: 1, changed to wrong: 0").wait_for()
    assert lecturer.locator("li[data-right=true]").inner_text().startswith("✓")
    with lecturer.expect_download() as file:
        lecturer.get_by_role("button", name="Results as CSV").press("Enter")
    assert len(file.value.path().read_text("utf-8-sig").splitlines()) == 5

    lecturer.get_by_text("Steps and how they are answered").press("Enter")
    step = lecturer.locator(".kv-steps button", has_text="point at points").first
    step.press("Enter")
    for phone in phones:
        phone.locator("circle.spot").first.wait_for()
    phones[0].locator("circle.spot").first.focus()
    phones[0].keyboard.press("Space")
    phones[0].get_by_role("button", name="Answer").press("Enter")
    disc = lecturer.locator(".kv-answers circle").first
    disc.wait_for()
    assert disc.bounding_box()["width"] <= 24  # one answer covers no more than its point
    lecturer.get_by_role("button", name="Reveal").press("Enter")
    lecturer.locator(".kv-answers text", has_text="✓").first.wait_for()
    for phone in phones:
        phone.locator("circle.meant").first.wait_for()
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not phone.complaints


def finger(phone: Any, start: Any, end: Any) -> None:
    """Drag a finger from the middle of an element to the middle of another."""
    a, b = start.bounding_box(), end.bounding_box()
    at = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (a, b)]
    places = [[low + (high - low) * part / 10 for low, high in zip(*at, strict=True)] for part in range(11)]
    session = phone.context.new_cdp_session(phone)
    for i, (x, y) in enumerate(places):
        kind = "touchMove" if i else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def test_a_tree_is_answered_by_taps_and_drags_in_two_rounds(app: str, lecturer: Any, visit: Visit) -> None:
    course = reader.courses()["s0"]
    step = course.step("the-empty-place")
    right = step.question.solution(step.scene(0))
    wrong, other = (str(i) for i in (1, 2, 3) if str(i) != right)
    lecturer.goto(f"{app}/course?course=s0&step={step.name}")
    code = opened_room(lecturer)
    phones = [phone_in(visit, app, code) for _ in range(3)]
    chip = '.kv-candidate[value="{}"]'.format
    for phone in phones:
        phone.locator(chip(right)).wait_for()
        assert phone.locator(".kv-candidate").first.bounding_box()["height"] >= 44
    places = [[each.bounding_box() for each in phone.locator(".kv-node, .kv-candidate").all()] for phone in phones]
    phones[0].locator(chip(wrong)).tap()
    finger(phones[1], phones[1].locator(chip(wrong)), phones[1].locator(".kv-place"))
    phones[2].locator(chip(other)).tap()
    for phone, before in zip(phones, places, strict=True):
        phone.get_by_text("Sent:").wait_for()
        assert not phone.get_by_role("button", name="Answer").is_visible()  # placing is the answer
        assert [each.bounding_box() for each in phone.locator(".kv-node, .kv-candidate").all()] == before
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lecturer.get_by_text("3 of 3 have answered").wait_for()
    assert sorted(each.inner_text() for each in lecturer.locator(".kv-room > ol > li > b").all()) == ["0", "1", "2"]

    lecturer.get_by_role("button", name="Discuss, answer again").click()
    for phone in phones:
        phone.get_by_text("Second round").wait_for()
    phones[0].locator(chip(right)).tap()
    finger(phones[1], phones[1].locator(chip(right)), phones[1].locator(".kv-place"))
    phones[2].locator(f'{chip(other)}[aria-pressed="true"]').wait_for()  # the first answer is filled in, not sent
    phones[2].get_by_role("button", name="Answer").tap()
    for phone in phones:
        phone.get_by_text("Sent:").wait_for()
        assert not phone.get_by_role("button", name="Answer").is_visible()
    lecturer.get_by_text("Round 2: 3 of 3 have answered").wait_for()
    lecturer.get_by_text("2 of 3 changed the answer").wait_for()
    lecturer.get_by_role("button", name="Reveal").click()
    lecturer.get_by_text("changed to right: 2, changed to wrong: 0").wait_for()
    assert lecturer.locator("li[data-right=true] > b").all_inner_texts() == ["0", "2"]
    assert lecturer.locator(".kv-place").inner_text().strip()  # the lecturer's tree has the right candidate
    for phone, verdict in zip(phones, ("Right", "Right", "Not so"), strict=True):
        phone.locator(".said", has_text=verdict).wait_for()
        phone.get_by_text("Read from the bottom").wait_for()
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not phone.complaints


def test_the_last_of_quick_placings_is_the_answer(app: str, lecturer: Any, visit: Visit) -> None:
    """A slow network keeps the first answer on its way while the second one is placed."""
    lecturer.goto(f"{app}/course?course=s0&step=the-empty-place")
    code = opened_room(lecturer)
    phone = phone_in(visit, app, code)
    phone.locator(".kv-candidate").first.wait_for()
    routes: list[Any] = []
    phone.route("**/answer?*", lambda route: routes.append(route) if not routes else route.continue_())
    for number in ("1", "2"):
        phone.locator(f'.kv-candidate[value="{number}"]').tap()
    phone.wait_for_timeout(300)
    routes[0].continue_()
    phone.get_by_text("Sent:").wait_for()
    words = phone.locator('.kv-candidate[value="2"]').text_content().split()
    phone.wait_for_function(
        "(words) => document.querySelector('#room p[role=status]').textContent.replace(/\\s/g, '').includes(words)",
        arg="".join(words),
    )
    bar = lecturer.locator(".kv-room > ol > li", has=lecturer.locator("b", has_text="1"))
    bar.wait_for()
    assert "".join(words) in "".join(bar.text_content().split())
    assert not phone.get_by_role("button", name="Answer").is_visible()


def test_answers_close_on_the_phone_when_the_time_is_over(app: str, lecturer: Any, visit: Visit) -> None:
    lecturer.goto(f"{app}/course?course={COURSE}&step=the-short-way")
    code = opened_room(lecturer)
    phone = phone_in(visit, app, code)
    phone.get_by_role("textbox", name="Your number").fill("25")
    key = lecturer.evaluate("JSON.parse(localStorage.getItem('kernviz-lecturer')).key")
    set_timer = f"""(seconds) => fetch('kernviz-room/{code}/timer', {{ method: 'POST',
        headers: {{ 'X-Kernviz-Lecturer': '{key}' }}, body: JSON.stringify({{ seconds }}) }})"""
    lecturer.evaluate(set_timer, 1)
    phone.get_by_text("The time is over").wait_for()
    lecturer.get_by_text("time is over").wait_for()
    assert phone.get_by_role("button", name="Answer").is_disabled()
    lecturer.evaluate(set_timer, 0)
    phone.locator("button:enabled", has_text="Answer").wait_for()
    phone.get_by_role("button", name="Answer").click()
    phone.get_by_text("Sent:").wait_for()


def test_the_lecturers_lists_are_read_on_a_phone(app: str, lecturer: Any, visit: Visit) -> None:
    """A wrong idea and the title of a step have the whole width; the numbers below the idea have their names."""
    lecturer.goto(f"{app}/course?course={COURSE}&step=never-negative")
    lecturer.get_by_role("button", name="Open a room").click()
    code = lecturer.locator(".kv-code").inner_text().replace(" ", "")
    for place in (0, 1):  # one of them is wrong
        phone = visit(f"{app}/r/{code}", width=390, height=844, touch=True)
        phone.get_by_role("radio").nth(place).check(force=True)
        phone.get_by_role("button", name="Answer").click()
        phone.get_by_text("Sent:").wait_for()
    lecturer.get_by_text("2 of 2 have answered").wait_for()
    lecturer.get_by_role("button", name="Reveal").click()
    lecturer.get_by_text("2 of 2 have answered · ").wait_for()
    lecturer.set_viewport_size({"width": 390, "height": 844})
    lecturer.get_by_text("Wrong ideas of the class").press("Enter")
    idea = lecturer.locator(".kv-ideas td").first
    idea.wait_for()
    if not lecturer.locator(".kv-steps").is_visible():
        lecturer.get_by_text("Steps and how they are answered").press("Enter")
    widths = """() => ['.kv-room', '.kv-ideas td', '.kv-steps button span'].map((each) =>
        document.querySelector(each).getBoundingClientRect().width)"""
    panel, words, title = lecturer.evaluate(widths)
    assert words > 0.9 * panel
    assert title > 0.75 * panel
    names = "() => [...document.querySelectorAll('.kv-ideas td')].map((e) => getComputedStyle(e, '::before').content)"
    assert "students" in lecturer.evaluate(names)[1]
    assert lecturer.evaluate("document.documentElement.scrollWidth <= innerWidth")
