"""The Dual & representer page: the notes' numbers, each against another way to get it, and odd data."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

import kernviz as kv
from kernviz.arrays import Array
from kernviz.data import Dataset, load
from kernviz.figures.space.label_sides import SCENES, TipLabel, box_of
from kernviz.figures.svg.orthographic_camera import camera_of
from kernviz.figures.svg.projection import places
from kernviz.lessons.dual import State, build
from kernviz.lessons.dual.lagrangian import gradient
from kernviz.lessons.dual.lemma import lemma
from kernviz.lessons.dual.projection import projection
from kernviz.lessons.dual.recipe_formulas import FORMULAS
from kernviz.lessons.dual.state import ALGORITHMS, CONSTANT, FREE_SIZE, LOSSES, REACH, STEPS, VIEWS
from kernviz.lessons.dual.views.recipe import Result, answer
from kernviz.lessons.dual.views.sizes import costs
from kernviz.lessons.dual.views.solve import lam_of
from kernviz.lessons.dual.views.span.space import space, training_rows
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.presets import PRESETS
from kernviz.lessons.shared.subsample import spread
from tests.lessons.reading import (
    blocks,
    flat,
    in_turn,
    in_turn_or_all,
    names,
    not_finite,
    printed,
    readout,
    tab,
    value,
    words,
)

SPAN, SOLVE, DESCENT, SIZES, DUAL, SWAP, RECIPE = VIEWS
ARRANGE = Path(kv.__file__).parent / "ui" / "assets" / "arrange.js"
MOONS = load("moons", n=60)
KERNELS = ("rbf(gamma=1)", "linear**2", "poly(degree=2)", "linear")


def page(view: str, k: str = "rbf(gamma=1)", data: Dataset = MOONS, **more: object) -> Lesson:
    lesson = build(State(data, kv.parse(k), view, **more))  # type: ignore[arg-type]
    assert not lesson.problem, lesson.problem
    return lesson


# ---- names in the picture of the span --------------------------------------------------------------------------------


@pytest.mark.sampled(5)
@pytest.mark.parametrize("size", range(len(SCENES)), ids=[f"{unit:.0f}" for unit, _ in SCENES])
@pytest.mark.parametrize("t", [-1.25, 0.0, 0.8])
@pytest.mark.parametrize("k", ["rbf(gamma=0.1)", "rbf(gamma=1)", "rbf(gamma=320)", "poly(degree=2)"])
def test_names_in_the_span_lie_on_no_other_name_in_any_size(k: str, t: float, size: int) -> None:
    figure = page(SPAN, k, load("moons"), t=t).picture.figure
    view, unit = camera_of(figure), SCENES[size][0]
    boxes, at = {}, {}
    for trace in figure.data:
        if trace.get("mode") == "text" and any(trace["text"]):
            _, font, side, *place = trace["meta"]["sides"][size]
            if not font:  # left out
                assert size >= 2, trace["name"]
                continue
            at[trace["name"]] = view(np.array([place]))[0]
            text = trace["text"][0].removeprefix("<b>").removesuffix("</b>")
            boxes[trace["name"]] = box_of(view, TipLabel(np.array(place), side, text, font), unit)
    images = [name for name in boxes if name.startswith("φ")]
    assert len(images) == 3
    for one, other in itertools.combinations(boxes, 2):
        (left, bottom, right, top), (a, b, c, d) = boxes[one], boxes[other]
        free = one in images or other in images or "w with" in one + other or "span" in one + other
        assert not free or min(right, c) < max(left, a) + 2 or min(top, d) < max(bottom, b) + 2, (one, other)
    for name in images:
        left, bottom, right, top = boxes[name]
        for trace in figure.data:
            # elsewhere w moves over all of them
            at_rest = ("w =",) if (k, t) == ("rbf(gamma=1)", 0.8) else ()
            if size == 0 and trace.get("mode") == "lines" and trace["name"].startswith(("φ", "w∥", *at_rest)):
                start, end = unit * view(places(trace))[[0, -1], :2]
                x, y = (start + np.linspace(0, 1, 200)[:, None] * (end - start)).T
                covered = ((x > left) & (x < right) & (y > bottom) & (y < top)).mean() * np.hypot(*(end - start))
                assert covered < 20, (name, trace["name"])
        if unit >= 290:  # plotly.js cuts what is outside
            corners = [[x / unit, y / unit, at[name][2]] for x in (left, right) for y in (bottom, top)]
            assert (np.abs(np.array(corners) @ view.turn) <= view.half).all(), name


@pytest.mark.sampled(5)
@pytest.mark.parametrize("t", [-REACH, 0.0, REACH])
@pytest.mark.parametrize("k", ["rbf(gamma=0.1)", "rbf(gamma=320)", "poly(degree=2)", "linear**2"])
def test_every_tip_is_in_the_frame(k: str, t: float) -> None:
    """The browser enlarges the scene by NEAR, and plotly.js's camera opens by 45 degrees."""
    nearer = float(re.search(r"NEAR = ([\d.]+)", ARRANGE.read_text("utf-8"))[1])  # type: ignore[index]
    scene = page(SPAN, k, load("moons"), t=t).picture.figure.layout["scene"]
    eye, up, center = (np.array([scene["camera"][name][axis] for axis in "xyz"]) for name in ("eye", "up", "center"))
    away = (eye - center) / np.linalg.norm(eye - center)
    across = np.cross(up, away) / np.linalg.norm(np.cross(up, away))
    for trace in page(SPAN, k, load("moons"), t=t).picture.figure.data:
        if trace["type"] == "scatter3d" and trace["mode"].startswith("lines"):
            ends = [scene[f"{axis}axis"]["range"] for axis in "xyz"]
            scaled = [
                nearer * scene["aspectratio"][axis] * (np.array(trace[axis], float) - (low + high) / 2) / (high - low)
                for axis, (low, high) in zip("xyz", ends, strict=True)
            ]
            seen = np.stack(scaled, axis=1) - eye
            height = seen @ np.cross(away, across) / (-(seen @ away) * np.tan(np.pi / 8))
            assert np.abs(height).max() < 0.9, trace["name"]


