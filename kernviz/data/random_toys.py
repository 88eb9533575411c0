"""Random toys for classification.

Every generator gives exactly n points, shared evenly among its classes.
"""

import numpy as np

from kernviz.arrays import Array
from kernviz.data.checks import IntArray
from kernviz.data.dataset import Dataset
from kernviz.data.registry import toy_maker
from kernviz.wording import phrase

Generator = np.random.Generator
TWO = ("-1", "+1")


def even_codes(n: int, classes: int) -> IntArray:
    """Return class numbers 0…0 1…1 … for n points.

    The classes are as equal in size as n allows. The first classes get the remainder.
    """
    return np.sort(np.arange(n, dtype=np.int64) % classes)


def two_classes(X: Array, codes: IntArray) -> Dataset:
    """Return a dataset of two classes, called -1 and +1.

    Class 0 is called -1 and class 1 is called +1.
    """
    return Dataset(X, codes, classes=TWO, task="classification")


def numbered(X: Array, codes: IntArray) -> Dataset:
    """Return a dataset whose classes are called 1, 2, 3, …."""
    names = tuple(str(i + 1) for i in range(int(codes.max()) + 1))
    return Dataset(X, codes, classes=names, task="classification")


def around(centres: Array, codes: IntArray, noise: float, rng: Generator) -> Array:
    """Return Gaussian clouds of standard deviation `noise` around centres.

    Shapes: centres (k, d), codes (n,) -> (n, d).
    """
    return centres[codes] + noise * rng.standard_normal((len(codes), centres.shape[1]))


def on_circle(angle: Array, radius: Array | float = 1.0) -> Array:
    """Return points (n, 2) at given angles on circles around the origin.

    `angle` (n,) is in radians. `radius` is one number, or (n,).
    """
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


@toy_maker(
    phrase("Two moons"),
    phrase("Two half circles that reach into each other: no line separates them, a smooth curve does."),
)
def moons(rng: Generator, n: int = 200, noise: float = 0.15) -> Dataset:
    codes = even_codes(n, 2)
    X = on_circle(rng.uniform(0, np.pi, n))
    X[codes == 1] = [1.0, 0.5] - X[codes == 1]
    return two_classes(X - [0.5, 0.25] + noise * rng.standard_normal((n, 2)), codes)


@toy_maker(
    phrase("Two circles"), phrase("A ring around a disc's rim: one new feature, the squared radius, separates them.")
)
def circles(rng: Generator, n: int = 200, noise: float = 0.08) -> Dataset:
    codes = even_codes(n, 2)
    X = on_circle(rng.uniform(0, 2 * np.pi, n), np.where(codes == 1, 0.5, 1.0))
    return two_classes(X + noise * rng.standard_normal((n, 2)), codes)


@toy_maker(
    phrase("Two overlapping clouds"),
    phrase("Two Gaussian clouds that overlap: no border is free of errors, slack is needed."),
)
def blobs(rng: Generator, n: int = 100, noise: float = 1.0) -> Dataset:
    codes = even_codes(n, 2)
    return two_classes(around(np.array([[-1.0, -0.5], [1.0, 0.5]]), codes, noise, rng), codes)


@toy_maker(
    phrase("Two separable clouds"),
    phrase("Two clouds with a gap of at least 1 between them, for every noise: a hard margin is possible."),
)
def separable_blobs(rng: Generator, n: int = 60, noise: float = 0.5) -> Dataset:
    codes = even_codes(n, 2)
    along, across = noise * rng.standard_normal((2, n))
    # A strip of half a unit on either side of the line x1 + x2 = 0 is empty. The centre of each cloud is 1.5 away from
    # this line.
    away = np.where(codes == 1, 1.0, -1.0) * (0.5 + np.abs(1.0 + across))
    return two_classes(np.column_stack([away - along, away + along]) / np.sqrt(2), codes)


@toy_maker(
    phrase("XOR clouds"),
    phrase("Four clouds at (±1, ±1), the class is the sign of x1·x2 at the centre: linear fails, degree 2 suffices."),
)
def xor_clouds(rng: Generator, n: int = 120, noise: float = 0.35) -> Dataset:
    corner = even_codes(n, 4)
    corners = np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
    X = around(corners, corner, noise, rng)
    order = np.argsort(corner % 2, kind="stable")
    return two_classes(X[order], (corner % 2)[order])


