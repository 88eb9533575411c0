"""The Kernel PCA page: the numbers of S4, scikit-learn and numpy as oracles, switches, odd data and odd kernels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.decomposition import KernelPCA as Oracle
from sklearn.neighbors import KNeighborsClassifier

import kernviz as kv
from kernviz.courses.scene import Scene
from kernviz.data import Dataset, load
from kernviz.data.images import digits
from kernviz.features.geometry import center
from kernviz.lessons import page
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lesson import Lesson, Table
from kernviz.lessons.part import Part
from kernviz.lessons.pca import PAGE, State, build
from kernviz.lessons.pca.decomposition import Decomposition, Refused, best_threshold, decompose, functions
from kernviz.lessons.pca.state import HAND_STEPS, LINEAR, SIDEBAR, TEST_IMAGES, VIEWS
from kernviz.lessons.pca.views.by_hand import eigen_angle
from kernviz.lessons.pca.views.components.derivation import eight_points, steps
from kernviz.lessons.pca.views.components.figure import SLIDE, draws
from kernviz.lessons.pca.views.denoise.preimages import MOST_MOVED, denoise, from_the_curve
from kernviz.lessons.state import Subject
from kernviz.mercer.spectrum import rounding, tolerance
from kernviz.surfaces import Curve
from kernviz.wording import speaking
from tests.lessons.reading import (
    blocks,
    flat,
    in_turn,
    in_turn_or_all,
    names,
    pictures,
    printed,
    readout,
    tab,
    tables,
    value,
    words,
)
from tests.lessons.test_extremes import DATA, KERNELS, sound

HAND, COMPONENTS, COMPARE, DENOISE, DIGITS = VIEWS
MOONS, S4 = load("moons"), load("three_clusters")
RBF10 = kv.RBF(10)


def at(view: str, data: Dataset = MOONS, kernel: str = "rbf(gamma=1)", **more: object) -> State:
    return replace(State(data, kv.parse(kernel), view), **more)  # type: ignore[arg-type]


def found(data: Dataset, kernel: kv.Kernel, **switches: bool) -> Decomposition:
    result = decompose(data, kernel, **switches)
    assert isinstance(result, Decomposition)
    return result


# ---- PCA by hand -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["moons", "iris_petals", "blobs"])
def test_the_variance_peaks_at_the_eigenvector(name: str) -> None:
    data = load(name)
    oracle = PCA().fit(data.X)
    spread = oracle.explained_variance_ * (data.n - 1) / data.n
    u = oracle.components_[0]
    assert np.degrees(np.arctan2(u[1], u[0])) % 180 == pytest.approx(eigen_angle(data.X))
    over = [build(at(HAND, data, angle=float(a))).facts["variance"] for a in range(0, 181, 15)]
    assert max(over) <= spread[0] * (1 + 1e-12)
    top = build(at(HAND, data, angle=eigen_angle(data.X)))
    assert top.facts["variance"] == pytest.approx(spread[0], rel=1e-12)
    assert top.facts["J"] == pytest.approx(spread[1], rel=1e-9)  # the best line loses λ₂
    assert value(readout(top, "variance uᵀSu").value) == value(readout(top, "λ₁").value)
    assert value(readout(top, "λ₁").value) == pytest.approx(spread[0], rel=1e-3)
    assert top.picture is not None
    assert "no direction has more" in top.picture.caption


def test_a_tenth_of_a_degree_is_near_enough_and_ten_are_not() -> None:
    angle = eigen_angle(MOONS.X)
    near, far = (build(at(HAND, angle=a)).picture for a in (round(angle, 1), angle - 10))
    assert near is not None
    assert far is not None
    assert "no direction has more" in near.caption
    assert "The largest possible variance is λ₁" in far.caption


def test_variance_and_loss_sum_to_the_trace() -> None:
    for angle in (0.0, 37.0, 90.0, 180.0):
        facts = build(at(HAND, angle=angle)).facts
        u = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        assert facts["variance"] == pytest.approx(np.var(MOONS.X @ u))
        assert facts["variance"] + facts["J"] == pytest.approx(MOONS.X.var(axis=0).sum())


def test_the_reconstruction_error_computed_in_two_ways() -> None:
    """Erratum E36: J = Σ_{i>M} λᵢ."""
    (table,) = tables(tab(build(at(HAND)), "J, what is lost"))
    measured, summed = (table.columns[name] for name in ("J, measured on the points", "Σ λᵢ, i > M"))
    lam = np.linalg.eigvalsh(np.cov(MOONS.X.T, bias=True))[::-1]
    np.testing.assert_allclose(summed, [lam.sum(), lam[1], 0], atol=1e-12)
    np.testing.assert_allclose(measured, summed, atol=1e-12)


def test_the_four_steps() -> None:
    data = load("iris_petals")
    lesson = build(at(HAND, data, angle=30.0))
    (table,) = tables(tab(lesson, "The four steps"))
    u = np.array([np.cos(np.pi / 6), np.sin(np.pi / 6)])
    mean = data.X.mean(axis=0)
    z = (data.X - mean) @ u
    rows = len(table.columns["2: z"])
    np.testing.assert_allclose(table.columns["2: z"], z[:rows])
    rebuilt = mean + np.outer(z, u)
    for j, column in enumerate(data.columns):
        np.testing.assert_allclose(table.columns[f"4: x̃, {column}"], rebuilt[:rows, j])
    captions = set()
    for step in HAND_STEPS:
        picture = build(at(HAND, data, angle=30.0, hand=step)).picture
        assert picture is not None
        captions.add(picture.caption)
        assert ("by the same arrow" in picture.alt) == bool(picture.figure.layout.annotations)
        assert ("by a stroke" in picture.alt) == ("strokes" in [trace.name for trace in picture.figure.data])
    assert len(captions) == len(HAND_STEPS)


# ---- components ------------------------------------------------------------------------------------------------------


def test_the_table_of_the_slide_has_the_decimal_sign_of_the_language() -> None:
    with speaking("de"):
        (table,) = tables(tab(build(at(COMPONENTS, S4, "rbf(gamma=10)")), "The figure in S4"))
    texts = [text for column in table.columns.values() for text in column if isinstance(text, str)]
    assert "21,72" in texts
    assert not [text for text in texts if "." in text]


def test_the_slide_stands_among_twenty_draws() -> None:
    """Erratum E39: with numpy's eigenvalues of a centred Gram matrix written out here."""
    mean = draws().mean(axis=0)
    for seed in (0, 7, 19):
        X = kv.toy("three_clusters", seed=seed).X
        K = np.exp(-((X[:, None] - X[None]) ** 2).sum(axis=2) / 0.1)
        H = np.eye(90) - 1 / 90
        np.testing.assert_allclose(draws()[seed], np.linalg.eigvalsh(H @ K @ H)[::-1][:8], rtol=1e-9)
    np.testing.assert_allclose(mean, [22.7, 21.7, 4.2, 3.8, 3.3, 2.9, 2.5, 2.2], rtol=0.04)
    assert np.all(np.abs(mean - SLIDE) < 2 * draws().std(axis=0))
    assert draws(False).mean(axis=0)[2] > 20  # not centred, a third large one: not the slide's 4.11
    (table,) = tables(tab(build(at(COMPONENTS, S4, "rbf(gamma=10)")), "The figure in S4"))
    assert table.columns["slide"] == ["21.72", "21.65", "4.11", "3.93", "3.66", "3.09", "2.60", "2.53"]
    assert [float(v) for v in table.columns["mean of 20 draws"]] == pytest.approx(mean, abs=0.006)
    assert [float(v) for v in table.columns["your data and kernel now"]] == pytest.approx(draws()[0], rel=1e-3)


