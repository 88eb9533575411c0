"""PCA as S4 writes it against scikit-learn's, and recognition in a subspace against a naive search."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.decomposition import PCA

from kernviz.models.plain_pca import PlainPCA
from kernviz.models.subspace import accuracy_by_dimension


def cloud(n: int = 40, d: int = 4, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n, d)) * np.arange(1, d + 1) + 3.0


def test_scikit_learn_agrees_up_to_sign() -> None:
    X = cloud()
    ours, oracle = PlainPCA.of(X), PCA().fit(X)
    np.testing.assert_allclose(ours.eigenvalues, oracle.explained_variance_ * 39 / 40, rtol=1e-12)
    np.testing.assert_allclose(np.abs((ours.axes.T * oracle.components_).sum(axis=1)), 1, rtol=1e-12)
    for M in range(5):
        again = PCA(M).fit(X) if M else None
        theirs = again.inverse_transform(again.transform(X)) if again else np.broadcast_to(X.mean(axis=0), X.shape)
        np.testing.assert_allclose(ours.reconstruct(X, M), theirs, atol=1e-12)
        assert ours.error(X, M) == pytest.approx(ours.left_out(M), rel=1e-10, abs=1e-12)


def test_the_largest_entry_of_every_direction_is_positive() -> None:
    """eigh's own signs hang on the processor; turned over, the points have the same directions."""
    X = cloud(seed=1)
    for points in (X, -X, X[:, ::-1]):
        axes = PlainPCA.of(points).axes
        assert (axes[np.abs(axes).argmax(axis=0), range(axes.shape[1])] > 0).all()


def test_no_direction_has_more_variance_than_the_first() -> None:
    X = cloud()
    pca = PlainPCA.of(X)
    u = np.random.default_rng(1).normal(size=(500, 4))
    u /= np.linalg.norm(u, axis=1)[:, None]
    variances = [pca.variance(row) for row in u]
    np.testing.assert_allclose(variances, (X @ u.T).var(axis=0), rtol=1e-10)
    assert max(variances) < pca.eigenvalues[0] == pytest.approx(pca.variance(pca.axes[:, 0]))


def test_one_point_has_no_variance() -> None:
    pca = PlainPCA.of([[1.0, 2.0]])
    assert pca.eigenvalues.tolist() == [0, 0]
    assert pca.reconstruct(np.array([[5.0, 5.0]]), 0).tolist() == [[1, 2]]


@pytest.mark.parametrize("X", [[], [[np.nan]], [1.0, 2.0], np.empty((0, 2))])
def test_invalid_points_are_refused(X: object) -> None:
    with pytest.raises(ValueError, match="it must hold at least one point"):
        PlainPCA.of(X)  # type: ignore[arg-type]


def test_recognition_by_a_naive_search() -> None:
    rng = np.random.default_rng(2)
    learnt, new = rng.normal(size=(30, 5)), rng.normal(size=(12, 5))
    known, wanted = rng.integers(0, 3, 30), rng.integers(0, 3, 12)
    shares = accuracy_by_dimension(learnt, known, new, wanted)
    for M in range(1, 6):
        hits = 0
        for x, label in zip(new, wanted, strict=True):
            nearest = min(range(30), key=lambda i, x=x, M=M: ((learnt[i, :M] - x[:M]) ** 2).sum())  # type: ignore[misc]
            hits += int(known[nearest] == label)
        assert shares[M - 1] == pytest.approx(hits / 12)


def test_shapes_must_agree() -> None:
    with pytest.raises(ValueError, match="the same number of columns"):
        accuracy_by_dimension(np.ones((2, 2)), [0, 1], np.ones((2, 3)), [0, 1])
    with pytest.raises(ValueError, match="labels for"):
        accuracy_by_dimension(np.ones((2, 2)), [0], np.ones((2, 2)), [0, 1])
