"""Routes of a room and the lecturer's panel, whose messages are untrusted input."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from streamlit.testing.v1 import AppTest

from kernviz.courses import reader
from kernviz.courses.questions import KINDS
from kernviz.rooms import location, room
from kernviz.rooms.room import Place
from kernviz.rooms.rooms import NewRoom, RateLimiter, Rooms
from kernviz.ui import home_links
from kernviz.ui.rooms import link, panel, room_registry, routes, student_page, watch
from tests.test_pages import GARBAGE, sound
from tests.ui.asking import Reply, ask, asked, run
from tests.ui.test_courses import page_text, step

NAME = "what_is_a_kernel"
ONE, TWO = Place(NAME, "the-short-way"), Place(NAME, "who-carries-it")
APP = Starlette(routes=routes.routes())


@pytest.fixture(autouse=True)
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rooms]:
    """Yield the rooms of a new store, for this test alone."""
    monkeypatch.setenv(location.SETTING, str(tmp_path / "rooms.sqlite"))
    found: Any = room_registry.rooms()
    yield found
    found.store.shut()


def at(code: str, what: str) -> str:
    return f"/kernviz-room/{code}/{what}"


def join(code: str) -> str:
    found: str = asked(APP, "POST", at(code, "join"), x_kernviz_student="new").json["student"]
    return found


def answer(code: str, student: str, text: str, place: Place = ONE) -> Reply:
    return asked(APP, "POST", at(code, "answer"), {"place": place.name, "text": text}, x_kernviz_student=student)


def now(code: str, student: str, since: int = -1) -> Any:
    return asked(APP, "GET", at(code, f"now?since={since}"), x_kernviz_student=student).json


def counted(made: NewRoom, since: str = "") -> Reply:
    return asked(APP, "GET", at(made.code, f"tally?since={since}"), x_kernviz_lecturer=made.key)


def test_students_join_answer_and_see_the_reveal(rooms: Rooms) -> None:
    made = rooms.open(ONE)
    ada, bob = join(made.code), join(made.code)
    state = now(made.code, ada)
    assert (state["place"], state["revealed"], state["text"]) == (ONE.name, False, None)
    question = asked(APP, "GET", at(made.code, f"question?place={state['place']}")).json
    assert question["kind"] == "number"
    assert question["ask"]
    assert "shown" not in question
    assert answer(made.code, ada, "5^2").json == {"understood": "<strong>25</strong>"}
    assert answer(made.code, bob, "16").status == 200
    first = counted(made).json
    assert [bar["count"] for bar in first["bars"]] == [1, 1]
    assert "right" not in {key for bar in first["bars"] for key, value in bar.items() if value is not None}
    assert counted(made, first["mark"]).status == 204
    rooms.reveal(made.code, made.key)
    assert counted(made, first["mark"]).json["right"] == 1
    state = now(made.code, ada, state["version"])
    assert state["judged"]["right"]
    assert "the 1 was left out" in now(made.code, bob)["judged"]["reason"]
    assert "Both ways give 25" in asked(APP, "GET", at(made.code, "question")).json["shown"]["reveal"]
    assert answer(made.code, bob, "25").status == 409


@pytest.mark.slow
def test_every_step_has_a_question_whose_solution_is_taken(rooms: Rooms) -> None:
    made = rooms.open(ONE)
    ada = join(made.code)
    rooms._answers.rate = 1e9
    for course in reader.courses().values():
        for each in course.steps:
            place = Place(course.name, each.name)
            rooms.ask(made.code, made.key, place)
            found = asked(APP, "GET", at(made.code, "question"), accept_encoding="gzip")
            assert found.headers["content-encoding"] == "gzip"
            solution = each.question.solution(each.scene(0))
            if each.question.kind == "move" and solution.startswith("k="):
                continue  # students move the number, they do not write the kernel
            reply = answer(made.code, ada, solution, place)
            assert reply.status == 200, (each.name, reply.json)
            rooms.reveal(made.code, made.key)
            assert now(made.code, ada)["judged"]["right"], each.name


def test_a_number_of_the_kernel_is_moved(rooms: Rooms) -> None:
    made = rooms.open(Place(NAME, "bumps"))
    ada = join(made.code)
    seen = asked(APP, "GET", at(made.code, "moved?said=gamma%3D1000")).json
    assert ["support vectors", "40 / 40"] in [list(each) for each in seen["readouts"]]
    assert answer(made.code, ada, "gamma=1000", Place(NAME, "bumps")).status == 200
    assert rooms.answers(made.code, made.key) == ("k=rbf(gamma=1000)",)
    assert now(made.code, ada)["text"] == "gamma=1000"  # as the page that comes back sets its control
    for wrong in ("gamma=1e9", "C=3", "gamma=x", "gamma=nan"):
        assert answer(made.code, ada, wrong, Place(NAME, "bumps")).status == 422, wrong
        assert asked(APP, "GET", at(made.code, f"moved?said={quote(wrong)}")).status == 422


@pytest.mark.parametrize("wrong", ["px=1,5&py=0", "px=&py=0", "px=−1.5", "py=x", "px=-1e9"])
def test_a_coordinate_of_a_place_is_a_number(rooms: Rooms, wrong: str) -> None:
    place = Place("s0", "drag-the-mean")
    made = rooms.open(place)
    reply = answer(made.code, join(made.code), wrong, place)
    assert reply.status == 422
    assert " -10" not in reply.json["problem"]  # a minus sign, not a hyphen


def test_a_course_that_is_corrected_is_the_one_of_its_open_rooms(
    rooms: Rooms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.toml"
    text = (Path(reader.__file__).parent / "template.toml").read_text("utf-8")
    monkeypatch.setenv(reader.FOLDER, str(tmp_path))
    options, picture = Place("mine", "choose"), Place("mine", "move")
    made = rooms.open(options)
    ada = join(made.code)
    found = []
    for now_written in (text, text.replace("%{rbf(gamma=1)}", "%{rbf(gamma=12)}").replace("n=40", "n=39")):
        file.write_text(now_written, "utf-8")
        rooms.ask(made.code, made.key, options)
        words = answer(made.code, ada, "1", options).json["understood"]
        rooms.ask(made.code, made.key, picture)
        found.append((words, asked(APP, "GET", at(made.code, "moved?said=gamma%3D1")).json))
    (before, moved_before), (after, moved_after) = found
    assert "12" in after
    assert "12" not in before
    assert moved_before != moved_after


def test_an_invalid_answer_is_refused_and_not_stored(rooms: Rooms) -> None:
    made = rooms.open(ONE)
    ada = join(made.code)
    for text in ("", "x", "1/0", "9" * 400, "\x00", "\ud800"):
        assert answer(made.code, ada, text).status == 422, text
    assert "twelve" in answer(made.code, ada, "twelve").json["problem"]
    assert answer(made.code, "", "1").status == 403
    assert answer(made.code, ada, "1", TWO).status == 409
    assert answer(made.code, ada, "1" * 3000).status in (413, 422)
    big = run(ask(APP, "POST", at(made.code, "answer"), b"[" * 20_000, x_kernviz_student=ada))
    assert big.status == 413
    assert rooms.answers(made.code, made.key) == ()


def test_only_the_lecturer_sees_all(rooms: Rooms) -> None:
    made = rooms.open(ONE)
    for key in ("", "x", made.code, join(made.code)):
        assert counted(NewRoom(made.code, key)).status == 403


@pytest.mark.parametrize("what", ["join", "now", "question", "moved", "answer", "tally", "remove"])
def test_an_unknown_room_is_gone_on_every_route(what: str) -> None:
    bodies = {"answer": {"place": "", "text": ""}, "remove": {"what": "silent"}}
    for code in ("ABCDEF", "x", "..", "%00", "a" * 500):
        method = "POST" if what in ("join", "answer", "remove") else "GET"
        assert asked(APP, method, at(code, what), bodies.get(what), x_kernviz_student="new").status == 410


def test_waiting_students_are_told_of_a_change_at_once(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    made = rooms.open(ONE)
    looks = []
    read = rooms.store.read
    monkeypatch.setattr(rooms.store, "read", lambda code: looks.append(code) or read(code))  # type: ignore[func-returns-value]
    ada = rooms.join(made.code)

    async def wait() -> tuple[list[Reply], float, int]:
        version = rooms.look(made.code).version
        address = at(made.code, f"now?since={version}")
        asks = [asyncio.create_task(ask(APP, "GET", address, x_kernviz_student=ada)) for _ in range(50)]
        await asyncio.sleep(0.5)
        assert not any(task.done() for task in asks)
        looks.clear()
        await asyncio.sleep(2 * watch.MOMENT)
        looking = len(looks)
        start = asyncio.get_running_loop().time()
        rooms.ask(made.code, made.key, TWO)
        found = await asyncio.gather(*asks)
        assert not watch.watch().waiting  # nothing is kept of rooms that nobody waits for
        return list(found), asyncio.get_running_loop().time() - start, looking

    found, passed, looking = run(wait())
    assert {each.json["place"] for each in found} == {TWO.name}
    assert 1 <= looking <= 5  # one for all, a moment apart
    assert passed < 2


def test_a_waiting_student_is_told_that_the_room_closes(rooms: Rooms) -> None:
    made = rooms.open(ONE)
    ada = rooms.join(made.code)

    async def wait() -> Reply:
        waiting = asyncio.create_task(ask(APP, "GET", at(made.code, "now?since=1"), x_kernviz_student=ada))
        await asyncio.sleep(0.3)
        rooms.close(made.code, made.key)
        return await waiting

    assert run(wait()).status == 410


def test_a_waiting_request_is_answered_even_without_news(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "PATIENCE", (0.1, 0.2))
    made = rooms.open(ONE)
    assert now(made.code, rooms.join(made.code), since=1)["version"] == 1


def test_rooms_may_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(location.SETTING, location.OFF)
    assert asked(APP, "POST", at("ABCDEF", "join")).status == 410
    assert rooms_panel(step("the-short-way")) is None
    assert "rooms" not in home_links.sentences()["teach"]


def test_a_broken_store_gives_an_error_message(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    made = rooms.open(ONE)
    monkeypatch.setattr(rooms.store, "read", lambda code: 1 / 0)
    found = asked(APP, "GET", at(made.code, "now"))
    assert (found.status, found.json["problem"]) == (500, "that could not be done now")


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=20),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["place", "text", "x"]), inner),
        max_leaves=5,
    ),
    st.sampled_from(["", "-1", "1", "x", "9" * 30, "٣"]),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_message_gets_an_answer(rooms: Rooms, monkeypatch: pytest.MonkeyPatch, body: Any, since: str) -> None:
    monkeypatch.setattr(watch, "PATIENCE", (0.0, 0.01))
    code = rooms.open(ONE).code if not hasattr(rooms, "one") else rooms.one
    rooms.one = code  # type: ignore[attr-defined]
    ada = rooms.join(code)
    raw = json.dumps(body).encode()
    for method, what in (
        ("POST", "answer"),
        ("GET", f"now?since={quote(since)}"),
        ("GET", f"question?place={quote(since)}"),
    ):
        found = run(ask(APP, method, at(code, what), raw, x_kernviz_student=ada, x_kernviz_lecturer=since and "x"))
        assert found.status in (200, 403, 409, 413, 422, 429)


def test_the_students_page_has_its_own_script_and_nothing_of_the_address() -> None:
    for path in ("/r", "/r/ABCDEF", "/r/%3Cscript%3E"):
        page = asked(APP, "GET", path)
        assert page.status == 200
        assert page.body == asked(APP, "GET", "/r" if path == "/r" else "/r/ZZZZZZ").body
    assert student_page.PAGE.count("<script") == 1
    assert b"student.js" in page.body


# ---- a second round, a timer, the results ----------------------------------------------------------------------------


def lecture_route(made: NewRoom, what: str, body: Any = None, key: str | None = None) -> Reply:
    method = "GET" if what == "results" else "POST"
    return asked(APP, method, at(made.code, what), body, x_kernviz_lecturer=made.key if key is None else key)


def test_a_second_round_from_the_question_to_the_changes(rooms: Rooms) -> None:
    made = rooms.open(ONE)
    ada = join(made.code)
    answer(made.code, ada, "16")
    assert counted(made).json["before"] is None
    assert lecture_route(made, "round", {}).json == {"round": 2}
    state = now(made.code, ada)
    assert (state["round"], state["place"], state["text"], state["before"]) == (2, ONE.in_round(2), None, "16")
    assert answer(made.code, ada, "25").status == 409  # of the first round
    sent = {"place": state["place"], "text": "25"}
    assert asked(APP, "POST", at(made.code, "answer"), sent, x_kernviz_student=ada).status == 200
    two = counted(made).json
    assert two["change"] == {"both": 1, "changed": 1, "to_right": None, "to_wrong": None}
    assert [bar["answer"] for bar in two["before"]["bars"]] == [bar["answer"] for bar in two["bars"]]
    assert [[bar["count"] for bar in bars] for bars in (two["before"]["bars"], two["bars"])] == [[1, 0], [0, 1]]
    rooms.reveal(made.code, made.key)
    assert counted(made).json["change"]["to_right"] == 1
    assert now(made.code, ada)["judged"]["right"]
    file = lecture_route(made, "results")
    assert file.headers["content-type"].startswith("text/csv")
    assert file.body.decode("utf-8-sig").count("the-short-way") == 2


def test_a_timer_is_seen_by_students_and_lecturer_and_closes(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    made = rooms.open(ONE)
    ada = join(made.code)
    assert (now(made.code, ada)["left"], counted(made).json["left"]) == (None, None)
    lecture_route(made, "timer", {"seconds": 30})
    assert 28 < now(made.code, ada)["left"] <= 30
    assert 28 < counted(made).json["left"] <= 30
    clock = rooms.clock
    monkeypatch.setattr(rooms, "clock", lambda: clock() + 40)
    late = answer(made.code, ada, "25")
    assert (late.status, late.json["problem"]) == (409, "the time is over")
    assert now(made.code, ada)["left"] == 0


def test_invalid_timers_and_commands_of_others_are_refused(rooms: Rooms) -> None:
    made = rooms.open(ONE)
    for seconds in (True, "30", 1.5, None, [], -1, 10**9, 10**400):
        assert lecture_route(made, "timer", {"seconds": seconds}).status in (413, 422), seconds
    for what in ("round", "timer", "results"):
        for key in ("", "x", join(made.code)):
            assert lecture_route(made, what, {"seconds": 30}, key=key).status == 403
    assert rooms.look(made.code).version == 1


def test_the_right_points_come_with_the_reveal_alone(rooms: Rooms) -> None:
    made = rooms.open(TWO)
    join(made.code)
    assert "meant" not in asked(APP, "GET", at(made.code, "question")).json
    rooms.reveal(made.code, made.key)
    question = asked(APP, "GET", at(made.code, "question")).json
    assert question["meant"]
    assert set(question["meant"]) <= {number for number, _, _ in question["shown"]["view"]["spots"]}


# ---- the lecturer's page --------------------------------------------------------------------------------------------


def rooms_panel(at: AppTest) -> Any:
    """Return the panel's data for the browser."""
    found = [e for e in at.get("bidi_component") if e.proto.component_name == "kernviz_room"]
    return json.loads(found[0].proto.json) if found else None


