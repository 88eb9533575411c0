"""Edits in a picture on the server's side; the browser's part is in tests/browser."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from kernviz.data import load
from kernviz.lessons import data_and_kernel, page, svm
from kernviz.lessons.shared.handles import bare
from kernviz.ui.hands import text_of
from tests.ui.helpers import pictures, readouts, sound
from tests.ui.helpers import visit as opened

CORNER = [-1.09, -1.09]  # where the probe of "xor" begins


def visit(page: str = "svm", /, **address: str) -> AppTest:
    return opened(page, **{"data": "xor"} | address)


def component_data(at: AppTest, key: str = "plane") -> Any:
    """Return the browser's data of the handles and points in a picture."""
    return pictures(at)[key]["options"]["hands"]


def place_of(at: AppTest, key: str = "plane") -> Any:
    """Return places, class codes and class names of the points as sent to the browser."""
    points = component_data(at, key)["points"]
    return np.reshape(points["at"], (-1, 2)).tolist(), points["codes"], points["names"]


def address(at: AppTest) -> Any:
    """Return the address sent to the browser."""
    shell = next(e.proto for e in at.get("bidi_component") if e.proto.component_name == "kernviz_shell")
    return json.loads(shell.json)["state"]


def acts(at: AppTest, *done: Any, key: str = "plane", seq: int | None = None) -> AppTest:
    """Run the page as after these edits in the browser, in order; ``seq`` numbers the first."""
    first = component_data(at, key)["seq"] + 1 if seq is None else seq
    numbered = [{"seq": first + i, **act} for i, act in enumerate(done)]
    at.session_state[key] = {"hand": {"seq": first + len(done) - 1, "acts": numbered}}
    return sound(at.run())


def test_a_moved_handle_sets_the_state() -> None:
    at = visit()
    (place,) = component_data(at)["places"]
    assert (place["called"], place["names"], place["at"]) == ("the probe", ["px", "py"], CORNER)
    at = acts(at, {"place": {"px": 0.25, "py": -0.5}})
    assert component_data(at)["places"][0]["at"] == [0.25, -0.5]
    assert component_data(at)["seq"] == 1
    assert (address(at)["px"], address(at)["py"]) == ("0.25", "-0.5")


def test_each_act_is_done_once() -> None:
    at = acts(visit(), {"place": {"px": 0.25, "py": 0}}, {"place": {"px": 0.75, "py": 0}})
    assert component_data(at)["places"][0]["at"] == [0.75, 0]
    at.session_state["px"] = 0.1  # another control
    at = acts(at, {"place": {"px": 0.25, "py": 0}}, {"place": {"px": 0.75, "py": 0}}, seq=1)  # repeated
    assert component_data(at)["places"][0]["at"] == [0.1, 0]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "hand",
    [
        None,
        "x",
        {"seq": 1},
        {"seq": 1, "acts": "x"},
        {"seq": 1, "acts": [None, 1, {"seq": True, "place": {"px": 1}}]},
        {"seq": 1, "acts": [{"seq": 1, "place": {"px": math.nan, "py": "1", "C": 5.0, "data": 1.0}}]},
        {"seq": 1, "acts": [{"seq": 2**60, "place": {"px": 3.0}}]},
        {"seq": 1, "acts": [{"seq": 1, "place": {"px": 1e9}}]},
        {"seq": 1, "acts": [{"seq": 1, "place": {"px": 10**400}}]},
    ],
)
def test_invalid_messages_of_a_browser_are_ignored(hand: object) -> None:
    at = visit()
    at.session_state["plane"] = {"hand": hand}
    at = sound(at.run())
    assert component_data(at)["places"][0]["at"] == CORNER
    assert address(at)["C"] is None


@pytest.mark.parametrize("page", ["svm", "multiclass", "neighbors", "ridge", "sphere"])
@pytest.mark.parametrize("data", ["moons", "s1_line"])
def test_the_probe_is_a_handle_where_it_is_drawn(page: str, data: str) -> None:
    at = visit(page, data=data)
    shown = next(iter(pictures(at).values()))
    (place,) = shown["options"]["hands"]["places"]
    assert place["names"] == (["px", "py"] if data == "moons" else ["px"])
    marks = [t for t in shown["figure"]["data"] if t.get("marker", {}).get("symbol") == "diamond"]
    drawn = [(t["x"][0], t["y"][0]) for t in marks if t.get("name") == "probe" and len(t["x"]) == 1]
    assert tuple(place["at"]) in drawn