# ---- 1.7, E18: the representer theorem -------------------------------------------------------------------------------


@pytest.mark.parametrize("k", KERNELS)
@pytest.mark.parametrize("t", [-1.25, 0.8])
def test_nothing_moves_on_the_training_points(k: str, t: float) -> None:
    still, moved = page(SPAN, k, t=0.0).facts, page(SPAN, k, t=t).facts
    size = np.linalg.norm(still["inside"])
    np.testing.assert_allclose(moved["inner"], 0, atol=1e-13 * size)
    np.testing.assert_allclose(moved["moved"], still["moved"], atol=1e-13 * size)
    assert moved["norm"] == pytest.approx(size * np.sqrt(1 + t**2))
    assert moved["risk"] == pytest.approx(still["risk"], abs=1e-14)
    assert moved["R"] > still["R"]
    assert abs(moved["elsewhere"] - still["elsewhere"]) > 1e-3 * size  # a point that was not trained on does notice


@pytest.mark.parametrize("k", KERNELS)
def test_the_three_coordinates_are_feature_space(k: str) -> None:
    seen = space(State(MOONS, kv.parse(k)))
    assert seen.third is not None
    assert seen.outside is not None
    rows = [*seen.rows, seen.third]
    drawn = np.vstack([seen.coordinates, seen.outside])
    np.testing.assert_allclose(drawn @ drawn.T, seen.kernel(MOONS.X[rows]), atol=1e-12)


def test_where_the_kernel_has_too_few_features_another_is_named() -> None:
    lesson = page(SPAN, "linear")
    assert lesson.picture is not None
    assert "this picture takes the kernel poly(degree=2, gamma=1, coef0=0) instead" in lesson.picture.caption
    assert page(SPAN, "linear**2").facts["space"].axes == ("x₁²", "√2·x₁x₂", "x₂²")


def test_constant_r_has_many_minimisers() -> None:
    values = [page(SPAN, grows=CONSTANT, t=t).facts for t in (-1.0, 0.0, 0.7)]
    total = [v["risk"] + v["R"] for v in values]
    np.testing.assert_allclose(total, 0, atol=1e-25)
    assert values[0]["norm"] > values[1]["norm"]
    growing = [page(SPAN, t=t).facts for t in (-1.0, 0.0, 0.7)]
    assert growing[1]["risk"] + growing[1]["R"] < min(v["risk"] + v["R"] for v in (growing[0], growing[2]))
    assert "not unique" in words(build(State(MOONS, kv.RBF(1.0), SPAN, grows=CONSTANT)).beside)