def test_the_panels_are_the_projections() -> None:
    lesson = build(at(COMPONENTS, S4, "rbf(gamma=10)"))
    oracle = Oracle(8, kernel="rbf", gamma=10).fit(S4.X)
    result = lesson.facts["found"]
    np.testing.assert_allclose(result.values[:8], oracle.eigenvalues_, rtol=1e-9)
    for i, surface in enumerate(lesson.facts["functions"]):
        grid = np.stack(np.meshgrid(surface.x, surface.y), axis=-1).reshape(-1, 2)
        theirs = oracle.transform(grid)[:, i]
        ours = surface.values.ravel()
        np.testing.assert_allclose(ours, theirs * np.sign(ours @ theirs), atol=1e-8)
    assert lesson.picture is not None
    titles = [a.text for a in lesson.picture.figure.layout.annotations]
    assert [float(t.rpartition("= ")[2]) for t in titles] == pytest.approx(oracle.eigenvalues_, rel=1e-3)
    shown = build(at(COMPONENTS, S4, "rbf(gamma=10)", show="3"))
    one = shown.picture
    assert one is not None
    assert f"N·λ = {titles[2].rpartition('= ')[2]}" in one.caption
    assert readout(shown, "N·λ₃").value == titles[2].rpartition("= ")[2]
    assert readout(shown, "var z₃").value == readout(shown, "λ₃").value