# ---- points ----------------------------------------------------------------------------------------------------------

CORNERS = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]]


def points(places: list[list[float]], codes: list[int], names: tuple[str, ...] = ("-1", "+1")) -> dict[str, Any]:
    return {"points": {"at": places, "codes": codes, "names": list(names)}}


def test_the_first_edit_of_a_data_set_makes_drawn_points() -> None:
    at = visit(data="moons", n="60", noise="0.2")
    places, codes, names = place_of(at)
    assert not component_data(at)["mine"]
    moved = [[0.123456789012345, -0.5], *places[1:]]
    at = acts(at, points(moved, codes, tuple(names)))
    assert place_of(at) == (moved, codes, names)  # to the last digit
    assert (component_data(at)["mine"], component_data(at)["own"], address(at)["data"]) == (True, "moons", "drawn")
    fresh = visit(**{name: text for name, text in address(at).items() if text is not None})  # the link, elsewhere
    assert place_of(fresh) == (moved, codes, names)
    for again in (acts(at, {"do": "back"}), acts(fresh, {"do": "back"})):
        assert place_of(again) == (places, codes, names)
        assert (address(again)["n"], address(again)["noise"]) == ("60", "0.2")
        assert place_of(acts(again, {"do": "undo"})) == (moved, codes, names)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["A", "Z"])
@pytest.mark.parametrize("data", ["xor", "blobs", "drawn"])
def test_a_third_class_does_not_swap_the_positive_class(data: str, name: str) -> None:
    at = visit(data=data)
    places, codes, names = place_of(at)
    was = readouts(at)
    assert len(names) == 2
    empty = acts(at, points([*places, [0.9, 0.8]], [*codes, 2], (*names, name)))
    empty = acts(empty, points(places, codes, (*names, name)))  # and without a point again
    assert place_of(empty) == (places, codes, [*names, name])
    assert address(empty)["positive"] == names[1]
    assert readouts(empty)["b"] == was["b"]
    back = acts(empty, {"do": "undo"}, {"do": "undo"})
    assert (place_of(back), readouts(back)["b"]) == ((places, codes, names), was["b"])


def test_undo_and_redo_go_through_every_act() -> None:
    at = visit()
    (start, codes, names), steps = place_of(at), []
    for i in range(3):
        steps.append([[0.1 * i, 0.2], *start[1:]])
        at = acts(at, points(steps[-1], codes, tuple(names)))
    assert (component_data(at)["past"], component_data(at)["future"]) == (True, False)
    at = acts(at, {"do": "undo"}, {"do": "undo"})
    assert place_of(at)[0] == steps[0]
    at = acts(at, {"do": "redo"})
    assert place_of(at)[0] == steps[1]
    at = acts(at, {"do": "undo"}, {"do": "undo"})
    assert place_of(at)[0] == start
    assert address(at)["data"] == "xor"
    assert not component_data(at)["past"]


def test_axes_stay_while_there_is_room_and_grow_where_there_is_none() -> None:
    at = visit()
    before = pictures(at)["plane"]["figure"]["layout"]["xaxis"]["range"]
    revision = pictures(at)["plane"]["options"]["revision"]
    at = acts(at, points([[0.0, 0.0], *CORNERS[1:3], [0.5, 0.5]], [1, 0, 0, 1]))
    assert pictures(at)["plane"]["figure"]["layout"]["xaxis"]["range"] == before
    assert pictures(at)["plane"]["options"]["revision"] == revision  # zoom and camera are kept
    at = acts(at, points([[5.0, 0.0], *CORNERS[1:3], [0.5, 0.5]], [1, 0, 0, 1]))
    assert pictures(at)["plane"]["figure"]["layout"]["xaxis"]["range"][1] > 5


def test_an_empty_plane_remains_when_all_points_are_erased() -> None:
    at = acts(visit(), points([], []))
    assert place_of(at, "bare") == ([], [], ["-1", "+1"])
    assert component_data(at, "bare")["points"]["label"].startswith("The 0 points. ")
    at = acts(at, points([[0.0, 0.0]], [0]), key="bare")
    assert place_of(at)[0] == [[0, 0]]  # one point of one class: no machine, and a picture to go on in
    at = acts(at, points([[0.0, 0.0], [1.0, 0.5]], [0, 1]))
    assert place_of(at)[1] == [0, 1]


