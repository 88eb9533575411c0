"""How a figure travels to the browser: a short JSON header followed by its arrays as raw bytes.

Layout of the message: ``[u32 header length, little endian][header, UTF-8 JSON][zeros up to a multiple of 8][arrays]``.
In the header an array is ``{"kv_buffer": [offset, bytes], "dtype": …, "shape": …}``, offsets from the first array.
Base64 inside JSON inside JSON, the usual way, costs a third more bytes and two more passes over them on every move.
"""

import base64
import json
import math
import struct
from typing import Any

import numpy as np
import plotly.graph_objects as go

from kernviz.ui import doors

ALIGNMENT = 8  # the widest element, float64: a typed array in the browser must start at a multiple of its width
FLOAT32_FROM = 4096  # elements; beyond it the array is a field of pixels, and seven digits are more than a colour shows


def pack(figure: go.Figure, options: dict[str, Any]) -> bytes:
    """The message for ``figure`` with ``options`` beside it. Not-finite floats outside arrays become null (a gap)."""
    spec = figure.to_plotly_json()
    layout = spec.get("layout", {})
    layout.pop("template", None)  # colours are the theme's business: the browser knows which one is on
    arrays = _Arrays()
    content = {"data": spec.get("data", []), "layout": layout, "frames": spec.get("frames", [])}
    header = json.dumps({"figure": _lift(content, arrays), "options": options}, separators=(",", ":"), allow_nan=False)
    head = header.encode()
    return struct.pack("<I", len(head)) + head + _padding(4 + len(head)) + arrays.joined()


def unpack(message: bytes) -> dict[str, Any]:
    """``{"figure": …, "options": …}`` with the arrays back in place as numpy arrays. The inverse of :func:`pack`."""
    (length,) = struct.unpack_from("<I", message)
    start = 4 + length + len(_padding(4 + length))

    def restore(item: dict[str, Any]) -> Any:
        if "kv_buffer" not in item:
            return item
        offset, size = item["kv_buffer"]
        array = np.frombuffer(message[start + offset : start + offset + size], dtype=item["dtype"])
        shape = item.get("shape")
        return array.reshape([int(n) for n in str(shape).split(",")]) if shape else array

    return dict(json.loads(message[4 : 4 + length].decode(), object_hook=restore))


class _Arrays:
    """The raw part, each content once: a field drawn as colours and again as a contour travels once."""

    def __init__(self) -> None:
        self._places: dict[bytes, int] = {}
        self._end = 0

    def place(self, raw: bytes) -> int:
        if raw not in self._places:
            self._places[raw] = self._end
            self._end += len(raw) + len(_padding(len(raw)))
        return self._places[raw]

    def joined(self) -> bytes:
        return b"".join(raw + _padding(len(raw)) for raw in self._places)


def _lift(value: Any, arrays: _Arrays) -> Any:
    if isinstance(value, dict):
        if "bdata" in value and "dtype" in value:
            return _lift_array(value, arrays)
        return {key: _lift(item, arrays) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_lift(item, arrays) for item in value]
    if isinstance(value, np.ndarray):
        return _lift(value.tolist(), arrays)
    if isinstance(value, np.generic):
        return _lift(value.item(), arrays)
    if isinstance(value, str):
        return doors.hypertext(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _lift_array(spec: dict[str, Any], arrays: _Arrays) -> dict[str, Any]:
    raw, dtype = base64.b64decode(spec["bdata"]), str(spec["dtype"])
    if dtype in ("f8", "float64") and len(raw) >= 8 * FLOAT32_FROM:
        with np.errstate(over="ignore"):  # beyond ±3e38 a colour is saturated anyhow
            raw, dtype = np.frombuffer(raw, dtype="f8").astype("f4").tobytes(), "f4"
    lifted: dict[str, Any] = {"kv_buffer": [arrays.place(raw), len(raw)], "dtype": dtype}
    if spec.get("shape"):
        lifted["shape"] = spec["shape"]
    return lifted


def _padding(length: int) -> bytes:
    return b"\0" * (-length % ALIGNMENT)