@pytest.mark.parametrize("kernel", ["rbf(gamma=1)", "poly(degree=3, gamma=1, coef0=1)", "laplacian(gamma=1)", "linear"])
def test_scikit_learn_up_to_sign(kernel: str) -> None:
    k = kv.parse(kernel)
    result = found(MOONS, k)
    oracle = Oracle(2, kernel="precomputed").fit(k(MOONS.X))
    np.testing.assert_allclose(result.values[:2], oracle.eigenvalues_, rtol=1e-9)
    theirs = oracle.transform(k(MOONS.X))
    signs = np.sign((theirs * result.projections[:, :2]).sum(axis=0))
    np.testing.assert_allclose(result.projections[:, :2], theirs * signs, atol=1e-8)
    assert result.residual < 1e-11
    assert result.orthonormality_defect < 1e-11


def test_the_switches_for_centring_and_normalising_have_their_effects() -> None:
    """Erratum E38: with λN aᵀa = 1 the variance along a component is λ, else λ·Nλ."""
    for kernel in (kv.RBF(1), kv.Polynomial(2)):
        right = found(MOONS, kernel)
        live = right.live
        np.testing.assert_allclose(right.projections[:, :live].var(axis=0), right.lam[:live], rtol=1e-7)
        np.testing.assert_allclose(right.lengths[:live], 1, rtol=1e-7)
        long = found(MOONS, kernel, normalize=False)
        np.testing.assert_allclose(long.projections[:, :live].var(axis=0), (right.lam * right.values)[:live], rtol=1e-7)
        raw = found(MOONS, kernel, center=False)
        assert raw.projections[:, 0].var() < 0.9 * raw.lam[0]
        np.testing.assert_allclose((raw.projections**2).mean(axis=0)[:2], raw.lam[:2], rtol=1e-9)


def test_the_numbers_of_e38() -> None:
    lam, good, longer, raw = eight_points()
    assert f"{lam:.3f} {longer:.1f}" == "4.098 134.4"
    assert good == pytest.approx(lam)
    assert longer == pytest.approx(8 * lam**2)
    assert raw < 0.95 * lam
    text = words(tab(build(at(COMPONENTS)), "Variance and λ"))
    assert "4.098" in text
    assert "134.4" in text


def test_the_derivation_holds_at_every_step() -> None:
    lesson = build(at(COMPONENTS))
    result = lesson.facts["found"]
    six = steps(result)
    assert len(six) == 6
    K = kv.RBF(1)(MOONS.X)
    assert f"{K.mean():.4g}" in six[0].numbers
    a = result.model.dual_coef_[:, 0]
    np.testing.assert_allclose(center(K) @ a, result.values[0] * a, atol=1e-9)
    assert a @ a * result.values[0] == pytest.approx(1)
    for i in range(1, 7):
        beside = words(build(at(COMPONENTS, step=str(i))).beside)
        assert six[i - 1].words in beside
    assert "switched centring off" in words(build(at(COMPONENTS, center=False)).beside)


def test_no_kernel_is_said_plainly() -> None:
    for view in (COMPONENTS, COMPARE, DENOISE):
        lesson = build(at(view, kernel="sigmoid(gamma=1, coef0=-1)"))
        k = kv.parse("sigmoid(gamma=1, coef0=-1)")
        K = k(MOONS.X)
        negative = int((np.linalg.eigvalsh(center(K)) < -tolerance(K, rounding(k, MOONS.X, K))).sum())
        assert f"{negative} of the 200 eigenvalues" in lesson.problem
        assert lesson.picture is not None
        assert lesson.picture.key == "negative"
    assert not build(at(COMPONENTS, kernel="-rbf(gamma=1)")).facts.get("found")


def test_conditionally_positive_needs_the_centring() -> None:
    """k − 1 has the same centred Gram matrix as k, and is no kernel."""
    shifted = "rbf(gamma=1) - 0.9"
    assert isinstance(decompose(MOONS, kv.parse(shifted)), Decomposition)
    assert isinstance(decompose(MOONS, kv.parse(shifted), center=False), Refused)


