"""Decoder of messages, fields and coordinates, as the browser decodes them."""

from __future__ import annotations

import json
import struct
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.wire import refinement
from kernviz.wire.binary_message import _FIELD, _padding, _transposed
from kernviz.wire.coordinates import GAP, PARTS, RoundedCoordinates
from kernviz.wire.field import ITSELF, SKIP, Bytes, Field
from kernviz.wire.level_line_corrections import FINE, HIGHEST_PARTS, _distance
from kernviz.wire.level_lines import levels_of, nearest
from kernviz.wire.refinement import COARSEST, LAST_CODE, refined
from kernviz.wire.rounding import FAR, within


def unpack(message: bytes) -> dict[str, Any]:
    """Decode a message of kernviz/wire/binary_message.py.

    Returns the encoded value, such as ``{"figure": …, "options": …}``, with numpy arrays. Fields have
    their decoded values.
    """
    (length,) = struct.unpack_from("<I", message)
    start = 4 + length + len(_padding(4 + length))
    fields: list[NDArray[np.float64]] = []

    def restore(item: dict[str, Any]) -> Any:
        if "kv_even" in item:
            return np.linspace(*item["kv_even"])
        if "kv_field" in item:
            if not isinstance(item["kv_field"], int):
                fields.append(decode_field(_field(item["kv_field"], message[start:])))
                return fields[-1]
            return fields[item["kv_field"]]
        if "kv_parts" in item:
            at, count, low, high = item["kv_parts"]
            raw = _transposed(message[start + at : start + at + 2 * count], count)
            return decode_coordinates(RoundedCoordinates(np.frombuffer(raw, "<i2"), low, high))
        if "kv_buffer" not in item:
            return item
        offset, size = item["kv_buffer"]
        raw = message[start + offset : start + offset + size]
        array = np.frombuffer(_transposed(raw, size // 4) if item["dtype"] == "f4" else raw, dtype=item["dtype"])
        shape = item.get("shape")
        return array.reshape([int(n) for n in str(shape).split(",")]) if shape else array

    return dict(json.loads(message[4 : 4 + length].decode(), object_hook=restore))


def _field(header: dict[str, Any], arrays: bytes) -> Field:
    """Return a field from its header entry and the message's arrays."""
    at, parts = header["at"], {}
    for (name, kind), count in zip(_FIELD.items(), header["counts"], strict=True):
        parts[name] = np.frombuffer(arrays, kind or header["exact"], count, at)
        at += parts[name].nbytes
    low, high = header["limits"]
    ladders = tuple((start, step, count) for start, step, count in header["ladders"])
    return Field(header["shape"], low, high, header["step"], header["octave"], ladders, **parts)


def decode_field(field: Field) -> Array:
    """Return the values (rows, columns) as the browser draws them."""
    differences, at = _expanded(field.codes, field.shape, field.octave), 0
    far = field.codes == FAR
    differences[far] = field.far[: np.count_nonzero(far)]
    known = np.empty(field.shape)
    for new, prediction in refined(known):
        count = new.size
        new[...] = prediction() + differences[at : at + count].reshape(new.shape)
        at += count
    values = within(known, field.low, field.high, field.step)
    codes = field.fine.astype(np.int64)
    codes[field.fine == FAR] = field.far[np.count_nonzero(far) :]
    places, itself = _places(field.places), field.fine == ITSELF
    values.ravel()[places[itself]] = field.exact
    _apply_corrections(codes[~itself], places[~itself], values, levels_of(field.ladders), field.step)
    return values


def _places(distances: Bytes) -> NDArray[np.intp]:
    return np.asarray(np.cumsum(distances.astype(np.intp))[distances != SKIP])


def _expanded(codes: NDArray[Any], shape: tuple[int, int], octave: int) -> Array:
    """Return the differences in steps for codes of at most `LAST_CODE`."""
    found = np.empty(codes.size)
    for start, end in pairwise((0, refinement._every(COARSEST, shape), refinement._every(2, shape), codes.size)):
        of = codes[start:end].astype(np.int64)
        table = refinement._table(refinement._octave_at(start, shape, octave))
        found[start:end] = np.sign(of) * table[np.minimum(np.abs(of), LAST_CODE)]
    return found


def _apply_corrections(
    codes: NDArray[np.int64], places: NDArray[np.intp], drawn: Array, levels: list[float], step: float
) -> None:
    """Correct decoded values (rows, columns) in place.

    `places` are flat indices, without those of exact values.
    """
    flat, parts = drawn.ravel(), np.abs(codes) <= HIGHEST_PARTS
    flat[places[parts]] += codes[parts] * (step / FINE)
    changes, places = codes[~parts], places[~parts]
    changes -= np.where(changes < 0, -HIGHEST_PARTS, HIGHEST_PARTS + 1)
    old = flat[places]
    level = nearest(levels, old)
    side = np.where((old > level) != (changes % 2 == 1), 1.0, -1.0)
    flat[places] = level + side * _distance(_exponents(changes >> 1, places, drawn.shape[1]), step)


def _exponents(changes: NDArray[np.int64], places: NDArray[np.intp], width: int) -> NDArray[np.int64]:
    """Return the exponents at the places from their changes.

    `changes` are the differences between the exponents and their predictions.
    """
    known, last = dict[int, int](), 0
    for place, change in zip(places.tolist(), changes.tolist(), strict=True):
        first, end = place % width == 0, place % width == width - 1
        around = (None if first else place - 1, place - width, None if first else place - width - 1)
        near = [known.get(at) if at is not None else None for at in (*around, None if end else place - width + 1)]
        left, above, corner, _ = near
        some = [each for each in near if each is not None]
        if left is not None and above is not None and corner is not None:
            last = left + above - corner
        elif some:
            last = sum(some) // len(some)
        last += change
        known[place] = last
    return np.array([known[place] for place in places.tolist()], dtype=np.int64)


def decode_coordinates(coordinates: RoundedCoordinates) -> NDArray[np.float64]:
    """Return the coordinates as the browser draws them."""
    codes = coordinates.codes.astype(np.float64)
    found = codes / PARTS * (coordinates.high - coordinates.low) + coordinates.low
    return np.where(coordinates.codes == GAP, np.nan, found)
