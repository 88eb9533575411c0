"""The Geometry page: the notes' numbers are readable on it, every number is that of its definition, odd data get a
sentence.
"""

from __future__ import annotations

import numpy as np
import pytest

import kernviz as kv
from kernviz.data import Dataset, load
from kernviz.features.geometry import density, squared_distance_to_mean
from kernviz.lessons import geometry as page
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.geometry.landscape import landscape
from kernviz.lessons.geometry.scene import scene_of, weights
from kernviz.lessons.geometry.state import FROM_POINT, PARZEN, State
from kernviz.lessons.geometry.tabs import minimum as mean
from kernviz.lessons.geometry.tabs.p_and_q import by_features, by_kernel, unique
from kernviz.lessons.lesson import Lesson, Numbers, Picture, Readout, Table
from kernviz.lessons.presets import PRESETS, Preset
from kernviz.lessons.shared.typed_points import typed_points
from kernviz.surfaces import Surface
from tests.lessons.reading import pictures, printed, readouts, tab, value, words

MOONS = load("moons", n=40)
PAIR = State(MOONS, kv.parse("rbf(gamma=1)"), typed="0, 1")


def state(name: str = "moons", k: str = "rbf(gamma=1)", **more: object) -> State:
    return State(load(name), kv.parse(k), **more)  # type: ignore[arg-type]


def table(lesson: Lesson, title: str, place: int = 0) -> dict[str, str]:
    """First column -> second column."""
    found = [b for b in tab(lesson, title) if isinstance(b, Table)][place]
    first, second = list(found.columns.values())[:2]
    return dict(zip(first, second, strict=True))


# ---- the notes' numbers ----------------------------------------------------------------------------------------------


def test_two_points_at_distance_one() -> None:
    """Distance, angle, centre of mass and variance as they stand on the page."""
    lesson = page.build(PAIR)
    shown = readouts(lesson)
    assert shown["k(x, z)"] == "0.3679"
    assert shown["distance²"] == "1.2642"
    assert shown["distance"] == "1.1244"
    assert shown["angle"] == "68.4°"
    assert shown["‖Φ̄‖²"] == "0.6839"
    assert shown["variance"] == "0.3161"
    assert "the image of no point" in words(lesson.beside)
    assert "not an image" in words(tab(lesson, "Centre of mass"))
    assert lesson.picture is not None
    assert "1.1244" in lesson.picture.alt
    assert "68.4°" in lesson.picture.alt


def test_a_gaussian_is_never_beyond_a_right_angle_or_root_two() -> None:
    lesson = page.build(state(k="rbf(gamma=50)"))
    read = lesson.facts["measure"]
    assert read.angle is not None
    assert read.angle <= 90
    assert read.distance is not None
    assert read.distance <= 2**0.5


def test_the_exercise() -> None:
    """d² = 4 − 18 + 25 = 11, k = 1.67e-5."""
    text = words(tab(page.build(state()), "Exercise"))
    assert r"4 - 2\cdot9 + 25 = 11" in text
    assert r"1.67\cdot10^{-5}" in text.replace(" ", "")
    assert "squares add up to 11" in text
    found = table(page.build(state()), "Exercise")
    assert all("negative" not in v for v in found.values())
    assert "negative" in table(page.build(state(k="-rbf(gamma=1)")), "Exercise")["-rbf(gamma=1)"]


def test_width_of_the_exercise_is_its_own() -> None:
    found = words(tab(page.build(state(k="linear", variance=4.0)), "Exercise"))
    assert np.exp(-11 / 4) == pytest.approx(0.0639, abs=5e-5)
    assert "0.0639" in found


def test_the_mean_of_cubes_is_an_image() -> None:
    """E10: φ(x) = x³ is not linear, and the mean of 1 and 27 is φ(2.41)."""
    lesson = page.build(state("two_neighbours", "linear**3"))
    assert lesson.facts["landscape"].nearest[0] == pytest.approx(14 ** (1 / 3), rel=1e-4)
    assert "it is an image, that of 2.41" in words(lesson.beside)
    linear = page.build(State(MOONS, kv.parse("linear")))
    np.testing.assert_allclose(linear.facts["landscape"].nearest, MOONS.X.mean(axis=0), atol=1e-9)
    assert "Here" in words(tab(linear, "Centre of mass"))


