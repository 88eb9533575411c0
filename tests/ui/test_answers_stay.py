"""Answers persist after any navigation and in any language.

Verdict, reason, reveal, formula and picture of a step are those of its answer.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from kernviz import wording
from kernviz.courses import movable, reader
from kernviz.courses.course import Step
from kernviz.courses.questions.draw import read_corners
from kernviz.courses.questions.point import read_points
from kernviz.courses.scene import Scene, address
from kernviz.wording import say
from tests.courses.test_every_step import STEPS
from tests.ui.helpers import sound

FIRST = "what_is_a_kernel"
NAMED = {(FIRST, "negative-energy"), (FIRST, "bumps"), ("s3", "fun-time-3")}
OFTEN = [step for step in STEPS if (step.course, step.name) in NAMED]
KINDS = list({step.question.kind: step for step in STEPS if step not in OFTEN}.values())
BRINGING = ("move", "write")


def courses() -> None:
    """Draw the page of a course; stored answers, and a candidate placed in a tree, arrive once."""
    import streamlit as st

    from kernviz.courses import reader
    from kernviz.ui import app_setup
    from kernviz.ui.courses import answered
    from kernviz.ui.courses import visit as visits
    from kernviz.ui.courses.page import page

    app_setup.begin_run()
    if "browser" in st.session_state:
        answered.take(reader.courses()[st.session_state["course"]], st.session_state.pop("browser"))
    if "placed" in st.session_state:
        visit = visits.visit(reader.courses()[st.session_state["course"]])
        answered.answer(visit.course, visit.step, visit.variant, st.session_state.pop("placed"))
    page()
    app_setup.end_run()


@dataclass
class Visit:
    """Session of a visitor in a variant of a step."""

    step: Step
    variant: int
    at: AppTest

    @classmethod
    def opened(cls, step: Step, variant: int, **session: Any) -> Visit:
        at = AppTest.from_function(courses, default_timeout=60)
        for name, value in {"course": step.course, "step": step.name, "variant": variant, **session}.items():
            at.session_state[name] = value
        return cls(step, variant, sound(at.run()))

    def run(self, **session: Any) -> Visit:
        for name, value in session.items():
            self.at.session_state[name] = value
        sound(self.at.run())
        return self

    def press(self, *labels: str) -> Visit:
        next(button for button in self.at.button if button.label in labels).click()
        return self.run()

    def component(self, name: str) -> dict[str, Any]:
        names = (f"kernviz_{name}", f"kernviz_{name}_de")
        (found,) = (e.proto for e in self.at.get("bidi_component") if e.proto.component_name in names)
        return dict(json.loads(found.json))

    @property
    def answered(self) -> Any:
        return self.at.session_state["_course_answers"][self.step.course, self.step.name, self.variant]

    def give(self, text: str) -> Visit:
        """Answer as a visitor does: choose, type, click, or move, and press the button.

        A candidate placed in a tree is the answer, without a button.
        """
        match self.step.question.kind:
            case "tree":
                return self.run(placed=text)
            case "choose":
                self.at.radio[0].set_value(text)
            case "number" | "weights" | "write":
                self.at.text_input[0].set_value(text)
            case "point":
                self.answered.chosen = list(read_points(text, self.step.scene(self.variant)))
            case "draw":
                self.answered.corners = [(float(x), float(y)) for x, y in read_corners(text)]
            case "move":
                self.move(text)
        return self.run().press("Answer", "Check")

    def move(self, text: str) -> None:
        """Move the picture to the state that the answer ``text`` describes, as the controls do."""
        scene = self.step.scene(self.variant)
        there = scene.moved(address(text)[1])
        self.answered.kernel = "" if there.state.kernel == scene.state.kernel else str(there.state.kernel)
        for name in self.step.controls:
            resolved = movable.control(scene, name)
            if not isinstance(resolved, str):
                item, one = resolved
                values = one.values(there.state, getattr(there.state, item))
                for param, value in zip(one.params(item, there.state), values, strict=False):
                    self.at.session_state[param.name] = value

    def is_told(self, right: str | None, *, shown: bool, language: str = "en") -> None:
        """Assert that everything shown belongs to the last answer.

        right  text of the last right answer, None if there is none
        shown  the right answer has been shown
        """
        step, question, scene, text = self.step, self.step.question, self.step.scene(self.variant), self.answered.text
        with wording.speaking(language):
            judged = question.judge(text, scene)
            word = say("**Right:** {answer}. {reason}") if judged.right else say("**Not so:** {answer}. {reason}")
            first = not judged.right and not shown and self.answered.misses < 2
            reason = question.nudge(text, scene) if first else judged.reason
            verdict = word.format(answer=judged.understood, reason=reason).strip()
            (reply,) = [element.value for kind in (self.at.success, self.at.error) for element in kind]
            assert reply.startswith(verdict)  # the help of the step may follow
            there = reached(step, scene, question.solution(scene) if right is None else right)
            if shown:
                texts = [element.value for element in self.at.markdown]
                assert there.filled(step.reveal).strip() in [text.strip() for text in texts]
                assert [element.value.strip("$\n") for element in self.at.latex] == [
                    wording.in_formula(there.filled(step.formula))
                ] * bool(step.formula)
                since = say(":gray[With the answer the picture shows {what}.]").partition("{")[0]
                assert sum(text.startswith(since) for text in texts) == bool(step.then)
            assert not self.answered.problem
        brought = (
            there
            if shown and (judged.right or self.answered.brought != text)
            else reached(step, scene, text, then=shown)
        )
        self.pictures(
            brought if shown or question.kind in BRINGING else step.help.scene(scene) if self.answered.misses else scene
        )
        self.restored(text)

    def pictures(self, there: Scene) -> None:
        """Assert that the picture shows the state ``there``."""
        asked = self.component("shell")["live"]
        params = {name: text for name, text in asked["more"].items() if name != "part"}
        assert asked["route"].rpartition("/")[2] == there.page.name
        assert Scene.opened(there.page.name, params, strict=False).state == there.state

    def restored(self, text: str) -> None:
        """Assert that the choice, text or clicks of the answer are restored."""
        match self.step.question.kind:
            case "choose":
                assert [element.value for element in self.at.radio] in ([text], [])  # none while presenting
            case "number" | "weights" | "write":
                assert [element.value for element in self.at.text_input] in ([text], [])
            case "point":
                assert self.answered.chosen == list(read_points(text, self.step.scene(self.variant)))
            case "draw":
                assert self.answered.corners == [tuple(corner) for corner in read_corners(text).tolist()]
            case "tree":
                right = self.answered.right or self.step.question.solution(self.step.scene(self.variant))
                assert self.component("placing")["given"] == (right if self.answered.shown else text)


def reached(step: Step, scene: Scene, text: str, *, then: bool = True) -> Scene:
    """Return the state an answer is shown in, according to the course file."""
    if step.question.kind == "move":
        scene = scene.moved(address(text)[1])
    if step.question.kind == "write":
        scene = scene.moved({"k": text})
    return step.revealed(0, scene) if then else scene


def stays(step: Step, variant: int, text: str) -> None:
    """Answer, go on, come back, move the picture, reload, present, and change language and notation."""
    visit = Visit.opened(step, variant).give(text)
    right = visit.answered.text if step.question.judge(visit.answered.text, step.scene(variant)).right else None
    everywhere(visit, right, shown=right is not None)
    if right is None:
        visit.press("Show the answer").is_told(right, shown=True)
        goes_and_comes(visit)
        visit.is_told(right, shown=True)


def everywhere(visit: Visit, right: str | None, *, shown: bool) -> None:
    step = visit.step
    visit.is_told(right, shown=shown)
    goes_and_comes(visit)
    visit.is_told(right, shown=shown)
    if step.question.kind == "move":  # after further edits the verdict stays, and a return restores the answer
        before, picture = shown_texts(visit), visit.component("shell")["live"]
        visit.move(step.question.slips(step.scene(visit.variant))[0 if right else -1])
        visit.run()
        assert shown_texts(visit) == before
        assert not right or visit.component("shell")["live"] != picture
        goes_and_comes(visit)
    visit.run(present=1).is_told(right, shown=shown)
    visit.run(present=0)
    for language in ("de", "en"):
        visit.run(_language_said=language).is_told(right, shown=shown, language=language)
    visit.run(speak="S4" if step.speak != "S4" else "S1").is_told(right, shown=shown)
    kept = visit.component("course")["answers"]
    again = Visit.opened(step, visit.variant)
    again.run(browser=kept).is_told(right, shown=shown)
    assert again.component("course")["answers"] == kept
    again.run().is_told(right, shown=shown)


def shown_texts(visit: Visit) -> list[str]:
    kinds = (visit.at.success, visit.at.error, visit.at.markdown, visit.at.latex)
    return [element.value for kind in kinds for element in kind]


def goes_and_comes(visit: Visit) -> None:
    names = [step.name for step in reader.courses()[visit.step.course].steps]
    place = names.index(visit.step.name)
    visit.run(step=names[place + 1 if place + 1 < len(names) else place - 1])
    visit.run(step=visit.step.name)


@pytest.mark.sampled(40)
@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("step", OFTEN + KINDS, ids=lambda step: f"{step.course}/{step.name}")
def test_an_answer_persists(step: Step, right: bool) -> None:
    scene = step.scene(1)
    stays(step, 1, step.question.solution(scene) if right else step.question.slips(scene)[-1])


@pytest.mark.long
@pytest.mark.parametrize("variant", [0, 2, 7])
@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_an_answer_persists_in_every_step(step: Step, variant: int) -> None:
    scene = step.scene(variant)
    for text in (step.question.solution(scene), *step.question.slips(scene)):
        stays(step, variant, text)


def test_the_page_says_what_the_picture_shows_after_the_answer() -> None:
    step = next(step for step in OFTEN if step.name == "fun-time-3")
    visit = Visit.opened(step, 1)
    assert "for γ = 1" in " ".join(shown_texts(visit))
    assert "With the answer" not in " ".join(shown_texts(visit))
    visit.give(step.question.solution(step.scene(1)))
    assert "With the answer the picture shows $K(x,{x'}) = e^{-1000\\|x-{x'}\\|^2}$." in " ".join(shown_texts(visit))


def test_a_later_wrong_answer_does_not_discard_a_right_one() -> None:
    """Verdict and picture are the last answer's; reveal, formula and mark are the right one's."""
    step = next(step for step in OFTEN if step.name == "negative-energy")
    visit = Visit.opened(step, 1).give("mc2=-2")
    right = visit.answered.text
    visit.give("mc2=2")
    for _ in range(2):
        visit.is_told(right, shown=True)
        goes_and_comes(visit)
    kept = visit.component("course")["answers"]
    assert kept == {"negative-energy": [[1, "mc2=-2", True], [1, "mc2=2", False]]}
    again = Visit.opened(step, 1).run(browser=kept)
    again.is_told(right, shown=True)
    again.give("mc2=3")
    assert [each[1] for each in again.component("course")["answers"]["negative-energy"]] == ["mc2=-2", "mc2=3"]


def test_another_variant_is_of_this_step_alone() -> None:
    step = next(step for step in OFTEN if step.name == "negative-energy")
    visit = Visit.opened(step, 1).give("mc2=-2").press("Another variant")
    other = visit.at.session_state["variant"]
    assert other != 1
    assert not visit.at.success
    visit.variant = other
    visit.give(step.question.solution(step.scene(other))).press("Next →")
    assert visit.at.session_state["variant"] == 1
    assert [each[0] for each in visit.component("course")["answers"]["negative-energy"]] == [1, other]


def test_a_link_moves_the_picture_of_an_unanswered_step() -> None:
    """The browser's answers to other steps do not affect this one."""
    step = next(step for step in OFTEN if step.name == "negative-energy")
    visit = Visit.opened(step, 1)
    visit.run(mc2=-3.0)
    visit.run(browser={"bumps": [[1, "k=rbf(gamma=1000)", True]]})
    visit.pictures(step.scene(1).moved({"mc2": "-3"}))


@pytest.mark.parametrize(
    "kept",
    [
        None,
        3,
        [],
        {"bumps": 3},
        {"bumps": "1000"},
        {"bumps": [3]},
        {"bumps": [[1]]},
        {"bumps": [["a", "b", True]]},
        {"bumps": [[1, "k=rbf(gamma=", True]]},
        {"bumps": [[True, "k=rbf", 1]]},
        {"x": [[1, "k=rbf", True]]},
        {"bumps": {"variant": 1, "text": "k=rbf(gamma=1000)", "right": True}},
    ],
)
def test_invalid_stored_answers_from_the_browser_are_ignored(kept: Any) -> None:
    visit = Visit.opened(OFTEN[0], 1).run(browser=kept)
    assert visit.component("course")["answers"] == {}