@pytest.mark.parametrize(("data", "words"), [("s1_line", "An empty line"), ("xor", "An empty plane")])
def test_an_empty_picture_is_called_by_its_dimension(data: str, words: str) -> None:
    assert bare(load(data)).alt.startswith(words)


@pytest.mark.parametrize(("page", "data", "end"), [("svm", "xor", "1 to 2: class."), ("sphere", "cloud", "erases.")])
def test_the_points_name_the_keys_they_have(page: str, data: str, end: str) -> None:
    at = visit(page, data=data)
    assert component_data(at, "sphere" if page == "sphere" else "plane")["points"]["label"].endswith(end)


def test_the_triangle_of_s0_is_set_by_clicks() -> None:
    at = acts(visit("sphere", data="cloud", k="linear"), {"points": {"at": []}}, key="sphere")
    triangle = [[0.0, 0.0], [4.0, 0.0], [2.0, 1.0]]
    for n in (1, 2, 3):
        at = acts(at, {"points": {"at": triangle[:n]}}, key="bare" if n == 1 else "sphere")
    assert place_of(at, "sphere")[0] == triangle
    assert "centre is (2, 0)" in at.caption[-1].value or any("(2, 0)" in element.value for element in at.caption)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("page", "data", "key"),
    [
        ("svm", "s1_line", "line"),
        ("multiclass", "three_clusters", "regions"),
        ("multiclass", "lecture_1d", "regions-line"),
        ("neighbors", "moons", "neighbours"),
        ("neighbors", "s1_line", "neighbours-line"),
        ("ridge", "sine", "line"),
        ("ridge", "surface", "plane"),
        ("ridge", "s1_line", "line"),
        ("sphere", "cloud", "sphere"),
        ("sphere", "fun_time_4", "sphere"),
    ],
)
def test_points_are_moved_on_every_page(page: str, data: str, key: str) -> None:
    at = visit(page, data=data)
    given = component_data(at, key)["points"]
    places = np.reshape(given["at"], (-1, 2)).copy()
    x0, x1 = pictures(at)[key]["figure"]["layout"]["xaxis"]["range"]
    places[0, 0] = (x0 + x1) / 2
    sent = (places[:, :1] if given["level"] else places).tolist()
    values = None if given["values"] is None else np.asarray(given["values"]).tolist()
    at = acts(at, {"points": {"at": sent, "codes": given["codes"], "values": values, "names": given["names"]}}, key=key)
    after = component_data(at, key)["points"]
    assert np.reshape(after["at"], (-1, 2))[:, 0].tolist() == places[:, 0].tolist()
    assert (after["codes"], after["names"], after["level"]) == (given["codes"], given["names"], given["level"])
    assert pictures(at)[key]["figure"]["layout"]["xaxis"]["range"] == [x0, x1]


@pytest.mark.sampled(11)
@pytest.mark.parametrize(
    "message",
    [
        {"at": "x"},
        {"at": [[0, 0]], "codes": [7], "names": ["a"]},
        {"at": [[0, 0]], "codes": ["x"], "names": ["a", "b"]},
        {"at": [[0, math.nan]], "codes": [0], "names": ["a", "b"]},
        {"at": [[0]], "codes": [0], "names": ["a", "b"]},
        {"at": [[0, 0], [1]], "codes": [0, 1], "names": ["a", "b"]},
        {"at": [[0, 0]], "codes": [0, 1], "names": ["a", "b"]},
        {"at": [[0, 1e9]], "codes": [0], "names": ["a", "b"]},
        {"at": [[True, 0]], "codes": [0], "names": ["a", "b"]},
        {"at": [[10**400, 0]], "codes": [0], "names": ["a", "b"]},
        {"at": [[0, 0]], "codes": [-1], "names": ["a", "b"]},
        {"at": [[0, 0]], "codes": [math.inf], "names": ["a", "b"]},
        {"at": [[0, 0]] * 1001, "codes": [0] * 1001, "names": ["a", "b"]},
        {"at": [[0, 0]], "codes": None, "names": ["a", "b"]},
        {"at": [[0, 0]] * 11, "codes": list(range(11)), "names": [str(i) for i in range(11)]},
    ],
)
def test_invalid_points_change_nothing(message: Any) -> None:
    assert text_of(message, load("xor")) is None
    assert place_of(acts(visit(), {"points": message}))[0] == place_of(visit())[0]