# ---- every number by its definition ----------------------------------------------------------------------------------

FINITE = ["linear", "poly(degree=2, gamma=1, coef0=1)", "poly(degree=3, gamma=0.5, coef0=1) + 2*linear"]


@pytest.mark.parametrize("k", FINITE)
def test_combinations_by_kernel_and_by_features(k: str) -> None:
    """Seven numbers by the kernel and by the feature map."""
    kernel, X = kv.parse(k), MOONS.X[:5]
    phi = kv.feature_map(kernel, 2)
    assert phi is not None
    p, q = np.array([1, 0.5, -1]), np.array([0.5, 1, 2, -1, 0.25])
    ours, theirs = by_kernel(kernel(X), p, q), by_features(phi(X), p, q)
    assert list(ours) == list(theirs)
    assert list(ours.values()) == pytest.approx(list(theirs.values()), rel=1e-9)
    P, Q = p @ phi(X[:3]), q @ phi(X)
    assert ours["P·Q"] == pytest.approx(float(P @ Q), rel=1e-9)
    assert ours["‖P − Q‖² = P·P − 2 P·Q + Q·Q"] == pytest.approx(float(((P - Q) ** 2).sum()), rel=1e-9)
    assert ours["‖P‖"] == pytest.approx(float(np.linalg.norm(P)), rel=1e-9)


def test_the_cells_of_the_picture_add_up_to_the_product() -> None:
    lesson = page.build(State(MOONS, kv.parse("poly(degree=2)"), p="1, 0.5, -1", q="2, -3"))
    (cells,) = (b for b in tab(lesson, "P and Q") if isinstance(b, Picture))
    total = float(np.asarray(cells.figure.data[0].z, dtype=float).sum())
    assert float(table(lesson, "P and Q")["P·Q"].replace("−", "-")) == pytest.approx(total, rel=1e-5)


def test_weights_are_unique_only_where_images_are_independent() -> None:
    X, p = np.array([[1.0, 0], [2, 0], [0, 1]]), np.array([1.0, 1.0, 1.0])
    assert "not unique" in unique(kv.Linear()(X), p)
    assert "linearly independent" in unique(kv.RBF(1)(X), p)
    lesson = page.build(State(Dataset(X), kv.Linear(), p="2, -1"))
    assert table(lesson, "P and Q")["‖P‖"] == "0"


@pytest.mark.parametrize("line", ["from the origin", FROM_POINT])
@pytest.mark.parametrize("t", [-0.5, 0.0, 0.3, 1.0, 2.5])
def test_the_numeric_slope_needs_the_factor_n(t: float, line: str) -> None:
    """Erratum E9: the derivative of g has the factor n."""
    seen = scene_of(State(MOONS, kv.parse("rbf(gamma=1)"), line=line))
    along = mean.line_of(State(MOONS, kv.parse("rbf(gamma=1)"), line=line), seen)
    scale = abs(along.slope(0, 40)) + 1
    assert along.numeric(t) == pytest.approx(along.slope(t, 40), abs=1e-7 * scale)
    if t != 0 or line == FROM_POINT:
        assert abs(along.numeric(t) - along.slope(t, 1)) > 1e-3 * scale
    by_definition = sum(
        float(seen.K[i, i] - 2 * seen.K[i] @ along.weights(t) + along.weights(t) @ seen.K @ along.weights(t))
        for i in range(seen.n)
    )
    assert along.g(t) == pytest.approx(by_definition, rel=1e-10)
    assert along.g(t) >= along.g(1.0)


def test_the_printed_derivative_points_to_n_times_the_mean() -> None:
    seen = scene_of(PAIR)
    assert mean.line_of(PAIR, seen).printed_zero() == pytest.approx(2)
    assert "at t = 2 instead" in next(
        b.caption for b in tab(page.build(PAIR), "Why it is the minimum") if isinstance(b, Picture) and b.key == "g"
    )