# ---- linear or kernel ------------------------------------------------------------------------------------------------


def test_circles_come_apart() -> None:
    data = load("circles", noise=0.05)
    for kernel, component in (("rbf(gamma=10)", 3), ("linear**2", 3)):
        lesson = build(at(COMPARE, data, kernel, up=3))
        shares = lesson.facts["shares"]
        assert shares["linear"].max() < 0.7
        assert shares["kernel"][component - 1] >= 0.99
        assert readout(lesson, "on component").value == str(component)
        assert lesson.picture is not None
        drawn = [t for t in lesson.picture.figure.data if t.xaxis == "x2"]
        Z = lesson.facts["found"].projections
        np.testing.assert_allclose(np.sort(np.concatenate([t.y for t in drawn])), np.sort(Z[:, 2]))


def test_best_threshold_by_trying_them_all() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        z, labels = rng.integers(0, 6, 15).astype(float), rng.integers(0, 3, 15)
        best = max(
            float(np.mean((z > cut) == ((labels == c) == side)))
            for cut in (*np.unique(z), -1.0)
            for c in np.unique(labels)
            for side in (True, False)
        )
        assert best_threshold(z, labels) == pytest.approx(best)


# ---- denoise ---------------------------------------------------------------------------------------------------------


def test_pre_images_lie_closer_to_the_moons() -> None:
    lesson = build(at(DENOISE, kernel="rbf(gamma=2)", M=8))
    before, after = lesson.facts["before"], lesson.facts["after"]
    assert after.off < 0.5 * before.off
    assert lesson.picture is not None
    assert f"{before.off:.3g} before, {after.off:.3g} after" in lesson.picture.caption
    gathered = build(at(DENOISE, kernel="rbf(gamma=10)", M=2))
    assert gathered.facts["after"].off < 0.5 * before.off  # near the curve, but in two places of it
    assert gathered.facts["after"].bare > 2 * before.bare
    assert gathered.picture is not None
    assert "shape is lost" in gathered.picture.caption


def test_linear_reconstruction_is_numpys() -> None:
    lesson = build(at(DENOISE, how=LINEAR, M=1))
    result = lesson.facts["denoised"]
    oracle = PCA(1).fit(MOONS.X)
    np.testing.assert_allclose(
        result.images, oracle.inverse_transform(oracle.transform(MOONS.X))[result.rows], atol=1e-12
    )
    whole = build(at(DENOISE, how=LINEAR, M=2)).facts["denoised"]
    np.testing.assert_allclose(whole.images, MOONS.X[whole.rows], atol=1e-12)


def test_the_probe_has_a_pre_image() -> None:
    x, target = build(at(DENOISE, probe=(0.5, 1.0))).facts["probe"]
    assert x.tolist() == [0.5, 1.0]
    result = denoise(MOONS, kv.RBF(1), 6)
    assert not isinstance(result, str)
    np.testing.assert_allclose(target, result.model.reconstruct([[0.5, 1.0]])[0])
    assert "Probe" in words(build(at(DENOISE, probe=(1e6, 1e6))).beside)


def test_distances_both_ways() -> None:
    clean = kv.toy("circles", n=1000, noise=0.0).X
    near = from_the_curve(load("circles"), clean)
    assert near is not None
    assert near.off < 0.01
    few = from_the_curve(load("circles"), clean[:1])
    assert few is not None
    assert few.bare > 0.5
    assert from_the_curve(load("xor"), clean) is None


# ---- digits ----------------------------------------------------------------------------------------------------------


def test_recognition_is_nearest_neighbour_in_the_subspace() -> None:
    images, lesson = digits(), build(at(DIGITS))
    assert (len(images.learn), len(images.test)) == (700, TEST_IMAGES)
    oracle = PCA().fit(images.learn)
    for M in (2, 10, 16):
        one = KNeighborsClassifier(1).fit(oracle.transform(images.learn)[:, :M], images.learn_digits)
        right = one.score(oracle.transform(images.test)[:, :M], images.test_digits)
        assert lesson.facts["linear"].accuracy[M - 1] == pytest.approx(right)
    assert lesson.facts["linear"].accuracy[15] > 0.97
    assert lesson.facts["kernel"].accuracy[15] > 0.97
    kernel = Oracle(16, kernel="rbf", gamma=0.05).fit(images.learn)
    one = KNeighborsClassifier(1).fit(kernel.transform(images.learn), images.learn_digits)
    right = one.score(kernel.transform(images.test), images.test_digits)
    assert lesson.facts["kernel"].accuracy[15] == pytest.approx(right)
    assert float(readout(lesson, "kernel, right").value.removesuffix(" %")) == pytest.approx(100 * right, abs=0.06)


