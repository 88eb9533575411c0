"""Binary encoding of a figure for the browser.

A message is a short JSON header, then the arrays as raw bytes.

Layout of the message: ``[u32 header length, little endian][header, UTF-8 JSON][zeros up to a
multiple of 8][arrays]``.

In the header an array is ``{"kv_buffer": [offset, bytes], "dtype": …, "shape": …}``. Offsets
count from the first array. The bytes of float32 arrays ("f4") are transposed: first byte 0 of
every element, then byte 1, and so on. Neighbours in a field share their high bytes, and gzip
compresses them better side by side. Evenly spaced numbers, such as the coordinates of a grid,
are ``{"kv_even": [first, last, count]}``. A coded field (wire/field.py) is ``{"kv_field": …}``.

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
from kernviz.wire.field import Field, decode
from kernviz.wire.hypertext import hypertext
from kernviz.wire.reduced_figure import SINGLE_FROM

# bytes of the widest element, float64; a typed array in JavaScript must start at a multiple of its element's width
ALIGNMENT = 8
EVEN_FROM = 8  # elements; shorter arrays are not encoded, as their description takes as much space
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


def unpack(message: bytes) -> dict[str, Any]:
    """Decode a message of :func:`pack` or :func:`packed`.

    Returns the encoded value, such as ``{"figure": …, "options": …}``, with numpy arrays. Fields have
    their decoded values.
    """
    (length,) = struct.unpack_from("<I", message)
    start = 4 + length + len(_padding(4 + length))

    def restore(item: dict[str, Any]) -> Any:
        if "kv_even" in item:
            return np.linspace(*item["kv_even"])
        if "kv_field" in item:
            low, high = item["kv_field"].pop("limits")
            return decode(Field(**item["kv_field"], low=low, high=high))
        if "kv_buffer" not in item:
            return item
        offset, size = item["kv_buffer"]
        raw = message[start + offset : start + offset + size]
        array = np.frombuffer(_transposed(raw, size // 4) if item["dtype"] == "f4" else raw, dtype=item["dtype"])
        shape = item.get("shape")
        return array.reshape([int(n) for n in str(shape).split(",")]) if shape else array

    return dict(json.loads(message[4 : 4 + length].decode(), object_hook=restore))


class _Arrays:
    """Arrays of a message; equal contents are stored once.

    A field drawn both as colours and as a contour has equal contents.
    """

    def __init__(self) -> None:
        self._places: dict[bytes, int] = {}
        self._end = 0

    def place(self, raw: bytes) -> int:
        if raw not in self._places:
            self._places[raw] = self._end
            self._end += len(raw) + len(_padding(len(raw)))
        return self._places[raw]

    def lift(self, value: Any) -> Any:
        """Return the JSON form of a numpy value or a coded field.

        numpy values are arrays and scalars. Raises TypeError for anything else.
        """
        if isinstance(value, Field):
            return {"kv_field": _parts(value)}
        if isinstance(value, np.ndarray) and value.dtype.kind in "fiu":
            return _lift_array(value, self)
        if isinstance(value, np.ndarray | np.generic):
            return value.tolist()
        raise TypeError(f"{type(value).__name__} cannot travel")

    def joined(self) -> bytes:
        return b"".join(raw + _padding(len(raw)) for raw in self._places)


def _parts(field: Field) -> dict[str, Any]:
    arrays = {name: getattr(field, name) for name in ("codes", "far", "places", "fine", "exact")}
    return {"shape": field.shape, "limits": (field.low, field.high), "step": field.step, **arrays}


def _is_even(values: NDArray[Any]) -> bool:
    """Return True if the numbers equal those of numpy.linspace.

    They must be equal to the last bit. The browser computes evenly spaced numbers in the same way.
    """
    if values.dtype != np.float64 or values.ndim != 1 or values.size < EVEN_FROM:
        return False
    first, last = values[0], values[-1]
    usual = np.isfinite(first) and np.isfinite(last) and first != last
    return bool(usual and np.array_equal(values, np.linspace(first, last, values.size)))


def _lift_array(values: NDArray[Any], arrays: _Arrays) -> dict[str, Any]:
    """Store an array and return its header entry.

    An evenly spaced array is not stored.

    Arrays in float32 and arrays of at least `SINGLE_FROM` floats travel as float32, other floats as
    float64. Integers travel as int32, or as float64 beyond the range of int32. Integer types of at
    most two bytes are unchanged.
    """
    if _is_even(values):
        return {"kv_even": [float(values[0]), float(values[-1]), values.size]}
    if values.dtype.kind != "f" and values.dtype.itemsize > 2:
        small = values.size == 0 or (values.min() >= -(2**31) and values.max() < 2**31)
        values = values.astype("<i4" if small else "<f8")
    elif values.dtype.kind == "f" and values.size >= SINGLE_FROM:
        with np.errstate(over="ignore"):  # values beyond ±3e38 overflow, but their colour is saturated anyway
            values = values.astype("<f4")
    elif values.dtype.kind == "f":
        values = values.astype(values.dtype if values.dtype.itemsize == 4 else "<f8")
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
