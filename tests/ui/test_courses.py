"""Pages of courses in Streamlit's test client: questions, answers, verdicts, reveals, and any address."""

from __future__ import annotations

import json
from contextlib import suppress
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.courses import reader
from kernviz.courses.handout import handout
from kernviz.courses.kernel_quiz import riddle
from kernviz.courses.language import LanguageError
from kernviz.courses.submission import Answer
from kernviz.lessons.part import MACHINE
from kernviz.ui import live, navigation
from kernviz.ui.courses.answered import Answered
from kernviz.ui.plot import Click
from tests.courses.packing import pack
from tests.test_pages import GARBAGE, current_value, notes_of
from tests.ui.helpers import ROOT, entries, moved, pictures, readouts, sound, visit
from tests.ui.test_live import same
from tests.wire.decoding import unpack

NAME = "what_is_a_kernel"
COURSE = reader.courses()[NAME]


def step(name: str, **address: Any) -> AppTest:
    return visit("course", course=NAME, step=name, **address)


def press(at: AppTest, label: str) -> AppTest:
    next(button for button in at.button if button.label == label).click()
    return sound(at.run())


def page_text(at: AppTest) -> str:
    return " ".join(m.value for kind in (at.markdown, at.success, at.error, at.warning) for m in kind)


def heard(at: AppTest) -> dict[str, Any]:
    """Return the live route's data for the browser."""
    (shell,) = [e for e in at.get("bidi_component") if e.proto.component_name == "kernviz_shell"]
    return dict(json.loads(shell.proto.json)["live"])


def test_all_courses_are_one_press_away() -> None:
    at = step("the-short-way")
    assert "Courses" in [title.value for title in press(at, "All courses").title]


def test_a_number_is_understood_judged_and_shown() -> None:
    at = step("the-short-way")
    at.text_input[0].set_value("16")
    sound(at.run())
    assert "Understood: **16**" in page_text(at)
    press(at, "Answer")
    assert "the 1 was left out" not in at.error[0].value  # the first wrong answer gets only a hint
    assert "too small" in at.error[0].value
    press(at, "Answer")
    assert "the 1 was left out" in at.error[0].value
    assert "Both ways give 25" not in page_text(at)
    press(at, "Show the answer")
    assert "Both ways give 25" in page_text(at)
    at.text_input[0].set_value("5^2")
    sound(at.run())
    press(at, "Answer")
    assert at.success
    press(at, "Next →")
    assert current_value(at, "step") == COURSE.steps[4].name


def test_an_unreadable_answer_is_reported_beside_the_field() -> None:
    at = step("the-short-way")
    at.text_input[0].set_value("twenty")
    assert "is not known here" in page_text(sound(at.run()))
    press(at, "Answer")
    assert "is not known here" in page_text(at)
    assert not at.error


def test_a_choice_is_judged() -> None:
    at = step("never-negative")
    question, scene = COURSE.steps[7].question, COURSE.steps[7].scene(0)
    wrong = question.slips(scene)[0]
    at.radio[0].set_value(wrong)
    sound(at.run())
    press(at, "Answer")
    assert "Compute the table of" in at.error[0].value
    press(at, "Answer")
    assert "Smallest number of points found for that" in at.error[0].value
    at.radio[0].set_value(question.solution(scene))
    sound(at.run())
    press(at, "Answer")
    assert at.success
    assert "proof" in pictures(at)  # the picture has become the proof


def test_a_kernel_is_written_and_seen() -> None:
    at = step("two-rings")
    assert readouts(at)["train"] != "100 %"
    at.text_input[0].set_value("rbf(gamma=")
    sound(at.run())
    assert "✗" in page_text(at)
    at.text_input[0].set_value("linear - rbf")
    press(sound(at.run()), "Answer")
    assert "ot a kernel" in at.error[0].value
    assert not at.warning  # the reply says it; a warning above the picture would say it again, and cover the reply
    at.text_input[0].set_value("rbf(gamma=2)")
    press(sound(at.run()), "Answer")
    assert at.success
    assert readouts(at)["train"] == "100 %"


def test_a_moved_state_is_judged_and_another_variant_starts_afresh() -> None:
    at = step("negative-energy")
    press(at, "Check")
    assert "cᵀKc: 8" in at.error[0].value
    sound(moved(at, "mc2", -1.0))
    press(at, "Check")
    assert at.success
    press(at, "Another variant")
    assert current_value(at, "variant") != 0
    assert not at.success