@pytest.mark.parametrize("kept", ["first", "second"])
def test_a_point_chosen_alone_gets_a_partner_of_the_other_class(kept: str) -> None:
    for row in range(1, MOONS.n + 1):
        rows = training_rows(State(MOONS, kv.RBF(1.0), SPAN, **{kept: row}))  # type: ignore[arg-type]
        assert rows[("first", "second").index(kept)] == row - 1
        assert len({MOONS.labels[row] for row in rows}) == 2


def test_inside_is_the_minimiser() -> None:
    facts = page(SPAN, "linear**2", lam=0.1).facts
    Phi, y = facts["space"].coordinates, np.array([-1.0, 1.0])
    w = np.linalg.solve(Phi.T @ Phi / 2 + 0.1 * np.eye(3), Phi.T @ y / 2)
    np.testing.assert_allclose(facts["inside"], w, atol=1e-12)


# ---- 1.8, 1.9: min f(Gα) + R -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("k", KERNELS)
def test_both_sides_are_equal(loss: str, k: str) -> None:
    lesson = page(SOLVE, k, loss=loss, m=20, lam=0.02)
    facts, best = lesson.facts, lesson.facts["best"]
    np.testing.assert_allclose(facts["by_map"], best.outputs, atol=1e-10)
    assert facts["norm2_by_map"] == pytest.approx(best.alpha @ facts["G"] @ best.alpha, abs=1e-10)
    assert best.gap < 1e-9
    assert value(readout(lesson, "C = 1/(2λn)").value) == pytest.approx(1 / (2 * 0.02 * 20))
    assert value(readout(lesson, "‖w‖² = αᵀGα").value) == pytest.approx(best.norm2, rel=1e-3)


def test_logistic_is_scikit_learns() -> None:
    facts = page(SOLVE, "poly(degree=2)", loss="logistic", m=30, lam=0.02).facts
    phi = kv.feature_map(kv.parse("poly(degree=2)"), d=2)
    assert phi is not None
    Phi = phi(MOONS.X[facts["rows"]])
    theirs = LogisticRegression(C=facts["C"], fit_intercept=False, tol=1e-12, max_iter=10_000).fit(Phi, facts["y"])
    np.testing.assert_allclose(Phi @ theirs.coef_[0], facts["best"].outputs, atol=1e-4)


def test_the_converter_is_an_identity() -> None:
    lesson = page(SOLVE, loss="hinge")
    text = words(tab(lesson, "λ and C"))
    assert "C = \\frac{1}{2\\lambda n}" in text
    assert value(text.split("difference ")[1].split(".\n")[0].rstrip(".")) < 1e-12


def test_points_are_spread_over_both_classes() -> None:
    rows = State(MOONS, kv.RBF(1.0), m=8).rows
    assert len(rows) == len(set(rows.tolist())) == 8
    assert sorted(np.bincount(MOONS.codes[rows]).tolist()) == [4, 4]
    assert len(State(MOONS, kv.RBF(1.0), m=300).rows) == 60


# ---- 2.9, E23: gradient descent --------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", KERNELS)
def test_descent_from_zero_stays_in_the_span(k: str) -> None:
    facts = page(DESCENT, k, m=2).facts
    walk = facts["walk"]
    assert walk.outside.max() < 1e-12 * max(1.0, np.linalg.norm(walk.ws, axis=1).max())
    np.testing.assert_array_equal(walk.alphas[0], 0)
    assert (np.diff(walk.loss) <= 1e-12).all()
    assert facts["check"] < 1e-11