@pytest.mark.parametrize("place", [0.0, 20.0, 100.0])
def test_the_parabola_is_least_at_the_mean(place: float) -> None:
    lesson = page.build(State(Dataset(np.array([[1.0], [2.0], [6.0]])), kv.Linear(), place=place))
    drawn = next(b for b in tab(lesson, "Why it is the minimum") if isinstance(b, Picture) and b.key == "parabola")
    xs, ys = np.asarray(drawn.figure.data[0].x), np.asarray(drawn.figure.data[0].y)
    assert xs[ys.argmin()] == pytest.approx(3, abs=(xs[1] - xs[0]) / 2 + 1e-12)
    X = 1 + place / 100 * 5
    np.testing.assert_allclose([drawn.figure.data[1].x[0], drawn.figure.data[1].y[0]], [X, 14 + 3 * (X - 3) ** 2])
    assert "at ā = 3 it is 14" in drawn.caption


def test_centring_on_the_page() -> None:
    """Erratum E11: row sums 0, equation (4) = HKH, trace/n = 1 − ‖Φ̄‖²."""
    lesson = page.build(State(MOONS, kv.parse("rbf(gamma=1)")))
    (shown,) = (b for b in tab(lesson, "Centring") if isinstance(b, Table))
    K = kv.parse("rbf(gamma=1)")(MOONS.X)
    H = np.eye(40) - 1 / 40
    centred = dict(zip(shown.columns["quantity"], shown.columns["K′"], strict=True))
    assert float(centred["trace/n = mean ‖φ‖²"]) == pytest.approx(np.trace(H @ K @ H) / 40, rel=1e-4)
    assert float(centred["trace/n = mean ‖φ‖²"]) == pytest.approx(1 - K.mean(), rel=1e-4)
    assert abs(value(centred["largest |row sum|"])) < 1e-12
    drawn = [b.figure.data[0] for b in tab(lesson, "Centring") if isinstance(b, Picture)]
    assert len(drawn) == 2
    order = [int(v) - 1 for v in drawn[1].x]
    np.testing.assert_allclose(np.asarray(drawn[1].z), (H @ K @ H)[np.ix_(order, order)], atol=1e-6)


def test_large_matrices_are_thinned_and_say_so() -> None:
    data = load("moons", n=200)
    drawn = [b for b in tab(page.build(State(data, kv.RBF(1))), "Centring") if isinstance(b, Picture)]
    assert all(len(b.figure.data[0].x) == 60 and "60 of the 200" in b.caption for b in drawn)


@pytest.mark.parametrize("field", ["distance to the mean", PARZEN])
def test_the_field_is_the_distance_or_the_density(field: str) -> None:
    lesson = page.build(State(MOONS, kv.parse("rbf(gamma=2)"), field=field))
    assert lesson.picture is not None
    heat = lesson.picture.figure.data[0]
    x, y = heat.x[30], heat.y[70]
    near = np.exp(-2 * ((MOONS.X - [x, y]) ** 2).sum(axis=1)).mean()
    K = kv.RBF(2)(MOONS.X)
    wanted = near if field == PARZEN else np.sqrt(1 - 2 * near + K.mean())
    assert float(heat.z[70][30]) == pytest.approx(wanted, rel=1e-5)


@pytest.mark.parametrize("gamma", [1e-3, 1.0, 300.0])
def test_the_density_of_a_gaussian_in_two_factors(gamma: float) -> None:
    around = landscape(MOONS, kv.RBF(gamma))
    assert isinstance(around.density, Surface)
    Z = np.stack(np.meshgrid(around.density.x, around.density.y), axis=-1).reshape(-1, 2)
    np.testing.assert_allclose(
        around.density.values.ravel(), density(kv.RBF(gamma), MOONS.X, Z), rtol=1e-11, atol=1e-300
    )
    wanted = squared_distance_to_mean(kv.RBF(gamma), MOONS.X, Z)
    np.testing.assert_allclose(around.squared.values.ravel(), wanted, rtol=1e-8, atol=1e-14)


