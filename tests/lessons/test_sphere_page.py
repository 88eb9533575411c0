"""The Smallest hypersphere page: the notes' numbers are readable on it, exact spheres agree, odd data get a
sentence.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import kernviz as kv
from kernviz.arrays import Array
from kernviz.data import Dataset, load
from kernviz.features.geometry import distance
from kernviz.lessons import sphere as page
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lesson import Formula, Lesson, Table
from kernviz.lessons.sphere.center_path import line
from kernviz.lessons.sphere.scene import SphereScene, other_machine
from kernviz.lessons.sphere.space import Coordinates, crossing
from kernviz.lessons.sphere.state import EVERYONE, MEAN, PLACE, SPACE, STEPS, State
from kernviz.surfaces import Surface
from kernviz.wording import short
from tests.lessons import reading
from tests.lessons.reading import (
    in_turn,
    in_turn_or_all,
    marked,
    not_finite,
    pictures,
    printed,
    readout,
    tab,
    tables,
    value,
    values,
    words,
)

FIVE = "1 0; 1 1; 2 0; 1 -1; 0 2"
POLY = "poly(degree=2, gamma=1, coef0=1)"
THREE, CORNERS, MOONS, CLOUD = (load(name) for name in ("circle_points", "square_corners", "moons", "cloud"))


def build(data: Dataset = THREE, k: str = "linear", **more: object) -> Lesson:
    lesson = page.build(State(data, kv.parse(k), **more))  # type: ignore[arg-type]
    for picture in pictures(lesson):
        assert not not_finite(picture.figure), picture.key
    return lesson


def seen(lesson: Lesson) -> SphereScene:
    found = lesson.facts["scene"]
    assert isinstance(found, SphereScene)
    return found


def column(table: Table, start: str) -> list[str]:
    return [str(v) for v in next(c for name, c in table.columns.items() if name.startswith(start))]


# ---- the notes' numbers ---------------------------------------------------------------------------------------


def test_three_points() -> None:
    """α = (½, ½, 0), c = (2, 0), r = 2; f = (0, 0, −3), and H(≥ 0) flags the support vectors."""
    lesson = build()
    assert readout(lesson, "r∗, radius").value == "2"
    assert readout(lesson, "support vectors").value == "2 / 3"
    assert lesson.picture is not None
    assert "The centre is (2, 0)" in lesson.picture.caption
    assert marked(lesson.picture.figure, "support vector") == [0, 1]
    text = words(tab(lesson, "Algorithm"))
    for part in ("α₁ = 0.5, α₂ = 0.5", "8 − 4 = **4**", "√4 = **2**", "4 − 4 = **0**", "c∗ = **(2, 0)**"):
        assert part in text
    decision = tables(tab(lesson, "Algorithm"))[-1]
    assert column(decision, "K(x,x)") == ["0", "0", "−3"]
    assert column(decision, "as printed") == ["1", "1", "0"]
    assert column(decision, "with a tolerance") == ["0", "0", "0"]
    assert "Number of novel points by the printed rule: 2 of 3;" in text
    assert "r = 2; with all points r∗ = 2" in words(tab(build(step=STEPS[-1]), "Derivation"))
    every = tables(tab(lesson, "Every point"))[0]
    assert column(every, "α") == ["0.5", "0.5", "0"]
    assert column(every, "where") == ["on the sphere, support vector"] * 2 + ["inside"]


def test_corners_of_a_square() -> None:
    """Erratum E14: ¼ each, r = √2, and (½, 0, ½, 0) is as good."""
    lesson = build(CORNERS)
    assert readout(lesson, "r∗, radius").value == "1.414"
    assert column(tables(tab(lesson, "Every point"))[0], "α") == ["0.25"] * 4
    examples = next(t for t in tables(tab(lesson, "What the notes say")) if "the centre" in t.columns)
    assert column(examples, "r") == ["2", "1.414", "1.414", "0.5622"]
    assert column(examples, "r²")[-1] == "0.3161"
    assert seen(lesson).machine.radius_at([0.5, 0, 0.5, 0]) == pytest.approx(np.sqrt(2))
    assert "farthest" in words(tab(build(CORNERS, step=STEPS[0]), "Derivation"))
    assert "none can be deleted" in words(tab(build(CORNERS, step=STEPS[-1]), "Derivation"))  # α = ¼ each


def test_two_points_of_a_gaussian() -> None:
    """r² = (1 − k)/2 = 0.316."""
    lesson = build(k="rbf(gamma=1)", typed="0, 1")
    assert readout(lesson, "r∗²").value == "0.3161"
    assert readout(lesson, "r∗, radius").value == short(((1 - np.exp(-1)) / 2) ** 0.5)
    decision = tables(tab(lesson, "Algorithm"))[-1]
    assert column(decision, "K(x,x)") == ["0", "0"]
    assert column(decision, "as printed") == ["1", "1"]
    assert column(decision, "with a tolerance") == ["0", "0"]


def test_sphere_and_one_class_svm_are_two_machines_for_a_polynomial() -> None:
    """Solutions α = (0, 0, ½, 0, ½) and (0.889, 0, 0, 0, 0.111), both boundaries in one picture."""
    lesson = build(k=POLY, typed=FIVE, compare=True)
    table = tables(tab(lesson, "One-class SVM"))[0]
    assert column(table, "α, sphere") == ["0", "0", "0.5", "0", "0.5"]
    assert [round(value(v), 3) for v in column(table, "α, one-class")] == [0.889, 0, 0, 0, 0.111]
    assert "two programs" in words(tab(lesson, "One-class SVM"))
    assert lesson.picture is not None
    contours = {t.name for t in lesson.picture.figure.data if t.type == "contour"}
    assert {"sphere, distance = r", "one-class SVM"} <= contours


@pytest.mark.parametrize("soft", [False, True])
def test_sphere_and_one_class_svm_are_one_machine_for_a_gaussian(soft: bool) -> None:
    lesson = build(CLOUD, "rbf(gamma=0.5)", soft=soft, compare=True)
    here = seen(lesson)
    other = other_machine(here)
    np.testing.assert_allclose(other.machine.coef_, here.machine.center_coef_, atol=1e-6)
    clear = np.abs(here.ball.field.values - here.machine.radius_) > 1e-5
    assert ((here.ball.field.values < here.machine.radius_) == (other.field.values > 0))[clear].all()
    assert "The two programs are the same" in words(tab(lesson, "One-class SVM"))


def test_errata_and_certificate() -> None:
    lesson = build(MOONS, "rbf(gamma=1)")
    shown = [b.where for b in tab(lesson, "What the notes say") if isinstance(b, Erratum)]
    assert [where[-4:-1] for where in shown] == ["E12", "E13", "E14", "E15"]
    text = words(lesson.beside)
    for part in ("Certificate ✓", "primal r²", "dual", "gap", "worst KKT"):
        assert part in text


# ---- exact spheres --------------------------------------------------------------------------------------------


def smallest_ball(P: Array) -> tuple[Array, float]:
    """Smallest ball around the points P (n, 3), by enumerating all balls with two, three or four of
    them on the boundary.
    """
    best = (P[0], float(np.linalg.norm(P - P[0], axis=1).max()))
    for size in (2, 3, 4):
        for chosen in itertools.combinations(P, size):
            A = np.array(chosen[1:]) - chosen[0]
            gram = A @ A.T
            if np.linalg.det(gram) <= 1e-12 * np.trace(gram) ** len(A):
                continue
            centre = chosen[0] + np.linalg.solve(2 * gram, np.diag(gram)) @ A
            radius = float(np.linalg.norm(P - centre, axis=1).max())
            if radius < best[1] - 1e-12:
                best = (centre, radius)
    return best


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("k", ["linear", "linear**2"])
def test_the_exact_ball(k: str, seed: int) -> None:
    """In the plane, and on φ = (x₁², √2x₁x₂, x₂²): radius, centre and distances of the page."""
    X = np.random.default_rng(seed).normal(size=(14, 2))
    phi = (
        np.column_stack([X, np.zeros(14)])
        if k == "linear"
        else np.column_stack([X[:, 0] ** 2, 2**0.5 * X[:, 0] * X[:, 1], X[:, 1] ** 2])
    )
    centre, radius = smallest_ball(phi)
    lesson = build(Dataset(X), k, view=SPACE)
    here = seen(lesson)
    assert here.machine.radius_ == pytest.approx(radius, rel=1e-9)
    assert readout(lesson, "r∗, radius").value == short(radius)
    to = Coordinates(here)
    np.testing.assert_allclose(to(X), phi, atol=1e-12)
    np.testing.assert_allclose(to.space.center, centre, atol=1e-6)
    np.testing.assert_allclose(here.ball.distances, np.linalg.norm(phi - centre, axis=1), atol=1e-6)


def test_the_boundary_lies_on_the_sphere_in_space() -> None:
    here = seen(build(MOONS, "linear**2", view=SPACE))
    field = here.ball.field
    assert isinstance(field, Surface)
    rim = crossing(field, here.machine.radius_)
    assert len(rim) > 100
    to = Coordinates(here)
    away = np.linalg.norm(to(rim) - to.space.center, axis=1)
    # straight lines between places of the grid
    np.testing.assert_allclose(away, here.machine.radius_, rtol=0.01)
    np.testing.assert_allclose(away, here.machine.distance_to_center(rim), rtol=1e-9)


def test_a_shadow_never_lengthens_and_four_images_have_none() -> None:
    lesson = build(MOONS, "rbf(gamma=1)", view=SPACE)
    here, space = seen(lesson), lesson.facts["space"]
    drawn = np.linalg.norm(Coordinates(here)(here.X), axis=1)
    assert (drawn <= here.machine.distances_ + 1e-9).all()
    assert not space.exact
    assert 0.3 < space.share < 0.9
    assert lesson.picture is not None
    assert "projection" in lesson.picture.caption
    exact = build(CORNERS, "rbf(gamma=1)", view=SPACE)
    assert exact.facts["space"].exact
    np.testing.assert_allclose(
        np.linalg.norm(Coordinates(seen(exact))(CORNERS.X), axis=1), seen(exact).machine.radius_, rtol=1e-9
    )


def test_a_parabola_in_its_ball() -> None:
    """With two coordinates all images are in the plane (x, x²) of the picture."""
    lesson = build(load("s1_line"), "linear + linear @ square", view=SPACE)
    assert lesson.picture is not None
    assert not Coordinates(seen(lesson))(load("s1_line").X)[:, 2].any()
    assert readout(lesson, "r∗, radius").value == "8.5"
    np.testing.assert_allclose(lesson.facts["space"].center, [0, 8.5, 0], atol=1e-9)


# ---- another centre -------------------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("k", "data"), [("linear", THREE), ("rbf(gamma=1)", MOONS), (POLY, MOONS), ("rbf(gamma=1)", load("s1_line"))]
)
@pytest.mark.parametrize("start", [MEAN, PLACE])
def test_no_other_centre_is_better(k: str, data: Dataset, start: str) -> None:
    place = tuple((data.X[1] + 0.3).tolist())
    for t in (-0.2, 0.0, 0.4, 1.0, 1.5):
        lesson = build(data, k, moving=True, start=start, t=t, start_place=place)
        own, here = lesson.facts["moved"], seen(lesson)
        assert own.radius >= here.machine.radius_ * (1 - 1e-9)
        if t == 1.0:
            assert own.radius == pytest.approx(here.machine.radius_, rel=1e-9)
        if t == 0.0 and start == PLACE:
            np.testing.assert_allclose(own.distances, distance(here.kernel, data.X, np.array([place]))[:, 0], atol=1e-7)
        if start == MEAN:
            weights = own.line.weights(t)[:-1]
            np.testing.assert_allclose(own.distances, here.machine.distances_from(weights), atol=1e-7)
        assert readout(lesson, "r(c), yours").value == short(own.radius)
        farthest = int(here.rows[own.farthest])
        assert lesson.picture is not None
        assert marked(lesson.picture.figure, "farthest") == [farthest]
        assert f"point {farthest + 1}" in lesson.picture.caption


@pytest.mark.parametrize("moving", [True, False])
def test_a_far_click_counts_only_while_the_centre_starts_there(moving: bool) -> None:
    cubic, far = "poly(degree=3, gamma=1, coef0=1)", (1e60, 1e60)
    lesson = build(THREE, cubic, moving=moving, start=MEAN, t=0.5, start_place=far)
    near = build(THREE, cubic, moving=moving, start=MEAN, t=0.5)
    assert not lesson.problem
    assert all(tab.blocks for tab in lesson.tabs)
    assert words(lesson.beside) == words(near.beside)
    refused = build(THREE, cubic, moving=True, start=PLACE, t=0.5, start_place=far)
    assert refused.problem.startswith("A kernel value at the clicked place is too large to compute")


def test_the_second_field_is_the_distance_from_the_moved_centre() -> None:
    lesson = build(MOONS, "rbf(gamma=1)", moving=True, start=PLACE, t=0.3, start_place=(0.5, 0.5))
    own, here = lesson.facts["moved"], seen(lesson)
    field = own.field
    E = np.vstack([here.X, [[0.5, 0.5]]])
    w, K = own.line.weights(0.3), here.kernel(E)
    for i, j in ((3, 5), (50, 70), (99, 0)):
        z = np.array([[field.x[j], field.y[i]]])
        squared = 1 - 2 * float(here.kernel(z, E)[0] @ w) + w @ K @ w
        assert field.values[i, j] == pytest.approx(squared**0.5, rel=1e-9)


def test_in_the_plane_the_centre_is_where_it_is_put() -> None:
    lesson = build(moving=True, start=PLACE, start_place=(3.0, 1.5))
    own = lesson.facts["moved"]
    np.testing.assert_allclose(own.place, [3, 1.5])
    assert readout(lesson, "r(c), yours").value == "3.354"  # to (0, 0): √(9 + 2.25)
    assert readout(lesson, "r(c) − r∗").value == "1.354"


def test_the_curve_of_r_is_convex_with_its_minimum_at_the_best_centre() -> None:
    path = line(seen(build(MOONS, "rbf(gamma=1)")))
    r = np.array([path.radius(t) for t in np.linspace(-0.25, 1.75, 101)])
    assert (r[2:] - 2 * r[1:-1] + r[:-2] >= -1e-12).all()
    assert np.linspace(-0.25, 1.75, 101)[r.argmin()] == pytest.approx(1.0, abs=0.011)


def test_with_points_outside_there_is_no_centre_to_move() -> None:
    assert build(MOONS, "rbf(gamma=1)", soft=True, moving=True).facts["moved"] is None


# ---- the derivation -------------------------------------------------------------------------------------------

CASES = [
    ("linear", THREE),
    ("linear", CORNERS),
    ("rbf(gamma=1)", MOONS),
    (POLY, MOONS),
    ("linear", load("iris_sepals")),
]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("k", "data"), CASES)
def test_every_step_of_the_derivation_in_numbers(k: str, data: Dataset) -> None:
    kernel = kv.parse(k)
    K = kernel(data.X)
    lessons = {step: build(data, k, step=step) for step in STEPS}
    here = seen(lessons[STEPS[0]])
    alpha, r2 = here.machine.center_coef_, here.machine.radius_**2
    mean = np.full(data.n, 1 / data.n)
    from_mean = np.sqrt((np.diag(K) - 2 * K @ mean + mean @ K @ mean).clip(min=0))
    blocks = {step: tab(lesson, "Derivation") for step, lesson in lessons.items()}
    assert max(values(column(tables(blocks["(5) farthest"])[0], "‖φ"))) == pytest.approx(from_mean.max(), rel=5e-4)
    radii = values(column(tables(blocks["(6) best c"])[0], "r(c)"))
    assert radii[-1] == pytest.approx(r2**0.5, rel=5e-4)
    assert (radii[:-1] >= radii[-1] * (1 - 5e-4)).all()
    h = values(column(tables(blocks["(7) constraints"])[0], "hᵢ"))
    assert (h <= 0).all()
    assert (h == 0).any()
    products = values(column(tables(blocks["KKT"])[0], "αᵢ·hᵢ"))
    assert (products == 0).all()
    slopes = tables(blocks["derivatives"])[0]
    formula, quotient = (values(column(slopes, f"slope{kind}")) for kind in (" towards", ", difference"))
    np.testing.assert_allclose(formula, quotient, rtol=2e-3, atol=1e-6)
    assert formula[-1] == 0
    dual = tables(blocks["(10) dual"])[0]
    below, above = values(column(dual, "L(α)")), values(column(dual, "r(c)²"))
    assert (below <= r2 * (1 + 5e-4)).all()
    assert (above >= r2 * (1 - 5e-4)).all()
    assert below[-1] == above[-1] == pytest.approx(r2, rel=5e-4)
    assert below[0] == pytest.approx(mean @ np.diag(K) - mean @ K @ mean, rel=5e-4, abs=1e-9)
    assert f"{(alpha > 0).sum()} of {data.n}" in words(blocks["support vectors"])


# ---- classes, shares, probes ----------------------------------------------------------------------------------


def test_one_class_enclosed_the_others_looked_at() -> None:
    data = load("iris_sepals")
    lesson = build(data, "rbf(gamma=2)", enclose="setosa")
    here = seen(lesson)
    own = data.codes == 0
    assert here.n == own.sum()
    assert np.isin(marked(lesson.picture.figure, "support vector"), np.flatnonzero(own)).all()  # type: ignore[union-attr]
    assert (here.ball.distances[own] <= here.machine.radius_ * (1 + 1e-9)).all()
    assert "Only the class “setosa”" in words(tab(lesson, "Every point"))
    assert "Labels are ignored" in words(tab(build(data, "rbf(gamma=2)", enclose=EVERYONE), "Every point"))


@pytest.mark.parametrize("name", ["sine", "s2_ridge"])
def test_a_class_is_offered_for_data_with_classes_only(name: str) -> None:
    """The targets of a regression set are no labels, and there is no choice of a class beside the picture."""
    text = words(tab(build(load(name), "rbf(gamma=2)"), "Every point"))
    assert "Choose a class" not in text
    assert "no labels" in text


@pytest.mark.parametrize("nu", [0.05, 0.3, 1.0])
def test_at_most_a_share_outside(nu: float) -> None:
    lesson = build(CLOUD, "rbf(gamma=0.5)", soft=True, nu=nu)
    here = seen(lesson)
    outside = int(readout(lesson, "outside").value.split(" / ")[0])
    assert outside <= nu * CLOUD.n
    assert lesson.picture is not None
    assert outside == len(marked(lesson.picture.figure, "outside"))
    assert outside == int((here.machine.predict(CLOUD.X) < 0).sum())


@pytest.mark.parametrize(
    ("probe", "novel"), [((2.0, 2.0), False), ((2.0, 2.001), True), ((9.0, 9.0), True), ((4.0, 0.0), False)]
)
def test_the_probe_is_judged_with_a_tolerance(probe: tuple[float, float], novel: bool) -> None:
    lesson = build(probe=probe)
    assert lesson.facts["marked"].novel is novel
    text = words(lesson.beside)
    assert ("**novel**" in text) is novel
    assert ("**not novel**" in text) is not novel


def test_unequal_distances_do_not_print_alike() -> None:
    lesson = build(probe=(2.0, 2.00004))
    assert "distance 2.00004 > r = 2," in words(lesson.beside)
    assert lesson.facts["marked"].marks.probe_words == "2.00004 > r: novel"
    near = build(moving=True, t=0.95)
    assert near.picture is not None
    assert "r(c) = 2.0001" in near.picture.caption
    assert "r∗ = 2," in near.picture.caption


def test_an_erratum_explains_the_constraint_on_the_weights() -> None:
    """Erratum E13: L without Σα = 1 exceeds r∗² along s·α∗, except where the origin of feature space is on the
    sphere.
    """
    for data, k in ((THREE, "linear"), (MOONS, "rbf(gamma=1)"), (CORNERS, POLY)):
        lesson = build(data, k)
        sentence = next(
            b.check for b in tab(lesson, "What the notes say") if isinstance(b, Erratum) and "E13" in b.where
        )
        machine = seen(lesson).machine
        K, alpha = machine.kernel(data.X), machine.center_coef_
        on_ray = [s * alpha @ np.diag(K) - s**2 * alpha @ K @ alpha for s in np.linspace(0, 3, 3001)]
        assert ("nothing is lost" in sentence) == (max(on_ray) <= machine.radius_**2 * (1 + 1e-9))


def test_all_images_at_the_origin_give_radius_zero() -> None:
    lesson = build(load("conflicting_duplicates"), "0*linear")
    assert lesson.picture is not None
    assert "e-1" not in lesson.picture.caption, "roundoff of a mean is 0"
    assert not [b for b in reading.unrolled(lesson.beside) if isinstance(b, Formula) and "= ()" in b.latex]


def test_a_probe_beyond_every_number() -> None:
    lesson = build(MOONS, "exp(linear)", probe=(1e5, 1e5))
    assert not lesson.problem
    assert "too large to compute" in words(lesson.beside)


def test_a_selected_row_is_a_point_of_the_enclosed_class() -> None:
    lesson = build(MOONS, "rbf(gamma=1)", enclose=MOONS.classes[1], selected=3)
    assert lesson.picture is not None
    assert marked(lesson.picture.figure, "selected") == [int(seen(lesson).rows[3])]


# ---- odd data -------------------------------------------------------------------------------------------------


FEW = ("3 4; 3 4; 3 4", "2, 2", "0, 0", "5", "0 0; 1e5 1e5", "-3, 7")
SWITCHES = ({}, {"soft": True}, {"moving": True, "t": 0.5}, {"compare": True})


@pytest.mark.sampled(3)
@in_turn_or_all
@pytest.mark.parametrize("k", ["linear", "rbf(gamma=1)", "linear**2", "linear + linear @ square"])
@pytest.mark.parametrize("typed", FEW)
def test_equal_and_few_points(typed: str, k: str, every: bool) -> None:
    if "@" in k and ";" in typed and "1e5" in typed:
        pytest.skip("squares of squares: refused elsewhere")
    both = [(view, more) for more in SWITCHES for view in ("plane", SPACE)]
    for view, more in [both[0], *in_turn(both[1:], FEW.index(typed) + len(k), every, many=2)]:
        lesson = build(MOONS, k, typed=typed, view=view, **more)
        assert not lesson.problem
        same = len(set(typed.replace(";", ",").split(","))) == 1 or typed == "3 4; 3 4; 3 4"
        if same and not more:
            assert readout(lesson, "r∗, radius").value == "0"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["sine", "surface", "wine_colour", "four_classes", "xor", "conflicting_duplicates"])
def test_any_labels_or_none(name: str) -> None:
    data = reading.flat(load(name))
    for k in ("linear", "rbf(gamma=1)", POLY):
        for more in ({}, {"view": SPACE}, {"soft": True}):
            assert not build(data, k, **more).problem


def test_an_indefinite_kernel_gets_a_message() -> None:
    lesson = build(load("fun_time_4"), "sigmoid(gamma=1, coef0=-1)")
    assert "There is no sphere" in lesson.problem
    assert "eigenvalue −0.964" in lesson.problem
    assert lesson.picture is not None
    assert "room for two" in build(load("wine")).problem
    assert "not a number" in build(typed="a, b").problem
    assert build(MOONS, "poly(degree=20, gamma=1000, coef0=1)", typed="0 0; 1e6 1e6").problem


def test_a_thousand_points() -> None:
    X = np.random.default_rng(0).normal(size=(1000, 2))
    for view in ("plane", SPACE):
        lesson = build(Dataset(X), "rbf(gamma=1)", view=view)
        assert seen(lesson).machine.certificate_.optimal


# ---- code and examples ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [{}, {"soft": True, "nu": 0.2}, {"enclose": "-1"}, {"typed": FIVE}])
def test_the_code_runs_and_says_the_same(more: dict[str, object]) -> None:
    lesson = build(MOONS, "rbf(gamma=1)", **more)
    assert float(printed(lesson, MOONS).split()[0]) == pytest.approx(seen(lesson).machine.radius_, rel=1e-9)
