"""S4's face recognition on 8×8 digits.

The steps are: stack the columns, find the components, recognise in the subspace.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.data.images import digits, stacked, unstacked
from kernviz.figures.bars.shares import describe_shares, share_bars
from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.figures.things.images import image_grid
from kernviz.kernels import RBF, Kernel
from kernviz.kernels.rules_and_premises import subscript
from kernviz.lessons.lesson import Block, Lesson, Numbers, Picture, Readout, Tab, Table, Text, paragraph
from kernviz.lessons.number_format import percent
from kernviz.lessons.pca.state import OWN_GAMMA, OWN_RBF, PIXELS, State
from kernviz.lessons.pca.views.digits.recognition import kernel_image, linear, with_kernel
from kernviz.wording import phrase, say, several, short

EIGEN_IMAGES = 8
SAMPLE = (1, 2, 5, 10, 15, 20, 30, 40, 50, 64)  # values of M in the table


def _axis_range(lines: dict[str, Array]) -> tuple[float, float]:
    """Return the axis limits for accuracies in %.

    The axis starts at a multiple of 5 below most values. On an axis from 0, values above 90 would
    share a tenth of the height.
    """
    low = min(float(np.quantile(values, 0.15)) for values in lines.values())
    return 5.0 * np.floor((low - 1) / 5), 100.5


def build(state: State) -> Lesson:
    """Build the lesson from components learnt once.

    The slider only truncates them.
    """
    return _Digits(state).lesson()


class _Digits:
    def __init__(self, state: State) -> None:
        self.images = digits()
        self.M = max(1, min(state.kept, PIXELS))
        self.index = max(0, min(state.image - 1, len(self.images.test) - 1))
        self.x = self.images.test[self.index]
        self.learnt = linear()
        self.kernel: Kernel = RBF(OWN_GAMMA) if state.machine == OWN_RBF else state.kernel
        self.recognised = with_kernel(self.kernel)
        self.back = self.learnt.plain.reconstruct(self.x[None], self.M)[0]
        self.pre = kernel_image(self.kernel, self.M, self.index)

    def lesson(self) -> Lesson:
        return Lesson(
            "",
            self.picture(),
            besides=(self.trouble, self.numbers(), self.curve()),
            tabs=(
                Tab(phrase("Accuracy by M"), self.table),
                Tab(phrase("An image is a point"), self.stack),
                Tab(phrase("Eigenvalues"), self.eigenvalues),
            ),
            facts={"linear": self.learnt, "kernel": self.recognised, "back": self.back, "pre": self.pre},
        )

    def trouble(self) -> tuple[Block, ...]:
        return (Text(self.recognised, "warning"),) if isinstance(self.recognised, str) else ()

    @property
    def digit(self) -> int:
        return int(self.images.test_digits[self.index])

    def picture(self) -> Picture:
        p, side = self.learnt.plain, unstacked
        pre = np.zeros(PIXELS) if isinstance(self.pre, str) else self.pre
        images = [
            side(self.x),
            side(self.back),
            side(pre),
            side(p.mean),
            *(side(p.axes[:, i]) for i in range(EIGEN_IMAGES)),
        ]
        words = [
            say("test image {index}: digit {digit}", index=self.index + 1, digit=self.digit),
            say("linear, M = {M}", M=self.M),
            say("kernel: none") if isinstance(self.pre, str) else say("kernel, M = {M}", M=self.M),
            say("mean image x̄"),
            *(f"u{subscript(i + 1)}, λ = {short(float(p.eigenvalues[i]), 3)}" for i in range(EIGEN_IMAGES)),
        ]
        figure = image_grid(images, words, 4, signed=[i >= 4 for i in range(len(images))], head=0.22)
        missed = float(((self.x - self.back) ** 2).sum())
        caption = (
            several(
                self.M,
                "Above: a test image, its reconstruction from M = {n} number, and the mean image. The linear one "
                "misses the image by {error} (‖x − x̃‖²). Below: the first eight eigenvectors as images, one "
                "colour for more ink than the mean, the other for less. Every reconstruction is the mean plus a "
                "combination of them.",
                "Above: a test image, its reconstruction from M = {n} numbers, and the mean image. The linear one "
                "misses the image by {error} (‖x − x̃‖²). Below: the first eight eigenvectors as images, one "
                "colour for more ink than the mean, the other for less. Every reconstruction is the mean plus a "
                "combination of them.",
                error=missed,
            )
            if isinstance(self.pre, str)
            else several(
                self.M,
                "Above: a test image, its reconstruction from M = {n} number, and the mean image. The linear one "
                "misses the image by {error} (‖x − x̃‖²), the kernel's pre-image by {kernel_error}. Below: the "
                "first eight eigenvectors as images, one colour for more ink than the mean, the other for less. "
                "Every linear reconstruction is the mean plus a combination of them.",
                "Above: a test image, its reconstruction from M = {n} numbers, and the mean image. The linear one "
                "misses the image by {error} (‖x − x̃‖²), the kernel's pre-image by {kernel_error}. Below: the "
                "first eight eigenvectors as images, one colour for more ink than the mean, the other for less. "
                "Every linear reconstruction is the mean plus a combination of them.",
                error=missed,
                kernel_error=((self.x - pre) ** 2).sum(),
            )
        )
        alt = several(
            self.M,
            "Test image {index}, digit {digit}, with {kinds} from {n} component, the mean image and eight "
            "eigen-images.",
            "Test image {index}, digit {digit}, with {kinds} from {n} components, the mean image and eight "
            "eigen-images.",
            kinds=say("its linear reconstruction")
            if isinstance(self.pre, str)
            else say("its linear and its kernel reconstruction"),
            index=self.index + 1,
            digit=self.digit,
        )
        return Picture(figure, alt, caption, "digits", 540, True, "digits")

    def numbers(self) -> Numbers:
        kernel = "–" if isinstance(self.recognised, str) else percent(float(self.recognised.accuracy[self.M - 1]))
        p = self.learnt.plain
        share = float(p.eigenvalues[: self.M].sum() / p.eigenvalues.sum())
        return Numbers(
            (
                Readout(
                    say("linear, right"),
                    percent(float(self.learnt.accuracy[self.M - 1])),
                    several(
                        self.M,
                        "of 300 test images, by the nearest of 700 in {n} coordinate",
                        "of 300 test images, by the nearest of 700 in {n} coordinates",
                    ),
                ),
                Readout(
                    phrase("kernel, right"),
                    kernel,
                    several(
                        self.M,
                        "the same among the first {n} component of {kernel}",
                        "the same among the first {n} components of {kernel}",
                        kernel=self.kernel,
                    ),
                ),
                Readout(phrase("64 pixels"), percent(self.learnt.full), say("nearest neighbour without any PCA")),
                Readout(phrase("variance held"), percent(share), say("by the first {M} of 64 eigenvalues", M=self.M)),
                Readout(
                    "J",
                    short(p.left_out(self.M)),
                    say("mean squared error of the 700 images: the eigenvalues left out"),
                ),
            )
        )

    def curve(self) -> Picture:
        xs = np.arange(1.0, PIXELS + 1)
        lines = {say("linear"): 100 * self.learnt.accuracy}
        if not isinstance(self.recognised, str):
            lines[say("kernel")] = 100 * self.recognised.accuracy
        here = (float(self.M), float(100 * self.learnt.accuracy[self.M - 1]))
        figure = curve(
            xs,
            lines,
            x_title=say("M, components used"),
            y_title=say("right, %"),
            x_range=(0, 65),
            y_range=_axis_range(lines),
            mark=here,
        )
        a = self.learnt.accuracy
        enough = int(np.argmax(a >= a.max() - 0.01)) + 1
        caption = say(
            "Learnt from 70 % (700 images), tested on 30 % (300). From M = {enough} on the linear curve is within "
            "one percentage point of its best, {best}. The axis begins at {begin:g} %, not at 0; a few components "
            "are below it.",
            enough=enough,
            best=percent(float(a.max())),
            begin=_axis_range(lines)[0],
        )
        return Picture(figure, describe_curve(xs, lines, x_title="M"), caption, "accuracy", 270, revision="digits")

    def table(self) -> tuple[Block, ...]:
        columns: dict[str, list[object]] = {
            "M": list(SAMPLE),
            say("linear"): [percent(float(self.learnt.accuracy[m - 1])) for m in SAMPLE],
        }
        if not isinstance(self.recognised, str):
            columns[str(self.kernel)] = [percent(float(self.recognised.accuracy[m - 1])) for m in SAMPLE]
        return (
            paragraph(
                "S4's recipe: stack the columns, covariance and eigenvectors, choose M, take the nearest neighbour in "
                "the subspace. Data: the first 100 images of each digit from scikit-learn's set (1797 in all), 70 % of "
                "each digit to learn, 30 % to test. The kernel of the second curve is {kernel}; the Gaussian offered "
                "here has ‹γ=› = {gamma:γ}, about half of 1/(64 · pixel variance), for in 64 dimensions distances are "
                "long and ‹γ=› = {one:γ} makes the kernel value of any two images nearly 0. The control beside the "
                "picture takes the sidebar's kernel instead.",
                kernel=self.kernel,
                gamma=OWN_GAMMA,
                one=1.0,
            ),
            Table(columns),
        )

    def stack(self) -> tuple[Block, ...]:
        image = unstacked(self.x)
        column = stacked(image)
        figure = image_grid(
            [image, column[None, :]],
            ["8 × 8", say("one column under the other: 64 numbers (drawn across)")],
            1,
            head=0.12,
        )
        return (
            paragraph(
                "An image of n × m pixels becomes a vector of nm numbers, its columns under each "
                "other: 100 × 100 is a point in 10000 dimensions (S4), 8 × 8 one in 64. The "
                "covariance S is then 64 × 64, and its eigenvectors can be looked at as images."
            ),
            Picture(
                figure,
                say("A digit as eight by eight pixels and as one strip of 64."),
                say("The first eight numbers of the strip are the left column."),
                "stacked",
                260,
                revision="digits",
            ),
        )

    def eigenvalues(self) -> tuple[Block, ...]:
        p = self.learnt.plain
        total, values = float(p.eigenvalues.sum()), p.eigenvalues[:30]
        measured = p.error(self.images.learn, self.M)
        return (
            Picture(
                share_bars(values, total, name="λ", chosen=self.M),
                describe_shares(values, total),
                say("The first {M} are used now.", M=self.M),
                "digit-shares",
                340,
                revision="digits",
            ),
            paragraph(
                "J measured on the 700 images: {measured:.6}; Σ λᵢ over i > {M}: {left_out:.6}; difference "
                "{difference:.2}.",
                measured=measured,
                M=self.M,
                left_out=p.left_out(self.M),
                difference=measured - p.left_out(self.M),
            ),
        )