def test_more_components_miss_less() -> None:
    x = digits().test[4]
    gaps = [float(((x - build(at(DIGITS, image=5, kept=M)).facts["back"]) ** 2).sum()) for M in (1, 4, 16, 40, 64)]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] == pytest.approx(0, abs=1e-12)
    near = build(at(DIGITS, image=5, kept=40)).facts["pre"]
    assert ((x - near) ** 2).sum() < gaps[1]


def test_the_sidebars_kernel_among_the_digits() -> None:
    own = build(at(DIGITS, machine=SIDEBAR))
    assert own.facts["kernel"].accuracy[15] < build(at(DIGITS)).facts["kernel"].accuracy[15]
    for text in ("sigmoid(gamma=1, coef0=-1)", "bilinear([[2, 1], [1, 2]])", "exp(exp(exp(linear)))"):
        lesson = build(at(DIGITS, kernel=text, machine=SIDEBAR))
        assert "the digits cannot be decomposed" in words(lesson.beside)
        assert lesson.picture is not None


# ---- the page as a whole ---------------------------------------------------------------------------------------------


def test_errata_are_there() -> None:
    for view in VIEWS:
        text = " ".join(b.where for b in blocks(build(at(view))) if isinstance(b, Erratum))
        assert all(f"(E{n})" in text for n in (36, 37, 38, 39))


@pytest.mark.parametrize("kernel", ["rbf(gamma=10)", "sigmoid(gamma=1, coef0=-1)"])
@pytest.mark.parametrize("name", ["moons", "sine", "cloud"])
def test_the_code_gives_the_numbers_of_the_page(name: str, kernel: str) -> None:
    data = flat(load(name))
    for center_it in (True, False):
        lesson = build(at(COMPONENTS, data, kernel, center=center_it))
        text = printed(lesson, data)
        if kernel == "rbf(gamma=10)":
            values = np.array(text.partition("]")[0].strip("[ ").split(), dtype=float)
            np.testing.assert_allclose(values, lesson.facts["found"].values[:8], rtol=1e-6)
        else:
            assert "not a kernel" in text


@pytest.mark.sampled(3)
@in_turn_or_all
@pytest.mark.parametrize("name", names())
def test_every_data_set(name: str, every: bool) -> None:
    for view in in_turn(VIEWS, names().index(name), every, many=2):
        lesson = build(at(view, flat(load(name))))
        assert lesson.picture is not None or "one column" in lesson.problem, view
        sound(lesson)


@in_turn_or_all
@pytest.mark.parametrize("name", DATA)
@pytest.mark.sampled(3)
def test_odd_data_and_odd_kernels(name: str, every: bool) -> None:
    data = DATA[name]()
    first = list(DATA).index(name)
    for turn, text in enumerate(in_turn(KERNELS, first, every, many=9), first):
        states = [
            at(view, data, text, **options)
            for view in (COMPONENTS, COMPARE, DENOISE)
            for options in (
                {"probe": (1e6,) * data.d, "show": "8", "across": 8, "up": 7, "M": 20},
                {"center": False, "normalize": False, "how": LINEAR, "M": 1, "step": "6"},
            )
        ]
        for state in in_turn(states, turn, every):
            check(build(state))
    for step in HAND_STEPS:
        check(build(at(HAND, data, hand=step)))


def check(lesson: Lesson) -> None:
    sound(lesson)
    for picture in pictures(lesson):
        assert "nan" not in picture.alt + picture.caption.replace("nanometre", "")


def test_many_points_are_bounded() -> None:
    X = np.random.default_rng(0).normal(size=(1000, 2))
    data = Dataset(X)
    lesson = build(at(DENOISE, data, "rbf(gamma=1)", M=3))
    assert len(lesson.facts["denoised"].rows) == MOST_MOVED
    assert lesson.picture is not None
    assert "200 of the 1000 points" in lesson.picture.caption
    assert isinstance(build(at(COMPONENTS, data)).facts["found"], Decomposition)


