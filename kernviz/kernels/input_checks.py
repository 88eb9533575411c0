"""Checks of the input data of a kernel.

A kernel accepts points, words, sets or graphs. Anything else is refused with a reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sized
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.kernels.object_types import AS_POINTS, CALLED, Kind, kind_in, objects, plain
from kernviz.wording import enumerated, say, several


class KernelOfObjects(Protocol):
    """Kernel as these checks see it.

    Each node tells the kind of objects it compares.

    `kernels.expr.Kernel` documents the members.
    """

    @property
    def kind(self) -> Kind | None: ...

    @property
    def _kinds(self) -> frozenset[Kind]: ...

    def _check_kind(self) -> None: ...

    def walk(self) -> Iterator[KernelOfObjects]: ...


def taken(k: KernelOfObjects, X: Any) -> Array:
    """Return X as the kernel needs it.

    The result is a float table (n, d), or an object array (n,).
    Raises ValueError for other data.
    """
    X = plain(X)
    found_kind = kind_in(X)
    kind = k.kind or found_kind
    if kind != "vectors" and found_kind != "vectors":
        if found_kind != kind:
            raise ValueError(other_kind(k, kind, found_kind))
        return objects(X, kind)
    try:
        found = points(X)
    except (ValueError, TypeError):
        if found_kind == "vectors":
            raise
        raise ValueError(other_kind(k, kind, found_kind)) from None
    if kind != "vectors" and len(found):
        raise ValueError(other_kind(k, kind, "vectors"))
    return found if kind == "vectors" else objects([], kind)


def points(X: ArrayLike) -> Array:
    """Return points as the rows of a float64 array.

    The shape is (n, d). A single column may be given as (n,). Raises ValueError for another shape, and for a value that
    is no finite real number. Raises TypeError for a sparse matrix, as scikit-learn does.
    """
    if hasattr(X, "tocsr"):
        raise TypeError(say("points are a sparse matrix, and a dense table is needed: give X.toarray()"))
    if isinstance(X, np.ndarray) and X.dtype.kind == "c":
        raise ValueError(
            say("points are complex numbers, and real ones are needed: give the columns X.real and X.imag")
        )
    if words := unreadable(X):
        raise ValueError(words)
    if np.ndim(X) == 0:
        raise ValueError(say("points must form a table (n, d) with d ≥ 1, got shape (): {X!r:.40} is none", X=X))
    array = np.asarray(X, dtype=np.float64)
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2 or array.shape[1] == 0:
        raise ValueError(say("points must form a table (n, d) with d ≥ 1, got shape {shape}", shape=array.shape))
    if not np.isfinite(array).all():
        row = int(np.argwhere(~np.isfinite(array))[0, 0])
        raise ValueError(
            say("Input X contains NaN or infinity in row {row}: every coordinate must be a finite number", row=row)
        )
    return array


def unreadable(X: Any) -> str:
    """Return why points are no table of numbers, or "".

    Either two rows differ in length, or an entry is no number. Arrays of numbers are not looked at.
    """
    if not isinstance(X, list | tuple | np.ndarray) or (
        isinstance(X, np.ndarray) and (X.dtype.kind in "biufc" or X.ndim == 0)
    ):
        return ""
    first = None
    for row, point in enumerate(X):
        entries = list(point) if isinstance(point, list | tuple | np.ndarray) and np.ndim(point) != 0 else [point]
        first = len(entries) if first is None else first
        if len(entries) != first:
            return several(
                len(entries),
                "row {row} has {n} coordinate and row 0 has {first}: points must have equal length",
                "row {row} has {n} coordinates and row 0 has {first}: points must have equal length",
                row=row,
                first=first,
            )
        for entry in entries:
            if isinstance(entry, Sized) and not isinstance(entry, str | bytes):
                return ""
            try:
                float(entry)
            except (TypeError, ValueError):
                return say("{entry!r:.40} in row {row} is no number, and points are numbers", entry=entry, row=row)
    return ""


def one_kind(k: KernelOfObjects) -> Kind | None:
    """Return the kind of objects that all parts of k compare.

    Raises ValueError, naming two parts, if there are several kinds.
    """
    for node in k.walk():
        node._check_kind()
    if len(k._kinds) > 1:
        parts = {kind: next(n for n in reversed(list(k.walk())) if n._kinds == {kind}) for kind in sorted(k._kinds)}
        says = enumerated(
            [say("{part} compares {things}", part=part, things=CALLED[kind]) for kind, part in parts.items()]
        )
        way = next((AS_POINTS[kind] for kind in parts if kind in AS_POINTS), "")
        raise ValueError(
            say(
                "{parts}: data cannot be both. To use a kernel of points on objects, write a map after it, such as "
                "rbf @ {map}",
                parts=says,
                map=way,
            )
        )
    return next(iter(k._kinds), None)


def other_kind(k: KernelOfObjects, kind: Kind, given: Kind) -> str:
    """Return the error message for objects that k does not compare.

    k compares objects of the kind `kind`, and the data are of the kind `given`. The message also names the remedy.
    """
    if kind == "vectors":
        return say(
            "{k} compares points, but these data are {kind}. A map makes points of them: write @ {map} after the "
            "kernel",
            k=k,
            kind=CALLED[given],
            map=AS_POINTS[given],
        )
    way = say("{kind} are on the page Sets, strings, graphs", kind=CALLED[kind])
    return say(
        "{k} compares {compared}, and these data are {given}: {remedy}",
        k=k,
        compared=CALLED[kind],
        given=CALLED[given],
        remedy=way,
    )
