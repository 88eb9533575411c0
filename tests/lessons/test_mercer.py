"""The Mercer page: the notes' numbers, one matrix behind picture and words, and a sentence for whatever is odd."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import kernviz as kv
from kernviz.data import Dataset, load
from kernviz.kernels.rules_and_premises import Space
from kernviz.lessons import page as lesson_page
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lesson import Lesson, Picture, Table, Text
from kernviz.lessons.mercer import PAGE, State, build
from kernviz.lessons.mercer.few_points import few_points
from kernviz.lessons.mercer.matrix import judged, matrix_of, rank_of
from kernviz.lessons.mercer.shelf import ITEMS, columns, on_shelf, typed, verdicts
from kernviz.lessons.mercer.steering import negative_weights
from kernviz.lessons.mercer.tabs.eigenvalues import rank_table
from kernviz.lessons.mercer.tabs.fun_time_4 import options
from kernviz.lessons.mercer.tabs.passing import EXAMPLES
from kernviz.lessons.mercer.witness_search import trail
from kernviz.lessons.objects.edits import distances, smallest_eigenvalues
from kernviz.lessons.objects.object_inputs import FIVE
from kernviz.lessons.shared.typed_points import typed_points
from kernviz.lessons.state import Subject
from kernviz.mercer import Verdict, witness
from kernviz.mercer.attempts import attempts
from kernviz.mercer.spectrum import spectrum_on
from kernviz.wording import speaking
from tests.lessons.reading import printed, readouts, tab, tables, words

MOONS = load("moons")


def page(k: str, typed_: str = "", data: Dataset = MOONS, used: int = 2000, **more: object) -> Lesson:
    return build(State(data, kv.parse(k), typed_, used=used, **more))  # type: ignore[arg-type]


def table(lesson: Lesson, title: str) -> Table:
    return tables(tab(lesson, title))[0]


@pytest.mark.parametrize(
    "lesson",
    [page("linear", matrix="1 0.99999999; 0.99999999 1"), page("rbf(gamma=1)", "1000000, 999999.75")],
    ids=["matrix", "points"],
)
def test_the_code_has_the_rank_of_the_page(lesson: Lesson) -> None:
    assert lesson.facts["spectrum"].rank == 2
    assert " 2 0.0\n" in printed(lesson)  # rank and skew


# ---- the notes' numbers ----------------------------------------------------------------------------------------------


def test_fun_time_4() -> None:
    found = [np.sort(s.values).tolist() for *_, s in options()]
    for values, wanted in zip(found, ([-4, 4], [0, 2], [4, 4], [4, 4]), strict=True):
        assert values == pytest.approx(wanted, abs=1e-12)
    assert [s.semidefinite for *_, s in options()] == [False, True, True, True]
    assert table(page("linear"), "Fun Time 4").columns["eigenvalues"] == ["−4, 4", "0, 2", "4, 4", "4, 4"]


def test_the_first_option_on_its_two_points() -> None:
    lesson = page("poly(degree=2, gamma=1, coef0=-1)", "1, -1")
    assert lesson.facts["spectrum"].matrix.tolist() == [[0, 4], [4, 0]]
    assert lesson.facts["steering"].value == -8  # c = (1, −1), the sliders' default
    assert readouts(lesson)["cᵀKc"] == "−8"
    assert "fails" in words(lesson.beside)


def test_a_c_that_is_longer_than_1_says_so() -> None:
    """The value −8 of a c with ‖c‖² = 2 is shown with its quotient −4."""
    c, K = np.array([1.0, -1.0]), np.array([[0.0, 4.0], [4.0, 0.0]])
    lesson = page("poly(degree=2, gamma=1, coef0=-1)", "1, -1")
    assert c @ K @ c == -8
    assert f"‖c‖² = {c @ c:g}" in words(tab(lesson, "Fun Time 4")) or "‖c‖² = 2" in str(
        table(lesson, "Fun Time 4").columns
    )
    assert f"cᵀKc/‖c‖² = −{-(c @ K @ c) / (c @ c):g}" in words(tab(lesson, "xᵀKx"))


@pytest.mark.parametrize(
    ("state", "K"),
    [
        (State(MOONS, kv.parse("linear"), matrix="1 2; 0 1"), np.array([[1.0, 2.0], [0.0, 1.0]])),
        (State(MOONS, kv.parse("sinediff"), "0, 1, 2"), np.sin(np.subtract.outer(np.arange(3.0), np.arange(3.0)))),
        (State(MOONS, kv.parse("linear"), matrix="0 4; 4 0"), np.array([[0.0, 4.0], [4.0, 0.0]])),
    ],
)
def test_both_ranks_of_a_matrix_that_is_not_symmetric(state: State, K: np.ndarray) -> None:
    """The ranks of an asymmetric K and of (K + Kᵀ)/2 are told apart."""
    numbers, n = readouts(build(state)), len(K)
    own, half = np.linalg.matrix_rank(K), np.linalg.matrix_rank((K + K.T) / 2)
    if np.array_equal(K, K.T):
        assert numbers["rank"] == f"{own} of {n}"
        return
    assert numbers["rank of K"] == f"{own} of {n}"
    assert numbers["rank of (K + Kᵀ)/2"] == f"{half} of {n}"
    assert not {"rank", "λₘᵢₙ"} & set(numbers)
    assert f"Rank of K {own} of {n}, of (K + Kᵀ)/2 {half} of {n}" in words(tab(build(state), "Eigenvalues"))


def test_the_polynomial_is_refuted_on_moons_by_the_data_and_by_two_points() -> None:
    lesson = page("poly(degree=2, coef0=-1)")
    judgement = judged(MOONS, kv.parse("poly(degree=2, coef0=-1)"))
    assert judgement.verdict is Verdict.REFUTED
    assert len(judgement.witness) == 2
    assert judgement.witness.eigenvalue == pytest.approx(-4)
    own = judgement.data_witness
    assert {tuple(p) for p in own.points} <= {tuple(x) for x in MOONS.X}
    assert witness(kv.parse("poly(degree=2, coef0=-1)"), own.points) is not None
    shown = words(tab(lesson, "Passing is not a proof"))
    assert "The smallest witness found:** {(1, 0), (−1, 0)}" in shown
    assert f"Points of your data that refute it ({len(own)} of 200" in shown


@pytest.mark.parametrize("n", [30, 200])
def test_rank_is_the_number_of_features(n: int) -> None:
    seen = matrix_of(State(load("moons", n=n), kv.parse("linear"), used=n))
    ranks = [rank for _, rank in rank_table(seen).values()]
    assert ranks[:4] == [2, 3, 6, 10]
    assert ranks[4] >= n - 1  # all of them, but for what rounding hides
    assert readouts(page("poly(degree=2, gamma=1, coef0=1)"))["rank"] == "6 of 200"
    assert readouts(page("poly(degree=2, gamma=1, coef0=1)"))["features"] == "6"


def test_passing_is_not_a_proof() -> None:
    for _, text, sets in EXAMPLES:
        found = [spectrum_on(kv.parse(text), np.array(points)[:, None]) for points in sets]
        assert [s.semidefinite for s in found] == [True, False]
    lesson = page("rbf(gamma=1) - 0.5", "0, 3")
    assert lesson.facts["spectrum"].values.tolist() == pytest.approx([0.99988, 0.00012], abs=1e-5)
    assert "passes" in words(lesson.beside)
    assert "Other points refute it" in words(lesson.beside)
    assert page("rbf(gamma=1) - 0.5", "0, 3, 6").facts["spectrum"].smallest == pytest.approx(-0.4998, abs=1e-4)
    assert page("tent(width=1)", "0, 1, 2").facts["spectrum"].values.tolist() == pytest.approx([2, 1, 0], abs=1e-12)


@pytest.mark.parametrize(
    ("text", "points", "eigenvalue"),
    [
        ("-linear", [1], -1),
        ("growing(gamma=1)", [0, 1], -1.718),
        ("maximum", [0, 1], -0.618),
        ("plus", [0, 1], -0.414),
        ("box(width=1)", [0, 1, 2], -0.414),
        ("poly(degree=2, gamma=1, coef0=-1)", [1, -1], -4),
        ("rbf(gamma=1) - 0.5", [0, 3, 6], -0.4998),
        ("sigmoid(gamma=1, coef0=-1)", [0.5], -0.635),
    ],
)
def test_the_shelf_shows_the_known_witnesses(text: str, points: list[float], eigenvalue: float) -> None:
    row = on_shelf(kv.parse(text))
    assert row is not None
    assert row.witness is not None
    assert row.witness.points.ravel().tolist() == points
    assert row.witness.eigenvalue == pytest.approx(eigenvalue, abs=6e-4)


@pytest.mark.parametrize(
    ("text", "eigenvalue"),
    [
        ("tent(width=1)", -5.474),
        ("sinesum", -4.383),
        ("cosinesum", -5.519),
        ("expower(p=3, gamma=1)", -0.1666),
        ("logsquare", -0.5331),
    ],
)
def test_the_shelf_on_nine_points(text: str, eigenvalue: float) -> None:
    row = on_shelf(kv.parse(text))
    assert row is not None
    assert row.nine == pytest.approx(eigenvalue, abs=6e-4)


def test_the_shelf_decides_line_and_plane() -> None:
    found = {v.item.text: (v.line, v.plane) for v in verdicts()}
    yes, no = Verdict.PROVEN, Verdict.REFUTED
    assert found["cosine(omega=1)"] == (yes, no)
    assert found["triangle(width=1)"] == (yes, no)
    assert found["laplacian(gamma=1)"] == found["rational(gamma=1, p=1)"] == found["(-linear - 1)**2"] == (yes, yes)
    assert found["sinediff"] == (no, no)
    assert sum(verdict == (no, no) for verdict in found.values()) >= 12
    for v in verdicts():
        assert (v.witness is None) == (v.line is yes and v.plane is yes)
        if v.witness is not None:  # every witness can be typed, and refutes again
            assert witness(v.item.kernel, typed_points(typed(v.witness)).X) is not None or len(v.witness) > 6
    assert {len(column) for column in columns().values()} == {len(ITEMS)}


def edits(a: str, b: str) -> int:
    """Edit distance by its definition, for short words."""
    if not a or not b:
        return len(a) + len(b)
    return min(edits(a[1:], b) + 1, edits(a, b[1:]) + 1, edits(a[1:], b[1:]) + (a[0] != b[0]))


def test_the_edit_distance_is_no_kernel() -> None:
    assert distances(FIVE).tolist() == [[edits(a, b) for b in FIVE] for a in FIVE]
    assert smallest_eigenvalues(FIVE, (0.1,))[0] == pytest.approx(-0.0258, abs=5e-5)
    notes = [b for t in page("linear").tabs for b in t.blocks if isinstance(b, Erratum)]
    assert [e.where.split("(")[1][:-1] for e in notes] == ["E30", "E33", "E35"]
    assert "−0.0258" in notes[2].check


# ---- one matrix ------------------------------------------------------------------------------------------------------


def test_the_marked_cell_is_the_named_pair() -> None:
    lesson = page("rbf(gamma=1)", row=18, column=151)
    assert lesson.picture is not None
    assert lesson.facts["pair"] == (17, 150)
    value = float(kv.parse("rbf(gamma=1)")(MOONS.X[[17]], MOONS.X[[150]])[0, 0])
    assert f"{value:.4g}" in lesson.picture.caption
    heat = next(t for t in lesson.picture.figure.data if t.type == "heatmap")
    cell = lesson.picture.figure.layout.shapes[-1]
    row, column = round((cell.y0 + cell.y1) / 2), round((cell.x0 + cell.x1) / 2)
    assert (heat.y[row], heat.x[column]) == ("18", "151")  # people count from 1
    assert heat.z[row, column] == pytest.approx(value, rel=1e-6)


def test_neighbours_stand_together_in_the_matrix() -> None:
    """The order of the cells puts similar points side by side; that of the file looks like noise."""
    lesson = page("rbf(gamma=1)")
    assert lesson.picture is not None
    heat = next(t for t in lesson.picture.figure.data if t.type == "heatmap")
    order = [int(i) - 1 for i in heat.x]
    assert sorted(order) == list(range(200))
    K = kv.parse("rbf(gamma=1)")(MOONS.X)
    np.testing.assert_allclose(heat.z, K[np.ix_(order, order)], rtol=1e-5)
    filed = np.argsort(MOONS.codes, kind="stable")
    before, now = (float(np.abs(np.diff(K[np.ix_(o, o)])).mean()) for o in (filed, order))
    assert now < before / 4
    bars = next(b for b in lesson.beside if isinstance(b, Picture))
    assert bars.key == "bars"
    heights = np.concatenate([np.asarray(t["y"], dtype=float) for t in bars.figure.data if t["type"] == "bar"])
    np.testing.assert_allclose(np.sort(heights[np.isfinite(heights)]), np.linalg.eigvalsh(K), atol=1e-9)


def test_the_plane_shows_the_row_on_the_same_scale() -> None:
    lesson = page("linear", row=4, column=6)
    plane = next(b for b in lesson.beside if isinstance(b, Picture) and b.key == "gram-row").figure
    assert lesson.picture is not None
    heat = next(t for t in lesson.picture.figure.data if t.type == "heatmap")
    seen = 0
    for trace in plane.data:
        if trace.customdata is not None:
            np.testing.assert_allclose(trace.marker.color, (MOONS.X @ MOONS.X[3])[trace.customdata], atol=1e-12)
            assert (trace.marker.cmin, trace.marker.cmax) == pytest.approx((heat.zmin, heat.zmax))
            seen += len(trace.customdata)
    assert seen == 200


def test_a_pair_that_is_not_there_is_replaced() -> None:
    assert all(0 <= p < 3 for p in page("linear", "0, 1, 2", row=8).facts["pair"])


def test_p_is_the_data_up_to_rotation() -> None:
    caption = next(
        b for t in page("linear").tabs if t.title == "K = PᵀP" for b in t.blocks if isinstance(b, Picture)
    ).caption
    assert "your points again" in caption
    other = next(
        b for t in page("rbf(gamma=1)").tabs if t.title == "K = PᵀP" for b in t.blocks if isinstance(b, Picture)
    )
    assert "your points again" not in other.caption
    assert "PᵀP for no real P" in words(tab(page("box(width=1)"), "K = PᵀP"))


@pytest.mark.parametrize(("turn", "share"), [(0.0, 0.0), (90.0, 1.0)])
def test_steering_ends_in_the_worst_direction(turn: float, share: float) -> None:
    lesson = page("box(width=1)", turn=turn, draw=3)
    now, s = lesson.facts["steering"], lesson.facts["spectrum"]
    assert np.linalg.norm(now.c) == pytest.approx(1)
    assert now.value == pytest.approx(float(now.c @ s.matrix @ now.c))
    assert now.value >= s.smallest - 1e-9
    if share:
        assert now.value == pytest.approx(s.smallest)


@pytest.mark.parametrize(
    ("k", "points"), [("rbf(gamma=1) - 0.5", "0,3,6"), ("maximum", "0, 1"), ("tent(width=1)", "0,1,2,4")]
)
def test_find_me_a_negative_one(k: str, points: str) -> None:
    state = State(MOONS, kv.parse(k), points)
    found = negative_weights(matrix_of(state))
    assert found is not None
    assert max(abs(c) for c in found) <= 3
    assert build(replace(state, weights=found)).facts["steering"].value < 0


def test_there_is_no_negative_one_for_a_kernel() -> None:
    assert negative_weights(matrix_of(State(MOONS, kv.parse("rbf(gamma=1)"), "0, 3, 6"))) is None


def test_training_with_a_matrix_of_no_kernel() -> None:
    result = table(page("poly(degree=2, gamma=1, coef0=-1)", "1, -1"), "Train anyway").columns
    assert result["‖w‖² with K"] == ["−8", "−800", "−8·10⁴"]
    assert all(not v.startswith("−") for v in result["‖w‖² with K₊"])
    assert "nothing goes wrong" in words(tab(page("rbf(gamma=1)"), "Train anyway"))
    assert "hard margin" in words(tab(page("sigmoid(gamma=1, coef0=-1)"), "Train anyway"))
    assert "luck" in words(
        tab(page("tent(width=1)"), "Train anyway")
    )  # conditionally positive definite: Σαy = 0 saves it


def test_three_checks() -> None:
    here = table(page("sinediff", "0, 1, 2"), "Three checks").columns["here"]
    assert [str(v)[0] for v in here] == ["✗", "✓", "✓"]
    here = table(build(State(MOONS, kv.parse("linear"), matrix="1 2; 2 1")), "Three checks").columns["here"]
    assert [str(v)[0] for v in here] == ["✓", "✓", "✗"]


def test_the_attempts_of_the_search_are_shown() -> None:
    k = kv.parse("rbf(gamma=1) - 0.5")
    tried = tuple(attempts(k, Space(1), np.array([[0.0], [3.0]])))
    assert any("Refuted after 2 attempts" in b.markdown for b in trail(tried) if isinstance(b, Text))


# ---- the page --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("matrix", "does"),
    [
        ("", "Click a cell to see its two points."),
        ("1 2; 2 1", "Drag a cell up or down"),
        ("long", "Click a cell to choose"),
    ],
)
def test_a_caption_says_what_a_cell_does(matrix: str, does: str) -> None:
    """A typed matrix has no points to see, and its cells are dragged."""
    if matrix == "long":
        matrix = "; ".join(" ".join(["0.1234567890123"] * 12) for _ in range(12))
    first = build(State(MOONS, kv.parse("linear"), matrix=matrix)).pictures[0]
    assert does in first.caption
    assert bool(first.handles) == does.startswith("Drag")


def test_the_vector_has_a_slider_for_every_point_or_an_angle() -> None:
    about = Subject(MOONS, kv.parse("linear"))
    typed = lesson_page.read(PAGE, about, {"mp": ["0, 3, 6"], "mc2": ["0.5"], "mt": ["30"]})
    assert (typed.weights, typed.turn) == ((1.0, 0.5, 1.0), 0.0)
    data = lesson_page.read(PAGE, about, {"mc2": ["0.5"], "mt": ["30"], "mi": ["7"], "mn": ["200"]})
    assert (data.turn, data.i, data.j) == (30.0, 6, None)
    assert lesson_page.write(data) == {"mi": "7", "mt": "30", "mn": "200"}


def test_a_list_of_decimal_numbers_can_be_read_in_german() -> None:
    """With a decimal comma, semicolons part the numbers."""
    with speaking("de"):
        assert few_points(np.array([[0.5], [1.5]])) == "{0,5; 1,5}"
        assert few_points(np.array([[0.5, 1.0], [1.5, 2.0]])) == "{(0,5; 1), (1,5; 2)}"
    assert few_points(np.array([[0.5], [1.5]])) == "{0.5, 1.5}"


def test_a_few_points_of_the_data_are_enough_to_begin_with() -> None:
    """Six points, three of each class: their entries are readable, and c has a bar for each."""
    first = build(State(MOONS, kv.parse("linear")))
    spectrum = first.facts["spectrum"]
    assert (spectrum.n, [p.key for p in first.pictures]) == (6, ["gram", "bars", "steer", "gram-row"])
    assert "6 of your 200 points, spread over the set" in first.pictures[0].caption.lower()
    matrix = matrix_of(State(MOONS, kv.parse("linear")))
    assert matrix.data is not None
    assert np.bincount(matrix.data.codes).tolist() == [3, 3]
    assert {tuple(x) for x in matrix.data.X} <= {tuple(x) for x in MOONS.X}


def test_two_points_of_three_classes_keep_their_classes_as_labels() -> None:
    """Two points of the data are of its first two classes, so none is of the last."""
    matrix = matrix_of(State(load("three_blobs"), kv.parse("linear"), used=2))
    assert matrix.labelled
    assert matrix.signs.tolist() == [-1, 1]


@pytest.mark.parametrize("text", ["linear", "linear**2", "poly(degree=3, gamma=1, coef0=1)", "rbf(gamma=5)"])
@pytest.mark.parametrize("name", ["moons", "square_corners", "circle_points", "tilted_ellipse"])
def test_a_rank_is_that_of_the_whole_spectrum(name: str, text: str) -> None:
    data, kernel = load(name), kv.parse(text)
    assert rank_of(data, kernel) == spectrum_on(kernel, data.X).rank
