"""Number of key and pointer presses from reading a question to its verdict.

The page itself counts them. "Own work" are the presses that make up the answer; one more press submits it. Placing a candidate in
a tree is that press. The test does not wait before it, as no student waits. With ``-s`` the table is printed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from kernviz.courses import reader
from kernviz.courses.course import Step
from kernviz.courses.point_positions import places
from kernviz.courses.questions import KINDS
from kernviz.courses.questions.point import read_points
from kernviz.courses.scene import address
from tests.browser.test_one_screen import ANSWER, FIELD, ONWARD, arrive

Visit = Callable[..., Any]
PAUSE = 150  # ms between two presses of a fast student
COUNT = """() => { window.kvActs = 0;
    for (const kind of ["pointerdown", "keydown"])
        document.addEventListener(kind, (event) => { if (event.isTrusted) window.kvActs += 1; }, true); }"""
ACTS = "() => window.kvActs"
TOLD = '[class*="st-key-kv-told-of-"] [data-testid="stAlert"]'
SPOT = """([x, y]) => { const g = document.querySelector('.kv-graph'), l = g._fullLayout, box = g.getBoundingClientRect();
    return [box.left + l.xaxis._offset + l.xaxis.d2p(x), box.top + l.yaxis._offset + l.yaxis.d2p(y)]; }"""


@dataclass
class Hand:
    """Mouse and keyboard of a student on a step.

    Methods that make an answer return the number of presses; `press_answer` and `press_enter` submit it.
    """

    page: Any
    step: Step

    def press_answer(self) -> None:
        self.page.locator(ANSWER).click()

    def press_enter(self) -> None:
        self.page.keyboard.press("Enter")

    def choose(self) -> int:
        self.page.locator('[data-testid="stRadio"] label').nth(1).click()
        return 1

    def choose_by_keys(self) -> int:
        radio = self.page.locator('[data-testid="stRadio"] input').first
        radio.focus()
        self.page.keyboard.press("Space")
        return 1

    def type_answer(self) -> int:
        return self._write(self.page.locator(FIELD), self._wrong())

    def point(self) -> int:
        scene = self.step.scene(0)
        picture = next(
            picture for picture in scene.lesson.pictures if not self.step.picture or picture.key == self.step.picture
        )
        spots = places(picture.figure)
        rows = read_points(self.step.question.solution(scene), scene)
        for row in rows:
            self.page.mouse.click(*self.page.evaluate(SPOT, list(spots[row])))
            self.page.wait_for_timeout(PAUSE)
        return len(rows)

    def draw(self) -> int:
        corners = self.step.question.solution(self.step.scene(0)).split("; ")
        spots = [self.page.evaluate(SPOT, [float(part) for part in corner.split()]) for corner in corners]
        self._drag(spots)
        return 1

    def slide(self) -> int:
        box = self.page.get_by_role("slider").first.bounding_box()
        y = box["y"] + box["height"] / 2
        self._drag([(box["x"] + box["width"] / 2, y), (box["x"] + box["width"] / 2 + 60, y)])
        return 1

    def switch(self) -> int:
        self.page.locator('[data-testid="stCheckbox"] label').first.click()
        return 1

    def switch_by_key(self) -> int:
        self.page.locator('[data-testid="stCheckbox"] input').first.focus()
        self.page.keyboard.press("Space")
        return 1

    def type_value(self) -> int:
        value = next(iter(address(self.step.question.slips(self.step.scene(0))[-1])[1].values()))
        field = self.page.locator('[data-testid="stColumn"]').nth(1).locator("input[type=text]").first
        return self._write(field, value)

    def take_hold(self) -> int:
        """Drag the first handle in the picture."""
        scene = self.step.scene(0)
        picture = next(
            picture for picture in scene.lesson.pictures if not self.step.picture or picture.key == self.step.picture
        )
        x, y = self.page.evaluate(SPOT, list(picture.handles[0].at))
        self._drag([(x, y), (x - 30, y + 60)])
        return 1

    def nothing(self) -> int:
        """Make no part of the answer before the press that gives it."""
        return 0

    def focus_candidate(self) -> int:
        self._candidate().focus()
        return 0

    def drag_candidate(self) -> None:
        boxes = [each.bounding_box() for each in (self._candidate(), self.page.locator(".kv-place"))]
        self._drag([(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes])

    def press_candidate(self) -> None:
        self._candidate().click()

    def _candidate(self) -> Any:
        return self.page.locator(f'.kv-candidate[value="{self._wrong()}"]')

    def _wrong(self) -> str:
        return self.step.question.slips(self.step.scene(0))[0].replace("-", "−")

    def _write(self, field: Any, text: str) -> int:
        """Type the text into the field; return the number of presses, the click into the field included."""
        field.click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
        return len(text) + 3  # the click, Control and A

    def _drag(self, spots: list[Any]) -> None:
        self.page.mouse.move(*spots[0])
        self.page.mouse.down()
        for spot in spots[1:]:
            self.page.mouse.move(*spot, steps=4)
        self.page.mouse.up()


Work, Act = Callable[[Hand], int], Callable[[Hand], None]
WAYS: dict[str, tuple[str, str, Work, Act]] = {  # course, step, how to make the answer, how to submit it
    "choose: press, Answer": ("s0", "a-minus", Hand.choose, Hand.press_answer),
    "choose: key, Enter": ("s0", "a-minus", Hand.choose_by_keys, Hand.press_enter),
    "number: digits, Enter": ("s0", "six-coordinates", Hand.type_answer, Hand.press_enter),
    "number: digits, Answer": ("s0", "six-coordinates", Hand.type_answer, Hand.press_answer),
    "weights: digits, Enter": ("s1", "another-alpha", Hand.type_answer, Hand.press_enter),
    "write: letters, Enter": ("what_is_a_kernel", "two-rings", Hand.type_answer, Hand.press_enter),
    "point: presses, Answer": ("s0", "who-holds-the-sphere", Hand.point, Hand.press_answer),
    "point on a line: presses, Answer": ("s2", "two-that-refute", Hand.point, Hand.press_answer),
    "draw border: stroke, Answer": ("s4", "draw-the-border", Hand.draw, Hand.press_answer),
    "draw direction: stroke, Answer": ("s4", "draw-the-direction", Hand.draw, Hand.press_answer),
    "draw curve: stroke, Answer": ("s2", "sketch-the-fit", Hand.draw, Hand.press_answer),
    "draw graph: stroke, Answer": ("s3", "kept-over-gamma", Hand.draw, Hand.press_answer),
    "tree: drag": ("s0", "the-empty-place", Hand.nothing, Hand.drag_candidate),
    "tree: press": ("s0", "the-empty-place", Hand.nothing, Hand.press_candidate),
    "tree: key": ("s0", "the-empty-place", Hand.focus_candidate, Hand.press_enter),
    "move: slider, Check": ("s0", "ruler-set", Hand.slide, Hand.press_answer),
    "move: slider, Enter": ("s0", "ruler-set", Hand.slide, Hand.press_enter),
    "move: in the picture, Check": ("s4", "largest-variance", Hand.take_hold, Hand.press_answer),
    "move: switch, Check": ("s4", "centre-or-not", Hand.switch, Hand.press_answer),
    "move: switch by key, Enter": ("s4", "centre-or-not", Hand.switch_by_key, Hand.press_enter),
    "move: tick, Check": ("s1", "which-monomials", Hand.switch, Hand.press_answer),
    "move: text, Check": ("s4", "passing", Hand.type_value, Hand.press_answer),
}
TABLE: list[str] = []


def test_every_kind_of_question_is_counted() -> None:
    asked = {reader.courses()[course].step(name).question.kind for course, name, *_ in WAYS.values()}
    assert asked == set(KINDS)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_one_more_press_submits_an_answer(app: str, visit: Visit, way: str) -> None:
    course, name, work, act = WAYS[way]
    steps = reader.courses()[course]
    hand = Hand(visit(f"{app}/course?course={course}&step={name}"), steps.step(name))
    page = hand.page
    arrive(page, steps.places[name] + 1)
    page.evaluate(COUNT)
    own = work(hand)
    assert page.evaluate(ACTS) == own
    assert not page.locator(TOLD).count()
    act(hand)
    page.locator(TOLD).wait_for()
    beyond = page.evaluate(ACTS) - own
    verdict = " ".join(page.locator(TOLD).inner_text().split()).partition(".")[0][:50]
    TABLE.append(f"{way:36} own work {own:2}   beyond {beyond}   {verdict}")
    print(f"\n{TABLE[-1]}")
    assert beyond == 1
    assert "nothing moved" not in page.locator(TOLD).inner_text()
    if hand.step.question.kind in ("point", "draw"):
        assert page.locator(ONWARD).count()  # no press was lost: the answer is right