def test_the_answer_shown_after_a_wrong_move_is_right() -> None:
    at = step("negative-energy")
    press(at, "Check")
    press(at, "Show the answer")
    assert "cᵀKc = −8: a squared length below 0" in page_text(at)


def test_a_number_of_the_kernel_is_moved() -> None:
    at = step("bumps")
    sound(moved(at, "γ, inverse width of rbf", 1000.0))
    assert readouts(at)["support vectors"] == "40 / 40"
    press(at, "Check")
    assert at.success


def test_a_number_in_the_address_is_judged() -> None:
    at = step("one-cut", lf_b="-2.5")
    press(at, "Check")
    assert at.success


def test_the_picture_hides_the_answer_before_the_question() -> None:
    at = step("who-carries-it")
    (before,) = pictures(at).values()
    names = {str(trace.get("name")).strip() for trace in before["figure"]["data"]}
    assert names == {"−1", "+1", "your points"}
    assert not before["figure"]["layout"].get("annotations")


@pytest.mark.parametrize(
    "course_step",
    [each for course in reader.courses().values() for each in course.steps if MACHINE in each.hide],
    ids=lambda course_step: f"{course_step.course}-{course_step.name}",
)
def test_a_step_about_points_has_no_warning_about_a_machine(course_step: Any) -> None:
    """Nobody can choose another kernel in a step, and the warning would say that the kernel is refuted."""
    at = visit("course", course=course_step.course, step=course_step.name)
    assert not at.warning
    assert pictures(at)


def test_the_live_picture_is_the_one_at_rest() -> None:
    for each in COURSE.steps:
        at = step(each.name)
        asked = heard(at)
        page = asked["route"].rpartition("/")[2]
        message = live._message(page, urlencode(asked["more"] | {live.WHOLE: "1"}), ())
        assert message is not None, each.name
        content = unpack(message)
        shown = pictures(at)
        for key, picture in content["pictures"].items():
            figure = shown[key]["figure"]
            rest = [trace for trace in figure["data"] if trace.get("name") != "your points"]  # the visitor's own marks
            assert same(picture["figure"]["data"], rest), (each.name, key)
            assert same(picture["figure"]["layout"], figure["layout"]), (each.name, key)
        for items in content["readouts"]:
            for label, value, _ in items:
                assert value in ("…", readouts(at)[label])


def test_a_live_picture_of_a_step_equals_the_picture_at_rest() -> None:
    asked = heard(step("negative-energy"))
    message = live._message("mercer", urlencode(asked["more"] | {"mc2": "-1"}), ())
    assert message is not None
    assert unpack(message)["readouts"][0][0][1] == "−8"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("value", GARBAGE.values(), ids=GARBAGE)
def test_any_address_opens(value: str) -> None:
    for page in (*navigation.ALONE, "errata"):
        params = dict.fromkeys(("course", "step", "variant", "answers", "set", "number", "level", "lecture"), value)
        at = visit(page, **params)
        assert at.title
    at = visit("course", course=NAME, step=value, variant=value, lf_b=value, present=value)
    assert COURSE.steps[0].title in [element.value for element in at.title]
    assert notes_of(at) or value == ""
    assert visit("course", course=NAME, answers=value)


def test_invalid_stored_progress_from_the_browser_is_ignored() -> None:
    at = step("one-cut")
    key = f"course-progress-{NAME}"
    for kept in (None, 3, [], {"one-cut": 3}, {"x": {}}, {"one-cut": {"variant": "a", "text": 4}}):
        at.session_state[key] = {"kept": kept, "go": {"x": 1}}
        sound(at.run())


def test_answers_are_handed_in_by_a_link() -> None:
    given = [Answer("the-short-way", 0, "25"), Answer("one-cut", 0, ""), Answer("gone", 0, "1")]
    at = visit("course", course=NAME, answers=pack(given))
    assert "1 of 10 right" in page_text(at)
    assert "Not answered" in page_text(at)
    assert COURSE.steps[0].title in [title.value for title in press(at, "To the course").title]
    assert not current_value(at, "answers")


def test_answers_in_a_fragment_are_opened_by_the_browser_and_not_in_the_address() -> None:
    given = pack([Answer("the-short-way", 0, "25"), Answer("one-cut", 0, "")])
    at = visit("course", course=NAME)
    at.session_state["_course_handed_in"] = NAME, given
    assert "1 of 10 right" in page_text(at.run())
    assert not current_value(at, "answers")
    assert COURSE.steps[0].title in [title.value for title in press(at, "To the course").title]