def test_points_drawn_during_a_drag_equal_those_at_rest() -> None:
    """The live route and the page give the same picture of the same points."""
    at = visit(data="moons", n="60")
    places, codes, names = place_of(at)
    params = {name: [text] for name, text in address(at).items() if text is not None}
    about = data_and_kernel.read(params | {data_and_kernel.MOVE: ["7 0.25 -0.125"]})
    assert about is not None
    live_picture = svm.build(page.read(svm.PAGE, about, params)).picture
    assert live_picture is not None
    places[7] = [0.25, -0.125]
    at = acts(at, points(places, codes, tuple(names)))
    rest = pictures(at)["plane"]
    assert live_picture.alt == rest["options"]["alt"]
    field = next(t for t in live_picture.figure.data if t["type"] == "heatmap")
    shown = next(t for t in rest["figure"]["data"] if t["type"] == "heatmap")
    assert np.array_equal(np.float32(field["z"]), shown["z"])
    assert list(live_picture.figure.layout["xaxis"]["range"]) == rest["figure"]["layout"]["xaxis"]["range"]


# ---- handles of lessons ----------------------------------------------------------------------------------------------


def test_the_rulers_ends_stand_on_points() -> None:
    at = visit("geometry")
    first, other = component_data(at, "geometry")["places"]
    assert (first["at"], other["at"]) == (first["spots"][0], other["spots"][-1])
    at = acts(at, {"place": {"gi": 3}}, {"place": {"gj": 99}}, key="geometry")
    assert (address(at)["gi"], address(at)["gj"]) == ("3", "4")  # there are four points
    assert component_data(at, "geometry")["places"][0]["at"] == first["spots"][2]


def test_your_line_has_a_handle_to_shift_and_one_to_turn_it() -> None:
    at = visit("lift", data="s1_line", lf_w1="0.5", lf_w2="-1", lf_b="4")
    grip, turn = component_data(at, "parabola")["places"]
    (x, y), ((a, b, c),) = grip["at"], grip["weights"]
    assert a * x + b * y + c == pytest.approx(4)  # on the line its value is the line's own
    assert 0.5 * x - y + 4 == pytest.approx(0)

    assert (turn["names"], turn["upright"]) == (["lf_w1", "lf_b"], True)
    higher = turn["at"][1] + 0.5
    w1, intercept = (a * turn["at"][0] + b * higher + c for a, b, c in turn["weights"])
    assert w1 * x - y + intercept == pytest.approx(0)  # the line turns about the first handle,
    assert w1 * turn["at"][0] - higher + intercept == pytest.approx(0)  # and goes through the second
    assert address(acts(at, {"place": {"lf_b": 7.25}}, key="parabola"))["lf_b"] == "7.25"
    assert address(acts(at, {"place": {"lf_b": 700}}, key="parabola"))["lf_b"] == "20"
    at = visit("lift", data="s1_line")
    params = address(acts(at, {"place": {"lf_w1": 99, "lf_b": 99}}, key="parabola"))
    assert (params["lf_w1"], params["lf_b"]) == ("5", "20")  # each in its own range


def test_bars_of_c_are_dragged_up_and_down() -> None:
    at = visit("mercer", mp="0, 3, 6")
    places = component_data(at, "steer")["places"]
    assert [place["names"] for place in places] == [["mc1"], ["mc2"], ["mc3"]]
    assert all(place["upright"] and place["weights"] == [[0, 1, 0]] for place in places)
    at = acts(at, {"place": {"mc2": 9}}, key="steer")
    assert (address(at)["mc2"], component_data(at, "steer")["places"][1]["at"]) == ("3", [2, 3])
    assert "steer" not in pictures(visit("mercer", data="moons", mn="200"))  # 200 bars are no handles


def test_a_cell_of_a_typed_matrix_is_edited() -> None:
    at = visit("mercer", mm="0 4; 4 0")
    (cell,) = component_data(at, "gram")["places"]
    assert (cell["names"], cell["at"], cell["cells"]) == (["mm", "mi", "mj"], [1, 0], [[0, 4], [4, 0]])
    assert readouts(at)["passes"] == "no"
    at = acts(at, {"place": {"mm": "5 4; 4 5", "mi": 2, "mj": 2}}, key="gram")
    params = address(at)
    assert (params["mm"], params["mi"], params["mj"]) == ("5 4; 4 5", "2", "2")
    assert component_data(at, "gram")["places"][0]["at"] == [1, 1]
    assert (readouts(at)["passes"], readouts(at)["λₘᵢₙ"]) == ("yes", "1")
    for wrong in ("1 2 3; 4 5 6", "1 2", "nan 4; 4 5", "1e39 4; 4 5", "a b; c d", "", 7, None, [1]):
        at = acts(at, {"place": {"mm": wrong, "mi": 77}}, key="gram")
        assert (address(at)["mm"], address(at)["mi"]) == ("5 4; 4 5", "2")