def test_every_point_is_listed_farthest_first() -> None:
    (shown,) = (b for b in tab(page.build(State(MOONS, kv.RBF(1))), "Every point") if isinstance(b, Table))
    squared = np.array(shown.columns["distance² to the mean"])
    assert (np.diff(squared) <= 0).all()
    K, order = kv.RBF(1)(MOONS.X), np.array(shown.columns["point"]) - 1
    np.testing.assert_allclose(shown.columns["density"], K.mean(axis=1)[order], rtol=1e-12)
    np.testing.assert_allclose(squared, (1 - 2 * K.mean(axis=1) + K.mean())[order], rtol=1e-9)


def test_parzen_has_its_constant_for_a_gaussian_only() -> None:
    assert "Parzen's estimate" in words(tab(page.build(PAIR), "Every point"))
    assert "Parzen's estimate" not in words(tab(page.build(state(k="poly(degree=2)")), "Every point"))


# ---- what is no kernel, and odd data ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("k", "message"),
    [
        ("-rbf(gamma=1)", "squared distance is **negative**"),
        ("growing", "cosine would be"),
        ("1e-200*(linear + 1) + sinediff", "cosine would be"),
        ("linear", "the origin, which has no direction"),
    ],
)
def test_impossible_readings_are_said_plainly(k: str, message: str) -> None:
    lesson = page.build(State(MOONS, kv.parse(k), typed="0, 1"))
    assert not lesson.problem
    assert message in words(lesson.beside)
    assert readouts(lesson)["angle"] == "none"


def test_negative_squared_distances_are_drawn_in_the_second_colour() -> None:
    lesson = page.build(state(k="-rbf(gamma=1)"))
    assert lesson.picture is not None
    heat = lesson.picture.figure.data[0]
    assert heat.zmin == -heat.zmax
    assert "is negative, down to" in lesson.picture.caption
    assert "impossible" in lesson.picture.alt
    assert "negative" in words(tab(lesson, "P and Q"))


ODD = {
    "one point": Dataset(np.array([[1.0, 2.0]])),
    "one place": Dataset(np.ones((6, 2))),
    "one place on a line": Dataset(np.ones((6, 1))),
    "tiny": Dataset(np.eye(3)[:, :2] * 1e-300),
    "mixed scales": Dataset(np.random.default_rng(0).normal(size=(8, 2)) * [1e-9, 1e5]),
    "huge": Dataset(np.random.default_rng(0).uniform(-1e6, 1e6, size=(12, 2))),
    "regression": load("sine", n=12),
    "one class": Dataset.labelled(np.eye(2), ["a", "a"]),
}
KERNELS = [
    "rbf(gamma=1)",
    "linear",
    "0*linear",
    "poly(degree=20)",
    "growing",
    "exp(exp(linear))",
    "sinediff",
    "-rbf(gamma=1)",
    "rbf(gamma=1e12)",
    "sigmoid(gamma=1, coef0=-1)",
    "normalize(linear)",
    "poly(degree=2, gamma=1, coef0=-1)",
]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("k", KERNELS)
@pytest.mark.parametrize("name", ODD)
def test_odd_data_and_kernels(name: str, k: str) -> None:
    lesson = page.build(State(ODD[name], kv.parse(k)))
    if lesson.problem:
        assert lesson.problem.endswith(".")
        assert not lesson.tabs
    else:
        assert len(lesson.tabs) == 8
        for picture in pictures(lesson):
            for trace in picture.figure.data:
                if trace.type == "heatmap":
                    assert np.isfinite(np.asarray(trace.z, dtype=float)).all()


def test_three_columns_are_refused() -> None:
    lesson = page.build(State(Dataset(np.eye(3)), kv.RBF(1)))
    assert "choose two of them" in lesson.problem


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0, x", "“x” in the points is not a number"),
        ("0 0; 1", "two numbers each"),
        ("1e9", "up to a million"),
        (", ,", "Nothing to read"),
        (" ".join("1" * 61), "at most 60"),
        (";", "Nothing to read"),
    ],
)
def test_points_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("“", ".").replace("”", ".")):
        typed_points(text)
    assert message in page.build(State(MOONS, kv.RBF(1), typed=text)).problem