def tell(at: AppTest, **state: Any) -> AppTest:
    """Send a message of the browser to the panel's callback."""
    at.session_state[panel.KEY] = state
    return sound(at.run())


def lecturing() -> None:
    """Call the handlers of the panel's buttons; the browser's tests check that the buttons call them."""
    import streamlit as st

    from kernviz.courses import reader
    from kernviz.ui.courses import visit as visits
    from kernviz.ui.rooms import panel

    visit = visits.visit(reader.courses()["what_is_a_kernel"])
    panel.follow(visit)
    for name in st.session_state.get("do", ()):
        {
            "open": lambda: panel._open(panel._place(visit)),
            "reveal": lambda: panel._reveal(visit),
            "close": lambda: panel._close(),
            "step": lambda: panel._go(visit.course),
            "kept": lambda: panel._take_over(),
        }[name]()
    panel.panel(visit)


def lecture(**state: Any) -> AppTest:
    at = AppTest.from_function(lecturing)
    at.session_state["course"], at.session_state["step"] = NAME, ONE.step
    return doing(at, **state)


def doing(at: AppTest, **state: Any) -> AppTest:
    at.session_state[panel.KEY] = state
    at.session_state["do"] = list(state)
    return sound(at.run())


def test_a_lecturer_opens_walks_reveals_and_closes(rooms: Rooms) -> None:
    at = lecture(open=1)
    shown = rooms_panel(at)["room"]
    assert rooms.mine(shown["code"], shown["key"]).place == ONE
    assert shown["text"].endswith(f"/r/{shown['code']}")
    at.session_state["step"] = TWO.step
    doing(at)
    assert rooms.look(shown["code"]).place == TWO
    doing(at, reveal=2)
    assert rooms.look(shown["code"]).revealed
    assert rooms_panel(doing(at))["revealed"]
    doing(at, close=3)
    assert rooms_panel(at)["room"] is None
    assert asked(APP, "POST", f"/kernviz-room/{shown['code']}/join", x_kernviz_student="new").status == 410