def test_a_matrix_computed_from_points_has_handles_once_it_is_taken_over() -> None:
    at = visit("mercer", data="moons")
    assert not pictures(at)["gram"]["options"].get("hands")
    seen = pictures(at)["gram"]["figure"]["data"][0]["z"]
    shown = readouts(at)
    at = sound(at.button("me_type").click().run())
    assert np.asarray(pictures(at)["gram"]["figure"]["data"][0]["z"]).tolist() == np.asarray(seen).tolist()
    assert {name: readouts(at)[name] for name in ("λₘᵢₙ", "rank")} == {name: shown[name] for name in ("λₘᵢₙ", "rank")}
    assert len(component_data(at, "gram")["places"]) == 1
    at = sound(at.button("me_back").click().run())
    assert readouts(at) == shown
    at = visit("mercer", data="moons", mn="200")
    assert not [button for button in at.button if button.key == "me_type"]  # too much for a text


def test_w_has_a_handle_at_its_tip_and_one_on_the_curve() -> None:
    at = visit("dual", du_t="0.5")
    (tip,), (standing,) = (component_data(at, key)["places"] for key in ("dual_side", "dual_fall"))
    ((a, b, c),) = tip["weights"]
    assert a * tip["at"][0] + b * tip["at"][1] + c == pytest.approx(0.5) == standing["at"][0]
    assert address(acts(at, {"place": {"du_t": -7}}, key="dual_side"))["du_t"] == "-1.25"


@pytest.mark.parametrize(("page", "prefix"), [("polynomial", "po_"), ("compose", "")])
def test_x_and_z_have_handles_in_the_plane(page: str, prefix: str) -> None:
    at = visit(page, **({"values": "true"} if page == "compose" else {}))
    x, z = component_data(at, "pair")["places"]
    assert (x["names"], z["at"]) == ([f"{prefix}x1", f"{prefix}x2"], [3, -1])
    at = acts(at, {"place": {f"{prefix}x1": 0.25, f"{prefix}x2": -2.0}}, key="pair")
    assert component_data(at, "pair")["places"][0]["at"] == [0.25, -2]


def test_handles_move_the_first_two_coordinates() -> None:
    at = visit("compose", space="ℝ⁵", x3="7", values="true")
    x, _ = component_data(at, "pair")["places"]
    assert (x["names"], x["at"]) == (["x1", "x2"], [1, 2])
    (line, _) = component_data(visit("compose", space="ℝ", values="true"), "pair")["places"]
    assert (line["names"], line["at"]) == (["x1"], [1, 0])


@pytest.mark.parametrize("angle", [10.0, 100.0, 180.0])
def test_u_is_turned_by_its_end(angle: float) -> None:
    at = visit("pca", data="moons", pc_view="PCA by hand", pc_angle=str(angle))
    (grip,) = component_data(at, "pca-plane")["places"]
    away = np.subtract(grip["at"], grip["around"])
    assert np.degrees(np.arctan2(away[1], away[0])) % 180 == pytest.approx(angle % 180, abs=1e-9)
    assert address(acts(at, {"place": {"pc_angle": 42.5}}, key="pca-plane"))["pc_angle"] == "42.5"


@pytest.mark.parametrize(
    ("space", "names"), [("line", [["ga_x1", "ga_z1"]]), ("plane", [["ga_z1", "ga_z2"], ["ga_x1", "ga_x2"]])]
)
def test_x_and_z_are_places_of_the_error_plane(space: str, names: list[list[str]]) -> None:
    at = visit("gaussian", ga_space=space)
    places = component_data(at, "error")["places"]
    assert [place["names"] for place in places] == names
    at = acts(at, {"place": dict.fromkeys(names[0], 0.75)}, key="error")
    assert component_data(at, "error")["places"][0]["at"] == [0.75, 0.75]
