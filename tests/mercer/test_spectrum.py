"""Spectrum, factor and clipping keep their promises; the displayed search and SMO on any matrix report true values."""

from __future__ import annotations

import numpy as np
import pytest

import kernviz as kv
from kernviz.data import load
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.attempts import attempts
from kernviz.mercer.smo_on_indefinite import smo
from kernviz.mercer.spectrum import NoFactorError, rotated_back, rounding, spectrum, spectrum_on, tolerance
from kernviz.models.svm import KernelSVC

RNG = np.random.default_rng(5)
X = RNG.normal(size=(30, 2))
VALID = ("linear", "poly(degree=2, gamma=1, coef0=1)", "rbf(gamma=1)", "laplacian(gamma=1)")


@pytest.mark.parametrize("text", VALID)
def test_the_factor_multiplies_to_the_matrix(text: str) -> None:
    s = spectrum_on(kv.parse(text), X)
    assert s.semidefinite
    assert s.factor.shape == (s.rank, 30)
    np.testing.assert_allclose(s.factor.T @ s.factor, s.matrix, atol=1e-9 * np.abs(s.matrix).max())


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("linear", 2),
        ("linear**2", 3),
        ("poly(degree=2, gamma=1, coef0=1)", 6),
        ("poly(degree=3, gamma=1, coef0=1)", 10),
        ("rbf(gamma=5)", 30),
    ],
)
def test_the_rank_is_the_number_of_features(text: str, rank: int) -> None:
    s = spectrum_on(kv.parse(text), X)
    assert s.rank == rank == np.linalg.matrix_rank(s.matrix)


def test_the_linear_factor_is_the_data_up_to_rotation() -> None:
    P = spectrum_on(kv.parse("linear"), X).factor
    assert np.abs(P.T - X).max() > 0.1  # as it comes it is turned
    np.testing.assert_allclose(rotated_back(P, X), X.T, atol=1e-12)


def test_no_rotation_maps_the_factor_to_other_points() -> None:
    P = spectrum_on(kv.parse("linear"), X).factor
    assert np.abs(rotated_back(P, X * [1.0, 2.0]) - (X * [1.0, 2.0]).T).max() > 0.1


def test_values_descend_and_belong_to_their_vectors() -> None:
    s = spectrum_on(kv.parse("sigmoid(gamma=1, coef0=-1)"), X)
    assert (np.diff(s.values) <= 0).all()
    np.testing.assert_allclose(s.matrix @ s.vectors, s.vectors * s.values, atol=1e-10)


def test_an_indefinite_matrix_has_no_factor_and_is_clipped() -> None:
    s = spectrum([[0, 4], [4, 0]])
    assert s.values.tolist() == pytest.approx([4, -4])
    assert (s.negative, s.semidefinite, s.symmetric) == (1, False, True)
    with pytest.raises(NoFactorError, match="-4"):
        _ = s.factor
    np.testing.assert_allclose(s.clipped, [[2, 2], [2, 2]], atol=1e-12)
    assert s.clipping_error == pytest.approx(np.linalg.norm(s.matrix - s.clipped)) == pytest.approx(4)


def test_no_other_semidefinite_matrix_is_nearer_than_the_clipped_one() -> None:
    s = spectrum_on(kv.parse("tent(width=1)"), X)
    for _ in range(50):
        A = RNG.normal(size=(30, 3)) * 0.1
        other = s.clipped + A @ A.T
        assert np.linalg.norm(s.matrix - other) > s.clipping_error


def test_symmetry_defect() -> None:
    s = spectrum_on(kv.parse("sinediff"), np.array([[0.0], [1.0]]))
    assert not s.symmetric
    assert s.skew == pytest.approx(2 * np.sin(1))
    with pytest.raises(NoFactorError, match="symmetric"):
        _ = s.factor


@pytest.mark.parametrize("K", [np.zeros((0, 0)), np.ones((2, 3)), np.ones(3), [[np.nan]], [[1e200]]])
def test_invalid_matrices_are_refused(K: object) -> None:
    with pytest.raises(ValueError):
        spectrum(K)  # type: ignore[arg-type]


