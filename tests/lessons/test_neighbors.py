"""The Nearest neighbours page: the notes' numbers, oracles for every share it prints, and data no one would choose."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial import cKDTree
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors
from sklearn.svm import SVC

import kernviz as kv
from kernviz.data import Dataset, load
from kernviz.kernels import Kernel
from kernviz.lessons import neighbors, thumbnails
from kernviz.lessons.neighbors.euclid import comparison, points_agree
from kernviz.lessons.neighbors.neighbor_grid import MOST, around, around_euclid, machine
from kernviz.lessons.neighbors.reading import reading
from kernviz.lessons.neighbors.smart import machine as smart_machine
from kernviz.lessons.neighbors.state import SMART, State
from kernviz.lessons.number_format import percent
from kernviz.lessons.presets import PRESETS
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.selection import agreement
from kernviz.models.svm import KernelSVC
from kernviz.surfaces import Window
from tests.lessons.degenerate import LONELY
from tests.lessons.reading import (
    flat,
    in_turn,
    in_turn_or_all,
    names,
    pictures,
    printed,
    readout,
    sound,
    tab,
    tables,
    traces,
    words,
)

MINE = tuple(p for p in PRESETS if p.page == "neighbors")
POLY, GAUSS = kv.parse("poly(degree=2, gamma=1, coef0=1)"), kv.parse("rbf(gamma=1)")
KERNELS = [
    GAUSS,
    POLY,
    kv.parse("linear"),
    kv.parse("laplacian(gamma=1)"),
    kv.parse("rbf(gamma=3) + 0.2*poly(degree=3)"),
]


def moons(kernel: Kernel = GAUSS, **more: object) -> State:
    return State(load("moons", n=60, noise=0.3), kernel, **more)  # type: ignore[arg-type]


# ---- the notes' numbers ----------------------------------------------------------------------------------------------


def test_the_flip_of_the_notes() -> None:
    """z = 2.2 between 1 and 3. Euclid picks 3 (1.44 against 0.64), feature space 1 (17.6 against 18.6)."""
    lesson = sound(thumbnails.lesson(MINE[0]))
    read = lesson.facts["reading"]
    np.testing.assert_allclose(read.squared, [17.6256, 18.5856], rtol=1e-12)
    np.testing.assert_allclose(read.euclid, [1.44, 0.64], rtol=1e-12)
    assert (read.first, read.first_euclid) == (0, 1)
    text = words(lesson.beside)
    for part in ("is “1”", "17.63 against 18.59", "0.64 against 1.44", r"4 - 2\cdot10.24 + 34.11 = 17.63"):
        assert part in text, part
    (table,) = tables(tab(lesson, "The probe's neighbours"))
    assert table.columns["rank, kernel"] == [1, 2]
    assert table.columns["rank, Euclid"] == [2, 1]
    assert table.columns["d² by the kernel"] == ["17.63", "18.59"]
    assert table.columns["d² by Euclid"] == ["1.44", "0.64"]


def test_the_border_moves_to_the_value_of_the_notes() -> None:
    """2z² + z − 12 = 0 between 1 and 3: z = (−1 + √97)/4 = 2.212 for the kernel, 2 for Euclid."""
    lesson = thumbnails.lesson(MINE[0])
    kernel_band, euclid_band = (t for t in lesson.picture.figure.data if t.type == "heatmap")  # type: ignore[union-attr]
    for band, border in ((kernel_band, (np.sqrt(97) - 1) / 4), (euclid_band, 2.0)):
        row = np.asarray(band.z)[0]
        at = np.flatnonzero(row[1:] != row[:-1])
        assert len(at) == 1
        assert np.mean(np.asarray(band.x)[at[0] : at[0] + 2]) == pytest.approx(border, abs=0.01)


@pytest.mark.parametrize("gamma", [0.01, 1.0, 30.0, 1000.0])
@pytest.mark.parametrize("name", ["moons", "iris_petals", "three_blobs", "gaussians_1d", "conflicting_duplicates"])
@pytest.mark.sampled(21)
def test_a_gaussian_never_flips(name: str, gamma: float) -> None:
    lesson = sound(neighbors.build(State(load(name), kv.RBF(gamma))))
    apart = lesson.facts["comparison"]
    assert apart.plane_agrees == 1.0 or (apart.blind == 1.0 and apart.plane_agrees != apart.plane_agrees)
    assert points_agree(load(name), kv.RBF(gamma)) == 1.0
    assert readout(lesson, "same, points").value == "100 %"


def test_a_polynomial_does_flip() -> None:
    lesson = thumbnails.lesson(MINE[2])
    apart = lesson.facts["comparison"]
    assert 0.8 < apart.plane_agrees < 0.9
    assert traces(lesson.picture.figure, "Euclid's nearest")  # type: ignore[union-attr]
    assert percent(1 - apart.plane_agrees) in lesson.picture.caption  # type: ignore[union-attr]
    assert not traces(thumbnails.lesson(MINE[1]).picture.figure, "Euclid's nearest")  # type: ignore[union-attr]


def test_the_squared_distance_that_is_none() -> None:
    lesson = sound(neighbors.build(State(load("fun_time_4"), kv.parse("poly(degree=2, gamma=1, coef0=-1)"), k=1)))
    assert "squared distance between points 1 and 2 is −8, a negative number" in lesson.problem
    assert lesson.facts["pair"] == (0, 1, -8.0)
    assert r"= 0 - 2\cdot4 + 0 = -8" in words(lesson.beside)


def test_mixtures_alone_can_be_negative() -> None:
    """No pair is at a negative distance for the box kernel on 0, 1, 2 of three points, a mixture of three is."""
    data = Dataset(np.array([[0.0], [1.0], [2.0]]), np.array([0, 1, 0]), classes=("a", "b"), task="classification")
    kernel = kv.parse("1 - 2*linear + linear**2 - linear**4")
    lesson = sound(neighbors.build(State(data, kernel, k=1)))
    assert lesson.problem


# ---- oracles ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_neighbours_and_votes_are_scikit_learns_on_the_induced_distance(kernel: Kernel) -> None:
    data, k = load("three_blobs", n=90), 7
    lesson = neighbors.build(State(data, kernel, k=k))
    here, found = lesson.facts["around"], lesson.facts["votes"]
    rows = np.arange(0, len(here.near), 37)
    points = here.grid.places[rows]
    D = np.sqrt((kernel.diag(points)[:, None] - 2 * kernel(points, data.X) + kernel.diag(data.X)[None]).clip(min=0))
    K = kernel(data.X)
    own = np.sqrt((np.diag(K)[:, None] - 2 * K + np.diag(K)[None]).clip(min=0))
    theirs = NearestNeighbors(n_neighbors=k, metric="precomputed").fit(own).kneighbors(D)[0]
    ours = np.take_along_axis(D, here.near[rows, :k].astype(int), axis=1)
    np.testing.assert_allclose(ours, theirs, atol=1e-7)
    oracle = KNeighborsClassifier(k, metric="precomputed").fit(own, data.codes)
    np.testing.assert_array_equal(found[rows], oracle.predict(D))
    assert readout(lesson, "train").value == percent(oracle.score(own, data.codes))
    train, test = data.split(0.3, seed=0)
    kept = KernelNearestNeighbors(kernel, k).fit(train.X, train.codes).score(test.X, test.codes)
    assert readout(lesson, "held out").value == percent(kept)


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_shares_point_by_point(kernel: Kernel) -> None:
    data = load("moons", n=40)
    apart, here = comparison(data, kernel), around(data, kernel)
    rows = np.arange(0, len(here.near), 53)
    points = here.grid.places[rows]
    D = kernel.diag(points)[:, None] - 2 * kernel(points, data.X) + kernel.diag(data.X)[None]
    E = ((points[:, None] - data.X[None]) ** 2).sum(-1)
    np.testing.assert_array_equal(apart.flips[rows], D.argmin(axis=1) != E.argmin(axis=1))
    assert apart.plane_agrees == pytest.approx(1 - apart.flips.mean())
    K = kernel(data.X)
    D = np.diag(K)[:, None] - 2 * K + np.diag(K)[None]
    E = ((data.X[:, None] - data.X[None]) ** 2).sum(-1)
    np.fill_diagonal(D, np.inf)
    np.fill_diagonal(E, np.inf)
    assert points_agree(data, kernel) == np.mean(D.argmin(axis=1) == E.argmin(axis=1))


def test_the_table_is_the_reading() -> None:
    state = moons(POLY, k=3, probe=(0.7, -0.4))
    (table,) = tables(tab(neighbors.build(state), "The probe's neighbours"))[:1]
    z, data = np.array([[0.7, -0.4]]), state.data
    for i, point in enumerate(table.columns["point"]):
        x = data.X[[point - 1]]
        squared = (POLY(x) - 2 * POLY(x, z) + POLY(z))[0, 0]
        assert float(table.columns["d² by the kernel"][i].replace("−", "-")) == pytest.approx(squared, rel=1e-3)
        assert float(table.columns["d² by Euclid"][i]) == pytest.approx(((x - z) ** 2).sum(), rel=1e-3)
    assert table.columns["has a vote"].count("yes") == 3
    assert table.columns["rank, kernel"][:3] == [1, 2, 3]


def test_far_from_the_origin_euclid_keeps_its_digits() -> None:
    data = load("moons", n=30)
    far = replace(data, X=data.X + 1e5)
    np.testing.assert_array_equal(around_euclid(far).near[:, 0], around_euclid(data).near[:, 0])
    read = reading(far, GAUSS, far.X.mean(axis=0))
    assert read.first_euclid == int(((far.X - read.z) ** 2).sum(axis=1).argmin())


# ---- the smart neighbour ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gamma", "k"), [(0.3, 1), (3.0, 5), (50.0, 5)])
def test_agreement_is_that_of_the_fitted_machines(gamma: float, k: int) -> None:
    data = load("moons", n=60, noise=0.3).versus("+1")
    step = smart_machine.agreement_at(data, gamma, 10.0, k)
    points = smart_machine.compared_at(data)
    svm = KernelSVC(kv.RBF(gamma), 10.0).fit(data.X, data.signs)
    for count, expected in ((1, step.with_b), (k, step.neighbours)):
        near = KernelNearestNeighbors(kv.RBF(gamma), count).fit(data.X, data.signs)
        assert expected == pytest.approx(
            agreement(svm, near, points), abs=2 / len(points)
        )  # the middle is subtracted here
    f = svm.decision_function(points) - svm.intercept_
    nearest = KNeighborsClassifier(1).fit(data.X, data.signs).predict(points)
    clear = np.abs(f) > 1e-9
    assert abs(step.without_b - np.mean(np.sign(f) == nearest)) <= np.mean(~clear) + 2 / len(points)


def test_the_share_of_the_picture_is_that_of_a_fine_grid() -> None:
    """The shares of equal labels are means over the window, by cells of equal area."""
    data = load("moons").versus("+1")
    result = smart_machine.agreement_at(data, 1.0, 10.0, 5)
    svm = SVC(C=10.0, gamma=1.0, tol=1e-8).fit(data.X, data.signs)
    window = Window.around(data.X)
    fine = [np.linspace(*ends, 501) for ends in (window.x_range, window.y_range)]
    x, y = (axis[:-1] + np.diff(axis) / 2 for axis in fine)
    grid = np.column_stack([np.tile(x, 500), np.repeat(y, 500)])
    f = svm.decision_function(grid)
    nearest = data.signs[cKDTree(data.X).query(grid)[1]]
    assert result.with_b == pytest.approx(np.mean(np.sign(f) == nearest), abs=1e-3)
    assert result.without_b == pytest.approx(np.mean(np.sign(f - svm.intercept_) == nearest), abs=1e-3)
    assert (percent(result.with_b), percent(result.without_b)) == ("88.9 %", "94.8 %")


@pytest.mark.parametrize("name", ["moons", "blobs", "iris_petals"])
def test_without_b_the_agreement_rises_to_all(name: str) -> None:
    """As γ grows the SVM becomes the nearest neighbour; with b only where a point is near."""
    data = load(name)
    steps = smart_machine.swept(data.versus(data.classes[-1]), 10.0, 5)
    assert len(steps) == 13
    alone = [s.without_b for s in steps]
    assert alone[-1] > 0.998  # two of the irises stand in one place with two labels: there one vote must be wrong
    assert min(alone) < 0.95
    assert all(b > a - 0.01 for a, b in pairwise(alone[6:]))
    assert steps[-1].with_b < 0.8
    # every place has a support vector; which of several points in one place carries its weight is nobody's to say
    places = len(np.unique(np.column_stack([data.X, data.y]), axis=0)) / data.n
    assert places <= steps[-1].support <= 1.0


def test_the_printed_share_is_the_curves() -> None:
    lesson = sound(neighbors.build(moons(kv.RBF(2.0), view=SMART)))
    step = lesson.facts["smart"].agreement
    assert readout(lesson, "as 1-NN").value == percent(step.with_b)
    assert readout(lesson, "without b").value == percent(step.without_b)
    (curves,) = [p for p in pictures(lesson) if p.key == "agreement"]
    here = next(t for t in curves.figure.data if t.name == "here")
    np.testing.assert_allclose(here.y, [100 * step.with_b, 100 * step.without_b, 100 * step.support])
    assert set(here.x) == {2.0}


def test_weights_are_sizes_and_votes_are_shares() -> None:
    lesson = neighbors.build(moons(kv.RBF(2.0), view=SMART))
    seen = lesson.facts["smart"]
    alpha = seen.training.machine.alpha_
    gone = traces(lesson.picture.figure, "removed")[0]  # type: ignore[union-attr]
    assert sorted(gone.customdata) == np.flatnonzero(alpha == 0).tolist()
    sizes = {}
    for trace in (
        t
        for t in lesson.picture.figure.data
        if t.type == "scatter"
        and t.marker
        and np.size(t.marker.size) > 0
        and np.ndim(t.marker.size)
        and t.name in ("−1", "+1")
        and t.customdata is not None
    ):  # type: ignore[union-attr]
        sizes |= dict(zip(trace.customdata, trace.marker.size, strict=True))
    assert set(sizes) == set(np.flatnonzero(alpha > 0))
    order = sorted(sizes, key=lambda i: alpha[i])
    assert all(sizes[a] <= sizes[b] for a, b in pairwise(order))
    for share in (seen.votes.equal, seen.votes.near, seen.votes.weighted):
        assert share.sum() == pytest.approx(1.0)
    np.testing.assert_allclose(seen.votes.weighted[alpha[seen.votes.order] == 0], 0)
    assert seen.total == pytest.approx(seen.weighted_sum + seen.training.machine.intercept_)


def test_the_text_names_the_kernel_of_the_sidebar_or_of_the_page() -> None:
    text = [words(neighbors.build(moons(kernel, view=SMART, own_gamma=2.0)).beside) for kernel in (GAUSS, POLY)]
    assert "the sidebar's Gaussian" in text[0]
    assert "γ = 2 here; the sidebar has poly(degree=2, gamma=1, coef0=1)" in text[1]


# ---- odd data --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@in_turn_or_all
@pytest.mark.parametrize("name", names())
def test_every_dataset(name: str, every: bool) -> None:
    data = flat(load(name))
    data = data.take(np.arange(0, data.n, max(1, data.n // 60)))  # of every class some
    for view in in_turn(neighbors.VIEWS, names().index(name), every):
        lesson = sound(neighbors.build(State(data, GAUSS, view=view)))
        assert bool(lesson.problem) == (view == SMART and data.task != "classification"), view
        assert lesson.picture is not None


@pytest.mark.sampled(7)
@pytest.mark.parametrize("view", neighbors.VIEWS)
@pytest.mark.parametrize(
    "kernel", ["rbf(gamma=1)", "poly(degree=3)", "linear", "0*linear", "exp(exp(linear))", "linear - rbf"]
)
@pytest.mark.parametrize("name", LONELY)
def test_lonely_and_huge_data(name: str, kernel: str, view: str) -> None:
    sound(neighbors.build(State(LONELY[name], kv.parse(kernel), view=view)))


@pytest.mark.slow
def test_a_thousand_points() -> None:
    for view in neighbors.VIEWS:
        assert not sound(neighbors.build(State(load("moons", n=1000), GAUSS, view=view))).problem


def test_more_neighbours_than_points_and_ties() -> None:
    lesson = neighbors.build(State(load("xor"), GAUSS, k=25))
    assert "the vote of 4 neighbours is “−1”**: 2 of 4. There are only 4 points. It is a tie" in words(lesson.beside)
    lesson = neighbors.build(State(load("conflicting_duplicates"), GAUSS, k=1))
    assert "2 points stand where another one is" in words(lesson.beside)
    lesson = neighbors.build(State(load("xor"), GAUSS, k=1, probe=(0.0, 0.0)))
    assert "are equally far" in words(tab(lesson, "The probe's neighbours"))


def test_places_with_underflowing_kernel_values_are_counted() -> None:
    lesson = neighbors.build(State(load("moons"), kv.RBF(1000.0)))
    assert 0.2 < lesson.facts["comparison"].blind < 0.5
    assert "below 10⁻³⁰⁰ for every point" in words(lesson.beside)
    assert lesson.picture is not None
    assert lesson.picture.caption.startswith("Wherever the kernel tells points apart")
    lesson = neighbors.build(State(load("moons"), kv.parse("0*linear")))
    assert lesson.facts["comparison"].blind == 1.0  # also where the first point happens to be Euclid's nearest
    assert lesson.picture is not None
    assert lesson.picture.caption.startswith("Nowhere in the picture does the kernel tell points apart")
    assert "Another neighbour" not in words(lesson.beside)


def test_no_point_is_removed_and_none_is_beyond() -> None:
    lesson = neighbors.build(State(load("lecture_1d"), GAUSS, view=SMART))
    assert lesson.picture is not None
    assert "no α is 0" in lesson.picture.caption
    assert "beyond" not in "".join(p.caption for p in pictures(lesson))


def test_three_columns_are_too_many() -> None:
    lesson = neighbors.build(State(load("iris"), GAUSS))
    assert "choose two of them" in lesson.problem


# ---- quiz and code ---------------------------------------------------------------------------------------------------


def test_the_answer_is_hidden_until_it_is_asked_for() -> None:
    hidden, shown = (words(tab(neighbors.build(moons(POLY, answer=answer)), "Quiz 3")) for answer in (False, True))
    assert "How can you kernelise nearest neighbours" in hidden
    assert "k(x_i,x_i)" not in hidden
    assert r"k(x_i,x_i) - 2k(x_i,z) + k(z,z)" in shown


def test_the_code_runs_and_gives_the_pages_numbers() -> None:
    for state in (moons(POLY, k=4), moons(kv.RBF(0.7), view=SMART), State(load("square_corners"), GAUSS, k=2)):
        lesson = neighbors.build(state)
        text = printed(lesson, state.data).splitlines()
        if state.view == SMART:
            assert int(text[0].split()[0]) == len(lesson.facts["smart"].training.machine.support_)
        else:
            read = lesson.facts["reading"]
            assert text[0] == str(read.order[: state.k].tolist())
            np.testing.assert_allclose(eval(text[1]), read.squared[read.order[: state.k]], atol=1e-12)  # noqa: S307


@pytest.mark.sampled(3)
@pytest.mark.parametrize("gamma", [1e-3, 0.3, 7.0, 1e3])
@pytest.mark.parametrize("name", ["moons", "checkerboard", "iris_petals", "gaussians_1d"])
def test_neighbours_by_distance_equal_those_by_the_kernel(name: str, gamma: float) -> None:
    data, kernel = load(name), kv.parse(f"rbf(gamma={gamma})")
    for most in (8, MOST):
        here = around(data, kernel, most)
        some = slice(None, None, 7)
        wanted = machine(data, kernel).kneighbors(here.grid.places[some], min(most, data.n))[1]
        assert np.array_equal(here.near[some], wanted)


@pytest.mark.parametrize("kernel", [kv.RBF(0.1), POLY], ids=str)
def test_the_nearest_are_those_of_the_places_that_are_drawn(kernel: Kernel) -> None:
    """On a sheet that is no frame around the points, as after a point at the rim was dragged inwards."""
    data = replace(load("moons", n=30), sheet=(-4.0, 6.0, -5.0, 5.0))
    far = ((grid := around(data, kernel).grid.places)[:, None] - data.X[None]) ** 2
    assert (grid.min(), grid.max()) == (-5.0, 6.0)
    D = kernel.diag(data.X) - 2 * kernel(grid, data.X)
    np.testing.assert_array_equal(around_euclid(data).near[:, 0], far.sum(axis=-1).argmin(axis=1))
    np.testing.assert_array_equal(around(data, kernel).near[:, 0], D.argmin(axis=1))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", ["moons", "checkerboard", "iris_petals", "gaussians_1d", "circle_points"])
def test_euclids_nearest_are_those_of_a_sort(name: str) -> None:
    """Ties, of which whole-numbered and decimal points have many, in the order of the points."""
    data = load(name)
    for most in (8, MOST):
        here = around_euclid(data, most)
        squares = ((here.grid.places[:, None] - data.X[None]) ** 2).sum(axis=-1)
        wanted = np.argsort(squares, axis=1, kind="stable")[:, :most]
        theirs, ours = np.take_along_axis(squares, wanted, 1), np.take_along_axis(squares, here.near, 1)
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)
        apart = np.diff(theirs, axis=1) > 1e-12 * theirs[:, 1:]
        clear = np.pad(apart, ((0, 0), (1, 0)), constant_values=True)[:, :-1] & apart
        assert np.array_equal(here.near[:, :-1][clear], wanted[:, :-1][clear])