def test_weights_that_cannot_be_read_leave_the_rest_of_the_page() -> None:
    lesson = page.build(State(MOONS, kv.RBF(1), p="1, two"))
    assert not lesson.problem
    assert "“two” in the weights p is not a number" in words(tab(lesson, "P and Q"))
    with pytest.raises(ValueError, match="at most 5"):
        weights("1 2 3 4 5 6", "q")
    assert weights("1, −2", "q").tolist() == [1.0, -2.0]


@pytest.mark.parametrize(
    ("typed", "dropped"), [("1, 0.5, -1", True), ("1 0.5 -1", True), ("1, 0.5", False), ("1, 0.5,", False)]
)
def test_weights_without_a_point_are_dropped_and_the_page_says_so(typed: str, dropped: bool) -> None:
    found = words(tab(page.build(State(MOONS, kv.RBF(1), typed="0, 1", p=typed, q="1")), "P and Q"))
    assert "p = (1, 0.5) gives weights to the first 2" in found
    assert ("further weights are not used" in found) == dropped


def test_ends_of_the_ruler_count_from_one_and_stay_inside() -> None:
    seen = scene_of(State(MOONS, kv.RBF(1), i=3, j=999))
    assert (seen.i, seen.j) == (2, 39)
    assert (scene_of(State(MOONS, kv.RBF(1))).i, scene_of(State(MOONS, kv.RBF(1))).j) == (0, 39)
    same = page.build(State(MOONS, kv.RBF(1), i=4, j=4))
    assert readouts(same)["distance"] == "0"
    assert readouts(same)["angle"] == "0.0°"


def test_errata_four_to_eleven_are_there() -> None:
    found = [b.where for b in tab(page.build(PAIR), "What the notes say") if isinstance(b, Erratum)]
    assert [f"E{i}" in where for i, where in zip(range(4, 12), found, strict=True)] == [True] * 8


@pytest.mark.parametrize("typed", ["", "0, 1"])
def test_the_code_runs_and_gives_the_numbers_of_the_page(typed: str) -> None:
    lesson = page.build(State(MOONS, kv.parse("rbf(gamma=1)"), typed=typed))
    k, squared, mean2, variance = (float(v) for v in printed(lesson, MOONS).split())
    read, seen = lesson.facts["measure"], lesson.facts["seen"]
    assert (k, squared, mean2) == pytest.approx((read.kxz, read.squared, seen.mean2), rel=1e-12)
    assert variance == pytest.approx(1 - seen.mean2, rel=1e-12)


def test_the_nearest_image_is_never_farther_than_a_point_or_the_grid() -> None:
    for k in ("rbf(gamma=3)", "poly(degree=3)", "matern(nu=1.5, length=1)"):
        around = landscape(MOONS, kv.parse(k))
        seen = scene_of(State(MOONS, kv.parse(k)))
        assert around.nearest_squared <= min(around.lowest, float(seen.squared.min())) * (1 + 1e-9)


@pytest.mark.parametrize("preset", [p for p in PRESETS if p.page == "geometry"], ids=lambda p: p.sentence)
def test_every_example_shows_what_it_says(preset: Preset) -> None:
    given = {
        name: str(preset.values[key])
        for key, name in (("gpts", "typed"), ("gp", "p"), ("gq", "q"), ("gfield", "field"))
        if key in preset.values
    }
    lesson = page.build(state(str(preset.values["data"]), str(preset.values["k"]), **given))
    assert not lesson.problem
    assert lesson.picture is not None
    sentences = f"{words(lesson.beside)} {words(tab(lesson, 'P and Q'))} {lesson.picture.caption}"
    shows = {
        "Two points": "is the image of no point",
        "φ(x) = x³": "it is an image",
        "P and Q twice": "linearly independent",
        "Dependent": "not unique",
        "Squared distance −8": "−8",
        "One formula": "estimates the density",
    }
    assert next(text for start, text in shows.items() if preset.sentence.startswith(start)) in sentences


def test_read_outs_have_labels() -> None:
    assert all(
        isinstance(n, Readout) and n.meaning for b in page.build(PAIR).beside if isinstance(b, Numbers) for n in b.items
    )