def test_descent_from_outside_the_span_stays_outside() -> None:
    walk = page(DESCENT, m=6, start=1.0).facts["walk"]
    assert walk.outside[0] > 0.1
    np.testing.assert_allclose(walk.outside, walk.outside[0], rtol=1e-9)
    far = page(DESCENT, "rbf(gamma=2)", m=4, start=1.0).facts["walk"]
    np.testing.assert_allclose(far.alphas[STEPS], far.limit, atol=1e-6)
    assert np.abs(far.limit - far.shortest).max() > 0.05  # the limit is not K⁻¹y
    nowhere = page(DESCENT, "linear", m=6, start=1.0)
    assert nowhere.facts["walk"].outside.max() < 1e-12
    assert nowhere.picture is not None
    assert "no other point of the data has an image outside" in nowhere.picture.caption


def test_the_walk_goes_where_the_formula_says() -> None:
    facts = page(DESCENT, "rbf(gamma=20)", m=6).facts
    K = kv.RBF(20.0)(MOONS.X[facts["rows"]])
    y = MOONS.signs[facts["rows"]]
    np.testing.assert_allclose(facts["walk"].alphas[STEPS], np.linalg.solve(K, y), atol=1e-6)


def test_a_singular_gram_matrix_is_said() -> None:
    lesson = page(DESCENT, "linear", m=20)
    assert readout(lesson, "rank of K").value == "2 of 20"
    assert "K is singular" in words(lesson.beside)
    assert "K is singular" not in words(page(DESCENT, "rbf(gamma=20)", m=6).beside)


def test_the_projection_has_trace_two_of_twenty() -> None:
    points = MOONS.X[spread(MOONS.codes, 20)]
    P, X = projection(points), points.T
    assert P.shape == (20, 20)
    assert np.trace(P) == pytest.approx(2, abs=1e-12)
    np.testing.assert_allclose(P, X.T @ np.linalg.inv(X @ X.T) @ X, atol=1e-12)
    assert "**Trace 2 of 20**" in words(tab(page(DESCENT), "XᵀX and E23"))


# ---- 4.2, 4.3: the dual of ridge, the lemma --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 7, 9999])
def test_the_lemma(seed: int) -> None:
    (A, B, C, D), (left, _), gap = lemma(seed)
    assert gap < 1e-12
    np.testing.assert_allclose((A + B @ C @ D) @ left, np.eye(3), atol=1e-12)
    text = words(tab(page(SIZES, seed=seed), "Matrix inversion lemma"))
    assert value(text.split("**")[1]) == pytest.approx(gap, rel=0.1)


@pytest.mark.parametrize("k", KERNELS[1:])
def test_both_normal_equations_give_the_same_w(k: str) -> None:
    facts = page(SIZES, k, lam=0.3).facts
    assert facts["difference"] < 1e-10
    phi = kv.feature_map(kv.parse(k), d=2)
    assert phi is not None
    Phi, t = phi(MOONS.X), MOONS.signs
    np.testing.assert_allclose(facts["w"], np.linalg.solve(Phi.T @ Phi + 0.3 * np.eye(Phi.shape[1]), Phi.T @ t))
    assert (facts["D"], facts["N"]) == (phi.dimension, 60)


def test_the_steps_agree_with_each_other() -> None:
    text = words(page(SIZES, "poly(degree=2)", stage=5).beside)
    assert value(text.split("difference ")[1].split(".\n")[0].rstrip(".")) < 1e-10
    assert "J(w)" not in words(page(SIZES, "rbf(gamma=1)", stage=5).beside)
    assert readout(page(SIZES, "poly(degree=2)"), "max |w").value


def test_the_costs_of_features_and_of_points() -> None:
    assert page(SIZES).facts["D"] == np.inf
    free = page(SIZES, sizes=FREE_SIZE, D=900, N=50)
    assert (free.facts["D"], free.facts["N"]) == (900, 50)
    by_features, by_points = costs(900, 50)
    assert by_features > by_points
    assert costs(6, 200)[0] < costs(6, 200)[1]


# ---- 3.2, 4.24, E42: Q and the Lagrangian ----------------------------------------------------------------------------


@pytest.mark.parametrize("k", KERNELS)
@pytest.mark.parametrize("hard", [False, True])
def test_both_residuals_vanish(k: str, hard: bool) -> None:
    data = load("separable_blobs")
    facts = page(DUAL, k, data, hard=hard).facts if not (hard and k == "linear**2") else page(DUAL, k, data).facts
    size = np.linalg.norm(facts["stationarity"].w)
    assert np.linalg.norm(facts["stationarity"].slope) < 1e-10 * max(size, 1)
    assert abs(facts["balance"]) < 1e-9
    assert facts["primal"] == pytest.approx(facts["dual"], rel=1e-6)