@toy_maker(
    phrase("Checkerboard"),
    phrase("Sixteen squares in two colours: hard for polynomials; for a Gaussian the width decides."),
)
def checkerboard(rng: Generator, n: int = 300, noise: float = 0.0) -> Dataset:
    codes = even_codes(n, 2)
    row = rng.integers(0, 4, n)
    column = 2 * rng.integers(0, 2, n) + (row + codes) % 2  # chosen so that (row + column) has the parity of the class
    cell = np.column_stack([column, row]) - 2.0
    return two_classes(cell + rng.uniform(0, 1, (n, 2)) + noise * rng.standard_normal((n, 2)), codes)


@toy_maker(
    phrase("Two spirals"),
    phrase("Two arms wound into each other. Near points are of one class, so a narrow Gaussian can follow the arms."),
)
def spirals(rng: Generator, n: int = 200, noise: float = 0.03) -> Dataset:
    codes = even_codes(n, 2)
    turn = np.sqrt(rng.uniform(0.02, 1, n))  # the square root spreads the points evenly along the arm
    X = on_circle(3 * np.pi * turn + np.pi * codes, turn)
    return two_classes(X + noise * rng.standard_normal((n, 2)), codes)


def _in_and_out(rng: Generator, n: int) -> tuple[Array, IntArray]:
    """Return points inside and outside of an ellipse in the plane.

    With u = x1²/4 + x2², inside (u ≤ 0.8) is +1 and outside (1.2 ≤ u ≤ 3) is -1.
    """
    codes = even_codes(n, 2)
    u = np.where(codes == 1, rng.uniform(0, 0.8, n), rng.uniform(1.2, 3, n))
    return on_circle(rng.uniform(0, 2 * np.pi, n), np.sqrt(u)) * [2.0, 1.0], codes


@toy_maker(
    phrase("Ellipse"),
    phrase(
        "One class inside x1²/4 + x2² = 1, one outside. In the coordinates (x1², x2², √2·x1x2) a plane separates them."
    ),
    source="S4 (ellipse)",
)
def ellipse(rng: Generator, n: int = 120) -> Dataset:
    return two_classes(*_in_and_out(rng, n))


@toy_maker(
    phrase("Tilted ellipse"),
    phrase("The ellipse turned by 45°: now the monomial x1·x2 is needed as well."),
    source="S1, S4",
)
def tilted_ellipse(rng: Generator, n: int = 120) -> Dataset:
    X, codes = _in_and_out(rng, n)
    return two_classes(X @ np.array([[1.0, 1.0], [-1.0, 1.0]]) / np.sqrt(2), codes)


@toy_maker(
    phrase("Three clusters (S4)"),
    phrase(
        "The clouds of the kernel PCA figure, around (−.5, −.2), (0, .6), (.5, 0): there 30 points each and σ = 0.1."
    ),
    smallest=3,
    source=phrase("S4, kernel PCA example; the draw is our own"),
)
def three_clusters(rng: Generator, n: int = 90, noise: float = 0.1) -> Dataset:
    codes = even_codes(n, 3)
    return numbered(around(np.array([[-0.5, -0.2], [0.0, 0.6], [0.5, 0.0]]), codes, noise, rng), codes)


@toy_maker(
    phrase("Three clouds"), phrase("Three classes that touch: one against the rest, or pair by pair."), smallest=3
)
def three_blobs(rng: Generator, n: int = 120, noise: float = 0.6) -> Dataset:
    codes = even_codes(n, 3)
    return numbered(around(1.5 * on_circle(np.pi * np.array([7, 3, -1]) / 6), codes, noise, rng), codes)


@toy_maker(
    phrase("Four classes"),
    phrase("One cloud in each quadrant: 4 machines one against the rest, 6 pair by pair."),
    smallest=4,
)
def four_classes(rng: Generator, n: int = 120, noise: float = 0.5) -> Dataset:
    codes = even_codes(n, 4)
    return numbered(around(np.array([[1.0, 1], [-1, 1], [-1, -1], [1, -1]]) * 1.2, codes, noise, rng), codes)


@toy_maker(
    phrase("Two classes on a line"), phrase("Two bell curves on a line, centres −1 and +1: the best cut is at 0.")
)
def gaussians_1d(rng: Generator, n: int = 60, noise: float = 0.8) -> Dataset:
    codes = even_codes(n, 2)
    return two_classes(around(np.array([[-1.0], [1.0]]), codes, noise, rng), codes)