def test_the_list_of_steps_has_their_kinds_and_opens_any(rooms: Rooms) -> None:
    at = lecture(open=1)
    course = reader.courses()[NAME]
    listed = rooms_panel(at)["steps"]
    assert [each["name"] for each in listed] == [each.name for each in course.steps]
    assert {each["kind"] for each in listed} > {"choose", "type a number", "point at points"}
    assert set(panel.KINDS) == set(KINDS)
    doing(at, step=TWO.step)
    assert at.session_state["step"] == TWO.step
    for wrong in ("nonsense", 3, None, {"name": ONE.step}):
        doing(at, step=wrong)
        assert at.session_state["step"] == TWO.step


def test_a_room_is_resumed_only_with_its_key(rooms: Rooms) -> None:
    made = rooms.open(TWO)
    rooms.ask(made.code, made.key, ONE)
    rooms.reveal(made.code, made.key)
    at = lecture(kept={"code": made.code, "key": made.key})
    assert rooms_panel(at)["room"]["code"] == made.code
    doing(at)
    assert rooms_panel(at)["revealed"]  # as the class sees it
    for kept in (
        {"code": made.code, "key": "x"},
        {"code": made.code},
        None,
        3,
        {"code": 1, "key": 2},
        {"code": "", "key": ""},
    ):
        assert rooms_panel(lecture(kept=kept))["room"] is None


