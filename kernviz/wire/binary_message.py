"""Binary encoding of a figure for the browser.

A message is a short JSON header, then the arrays as raw bytes.

Layout of the message: ``[u32 header length, little endian][header, UTF-8 JSON][zeros up to a
multiple of 8][arrays]``.

In the header an array is ``{"kv_buffer": [offset, bytes], "dtype": …, "shape": …}``. Offsets
count from the first array. The bytes of float32 arrays ("f4") are transposed: first byte 0 of
every element, then byte 1, and so on. Neighbours in a field share their high bytes, and gzip
compresses them better side by side. Evenly spaced numbers, such as the coordinates of a grid,
are ``{"kv_even": [first, last, count]}``. A coded field (wire/field.py) is ``{"kv_field": …}``; the
second time it is the number of the field, counted from 0. Rounded coordinates (wire/coordinates.py)
are ``{"kv_parts": [offset, count, low, high]}``: the low bytes of all codes, then the high bytes.

The usual encoding is Base64 inside JSON inside JSON. It costs a third more bytes, and two more
passes over the bytes at every update.
"""

import json
import struct
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.figures.figure import Figure
from kernviz.wire.coordinates import RoundedCoordinates
from kernviz.wire.field import Field
from kernviz.wire.hypertext import hypertext
from kernviz.wire.reduced_figure import as_sent

# bytes of the widest element, float64; a typed array in JavaScript must start at a multiple of its element's width
ALIGNMENT = 8
EVEN_FROM = 8  # elements; shorter arrays are not encoded, as their description takes as much space
# arrays of a field in the order in which they are sent, with their types; exact values have the type of the field
_FIELD = {"codes": "i1", "far": "<i4", "places": "u1", "fine": "i1", "exact": ""}
_COMPACT = partial(json.dumps, separators=(",", ":"), ensure_ascii=False)


def pack(figure: Figure, options: dict[str, Any]) -> bytes:
    """Encode ``figure`` with ``options`` as one message.

    Non-finite floats outside arrays become null (a gap).
    """
    return packed({"figure": figure.spec(), "options": options})


def packed(content: dict[str, Any]) -> bytes:
    """Encode a JSON value as one message.

    numpy arrays may be anywhere in the value.
    """
    arrays = _Arrays()
    header = _COMPACT(content, default=arrays.lift)
    if "NaN" in header or "Infinity" in header:  # NaN and Infinity are no JSON, except inside a string
        header = _COMPACT(json.loads(header, parse_constant=lambda _: None))
    head = hypertext(header, in_json=True).encode("utf-8", "surrogatepass")
    return struct.pack("<I", len(head)) + head + _padding(4 + len(head)) + arrays.joined()


class _Arrays:
    """Arrays of a message; equal contents are stored once.

    A field drawn both as colours and as a contour has equal contents.
    """

    def __init__(self) -> None:
        self._places: dict[bytes, int] = {}
        self._end = 0
        self._fields: list[Field] = []

    def place(self, raw: bytes) -> int:
        if raw not in self._places:
            self._places[raw] = self._end
            self._end += len(raw) + len(_padding(len(raw)))
        return self._places[raw]

    def lift(self, value: Any) -> Any:
        """Return the JSON form of an array, scalar, field or coordinates.

        Raises TypeError for anything else.
        """
        if isinstance(value, Field):
            return {"kv_field": self._field(value)}
        if isinstance(value, RoundedCoordinates):
            raw = _transposed(value.codes.astype("<i2").tobytes(), 2)
            return {"kv_parts": [self.place(raw), value.codes.size, value.low, value.high]}
        if isinstance(value, np.ndarray) and value.dtype.kind in "fiu":
            return _lift_array(value, self)
        if isinstance(value, np.ndarray | np.generic):
            return value.tolist()
        raise TypeError(f"{type(value).__name__} cannot travel")

    def _field(self, field: Field) -> int | dict[str, Any]:
        """Return the header entry of a field; the second time, its number."""
        if field in self._fields:
            return self._fields.index(field)
        self._fields.append(field)
        parts = [np.asarray(getattr(field, name), kind or None) for name, kind in _FIELD.items()]
        return {
            "shape": field.shape,
            "limits": (field.low, field.high),
            "step": field.step,
            "octave": field.octave,
            "ladders": field.ladders,
            "exact": parts[-1].dtype.str[1:],
            "counts": [part.size for part in parts],
            "at": self.place(b"".join(part.tobytes() for part in parts)),
        }

    def joined(self) -> bytes:
        return b"".join(raw + _padding(len(raw)) for raw in self._places)


def _is_even(values: NDArray[Any]) -> bool:
    """Return True if the numbers equal numpy.linspace to the last bit.

    The browser computes evenly spaced numbers in the same way.
    """
    if values.dtype != np.float64 or values.ndim != 1 or values.size < EVEN_FROM:
        return False
    first, last = values[0], values[-1]
    usual = np.isfinite(first) and np.isfinite(last) and first != last
    return bool(usual and np.array_equal(values, np.linspace(first, last, values.size)))


def _lift_array(values: NDArray[Any], arrays: _Arrays) -> dict[str, Any]:
    """Store an array and return its header entry.

    An evenly spaced array is not stored.

    Floats travel as `as_sent` returns them. Integers travel as int32, or as float64 beyond
    the range of int32. Integer types of at most two bytes are unchanged.
    """
    if _is_even(values):
        return {"kv_even": [float(values[0]), float(values[-1]), values.size]}
    if values.dtype.kind != "f" and values.dtype.itemsize > 2:
        small = values.size == 0 or (values.min() >= -(2**31) and values.max() < 2**31)
        values = values.astype("<i4" if small else "<f8")
    elif values.dtype.kind == "f":
        values = as_sent(values)
    raw = np.ascontiguousarray(values).tobytes()
    raw = _transposed(raw, 4) if values.dtype.str == "<f4" else raw
    lifted: dict[str, Any] = {"kv_buffer": [arrays.place(raw), len(raw)], "dtype": values.dtype.str[1:]}
    if values.ndim > 1:
        lifted["shape"] = ", ".join(map(str, values.shape))
    return lifted


def _transposed(raw: bytes, width: int) -> bytes:
    """Transpose rows of ``width`` bytes into columns."""
    return np.frombuffer(raw, np.uint8).reshape(-1, width).T.tobytes() if raw else raw


def _padding(length: int) -> bytes:
    return b"\0" * (-length % ALIGNMENT)