def test_submitted_answers_show_name_variant_and_all_answers() -> None:
    given = [
        Answer("the-short-way", 7, text)
        for text in ("0", COURSE.steps[3].question.solution(COURSE.steps[3].scene(7)), "1")
    ]
    at = visit("course", course=NAME, answers=pack(given, "<b>Ada</b> ![x](//y) *B*"))
    assert "1 of 10 right" in page_text(at)
    assert "Variant 7" in page_text(at)
    shown = next(m.value for m in at.markdown if m.value.startswith("Handed in by"))
    assert "<b>" not in shown
    assert "![x](" not in shown
    assert "*B*" not in shown
    assert [
        word for word in ("✗ First answer", "✓ Last right answer", "✗ Last answer") if word not in page_text(at)
    ] == []


def test_a_step_is_opened_by_its_name_or_its_number() -> None:
    for text, place in ((COURSE.steps[2].name, 2), ("3", 2), ("10", 9), ("1", 0)):
        at = visit("course", course=NAME, step=text)
        assert COURSE.steps[place].title in [element.value for element in at.title]
        assert current_value(at, "step") == COURSE.steps[place].name
        assert not notes_of(at)
    for strange in ("0", "11", "03", "٣", "-1", "1.0"):
        at = visit("course", course=NAME, step=strange)
        assert COURSE.steps[0].title in [element.value for element in at.title]
        assert notes_of(at)


def test_no_input_field_contains_the_answer() -> None:
    """The placeholder of an empty field is no right answer to any step with such a field."""
    for course in reader.courses().values():
        for each in course.steps:
            if each.question.kind not in ("number", "weights", "write"):
                continue
            (field,) = visit("course", course=course.name, step=each.name).text_input
            for hint in (field.placeholder, *field.placeholder.split(",")):
                with suppress(LanguageError):
                    assert not each.question.judge(hint, each.scene(0)).right, (each.name, hint)


def test_a_step_opens_as_a_whole_page() -> None:
    at = step("two-rings")
    at.text_input[0].set_value("linear**2")
    press(press(sound(at.run()), "Answer"), "Open the whole page")
    assert at.title[0].value == "Support vectors"
    assert current_value(at, "data") == "circles"
    assert current_value(at, "n") == 60
    assert current_value(at, "k") == "linear**2"
    assert readouts(at)["train"] == "100 %"


def test_a_lecturer_presents_and_shows_the_answer_unasked() -> None:
    at = step("the-short-way", present="1")
    key = f"course-progress-{NAME}"

    def strip() -> dict[str, Any]:
        (found,) = [e for e in at.get("bidi_component") if e.proto.component_name == "kernviz_course"]
        return dict(json.loads(found.proto.json))

    assert strip()["present"] is True
    assert current_value(at, "present") == 1
    assert not notes_of(at)
    at.session_state["_course_answers"][(NAME, "the-short-way", 0)].shown = True  # as the key r does
    assert "Both ways give 25" in page_text(sound(at.run()))
    at.session_state[key] = {"present": False}
    at.session_state["present"] = 0
    sound(at.run())
    assert strip()["present"] is False


def test_the_sidebars_data_and_kernel_return_after_a_course() -> None:
    at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
    at.query_params["data"], at.query_params["k"] = "xor", "poly(degree=2)"
    sound(at.switch_page(str(entries()["svm"].path)).run())
    alt = pictures(at)["plane"]["options"]["alt"]
    at = sound(at.switch_page(str(entries()["course"].path)).run())
    assert not at.sidebar.selectbox
    sound(at.run())
    sound(at.switch_page(str(entries()["svm"].path)).run())
    assert (current_value(at, "data"), current_value(at, "k")) == ("xor", "poly(degree=2)")
    assert pictures(at)["plane"]["options"]["alt"] == alt


# ---- Kernel or not? --------------------------------------------------------------------------------------------------