def test_few_points_have_a_certain_spectrum() -> None:
    """cos 3π/4 + sin 3π/4 = 0, where floats give −1.1e-16; three points of a line have rank 1,
    where floats give −4e-17.
    """
    k = kv.parse("minimum @ circle(2)")
    assert k([[0.75]])[0, 0] != 0
    assert spectrum_on(k, [[0.75]]).values.tolist() == [0.0]
    flat = spectrum_on(kv.parse("linear"), [[0.1], [0.2], [0.3]])
    assert flat.values[1:].tolist() == [0.0, 0.0]
    assert flat.values[0] == pytest.approx(0.14)
    assert (flat.semidefinite, flat.negative, flat.rank) == (True, 0, 1)
    faint = spectrum_on(kv.parse("rbf(1) - rbf(1.0000000000001)"), [[0.0], [1.0]])
    assert (faint.semidefinite, faint.negative) == (False, 1)
    assert faint.smallest == pytest.approx(-np.exp(-1) * 1e-13, rel=1e-3)
    assert not spectrum_on(kv.parse("sinediff"), [[0.0], [1.0]]).symmetric


def test_eigenvalues_are_negative_only_below_the_tolerance() -> None:
    """The threshold is 8n·eps·‖K‖, plus the error of the kernel values."""
    assert tolerance(np.eye(4)) == 32 * np.finfo(float).eps
    assert tolerance(np.ones((4, 4))) == 128 * np.finfo(float).eps
    assert spectrum(np.diag([1.0, -3e-15])).negative == 0
    assert spectrum(np.diag([1.0, -4e-15])).negative == 1
    assert spectrum(np.diag([1.0, -1.1e-9])).negative == 1
    assert spectrum(np.diag([1.0, -1.1e-9]), noise=1e-9).negative == 0


def test_without_more_digits_a_kernel_is_taken_to_be_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """On platforms without a wider long double no rounding can be measured."""
    X = RNG.normal(size=(20, 2))
    k = kv.parse("rbf")
    assert 0 < rounding(k, X, k(X)) < 1e-14
    monkeypatch.setattr(np, "longdouble", np.float64)
    assert rounding(k, X, k(X)) == 1e-10


def test_rounding_is_no_refutation() -> None:
    big = 1e3 * RNG.normal(size=(100, 2))
    assert spectrum_on(kv.parse("poly(degree=5, gamma=1, coef0=1)"), big).semidefinite


def test_the_search_adds_six_to_zero_and_three() -> None:
    tried = list(attempts(kv.parse("rbf(gamma=1) - 0.5"), Space(1), np.array([[0.0], [3.0]])))
    assert tried[0].witness is None
    assert tried[0].eigenvalue == pytest.approx(np.exp(-9))
    assert tried[1].points.ravel().tolist() == [0, 3, 6]
    assert tried[1].eigenvalue == pytest.approx(-0.49984, abs=1e-5)
    assert tried[1].witness is not None


@pytest.mark.parametrize("text", VALID)
def test_the_search_never_refutes_a_kernel(text: str) -> None:
    tried = list(attempts(kv.parse(text), Space(2), X))
    assert 20 < len(tried) < 60
    assert all(a.witness is None for a in tried)


@pytest.mark.parametrize("text", ["box(width=1)", "sigmoid(gamma=1, coef0=-1)", "sinediff", "poly(degree=2, coef0=-1)"])
def test_the_search_ends_with_the_fewest_points(text: str) -> None:
    k = kv.parse(text)
    tried = list(attempts(k, Space(2), X))
    sizes = [len(a.points) for a in tried if a.witness is not None]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] <= 4 or text == "sinediff"
    last = tried[-1].witness
    assert last is not None
    assert last.value < 0 or not last.symmetric


@pytest.mark.parametrize("C", [0.5, 5.0])
def test_the_climb_is_the_machine_where_the_kernel_is_one(C: float) -> None:
    data, k = load("moons", n=60), kv.parse("rbf(gamma=1)")
    machine = KernelSVC(k, C).fit(data.X, data.signs)
    end = smo(k(data.X), data.signs, C)
    assert end.finished
    assert end.norm2 >= 0
    assert end.objective == pytest.approx(machine.certificate_.dual, rel=1e-4)
    np.testing.assert_allclose(end.values, machine.decision_function(data.X), atol=0.02)


def test_the_climb_meets_a_negative_length() -> None:
    K, y = np.array([[0.0, 4], [4, 0]]), np.array([1.0, -1])
    for C in (1.0, 10.0):
        end = smo(K, y, C)
        assert end.alpha.tolist() == [C, C]
        assert end.norm2 == pytest.approx(-8 * C**2)
        assert end.objective == pytest.approx(2 * C + 4 * C**2)


def test_the_climb_needs_a_bound_and_two_classes() -> None:
    with pytest.raises(ValueError, match="finite"):
        smo(np.eye(2), np.array([1.0, -1]), np.inf)
    with pytest.raises(ValueError, match="both classes"):
        smo(np.eye(2), np.ones(2), 1.0)