def test_the_derivative_is_one_that_can_fail() -> None:
    facts = page(DUAL, "poly(degree=2)").facts
    seen = facts["stationarity"]
    Z, m, w = seen.images, seen.machine, seen.w
    off = gradient(Z, m.signs_, m.alpha_, 1.1 * w)
    np.testing.assert_allclose(off, 0.1 * w, atol=1e-9 * np.linalg.norm(w))

    def lagrangian(w: Array) -> float:
        return float(w @ w) / 2 - float(m.alpha_ @ (m.signs_ * (Z @ w + m.intercept_) - 1))

    assert lagrangian(1.1 * w) > lagrangian(w)


def test_a_refusal_names_no_attribute() -> None:
    """The message names no attribute of the Python API, such as .weights."""
    for view in (DUAL, SWAP):
        text = build(State(load("blobs"), kv.parse("linear"), view, hard=True)).problem
        assert "no hard margin" in text.lower()
        assert ".weights" not in text


def test_f_of_span_is_said_to_be_the_mean_squared_error() -> None:
    """The page defines f and computes it so."""
    lesson = page(SPAN)
    assert "f is the mean squared error" in words(lesson.beside)
    seen, moved = lesson.facts["space"], np.array(lesson.facts["moved"])
    y = MOONS.signs[list(seen.rows)]
    assert lesson.facts["risk"] == pytest.approx(np.mean((moved - y) ** 2), abs=1e-15)


def test_every_w_on_the_line_has_the_outputs_of_the_machine() -> None:
    for t in (0.8, -1.0):
        lesson = page(SPAN, t=t)
        assert lesson.picture is not None
        named = [trace for trace in lesson.picture.figure.data if trace.get("name") == "w with the<br>same outputs"]
        line, _ = named  # and its name
        places = np.array([line[axis] for axis in "xyz"], dtype=float).T
        outputs = places @ lesson.facts["space"].coordinates.T
        assert outputs == pytest.approx(np.tile(outputs[0], (2, 1)), abs=1e-12)
        assert np.linalg.norm(places[0] - places[1]) > 1


def test_q_is_kernel_times_labels() -> None:
    lesson = page(DUAL, stage=6)
    Q, K, y = lesson.facts["Q"], lesson.facts["K"], MOONS.signs
    assert Q[3, 40] == y[3] * y[40] * K[3, 40]
    np.testing.assert_array_equal(Q, np.outer(y, y) * K)
    assert "3600 kernel values" in words(lesson.beside)
    hard = page(DUAL, data=load("separable_blobs"), k="linear", stage=6, hard=True)
    # rows of the programs as they are handed to a solver, an equality and a bound for every side of the box
    assert f"{1 + 2 * 60} constraints" in words(lesson.beside)
    assert f"{1 + load('separable_blobs').n} constraints" in words(hard.beside)
    theirs = SVC(kernel="precomputed", C=1.0, tol=1e-9).fit(K, y)
    assert len(theirs.support_) == value(readout(lesson, "support vectors").value.split(" / ")[0])


# ---- 4.25, E44: swap the kernel --------------------------------------------------------------------------------------


def test_the_old_alpha_is_not_optimal_and_the_new_one_is() -> None:
    lesson = page(SWAP, C=10.0)
    facts = lesson.facts
    free = facts["free"]
    np.testing.assert_allclose(facts["before"][free], 1, atol=1e-8)
    assert np.abs(facts["old"][free] - 1).max() > 0.5
    assert facts["violation"] > 0.5
    np.testing.assert_allclose(facts["now"][facts["again"].free_], 1, atol=1e-8)
    assert readout(lesson, "y·f, old kernel").value == readout(lesson, "y·f, again").value == "1"
    assert "for this comparison only" in words(lesson.beside)


def test_the_same_kernel_changes_nothing() -> None:
    facts = page(SWAP, C=10.0, other="rbf(gamma=1)").facts
    np.testing.assert_allclose(facts["old"], facts["before"], atol=1e-8)
    assert facts["violation"] < 1e-8


