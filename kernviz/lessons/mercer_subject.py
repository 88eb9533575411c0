"""What the Mercer page looks at: the points of the data, points that were typed, or a matrix that was typed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import Kernel
from kernviz.mercer import Judgement, judge
from kernviz.mercer.attempts import Attempt
from kernviz.mercer.spectrum import Spectrum, spectrum, spectrum_on

Array = NDArray[np.float64]

MOST_TYPED = 60  # points, or rows of a matrix
LARGEST = 1e6
LARGEST_ENTRY = float(np.finfo(np.float32).max)  # pictures travel in float32
FEW = 6  # up to this many points every weight has a slider, and matrices are written out


@dataclass(frozen=True)
class State:
    """Everything the page depends on. Typed points stand in for the data, a typed matrix for points and kernel."""

    data: Dataset
    kernel: Kernel
    typed: str = ""  # "0, 3, 6", or "0 1; 2 3" for points of the plane
    matrix: str = ""  # "0 4; 4 0"
    i: int | None = None  # the pair of points, counted from 0
    j: int | None = None
    weights: tuple[float, ...] = (1.0, -1.0, 1.0, -1.0, 1.0, -1.0)  # the vector c, for at most FEW points
    turn: float = 0.0  # degrees from a random vector towards the direction of λ_min, for more points
    draw: int = 0  # which random vector
    C: float = 1.0  # of the machine that is trained anyway
    trail: tuple[Attempt, ...] = field(default=(), compare=False)  # what the search has tried


@dataclass(frozen=True)
class Subject:
    """The matrix, its spectrum, and the points it belongs to (None for a typed matrix)."""

    spectrum: Spectrum
    data: Dataset | None
    own: bool  # typed, not the data of the sidebar

    @property
    def n(self) -> int:
        return self.spectrum.n

    @property
    def K(self) -> Array:  # noqa: N802
        return self.spectrum.matrix

    @property
    def labels(self) -> NDArray[np.int64] | None:
        return self.data.codes if self.data is not None and self.data.classes else None

    @property
    def signs(self) -> Array:
        """±1 for a machine: the last class against the rest; by turns where there are no classes (or one)."""
        labels = self.labels
        if labels is not None and self.data is not None:
            signs = np.where(labels == len(self.data.classes) - 1, 1.0, -1.0)
            if (signs > 0).any() and (signs < 0).any():
                return signs
        return np.where(np.arange(self.n) % 2 == 0, 1.0, -1.0)

    @property
    def labelled(self) -> bool:
        """Whether `signs` are the data's own classes."""
        return self.labels is not None and len(np.unique(self.labels)) > 1


def subject(state: State) -> Subject:
    """What to look at. Raises ValueError in words for a text that cannot be read or values that cannot be shown."""
    if state.matrix.strip():
        return Subject(_drawable(spectrum(typed_matrix(state.matrix))), None, True)
    own = bool(state.typed.strip())
    data = typed_points(state.typed) if own else state.data
    if data.d > 2:
        raise ValueError(f"“{data.title}” has {data.d} columns, and a picture has room for two: choose two of them.")
    return Subject(_drawable(spectrum_of(data, state.kernel)), data, own)


def _drawable(found: Spectrum) -> Spectrum:
    largest = float(np.abs(found.matrix).max())
    if largest > LARGEST_ENTRY:
        raise ValueError(
            f"The largest kernel value on these points is {largest:.1e}, too large for a picture: scale the data, "
            "or lower the degree or the factor in the exponent."
        )
    return found


@shared(maxsize=64)
def spectrum_of(data: Dataset, kernel: Kernel) -> Spectrum:
    """The spectrum of the kernel's matrix on the data's points, remembered."""
    return spectrum_on(kernel, data.X)


@shared(maxsize=64)
def judged(data: Dataset, kernel: Kernel) -> Judgement:
    """The verdict on the space of the data, with their own witness where they refute it too."""
    return judge(kernel, data.X)


def typed_points(text: str) -> Dataset:
    """ "0, 3, 6" -> three points of the line; "0 1; 2 3" -> two points of the plane. Raises ValueError in words."""
    rows = _rows(text, "points") if ";" in text else [[value] for row in _rows(text, "points") for value in row]
    width = len(rows[0])
    if any(len(row) != width for row in rows) or width > 2:
        raise ValueError("Typed points have one number each (0, 3, 6), or two each with semicolons between (0 1; 2 3).")
    largest = max(abs(v) for row in rows for v in row)
    if largest > LARGEST:
        raise ValueError(f"A typed point is at {largest:.4g}; type numbers up to a million.")
    title = f"{len(rows)} typed point{'s' * (len(rows) > 1)}"
    return Dataset(np.array(rows), name="typed", title=title)


def typed_matrix(text: str) -> Array:
    """ "0 4; 4 0" -> [[0, 4], [4, 0]]. Raises ValueError in words."""
    rows = _rows(text, "the matrix")
    if any(len(row) != len(rows) for row in rows):
        lengths = ", ".join(str(len(row)) for row in rows[:6])
        raise ValueError(f"A Gram matrix is square: {len(rows)} rows were typed, with {lengths} numbers in them.")
    return np.array(rows)


def _rows(text: str, what: str) -> list[list[float]]:
    cleaned = re.sub(r"[()\[\]{}]", " ", text.replace("−", "-").replace("\n", ";"))
    rows = [re.split(r"[\s,]+", row.strip(" ,")) for row in cleaned.split(";") if row.strip(" ,")]
    if not rows:
        raise ValueError(f"Nothing to read for {what}: type numbers with commas between.")
    if len(rows) > MOST_TYPED or max(len(row) for row in rows) > MOST_TYPED:
        raise ValueError(f"At most {MOST_TYPED} can be typed for {what}; load a file for more.")
    return [[_number(word, what) for word in row] for row in rows]


def _number(word: str, what: str) -> float:
    try:
        value = float(word)
    except ValueError:
        shown = word if len(word) <= 20 else word[:19] + "…"
        raise ValueError(f"“{shown}” in {what} is not a number; write 0.5, not ½ or 1/2.") from None
    if not np.isfinite(value):
        raise ValueError(f"“{word}” in {what} is not a finite number.")
    return value


__all__ = ["FEW", "State", "Subject", "judged", "spectrum_of", "subject", "typed_matrix", "typed_points"]
