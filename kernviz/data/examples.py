"""Data sets of fixed points, and random ones without classes."""

import numpy as np

from kernviz.data.dataset import Dataset
from kernviz.data.random_toys import Generator, two_classes
from kernviz.data.registry import toy_maker
from kernviz.wording import phrase


@toy_maker(
    phrase("Nine points on a line (S1)"),
    phrase("x = −4…4, y = +1 where |x| ≥ 3: not separable on the line, separable on the parabola (x, x²)."),
    source=phrase("S1, first example"),
)
def lecture_1d() -> Dataset:
    x = np.arange(-4.0, 5.0)
    return two_classes(x[:, None], (np.abs(x) >= 3).astype(np.int64))


@toy_maker(
    phrase("XOR, four points"),
    phrase("The label is the sign of x1·x2: with (1 + x·z)² every point is a support vector, α = ⅛."),
)
def xor() -> Dataset:
    X = np.array([[-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [1.0, 1.0]])
    return two_classes(X, (X[:, 0] * X[:, 1] > 0).astype(np.int64))


@toy_maker(
    phrase("Corners of a square"),
    phrase("Four points without labels: the smallest circle has r = √2, and α = ¼ each is one of many solutions."),
    source="S0",
)
def square_corners() -> Dataset:
    return Dataset(np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]))


@toy_maker(
    phrase("Three points for a circle"),
    phrase("(0,0), (4,0), (2,1): the third lies inside, so α = (½, ½, 0), centre (2,0), r = 2."),
    source="S0",
)
def circle_points() -> Dataset:
    return Dataset(np.array([[0.0, 0.0], [4.0, 0.0], [2.0, 1.0]]))


@toy_maker(
    phrase("The points 1 and −1 (Fun Time 4)"),
    phrase("Two points that show which of four formulas is no kernel."),
    source="S3",
)
def fun_time_4() -> Dataset:
    return Dataset(np.array([[1.0], [-1.0]]))


@toy_maker(
    phrase("Two neighbours on a line"),
    phrase("The points 1 and 3: for z = 2.2 the nearest is 3, with (1 + x·z)² it is 1."),
    source=phrase("after S4, kernel nearest neighbour"),
)
def two_neighbours() -> Dataset:
    return Dataset(np.array([[1.0], [3.0]]), np.array([0, 1]), classes=("1", "3"), task="classification")


@toy_maker(
    phrase("Points with both labels"),
    phrase("At two places there are points of both classes: no kernel separates them, so slack is needed."),
)
def conflicting_duplicates() -> Dataset:
    X = np.array([[-1.0, 0], [-1, 0], [-2, 1], [-2, -1], [0, 0.5], [1, 0], [1, 0], [2, 1], [2, -1], [0, -0.5]])
    return two_classes(X, np.array([0, 1, 0, 0, 0, 1, 0, 1, 1, 1]))


@toy_maker(
    phrase("Ridge on three points"),
    phrase("x = (1, 2, 3), y = 2x: with σ² = 0.1 ridge gives w = 28/14.1 = 1.98582."),
    source=phrase("after S2, kernel ridge regression"),
)
def ridge_line() -> Dataset:
    x = np.array([1.0, 2.0, 3.0])
    return Dataset(x[:, None], 2 * x, task="regression")


@toy_maker(
    phrase("Noisy sine"),
    phrase("Nearly one period of sin x, on [−3, 3], with noise: a curve can be too smooth, or follow the noise."),
)
def sine(rng: Generator, n: int = 40, noise: float = 0.2) -> Dataset:
    x = np.sort(rng.uniform(-3, 3, n))
    return Dataset(x[:, None], np.sin(x) + noise * rng.standard_normal(n), task="regression")


@toy_maker(phrase("Noisy sinc"), phrase("sin(πx)/(πx) on [−3, 3] with noise: a peak and its ripples."))
def sinc(rng: Generator, n: int = 60, noise: float = 0.1) -> Dataset:
    x = np.sort(rng.uniform(-3, 3, n))
    return Dataset(x[:, None], np.sinc(x) + noise * rng.standard_normal(n), task="regression")


@toy_maker(
    phrase("Noisy surface"), phrase("y = sin x1 · cos x2 over a square with noise: regression with two coordinates.")
)
def surface(rng: Generator, n: int = 120, noise: float = 0.1) -> Dataset:
    X = rng.uniform(-2, 2, (n, 2))
    y = np.sin(X[:, 0]) * np.cos(X[:, 1]) + noise * rng.standard_normal(n)
    return Dataset(X, y, task="regression")


@toy_maker(
    phrase("A cloud with outliers"),
    phrase("An unlabelled cloud; of every twenty points one is far away: which ones are new?"),
)
def cloud(rng: Generator, n: int = 60, noise: float = 0.6) -> Dataset:
    X = noise * rng.standard_normal((n, 2))
    outliers = n // 20
    angle = rng.uniform(0, 2 * np.pi, outliers)
    X[n - outliers :] = 3.0 * np.column_stack([np.cos(angle), np.sin(angle)])
    return Dataset(X)
