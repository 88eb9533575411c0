"""Three coordinates for feature space.

They are the coordinates of φ if φ has three. Otherwise they are coordinates in the span of three
images, computed from kernel values alone, or those of a polynomial kernel of degree 2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.features import feature_map
from kernviz.kernels import Kernel, Polynomial
from kernviz.lessons.dual.gram import gram_of
from kernviz.lessons.dual.state import State
from kernviz.wording import say, several

CANDIDATES = 40  # points of each class searched for a pair that shows the angle clearly
MOST_SEARCHED = 1000  # points searched for one outside the span


@dataclass(frozen=True, eq=False)
class SpanSpace:
    """Three coordinates for feature space, or for a part of it.

    The part is the span of three images: those of the training points, at most two, and of a third
    point.
    """

    kernel: Kernel
    rows: tuple[int, ...]  # training points
    third: int | None  # a third point, not used in training
    coordinates: Array  # (len(rows), 3) images of the training points
    outside: Array | None  # (3,): image of the third point
    axes: tuple[str, str, str]
    words: str

    @property
    def upright(self) -> Array:
        """Return the unit vector (3,) orthogonal to every training image.

        Its inner product with the image of the third point is ≥ 0.
        """
        e = np.asarray(np.linalg.svd(np.vstack([self.coordinates, np.zeros((3, 3))]))[2][-1])
        # removes what the roundoff of the decomposition left in the span of the images
        e = e - np.linalg.pinv(self.coordinates) @ (self.coordinates @ e)
        e = e / np.linalg.norm(e)
        up = float(e @ self.outside) if self.outside is not None else float(e[2])
        return np.asarray(-e if up < 0 else e)


def space(state: State) -> SpanSpace:
    """Return three coordinates for feature space, by the size of φ.

    They are φ of the sidebar's kernel if φ has three coordinates. If φ has more, the span of three
    images is used. If φ has fewer, or no third image leaves the span, another kernel replaces it:
    (x·z)² in the plane, (1 + x·z)² on the line.

    Raises ValueError if data with more than two columns need this replacement.
    """
    data, kernel = state.data, state.kernel
    rows = training_rows(state)
    phi = feature_map(kernel, data.d)
    if phi is not None and phi.dimension == 3:
        return _native(
            state, kernel, rows, say("Your kernel's ‹φ› has three coordinates: {labels}.", labels=", ".join(phi.labels))
        )
    if phi is None or phi.dimension > 3:
        by_gram = _by_gram(state, rows)
        if by_gram is not None:
            return by_gram
    if data.d > 3:
        raise ValueError(
            say(
                "“{title}” has {d} columns: choose two of them for a picture in three dimensions.",
                title=data.title,
                d=data.d,
            )
        )
    own = Polynomial(2, coef0=1.0) if data.d == 1 else Polynomial(2, coef0=0.0)
    if data.d == 3:
        raise ValueError(
            say("The feature space is spanned by two images: take a kernel with more features, such as a Gaussian.")
            if phi is not None and phi.dimension < 3
            else say("No third point has an image outside the span of the two images: take more points.")
        )
    why = (
        say("The coordinates of your kernel's ‹φ› are not listed here, and these points leave no third direction")
        if phi is None
        else several(
            phi.dimension,
            "Your kernel's ‹φ› has {n} coordinate here, and these points leave no third direction",
            "Your kernel's ‹φ› has {n} coordinates here, and these points leave no third direction",
        )
    )
    return _native(
        state, own, rows, say("{reason}, so this picture takes the kernel {kernel} instead.", reason=why, kernel=own)
    )


def training_rows(state: State) -> tuple[int, ...]:
    """Return the rows of two training points, or of a single one.

    The rows are those chosen by the visitor. If none is chosen, they are a pair with a clear angle
    between its images. If only the first is chosen, the second is the first point of the other class.
    """
    n, groups = state.data.n, state.groups
    asked = [row or 0 for row in (state.first, state.second)]
    chosen = [row - 1 if 1 <= row <= n else None for row in asked]
    known = next((row for row in chosen if row is not None), 0)
    differ = np.flatnonzero(groups != groups[known])
    partner = int(differ[0]) if len(differ) else (known + 1) % n
    if chosen == [None, None]:
        first, second = _clear_pair(state, known, partner)
    else:
        first, second = (partner if row is None else row for row in chosen)
    return (first,) if n == 1 or first == second else (first, second)


def _clear_pair(state: State, first: int, second: int) -> tuple[int, int]:
    """Return the rows of two points with easily distinguished images.

    The images have similar lengths and a wide angle. The points are of different classes if there are two. If there is
    no such pair, the result is (first, second).
    """
    groups = state.groups
    ones = np.flatnonzero(groups == groups[first])[:CANDIDATES]
    others = np.flatnonzero(groups != groups[first])[:CANDIDATES]
    if not len(others):
        others = ones
    X = state.data.X
    with np.errstate(all="ignore"):
        a, b, c = (
            state.kernel.diag(X[ones])[:, None],
            state.kernel.diag(X[others])[None, :],
            state.kernel(X[ones], X[others]),
        )
        smaller = np.minimum(a, b)
        score = (1 - c**2 / (a * b)) * np.sqrt(smaller / np.maximum(a, b)) * np.sqrt(smaller / smaller.max())
    score = np.where(np.isfinite(score), score, -1.0)
    if score.max() <= 0.05:
        return first, second
    i, j = np.unravel_index(int(np.argmax(score > 0.7 * score.max())), score.shape)
    return int(ones[i]), int(others[j])


def _native(state: State, kernel: Kernel, rows: tuple[int, ...], words: str) -> SpanSpace:
    phi = feature_map(kernel, state.data.d)
    if phi is None:
        raise ValueError(say("{kernel} has no feature map on these points", kernel=kernel))
    X = state.data.X[:MOST_SEARCHED]
    gram_of(kernel, state.data.X[list(rows)])
    with np.errstate(all="ignore"):
        all_images = phi(X)
    inside = phi(state.data.X[list(rows)])
    rest = all_images - all_images @ np.linalg.pinv(inside) @ inside
    third = _outsider(np.einsum("ij,ij->i", rest, rest), rows, float((inside**2).sum(axis=1).max()))
    labels = phi.labels
    return SpanSpace(
        kernel,
        rows,
        third,
        inside,
        None if third is None else phi(state.data.X[[third]])[0],
        (labels[0], labels[1], labels[2]),
        words,
    )


def _by_gram(state: State, rows: tuple[int, ...]) -> SpanSpace | None:
    """Return coordinates computed from kernel values alone.

    The first two come from the eigendecomposition of the training points' Gram matrix. The third is the distance from
    the span of their images, as in Gram–Schmidt. None if no point leaves the span.
    """
    X, k = state.data.X[:MOST_SEARCHED], state.kernel
    own = state.data.X[list(rows)]
    K = gram_of(k, own)
    with np.errstate(all="ignore"):
        across, diagonal = k(X, own), k.diag(X)
    if not (np.isfinite(across).all() and np.isfinite(diagonal).all()):
        raise ValueError(
            say("a kernel value on these points is too large to compute (above 1.8·10³⁰⁸): scale the data")
        )
    squared = diagonal - np.einsum("ij,jk,ik->i", across, np.linalg.pinv(K, hermitian=True), across)
    third = _outsider(squared, rows, float(np.diag(K).max()))
    if third is None or squared[third] <= 1e-8 * diagonal[third]:
        return None
    values, vectors = np.linalg.eigh(K)
    good = values > 1e-12 * max(values[-1], 1e-300)
    root = vectors[:, good] * np.sqrt(values[good])  # (len(rows), r): each row is an image, in r ≤ 2 coordinates
    images = np.zeros((len(rows), 3))
    images[:, : root.shape[1]] = root
    outside = np.zeros(3)
    outside[: root.shape[1]] = np.linalg.pinv(root) @ across[third]
    outside[2] = np.sqrt(squared[third])
    words = say(
        "Your kernel's ‹φ› has more than three coordinates; drawn are the three directions that points {r} and {third} "
        "span, from kernel values alone. e₁ and e₂ lie in the span of the training images, e₃ stands upright on it.",
        r=", ".join(str(r + 1) for r in rows),
        third=third + 1,
    )
    return SpanSpace(k, rows, third, images, outside, ("e₁", "e₂", "e₃"), words)


def _outsider(squared: Array, rows: tuple[int, ...], like: float) -> int | None:
    """Return the row whose distance from the span is closest to √like.

    ``squared`` (n,) are the squared distances, ``like`` is the squared length of the longest training image. With
    similar lengths both images are visible in one picture. None if no other point exists.
    """
    if len(squared) <= len(rows):
        return None
    with np.errstate(all="ignore"):
        off = np.abs(np.log(np.maximum(squared, 1e-300) / max(like, 1e-300)))
    off[[r for r in rows if r < len(off)]] = np.inf
    best = int(np.argmin(off))
    return best if np.isfinite(off[best]) else None