# ---- 2.7, 4.11: the recipe -------------------------------------------------------------------------------------------


def test_the_test_point_of_small_data_is_not_the_origin() -> None:
    small = Dataset(1e-4 * MOONS.X, MOONS.codes, classes=MOONS.classes, task="classification")
    assert page(RECIPE, data=small).facts["z"].all()


def every_answer(lesson: Lesson) -> dict[str, Result]:
    """Result of each of the four algorithms at the test point."""
    facts = lesson.facts
    state = State(MOONS, kv.parse("rbf(gamma=1)"), RECIPE, m=20)
    return {name: answer(state, MOONS.X[facts["rows"]], facts["labels"], facts["z"], name) for name in ALGORITHMS}


def test_inner_products_are_enough() -> None:
    for found in every_answer(page(RECIPE, m=20)).values():
        assert found.by_products == pytest.approx(found.by_coordinates, abs=1e-9)


def test_the_recipe_against_scikit_learn() -> None:
    facts = page(RECIPE, m=20).facts
    X, z, y = MOONS.X[facts["rows"]], facts["z"], MOONS.signs[facts["rows"]]
    everything = every_answer(page(RECIPE, m=20))
    assert everything["PCA"].by_products == pytest.approx(abs(PCA(1).fit(X).transform(z[None])[0, 0]))
    svc = SVC(kernel="rbf", gamma=1.0, C=1.0, tol=1e-10).fit(X, y)
    assert everything["SVM"].with_kernel == pytest.approx(svc.decision_function(z[None])[0], abs=1e-6)
    nearest = (2 - 2 * np.exp(-((X - z) ** 2).sum(axis=1))).min()
    assert everything["nearest neighbour"].with_kernel == pytest.approx(nearest)
    assert everything["least squares"].by_products == pytest.approx(np.linalg.lstsq(X, y)[0] @ z)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_inner_product_is_marked(name: str) -> None:
    before, step_1, step_2 = (formula for _, formula in FORMULAS[name])
    assert "boxed" not in before
    assert step_1.count("boxed") == step_2.count("boxed") >= 2
    assert r"‹\k›(" in step_2
    assert r"‹\k›(" not in step_1
    assert not build(State(MOONS, kv.RBF(1.0), RECIPE, algorithm=name, kernelised=True)).problem


# ---- the rest --------------------------------------------------------------------------------------------------------


def test_the_errata_of_the_page_are_listed() -> None:
    text = " ".join(b.where for b in blocks(page(SPAN)) if isinstance(b, Erratum))
    for number in ("E18", "E23", "E31", "E32", "E42", "E44"):
        assert f"({number})" in text


@pytest.mark.parametrize("k", ["rbf(gamma=1)", "poly(degree=2)"])
def test_the_code_runs(k: str) -> None:
    text = printed(page(SPAN, k)).splitlines()
    assert len(text) == (4 if k.startswith("rbf") else 5)
    assert float(text[-1].split()[-1]) < 1e-10 or k.startswith("rbf")


ODD = {
    "one point": Dataset(np.array([[1.0, 2.0]]), np.array([0]), classes=("a",), task="classification"),
    "one class": Dataset(
        np.random.default_rng(0).normal(size=(6, 2)), np.zeros(6, int), classes=("a",), task="classification"
    ),
    "two equal points": Dataset(np.ones((2, 2)), np.array([0, 1]), classes=("a", "b"), task="classification"),
    "all zero": Dataset(np.zeros((4, 2)), np.array([0, 1, 0, 1]), classes=("a", "b"), task="classification"),
    "no labels": Dataset(np.random.default_rng(0).normal(size=(9, 2))),
    "regression": Dataset(np.arange(8.0)[:, None], np.arange(8.0), task="regression"),
    "huge": Dataset(
        1e6 * np.random.default_rng(0).normal(size=(9, 2)).clip(-1, 1),
        np.arange(9) % 2,
        classes=("a", "b"),
        task="classification",
    ),
    "five columns": Dataset(
        np.random.default_rng(0).normal(size=(9, 5)), np.arange(9) % 2, classes=("a", "b"), task="classification"
    ),
}


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # the certificate says it
@in_turn_or_all
@pytest.mark.parametrize("k", [*KERNELS, "0*linear", "exp(linear)", "sigmoid(gamma=1, coef0=-1)", "poly(degree=20)"])
@pytest.mark.sampled(11)
def test_odd_data_are_a_picture_or_a_sentence(k: str, every: bool) -> None:
    for turn, (name, data) in enumerate(ODD.items(), len(k)):
        for view in in_turn(VIEWS, turn, every, many=2):
            for state in (
                State(data, kv.parse(k), view),
                State(data, kv.parse(k), view, start=1.0, kernelised=True, loss="logistic", lam=1e-6),
            ):
                lesson = build(state)
                assert lesson.problem.endswith(".") or lesson.picture is not None, (name, view)
                if lesson.problem:
                    assert not lesson.problem[0].islower() or lesson.problem.startswith("λ"), (name, view)
                for block in blocks(lesson):
                    assert not hasattr(block, "figure") or not not_finite(block.figure), (name, view)