def test_tables_have_columns_of_equal_length() -> None:
    for view in VIEWS:
        for block in blocks(build(at(view, load("square_corners")))):
            if isinstance(block, Table):
                assert len({len(c) for c in block.columns.values()}) == 1


def test_sentences_hold_where_nothing_moves_or_varies() -> None:
    still = build(at(DENOISE, kernel="linear", M=6))
    assert still.picture is not None
    assert still.picture.caption.startswith(
        "No point visibly moves: M = 2 components (kernel), 100 % of the variance, give every"
    )
    line = build(at(DENOISE, how=LINEAR, M=1))
    assert line.picture is not None
    assert "from M = 1 component (linear)" in line.picture.caption
    assert readout(still, "mean move").value == "0"
    assert "e-" not in words(still.beside).split("pre-image")[0]  # roundoff is no coordinate
    nothing = build(at(DENOISE, kernel="0*linear"))
    assert nothing.problem.startswith("All images lie in one place")
    square = build(at(HAND, load("xor")))
    assert "every direction is an eigenvector" in "".join(p.caption for p in pictures(square))


def test_a_single_component_is_in_the_singular() -> None:
    lesson = build(at(COMPONENTS, load("fun_time_4")))
    assert lesson.picture is not None
    assert "This one holds 100 % of the variance" in lesson.picture.caption
    assert "Only 1 eigenvalue is above 0" in lesson.picture.caption
    assert "1 component holds 100 %" in "".join(p.caption for p in pictures(lesson))
    assert "Every ‖v‖² is 1" in words(tab(lesson, "Certificate"))
    assert "run from" in words(tab(build(at(COMPONENTS, normalize=False)), "Certificate"))


# ---- the address -----------------------------------------------------------------------------------------------------


def test_the_second_picture_is_shown_unless_the_address_says_otherwise() -> None:
    subject = Subject(MOONS, kv.RBF(1))
    assert page.read(PAGE, subject, {}).view == COMPONENTS
    other = page.read(PAGE, subject, {"pc_view": [COMPARE], "pc_a": ["3"], "pc_M": ["2"], "pc_step": ["9"]})
    assert (other.view, other.across, other.M) == (COMPARE, 3, 6)
    assert page.write(other) == {"pc_view": COMPARE, "pc_a": "3"}
    assert page.refusals(PAGE, subject, {"pc_step": ["9"]}) == {"pc_step": "must be one of 1, 2, 3, 4, 5, 6"}


@pytest.mark.parametrize("center", [True, False])
@pytest.mark.parametrize("normalize", [True, False])
@pytest.mark.parametrize("text", ["rbf(gamma=2)", "3*rbf(gamma=0.1)", "poly(degree=2)"])
@pytest.mark.parametrize("name", ["moons", "gaussians_1d"])
def test_a_component_is_drawn_as_the_model_projects(name: str, text: str, center: bool, normalize: bool) -> None:
    data, kernel = kv.toy(name, n=40), kv.parse(text)
    found = decompose(data, kernel, center, normalize)
    drawn = functions(data, kernel, center, normalize)
    assert isinstance(found, Decomposition)
    assert not isinstance(drawn, str)
    model = found.model
    np.testing.assert_allclose(found.projections, model.transform(data.X), atol=1e-7 * np.abs(found.projections).max())
    for i, f in enumerate(drawn[: found.live]):
        axes = (f.x,) if isinstance(f, Curve) else (f.x, f.y)
        places = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, data.d)
        wanted = model.transform(places)[:, i]
        np.testing.assert_allclose(f.values.ravel(), wanted, rtol=0, atol=1e-7 * np.abs(wanted).max())


def test_the_words_over_a_digit_do_not_cover_the_row_above_on_a_phone() -> None:
    """A course shows the picture 245 pixels high there, and a line of words takes 17 of them."""
    picture = Scene.opened("pca", {"pc_view": "Digits"}).shown(Part().of).picture
    assert picture is not None
    axes = [axis for name, axis in picture.figure.layout.items() if name.startswith("yaxis")]
    rows = sorted({tuple(axis["domain"]) for axis in axes}, reverse=True)
    tops, bottoms = [top for _, top in rows], [1, *(bottom for bottom, _ in rows)]
    free = 245 - 8  # pixels between the margins
    assert min((above - top) * free for top, above in zip(tops, bottoms, strict=False)) >= 17
