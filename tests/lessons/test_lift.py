"""The Lift page: the notes' numbers, planes that are the trained ones, and data that cannot be lifted."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import kernviz as kv
from kernviz.data import Dataset
from kernviz.features.directions import across, principal
from kernviz.figures.play import path
from kernviz.figures.space.cut import cut
from kernviz.lessons import lift, page
from kernviz.lessons.lesson import Lesson, Table, Text
from kernviz.lessons.lift import State
from kernviz.lessons.lift.machine import UP_TO_TWO, Separator, bare, monomials, on_monomials, separates, smallest_sets
from kernviz.lessons.lift.state import TICKED
from kernviz.lessons.lift.view import ACROSS, COORDINATES, PRINCIPAL
from kernviz.lessons.state import Subject
from tests.lessons.reading import printed, tab, tables

SQUARES = kv.parse("linear**2")


def nine(**more: object) -> Lesson:
    return lift.build(State(kv.toy("lecture_1d"), kv.parse("linear + linear @ square"), hard=True, **more))  # type: ignore[arg-type]


# ---- S1 on the line --------------------------------------------------------------------------------------------------


def test_the_notes_line_and_the_machines_on_the_nine_points() -> None:
    lines = nine().facts["lines"]
    notes, svm = lines["notes"], lines["SVM"]
    assert notes.f.tolist() == [11, 4, -1, -4, -5, -4, -1, 4, 11]
    assert notes.margin == "1"
    assert not len(notes.wrong)
    assert svm.w == pytest.approx((0, 0.4))
    assert svm.b == pytest.approx(-2.6)
    assert svm.closest == pytest.approx(2.5)
    assert np.square(svm.thresholds) == pytest.approx([6.5, 6.5])


@pytest.mark.parametrize(
    ("line", "wrong", "closest"), [((0, 1, -5), 0, 1), ((0, 0.4, -2.6), 0, 2.5), ((1, 1, -4), 1, None)]
)
def test_the_line_that_is_dragged_is_measured(
    line: tuple[float, float, float], wrong: int, closest: float | None
) -> None:
    yours = nine(w1=line[0], w2=line[1], b=line[2]).facts["lines"]["yours"]
    assert len(yours.wrong) == wrong
    assert (yours.margin == "–") == (wrong > 0)
    if closest is not None:
        assert yours.closest == pytest.approx(closest)


def test_a_line_without_direction_has_no_margin_and_no_threshold() -> None:
    yours = nine(w1=0.0, w2=0.0, b=-4.0).facts["lines"]["yours"]
    assert yours.margin == "–"
    assert yours.thresholds == []


def test_x_alone_does_not_separate_the_nine_points_and_its_square_does() -> None:
    assert smallest_sets(kv.toy("lecture_1d").versus("+1"), ((1,), (2,), (3,))) == (((2,),),)


def test_overlapping_points_on_a_line_get_slack() -> None:
    lesson = lift.build(State(kv.toy("gaussians_1d"), kv.RBF(1), hard=True))
    assert not lesson.problem
    assert "notes" not in lesson.facts["lines"]


# ---- the plane in three dimensions -----------------------------------------------------------------------------------


def test_the_ellipse_is_the_plane_of_s4_and_the_trained_one_has_more_margin() -> None:
    facts = lift.build(State(kv.toy("ellipse"), SQUARES, hard=True)).facts
    labels = facts["separator"].phi.labels
    weights = dict(zip(labels, facts["reference"].w, strict=True))
    assert (weights["x₁²"], weights["x₂²"], weights["√2·x₁x₂"]) == pytest.approx((0.25, 1, 0), abs=1e-12)
    assert facts["reference"].b == -1
    assert facts["view"].axes == ("x₁²", "x₂²", "√2·x₁x₂")
    assert facts["view"].exact
    assert 0 < facts["reference"].margin < facts["separator"].machine.margin_


def test_without_root_two_another_margin() -> None:
    with_, without = lift.build(State(kv.toy("tilted_ellipse"), SQUARES, hard=True)).facts["pair"]
    assert with_.machine.margin_ == pytest.approx(0.21022, abs=1e-5)
    assert without.machine.margin_ == pytest.approx(0.18601, abs=1e-5)
    plain = lift.build(State(kv.toy("tilted_ellipse"), SQUARES, hard=True, plain=True)).facts
    assert plain["separator"].machine.margin_ == without.machine.margin_


@pytest.mark.parametrize(
    "kernel", ["linear**2", "poly(degree=3, gamma=0.5, coef0=1)", "linear", "bilinear([[2, 1], [1, 2]])"]
)
@pytest.mark.parametrize("kind", [COORDINATES, PRINCIPAL, ACROSS])
def test_the_plane_drawn_is_w_phi_plus_b(kernel: str, kind: str) -> None:
    data = kv.toy("ellipse", n=40)
    facts = lift.build(State(data, kv.parse(kernel), kind=kind)).facts
    separator, view = facts["separator"], facts["view"]
    assert separator.phi(data.X) @ separator.w + separator.b == pytest.approx(separator.values, rel=1e-7, abs=1e-9)
    assert view.place(data.X) == pytest.approx(view.points, rel=1e-6, abs=1e-7)
    height = view.points @ view.normal + view.offset
    if view.exact:
        assert height == pytest.approx(separator.values, rel=1e-6, abs=1e-6)
    else:
        assert np.abs(height - separator.values).max() > 1e-3


def test_the_height_over_the_plane_is_true_for_a_gaussian() -> None:
    data = kv.toy("moons", n=60)
    facts = lift.build(State(data, kv.RBF(1), kind=ACROSS)).facts
    view, separator = facts["view"], facts["separator"]
    assert separator.phi is None
    assert view.exact
    assert view.points[:, 2] == pytest.approx(separator.values * separator.machine.margin_)
    assert view.place(data.X) == pytest.approx(view.points, abs=1e-8)


def test_three_directions_of_a_gaussian_are_a_part_of_w() -> None:
    data = kv.toy("moons", n=60)
    assert lift.build(State(data, kv.RBF(1))).facts["view"].kind == ACROSS  # the default view
    view = lift.build(State(data, kv.RBF(1), kind=PRINCIPAL)).facts["view"]
    assert view.kind == PRINCIPAL
    assert 0 < view.share < 1


def test_a_trio_is_shown_as_chosen() -> None:
    state = State(kv.toy("moons", n=30), kv.parse("poly(degree=2, gamma=1, coef0=1)"), kind=COORDINATES)
    labels = state.coordinates
    assert labels is not None
    assert len(labels) == 5
    view = lift.build(
        State(state.data, state.kernel, kind=COORDINATES, axis_1="x₂²", axis_2="x₂²", axis_3="√2·x₁")
    ).facts["view"]
    assert view.axes[:2] == ("x₂²", "√2·x₁")
    assert len(set(view.axes)) == 3


# ---- monomials -------------------------------------------------------------------------------------------------------


def test_the_monomials_that_separate_the_ellipse() -> None:
    def least(name: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
        return smallest_sets(kv.toy(name).versus("+1"), UP_TO_TWO)

    assert least("ellipse") == (((2, 0), (0, 2)),)
    assert least("tilted_ellipse") == (((2, 0), (1, 1), (0, 2)),)
    assert least("moons") == ()


def test_ticked_monomials_are_hard_where_they_can_be() -> None:
    def ticked(*exponents: str) -> State:
        ticks = {f"tick_{each}": each in exponents for each in ("10", "01", "20", "11", "02")}
        return State(kv.toy("ellipse"), kv.RBF(1), features=TICKED, **ticks)

    enough = lift.build(ticked("20", "02")).facts["separator"]
    assert np.isinf(enough.machine.C)
    assert enough.accuracy == 1
    short_of = lift.build(ticked("10", "01")).facts["separator"]
    assert short_of.machine.C == 1
    assert short_of.accuracy < 1
    assert "tick" in lift.build(ticked()).problem


def test_monomials_that_can_be_dropped_are_listed() -> None:
    assert bare(SQUARES, 2) == ((2, 0), (1, 1), (0, 2))
    assert bare(kv.Linear(), 2) == ()
    assert bare(kv.parse("bilinear([[1, 1], [1, 1]])"), 2) == ()
    assert bare(kv.parse("bilinear([[2, 1], [1, 2]])"), 2) == ((1, 0), (0, 1))
    assert bare(kv.RBF(1), 2) == ()
    assert monomials(((2, 1),)).labels == ("x₁²x₂",)


# ---- geometry --------------------------------------------------------------------------------------------------------


def test_the_cut_of_a_box_lies_in_the_plane_and_on_the_box() -> None:
    rng = np.random.default_rng(0)
    low, high = np.array([-1.0, -2, 0]), np.array([3.0, 1, 5])
    for _ in range(50):
        normal = rng.normal(size=3)
        corners = cut(normal, -float(normal @ rng.uniform(low, high)), low, high)
        assert 3 <= len(corners) <= 6
        touching = np.isclose(corners, low) | np.isclose(corners, high)
        assert (touching.sum(axis=1) >= 2).all()
    assert len(cut(np.array([1.0, 0, 0]), -10.0, low, high)) == 0
    assert len(cut(np.zeros(3), 1.0, low, high)) == 0


def test_directions_agree_with_the_coordinates_they_stand_for() -> None:
    rng = np.random.default_rng(1)
    Z = rng.normal(size=(30, 3)) * [3, 2, 1]
    w = np.array([0.3, -1.0, 2.0])
    found = principal(Z @ Z.T, Z @ w + 5)
    assert found.shares.sum() == pytest.approx(1)
    assert (np.diff(found.shares) < 0).all()
    assert found.positions @ found.weights == pytest.approx((Z - Z.mean(axis=0)) @ w)
    level = across(Z @ Z.T, Z @ w + 5, float(np.linalg.norm(w)))
    assert level.shares.sum() == pytest.approx(1)
    assert level.positions @ level.positions.T == pytest.approx((Z - Z.mean(axis=0)) @ (Z - Z.mean(axis=0)).T)
    assert principal(np.ones((2, 2)), np.zeros(2)).positions.shape == (2, 3)
    with pytest.raises(ValueError, match="w = 0"):
        across(Z @ Z.T, np.zeros(30), 0.0)


def test_the_way_up_ends_where_the_slider_stands() -> None:
    assert path(1)[0] == 0
    assert path(1)[-1] == 1
    assert path(0.3)[-1] == pytest.approx(0.3)
    assert path(0)[-1] == 0
    assert max(path(0)) == 1


@pytest.mark.parametrize("t", [0.0, 0.4, 1.0])
def test_axes_hold_the_points_and_the_last_frame_is_the_picture(t: float) -> None:
    for data in ("ellipse", "lecture_1d"):
        figure = lift.build(State(kv.toy(data), SQUARES, hard=True, t=t)).picture.figure  # type: ignore[union-attr]
        still = lift.build(State(kv.toy(data), SQUARES, hard=True, t=1.0)).picture.figure  # type: ignore[union-attr]
        assert figure.layout.yaxis == still.layout.yaxis
        last = figure.frames[-1]
        if figure.layout.scene is not None:
            stays = {
                k: v for k, v in figure.layout.scene.items() if k not in ("xaxis", "yaxis", "zaxis", "aspectratio")
            }
            assert stays == {k: v for k, v in still.layout.scene.items() if k in stays}
            for name in ("xaxis", "yaxis", "zaxis"):
                assert last.layout["scene"][name]["range"] == figure.layout.scene[name]["range"]
            assert last.layout["scene"]["aspectratio"] == figure.layout.scene.aspectratio
        for place, moved in zip(last.traces, last.data, strict=True):
            assert list(moved.x) == list(figure.data[place].x)
            assert list(moved.y) == list(figure.data[place].y)


@pytest.mark.parametrize("t", [0.0, 0.1, 0.25, 0.4, 0.7, 0.99, 1.0])
def test_the_axes_of_the_space_are_those_of_the_points_in_it(t: float) -> None:
    data = kv.toy("ellipse")
    figure = lift.build(State(data, SQUARES, hard=True, t=t)).picture.figure  # type: ignore[union-attr]
    for picture in (figure, *(frame for frame in figure.frames)):
        scene = picture.layout["scene"]
        moved = picture.data if picture is figure else [dict(each) for each in picture.data]
        for axis in "xyz":
            low, high = scene[f"{axis}axis"]["range"]
            marks = [
                trace for trace in moved if trace.get("mode", "markers") == "markers" and trace["type"] == "scatter3d"
            ]
            values = np.concatenate(
                [np.asarray(trace[axis], float) for trace in marks if None not in list(trace[axis])]
            )
            assert low <= values.min() <= values.max() <= high
    if t == 1:  # nothing of the way is left in them
        for axis in "xyz":
            low, high = figure.layout.scene[f"{axis}axis"]["range"]
            points = np.concatenate([np.asarray(each[axis], float) for each in figure.data if each.mode == "markers"])
            assert np.ptp(points) >= 0.6 * (high - low)


# ---- odd data and texts ----------------------------------------------------------------------------------------------


def test_data_that_cannot_be_lifted_get_a_sentence() -> None:
    for name in ("square_corners", "ridge_line", "conflicting_duplicates"):
        lesson = lift.build(State(kv.toy(name), kv.parse("linear**2"), hard=True))
        assert lesson.problem
        assert lesson.picture is not None
    three = Dataset(np.eye(3), np.array([0, 1, 1]), classes=("a", "b"), task="classification")
    assert "3 columns" in lift.build(State(three, SQUARES)).problem
    one = Dataset(np.eye(2), np.array([0, 0]), classes=("a",), task="classification")
    assert "no two classes" in lift.build(State(one, SQUARES)).problem


@pytest.mark.parametrize("d", [1, 2])
def test_two_points_and_huge_points_are_lifted_or_refused_in_words(d: int) -> None:
    for size in (1.0, 1e5):
        X = size * np.array([[0.0, 1.0], [1.0, 0.0]])[:, :d]
        data = Dataset(X, np.array([0, 1]), classes=("a", "b"), task="classification")
        for kernel in ("rbf(gamma=1)", "linear**2", "linear"):
            lesson = lift.build(State(data, kv.parse(kernel)))
            assert lesson.picture is not None


@pytest.mark.parametrize(
    "state",
    [
        State(kv.toy("ellipse"), SQUARES, hard=True),
        State(kv.toy("ellipse"), SQUARES, plain=True),
        State(kv.toy("ellipse"), kv.RBF(1)),
        State(kv.toy("lecture_1d"), kv.Linear(), hard=True),
    ],
)
def test_the_code_tab_gives_the_margin_of_the_page(state: State) -> None:
    lesson = lift.build(state)
    assert float(printed(lesson, state.data).split()[-1]) == pytest.approx(
        lesson.facts["separator"].machine.margin_, rel=1e-6
    )


def test_tables_have_columns_of_equal_length() -> None:
    for state in (State(kv.toy("ellipse"), SQUARES, hard=True), State(kv.toy("lecture_1d"), SQUARES, hard=True)):
        lesson = lift.build(state)
        for block in [*lesson.beside, *(b for t in lesson.tabs for b in t.blocks)]:
            if isinstance(block, Table):
                assert len({len(column) for column in block.columns.values()}) == 1


@pytest.mark.parametrize("name", ["class", "x²", "SVM: f(x)"])
def test_a_column_may_be_called_as_one_of_the_table(name: str) -> None:
    data = Dataset.labelled([[-2.0], [0.0], [3.0]], ["a", "b", "a"], columns=(name,))
    (table,) = tables(tab(lift.build(State(data, kv.parse("linear"))), "Every point"))
    assert table.columns[f"{name}′"] == [-2.0, 0.0, 3.0]
    assert table.columns["x²"] == [4.0, 0.0, 9.0]


def test_the_tab_says_whether_the_boundary_moved() -> None:
    def sentence(C: float) -> str:
        lesson = lift.build(State(kv.toy("tilted_ellipse"), SQUARES, C=C))
        (tab,) = [tab for tab in lesson.tabs if tab.title.startswith("With and without")]
        return next(block.markdown for block in tab.blocks if isinstance(block, Text))

    assert "the same curve" in sentence(1e6)
    assert "both change" in sentence(0.1)


# ---- the address -----------------------------------------------------------------------------------------------------


def test_the_coordinates_of_the_axes_are_those_of_the_address_or_the_first_three() -> None:
    subject = Subject(kv.toy("moons", n=30), kv.parse("poly(degree=2, gamma=1, coef0=1)"))
    first = page.read(lift.PAGE, subject, {"lf_view": [COORDINATES]})
    assert first.trio == ("x₁²", "x₂²", "√2·x₁") or len(set(first.trio)) == 3
    assert page.write(first) == {"lf_view": COORDINATES}
    again = page.read(lift.PAGE, subject, {"lf_view": [COORDINATES], "lf_2": ["√2·x₂"]})
    assert again.trio == (first.axis_1, "√2·x₂", first.axis_3)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", ["moons", "circles", "xor_clouds", "separable_blobs", "conflicting_duplicates", "xor"])
def test_linear_programming_and_the_machine_agree_on_separability(name: str) -> None:
    data = kv.toy(name)
    for size in (1, 2, 3, 5):
        for chosen in combinations(UP_TO_TWO, size):
            assert separates(data, chosen) == isinstance(on_monomials(data, chosen, float("inf")), Separator)