@pytest.mark.sampled(5)
@pytest.mark.parametrize("number", range(1, 9))
def test_a_riddle_is_answered_and_explained(number: int) -> None:
    asked = riddle(3, number, 1 + (number - 1) // 4)
    at = visit("kernel_or_not", set="3", number=str(number))
    assert f"`{asked.kernel}`" in page_text(at)
    assert asked.judgement.sentence not in page_text(at)
    assert not pictures(at)
    press(at, "A kernel" if asked.valid else "No kernel")
    assert at.success
    assert "proof" in pictures(at)
    assert asked.valid or any("refute it" in m.value for m in at.markdown)


def test_a_wrong_answer_is_marked_and_the_next_riddle_opens() -> None:
    asked = riddle(3, 1, 1)
    at = press(visit("kernel_or_not", set="3"), "No kernel" if asked.valid else "A kernel")
    assert at.error
    assert current_value(press(at, "Next →"), "number") == 2
    assert not at.error
    press(at, "Another set")
    assert current_value(at, "number") == 1


def test_a_level_is_chosen() -> None:
    at = visit("kernel_or_not", set="3", level="4")
    assert f"`{riddle(3, 1, 4).kernel}`" in page_text(at)


def test_only_handles_with_a_control_of_the_step_can_be_dragged() -> None:
    """The points of the question are fixed."""
    for each in COURSE.steps:
        for picture in pictures(step(each.name)).values():
            handles = picture["options"].get("hands")
            assert not handles or not handles.get("points"), each.name
            assert not handles or all(name in each.controls for place in handles["places"] for name in place["names"])


def sketching() -> None:
    """Call the handlers of clicks; the browser's tests check that a click calls them."""
    from kernviz.courses import reader
    from kernviz.ui.courses import visit as visits
    from kernviz.ui.courses.picture import _corner
    from kernviz.ui.plot import Click

    course = reader.courses()["s4"]
    opened = visits.visit(course)
    for x, y in ((-1.6, 1.9), (1.8, -1.8)):
        _corner(opened, Click(x, y))


def test_an_axis_title_does_not_reveal_a_hidden_part() -> None:
    """On the number line all heights are 0, so the axis is not labelled x² yet."""
    for name, title in (("one-cut", ""), ("lift", "x²")):
        (picture,) = pictures(step(name)).values()
        assert picture["figure"]["layout"]["yaxis"]["title"]["text"] == title


def test_a_sketch_is_judged() -> None:
    at = visit("course", course="s4", step="draw-the-border")
    answered = at.session_state["_course_answers"][("s4", "draw-the-border", 0)]
    step = next(each for each in reader.courses()["s4"].steps if each.name == "draw-the-border")
    computed = [tuple(map(float, part.split())) for part in step.question.solution(step.scene(0)).split(";")]
    answered.corners.extend([computed[0], computed[-1]])
    sound(at.run())
    assert "Understood: a line with 2 corners" in page_text(at)
    assert "your border" in [t.get("name") for t in pictures(at)["plane"]["figure"]["data"]]
    press(at, "Answer")
    assert at.success
    press(at, "Clear")
    answered.corners.extend([(-1.6, -1.9), (-1.5, 1.2)])
    press(sound(at.run()), "Answer")
    assert "agree on" in at.error[0].value
    press(at, "Take back")  # of the press on Clear
    assert answered.corners == [computed[0], computed[-1]]
    press(at, "Take back")
    assert len(answered.corners) == 1


def test_strokes_and_bends_are_taken_back_one_by_one() -> None:
    from kernviz.ui.courses.asking import _clear, _take_back
    from kernviz.ui.courses.picture import _corner

    visit: Any = SimpleNamespace(answered=Answered())
    strokes = [((0.0, 0.0), (1.0, 1.0)), ((0.0, 0.0), (0.5, 0.9), (1.0, 1.0))]
    for path in strokes:
        _corner(visit, Click(1.0, 1.0, path=path))
    _corner(visit, Click(2.0, 2.0))
    _clear(visit)
    seen = []
    while visit.answered.drawn:
        _take_back(visit)
        seen.append(tuple(visit.answered.corners))
    assert seen == [(*strokes[1], (2.0, 2.0)), strokes[1], strokes[0], ()]


def test_a_click_sets_a_corner() -> None:
    at = AppTest.from_function(sketching)
    at.session_state["step"] = "draw-the-border"
    sound(at.run())
    assert at.session_state["_course_answers"][("s4", "draw-the-border", 0)].corners == [(-1.6, 1.9), (1.8, -1.8)]


def test_the_hand_out_of_a_course_is_downloaded() -> None:
    at = step("the-short-way")
    assert handed(at)["label"] == "Hand-out"
    assert "made" not in handed(at)
    at.session_state["_download_handout"] = 7  # as its callback leaves it
    made = handed(sound(at.run()))["made"]
    assert (made["press"], made["file"], made["kind"]) == (7, f"{NAME}.html", "text/html")
    assert made["text"] == handout(COURSE, 0)
    assert "made" not in handed(sound(at.run()))


def handed(at: AppTest) -> dict[str, Any]:
    """Return the hand-out button's data for the browser."""
    (found,) = (e.proto for e in at.get("bidi_component") if e.proto.component_name == "kernviz_download")
    return dict(json.loads(found.json))
