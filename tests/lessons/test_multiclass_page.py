"""The Many classes page: S4's counts, scikit-learn's strategies, one training behind every number, data no one would
choose.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC

import kernviz as kv
from kernviz.data import Dataset, load
from kernviz.data.untrusted_text import unveil
from kernviz.kernels import Kernel
from kernviz.lessons import multiclass
from kernviz.lessons.multiclass.decision_path import path
from kernviz.lessons.multiclass.machines import Trained, everyone, train, winners
from kernviz.lessons.multiclass.state import DAG, PAIRS, REST, SINGLE, STRATEGIES, State
from kernviz.lessons.number_format import percent
from kernviz.lessons.presets import PRESETS
from kernviz.lessons.shared.picture_grid import PictureGrid
from kernviz.lessons.shared.training import Failure
from kernviz.regions import PARTS
from tests.lessons.degenerate import LONELY
from tests.lessons.reading import flat, names, pictures, printed, readout, sound, tab, tables, traces, words

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # the certificate says it
MINE = tuple(p for p in PRESETS if p.page == "multiclass")
GAUSS, LINEAR = kv.parse("rbf(gamma=1)"), kv.parse("linear")
WIDE = 900  # pixels of the plane where it is largest
FOUR = State(load("four_classes"), GAUSS)


def ring(classes: int, n: int = 80, d: int = 2) -> Dataset:
    """Clusters around a circle, or side by side on a line."""
    rng, codes = np.random.default_rng(0), np.arange(n) % classes
    angle = 2 * np.pi * codes / classes
    X = 3 * np.c_[np.cos(angle), np.sin(angle)] if d == 2 else 2.0 * codes[:, None]
    labels = tuple(chr(ord("a") + i) for i in range(classes))
    return Dataset(X + 0.6 * rng.normal(size=X.shape), codes, classes=labels, task="classification", name="ring")


# ---- the notes' numbers ----------------------------------------------------------------------------------------------


def test_the_counts_of_the_notes() -> None:
    """K = 4: 4 / 1 / 6 machines, 3 evaluations in the DAG."""
    for strategy, machines, evaluations in ((REST, 4, 4), (PAIRS, 6, 6), (DAG, 6, 3), (SINGLE, 1, 4)):
        lesson = multiclass.build(replace(FOUR, strategy=strategy))
        assert readout(lesson, "machines").value == str(machines)
        assert readout(lesson, "evaluations").value == str(evaluations)
    table, _ = tables(tab(multiclass.build(FOUR), "Four strategies"))
    assert table.columns["machines"] == [4, 6, 6, 1]
    assert table.columns["evaluations a prediction"] == [4, 6, 3, 4]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("classes", [2, 3, 5, 10, *(pytest.param(n, marks=pytest.mark.long) for n in (4, 6, 7, 8, 9))])
def test_from_two_to_ten_classes(classes: int) -> None:
    state = State(ring(classes), GAUSS, C=3.0)
    for strategy in STRATEGIES:
        lesson = sound(multiclass.build(replace(state, strategy=strategy)))
        pairs = classes * (classes - 1) // 2
        assert readout(lesson, "machines").value == str({REST: classes, PAIRS: pairs, DAG: pairs, SINGLE: 1}[strategy])
        assert ("With two classes" in words(lesson.beside)) == (classes == 2)
        assert any(p.key == "dag" for p in pictures(lesson)) == (strategy == DAG)
    dag = everyone(state)[DAG]
    assert isinstance(dag, Trained)
    assert dag.evaluations == classes - 1


def test_two_classes_are_one_machine_and_a_single_objective_that_of_twice_the_penalty() -> None:
    data = load("moons", n=80)
    f = {strategy: train(strategy, data, GAUSS, 3.0) for strategy in STRATEGIES}
    rest, pairs, dag = (f[s].values for s in STRATEGIES[:3])  # type: ignore[union-attr]
    np.testing.assert_allclose(rest[:, 0], -rest[:, 1], atol=1e-9)
    np.testing.assert_allclose(rest[:, 1], pairs[:, 0], atol=1e-9)
    np.testing.assert_array_equal(pairs, dag)
    double = kv.KernelSVC(GAUSS, 6.0).fit(data.X, data.codes)
    single = f[SINGLE].values  # type: ignore[union-attr]
    np.testing.assert_allclose(
        single[:, 1] - single[:, 0], double.decision_function(PictureGrid.of(data).places), atol=1e-6
    )


# ---- oracles ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", [GAUSS, LINEAR, kv.parse("poly(degree=2, gamma=1, coef0=1)")], ids=str)
def test_scikit_learns_strategies(kernel: Kernel) -> None:
    data = load("four_classes")
    state = State(data, kernel, C=2.0)
    points = PictureGrid.of(data).places[::17]
    K, cross = kernel(data.X), kernel(points, data.X)
    ours = {s: train(s, data, kernel, 2.0) for s in (REST, PAIRS)}
    rest = OneVsRestClassifier(SVC(kernel="precomputed", C=2.0, tol=1e-8)).fit(K, data.codes)
    np.testing.assert_allclose(ours[REST].values[::17], rest.decision_function(cross), rtol=1e-5, atol=1e-4)  # type: ignore[union-attr]
    pairs = SVC(kernel="precomputed", C=2.0, tol=1e-8, decision_function_shape="ovo").fit(K, data.codes)
    np.testing.assert_allclose(ours[PAIRS].values[::17], -pairs.decision_function(cross), rtol=1e-5, atol=1e-4)  # type: ignore[union-attr]
    claims = (rest.decision_function(cross) > 0).sum(axis=1)
    clear = np.abs(rest.decision_function(cross)).min(axis=1) > 1e-4
    np.testing.assert_array_equal(ours[REST].ambiguous[::17][clear], (claims != 1)[clear])  # type: ignore[union-attr]
    lesson = multiclass.build(state)
    assert readout(lesson, "train").value == percent(rest.score(K, data.codes))
    assert readout(lesson, "open").value == percent(float(ours[REST].ambiguous.mean()))  # type: ignore[union-attr]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_one_training_behind_every_number(strategy: str) -> None:
    state = replace(FOUR, strategy=strategy, kernel=LINEAR, probe=(0.3, -0.2))
    lesson = sound(multiclass.build(state))
    seen = lesson.facts["trained"]
    m = seen.machine
    assert readout(lesson, "train").value == percent(m.score(state.data.X, state.data.codes))
    np.testing.assert_array_equal(seen.codes[seen.winners], m.predict(PictureGrid.of(state.data).places))
    predicted = m.predict([[0.3, -0.2]])[0]
    assert f"At the probe: “{state.data.classes[predicted]}”." in words(lesson.beside)
    regions = lesson.picture.figure.data[0]  # type: ignore[union-attr]
    np.testing.assert_array_equal((np.asarray(regions.z) - 1)[::4, ::4].ravel(), seen.codes[seen.winners])
    fine = np.stack(np.meshgrid(regions.x, regions.y), axis=-1).reshape(-1, 2)
    assert (
        np.mean(m.predict(fine) == (np.asarray(regions.z) - 1).ravel()) > 0.9999
    )  # an island may be smaller than a cell
    rows = set()
    machines = [m] if strategy == SINGLE else m.machines_
    for machine in machines:
        rows |= {tuple(x) for x in machine.X_[machine.support_]}
    assert readout(lesson, "support vectors").value == f"{len(rows)} / 120"
    assert seen.worst == max(machine.certificate_.kkt for machine in machines)
    assert seen.worst < 1e-6


def test_the_path_of_the_probe() -> None:
    state = replace(FOUR, strategy=DAG, kernel=LINEAR)
    for probe in ((1.2, 1.2), (-1.2, 1.2), (-1.2, -1.2), (1.2, -1.2), (0.0, 0.0)):
        lesson = multiclass.build(replace(state, probe=probe))
        seen = lesson.facts["trained"]
        steps = path(seen, np.array(probe))
        assert len(steps) == 3
        assert steps[0][0] == (0, 3)
        assert seen.names[steps[-1][1]] == state.data.classes[seen.machine.predict([probe])[0]]
        (figure,) = [p.figure for p in pictures(lesson) if p.key == "dag"]
        bold = [text for trace in traces(figure, "asked") for text in trace.text]
        assert len(bold) == 4  # three questions and the class that is left
        assert len([x for x in traces(figure, "the path")[0].x if x is not None]) == 6
        (table,) = tables(tab(lesson, "The probe"))
        assert table.columns["question"] == ["1", "2", "3", *["not asked"] * 3]


def test_votes_add_up_and_ties_are_hatched() -> None:
    lesson = multiclass.build(replace(FOUR, strategy=PAIRS, kernel=LINEAR))
    seen = lesson.facts["trained"]
    votes = seen.machine.counted(seen.values)[0]
    assert (votes.sum(axis=1) == 6).all()
    tied = np.array([(row == row.max()).sum() > 1 for row in votes])
    np.testing.assert_array_equal(seen.ambiguous, tied)
    assert 0 < tied.sum() < 100
    _, table = tables(tab(lesson, "The probe"))
    assert sum(table.columns["votes"]) == 6


def test_agreement_is_symmetric_and_of_the_places() -> None:
    state = replace(FOUR, kernel=LINEAR)
    lesson = multiclass.build(state)
    by_name = {name: found for name, found in everyone(state).items() if isinstance(found, Trained)}
    _, table = tables(tab(lesson, "Four strategies"))
    for (i, a), (j, b) in combinations(enumerate(STRATEGIES), 2):
        share = percent(float(np.mean(by_name[a].winners == by_name[b].winners)))
        assert table.columns[a][j] == table.columns[b][i] == share
    votes = by_name[PAIRS].machine.counted(by_name[PAIRS].values)[0]
    beaten = votes.max(axis=1) < 3  # no class wins all its pairs
    assert not (by_name[PAIRS].winners != by_name[DAG].winners)[~beaten].any()


def test_hatching_and_lines_come_and_go() -> None:
    def seen(**more: object) -> list[str]:
        lesson = multiclass.build(replace(FOUR, kernel=LINEAR, **more))  # type: ignore[arg-type]
        return [t.name or "" for t in lesson.picture.figure.data]  # type: ignore[union-attr]

    assert any(n.startswith("f > 0 for none or several") for n in seen())
    assert not any(n.startswith("f > 0 for none or several") for n in seen(hatch=False))
    assert not any(n.startswith("f = 0,") for n in seen())
    assert sum(n.startswith("f = 0,") for n in seen(lines=True)) == 4
    assert sum(n.startswith("f = 0,") for n in seen(lines=True, strategy=PAIRS)) == 6
    assert not any(n.startswith("f = 0,") for n in seen(lines=True, strategy=SINGLE))


# ---- odd data --------------------------------------------------------------------------------------------------------


@pytest.mark.sampled(31)
@pytest.mark.parametrize("name", names())
def test_every_dataset(name: str) -> None:
    data = flat(load(name))
    for strategy in (REST, DAG):
        lesson = sound(multiclass.build(State(data, GAUSS, strategy)))
        assert bool(lesson.problem) == (data.task != "classification")
        assert lesson.picture is not None


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_data_on_a_line(strategy: str) -> None:
    lesson = sound(multiclass.build(State(ring(4, d=1), GAUSS, strategy)))
    assert not lesson.problem
    assert lesson.picture is not None
    graphs = sum((t.name or "").startswith("f, ") for t in lesson.picture.figure.data)
    assert graphs == (6 if strategy in (PAIRS, DAG) else 4)


@pytest.mark.sampled(7)
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("kernel", ["rbf(gamma=1)", "poly(degree=3)", "0*linear", "exp(exp(linear))", "linear - rbf"])
@pytest.mark.parametrize("name", LONELY)
def test_lonely_and_huge_data(name: str, kernel: str, strategy: str) -> None:
    sound(multiclass.build(State(LONELY[name], kv.parse(kernel), strategy)))


def test_sentences_with_a_way_out() -> None:
    for data, message in (
        (load("sine"), "has no classes"),
        (LONELY["one class"], "All points"),
        (load("cloud"), "has no classes"),
    ):
        lesson = multiclass.build(State(data, GAUSS))
        assert message in lesson.problem
        assert "Choose data with" in lesson.problem
    lesson = multiclass.build(State(load("moons"), kv.parse("sigmoid(gamma=1, coef0=-1)")))
    assert "against the rest: not a kernel" in unveil(lesson.problem)
    assert "eigenvalue −" in lesson.problem


def test_sentences_about_one_machine_and_about_roundoff() -> None:
    pair = multiclass.build(State(load("moons"), GAUSS, DAG))
    assert "Its one machine was asked" in words(pair.beside)
    assert "1 machine trained" in "".join(p.caption for p in pictures(pair))
    level = multiclass.build(State(load("iris_petals"), kv.parse("0*linear"), SINGLE))
    assert "equal up to rounding" in words(level.beside)


def test_regions_too_small_to_be_drawn_are_counted() -> None:
    data = load("iris_petals")
    narrow = multiclass.build(State(data, kv.RBF(1000.0), DAG))
    assert narrow.picture is not None
    (regions,) = traces(narrow.picture.figure, "regions")
    wrong = [
        regions.z[np.abs(regions.y - y).argmin(), np.abs(regions.x - x).argmin()] - 1 != count
        for (x, y), count in zip(data.X, narrow.facts["trained"].machine.predict(data.X), strict=True)
    ]
    assert f"{percent(np.mean(wrong))} of the points stand in regions too small" in narrow.picture.caption
    smooth = multiclass.build(State(data, GAUSS, DAG))
    assert smooth.picture is not None
    assert "too small to be drawn" not in smooth.picture.caption


def test_a_class_without_points_is_not_asked() -> None:
    lesson = multiclass.build(State(LONELY["a class without points"], GAUSS, PAIRS))
    assert lesson.facts["trained"].names == ("1", "2")
    assert lesson.facts["trained"].machines == 1


def test_the_single_objective_has_its_size() -> None:
    data = load("four_classes", n=400)
    found = train(SINGLE, data, GAUSS, 1.0)
    assert isinstance(found, Failure)
    assert "400 points of 4 classes" in found.words
    assert "300 points of 4 classes" in found.words
    lesson = sound(multiclass.build(State(data, GAUSS, SINGLE)))
    assert lesson.problem == found.words
    lesson = sound(multiclass.build(State(data, GAUSS)))
    assert found.words in words(tab(lesson, "Four strategies"))
    assert isinstance(train(SINGLE, load("four_classes", n=300), GAUSS, 1.0), Trained)


def test_a_thousand_points() -> None:
    assert not sound(multiclass.build(State(load("four_classes", n=1000), GAUSS))).problem


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_code_runs_and_gives_the_pages_numbers(strategy: str) -> None:
    state = replace(FOUR, strategy=strategy, probe=(0.5, -0.25), C=1.7)
    lesson = multiclass.build(state)
    score, name = printed(lesson, state.data).splitlines()[0].split()
    seen = lesson.facts["trained"]
    assert float(score) == seen.train_accuracy
    assert f"At the probe: “{name}”." in words(lesson.beside)


def test_the_values_in_the_picture_are_those_of_the_machines() -> None:
    for strategy in STRATEGIES:
        found = train(strategy, FOUR.data, GAUSS, 1.0)
        assert isinstance(found, Trained)
        np.testing.assert_allclose(
            found.values, found.machine.values(PictureGrid.of(FOUR.data).places), rtol=1e-9, atol=1e-9
        )


@pytest.mark.sampled(5)
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("kernel", ["rbf(gamma=1)", "rbf(gamma=10)", "linear"])
def test_the_drawn_border_is_that_of_the_machine_within_half_a_pixel(kernel: str, strategy: str) -> None:
    state = State(load("three_blobs"), kv.parse(kernel), strategy=strategy)
    trained = train(strategy, state.data, state.kernel, state.C)
    assert isinstance(trained, Trained)
    picture = pictures(multiclass.build(state))[0]
    window, rng = PictureGrid.of(state.data).window, np.random.default_rng(0)
    places = np.column_stack([rng.uniform(*window.x_range, 20000), rng.uniform(*window.y_range, 20000)])
    won = trained.codes[winners(trained.machine, trained.machine.values(places))]
    near, wrong, borders = 0, 0, []
    for border in (trace for trace in picture.figure.data if trace.get("name") == "border"):
        x, y, parts = (np.asarray(border[name], dtype=float) for name in "xyz")
        pixels = RegularGridInterpolator((y, x), parts)(places[:, ::-1]) / PARTS * WIDE / (len(x) - 1)
        borders.append(pixels)
    meeting = sum(np.abs(border) < WIDE / (len(x) - 1) for border in borders) > 1  # where three classes meet
    for digit, pixels in enumerate(borders):
        certain = (np.abs(pixels) > 0.5) & ~meeting
        near += np.count_nonzero(certain & (np.abs(pixels) < 3))
        wrong += np.count_nonzero(certain & ((pixels > 0) != (won >> digit & 1 == 1)))
    assert near > 100
    assert wrong < 0.01 * near  # at the tip of a region narrower than a cell