def test_a_room_that_was_closed_elsewhere_is_reported(rooms: Rooms) -> None:
    at = lecture(open=1)
    shown = rooms_panel(at)["room"]
    rooms.close(shown["code"], shown["key"])
    doing(at)
    assert rooms_panel(at)["room"] is None
    assert "closed" in rooms_panel(at)["problem"]


def test_the_number_of_rooms_is_limited(rooms: Rooms) -> None:
    rooms.most = 0
    assert "0 rooms already" in rooms_panel(lecture(open=1))["problem"]


def test_the_page_of_a_step_has_the_panel(rooms: Rooms) -> None:
    at = step("the-short-way")
    assert rooms_panel(at)["room"] is None
    made = rooms.open(ONE)
    at.session_state["_room_held"] = made.code, made.key
    rooms.reveal(made.code, made.key)
    sound(at.run())
    assert "Both ways give 25" in page_text(at)
    at.session_state["step"] = TWO.step
    sound(at.run())
    assert rooms.look(made.code).place == TWO


def test_a_visit_of_a_step_creates_no_file(rooms: Rooms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(location.SETTING, str(tmp_path / "others.sqlite"))
    assert rooms_panel(step("the-short-way")) is not None
    assert not (tmp_path / "others.sqlite").exists()


def test_the_link_to_a_room_has_a_qr_code() -> None:
    found = link.link("ABCDEF")
    assert found.text == "/r/ABCDEF"
    assert found.size >= 21
    assert found.path.count("M") > 100


@pytest.mark.parametrize("value", GARBAGE.values(), ids=GARBAGE)
def test_an_invalid_code_is_answered(value: str) -> None:
    assert asked(APP, "GET", at(quote(value, safe="") or "x", "now")).status in (404, 410)


# ---- removal by the lecturer -----------------------------------------------------------------------------------------


def remove(made: NewRoom, what: str, bar: str = "", key: str = "") -> Reply:
    body = {"what": what, "said": bar}
    return asked(APP, "POST", at(made.code, "remove"), body, x_kernviz_lecturer=key or made.key)


def test_the_answers_of_a_bar_are_removed(rooms: Rooms) -> None:
    made = rooms.open(ONE)
    students = [join(made.code) for _ in range(3)]
    for student, text in zip(students, ("4", "4.0", "7"), strict=True):
        assert answer(made.code, student, text).status == 200
    four = next(bar for bar in counted(made).json["bars"] if bar["count"] == 2)  # 4 and 4.0 are one bar
    assert remove(made, "answers", four["answer"]).json == {"removed": 2}
    assert [bar["count"] for bar in counted(made).json["bars"]] == [1]
    assert counted(made).json["students"] == 3
    assert remove(made, "students", counted(made).json["bars"][0]["answer"]).json == {"removed": 1}
    assert counted(made).json["students"] == 2
    assert remove(made, "silent").json == {"removed": 2}
    assert remove(made, "answers").json == {"removed": 0}  # none left


def test_nobody_else_removes_anything(rooms: Rooms) -> None:
    made = rooms.open(ONE)
    ada = join(made.code)
    answer(made.code, ada, "4")
    for what in ("answers", "students", "silent"):
        assert remove(made, what, key=ada).status == 403
    assert remove(made, "everything").status == 422
    assert rooms.answers(made.code, made.key) == ("4",)


def test_another_sites_page_makes_nobody_join(rooms: Rooms) -> None:
    made = rooms.open(ONE)
    assert asked(APP, "POST", at(made.code, "join")).status == 403
    assert rooms.look(made.code).students == 0


def test_a_full_disk_is_told_to_the_student(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    made = rooms.open(ONE)
    ada = join(made.code)

    def full(*_: object) -> None:
        raise room.disk_full()

    monkeypatch.setattr(rooms.store, "put", full)
    reply = answer(made.code, ada, "4")
    assert reply.status == 507
    assert "disk of this server is full" in reply.json["problem"]


GUESSED = {  # route -> body of a request
    **dict.fromkeys(["question", "moved", "now", "tally", "results", "ideas"]),
    "answer": {"place": ONE.name, "text": "25"},
    "round": {},
    "timer": {"seconds": 30},
    "remove": {"what": "silent"},
}


@pytest.mark.parametrize("what", GUESSED)
def test_every_route_counts_the_codes_an_address_guesses(
    rooms: Rooms, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "_guesses", RateLimiter(5, 0.01))
    made = rooms.open(ONE)
    keys = {"x_kernviz_student": join(made.code), "x_kernviz_lecturer": made.key}

    def status(code: str, **headers: str) -> int:
        return asked(APP, "GET" if GUESSED[what] is None else "POST", at(code, what), GUESSED[what], **headers).status

    assert {status("AAAAAA") for _ in range(10)} == {410, 429}
    assert status(made.code) == 429  # also where there is a room
    assert status(made.code, **keys) == 200  # whoever is in it stays in


def test_a_setting_that_cannot_work_is_logged_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(location.SETTING, str(tmp_path))
    room_registry.announce()
    assert "is a folder: name a file in it" in caplog.text
    monkeypatch.setenv(location.SETTING, str(tmp_path / ("long" * 100)))
    room_registry.announce()
    assert "cannot be reached now" in caplog.text
    assert room_registry.count() is None
    assert "could not count" not in caplog.text  # the store is not asked


def ideas_of(made: NewRoom, key: str | None = None) -> Reply:
    return asked(APP, "GET", at(made.code, "ideas"), x_kernviz_lecturer=made.key if key is None else key)


def test_wrong_ideas_of_a_question_are_counted_after_its_answer_is_shown(rooms: Rooms) -> None:
    place = Place("s0", "a-minus")
    found = reader.courses()["s0"].step("a-minus")
    made = rooms.open(place)
    answer(made.code, join(made.code), found.question.slips(found.scene(0))[0], place)
    answer(made.code, join(made.code), found.question.solution(found.scene(0)), place)
    assert ideas_of(made).json["columns"]["students"] == []
    assert ideas_of(made, "another").status == 403
    rooms.reveal(made.code, made.key)
    summary = ideas_of(made).json
    assert [summary["columns"][name] for name in ("students", "missed at first", "missed at last")] == [[2], [1], [1]]
    assert summary["columns"]["steps"] == [found.title]
    assert summary["csv"].splitlines()[1].endswith(f"2,1,1,{found.title}")