@pytest.mark.sampled(15)
@pytest.mark.parametrize("name", names())
def test_every_dataset_of_the_library(name: str) -> None:
    for view in VIEWS:
        lesson = build(State(flat(load(name)), kv.RBF(1.0), view))
        assert bool(lesson.problem) == (lesson.picture is None), view


MINE = [p for p in PRESETS if p.page == "dual"]


def test_every_picture_has_an_example() -> None:
    assert {p.values["du_view"] for p in MINE} == set(VIEWS)


def test_the_lambda_of_a_penalty() -> None:
    state = State(MOONS, kv.RBF(1.0), SOLVE, m=8, to_convert=2.0)
    assert lam_of(state) == 1 / 32
    best = page(SOLVE, loss="hinge", m=8, lam=lam_of(state))
    assert best.facts["C"] == pytest.approx(2.0)


def test_many_points_are_drawn_in_few_traces() -> None:
    lesson = page(DESCENT, m=60)
    assert lesson.picture is not None
    bundles = [t for t in lesson.picture.figure.data if t.name == "α"]
    alphas = lesson.facts["walk"].alphas
    assert len(bundles) == 2
    drawn = np.concatenate([np.asarray(t.y).reshape(-1, STEPS + 2)[:, :-1] for t in bundles])
    np.testing.assert_array_equal(np.sort(drawn[:, -1]), np.sort(alphas[-1]))
    many = page(SOLVE, m=60).picture
    assert many is not None
    assert all(t.text is None for t in many.figure.data)


def test_a_limit_beyond_the_picture_is_said() -> None:
    lesson = page(DESCENT, m=60)
    assert lesson.picture is not None
    assert "In exact arithmetic" in words(lesson.beside)
    low, high = lesson.picture.figure.layout.yaxis2.range
    alphas = lesson.facts["walk"].alphas
    assert low < alphas.min()
    assert high > alphas.max()
    assert high < 20 * np.abs(alphas).max()


@pytest.mark.parametrize("view", [SOLVE, DESCENT, SIZES, DUAL, SWAP])
def test_an_indefinite_kernel_gets_a_message_in_page_language(view: str) -> None:
    lesson = build(State(MOONS, kv.parse("poly(degree=2, coef0=-1)"), view))
    assert "not a kernel" in lesson.problem
    assert "in the sidebar" in lesson.problem
    assert "kernviz." not in lesson.problem


def test_names_of_limits_do_not_lie_on_each_other() -> None:
    lesson = page(DESCENT, "linear", load("wine").select((0, 1)))
    assert lesson.picture is not None
    trace = next(t for t in lesson.picture.figure.data if t.name.startswith("limit"))
    low, high = lesson.picture.figure.layout.yaxis2.range
    heights = sorted(y for y, name in zip(trace.y, trace.text, strict=True) if name)
    assert heights
    assert min(np.diff(heights), default=1.0) >= 0.03 * (high - low)
    assert len(set(trace.customdata)) == len(trace.y)


def test_a_kernel_without_coordinates_has_no_sizes_to_compare() -> None:
    lesson = build(State(MOONS, kv.parse("0*linear"), SIZES))
    assert "no coordinates" in lesson.problem
