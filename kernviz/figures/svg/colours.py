"""Colours of the light and dark theme, colour scales, and PNG pixels."""

from __future__ import annotations

import base64
import json
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.ranges import spread

TOKEN = re.compile(r"var\(--kv-([a-z0-9-]+)(?:,\s*([0-9.]+))?\)")
_SAFE = re.compile(r"#[0-9a-fA-F]{3,8}|rgba?\([0-9.,% ]+\)|[a-z]{3,20}")
STEPS = 256


LIGHT, DARK = THEMES = ("light", "dark")
_theme = ContextVar("theme", default=LIGHT)


@contextmanager
def using_theme(theme: str) -> Iterator[None]:
    """Set the theme, "light" or "dark", of all drawings in the context."""
    before = _theme.set(theme)
    try:
        yield
    finally:
        _theme.reset(before)


def palette() -> dict[str, Any]:
    """Return the colours of the current theme.

    They come from ui/assets/palette.json, which the browser reads too.
    """
    return _palettes()[_theme.get()]


@cache
def _palettes() -> dict[str, dict[str, Any]]:
    found: dict[str, Any] = json.loads(files("kernviz").joinpath("ui", "assets", "palette.json").read_text("utf-8"))
    return {
        theme: found[theme] | {f"class-{i}": color for i, color in enumerate(found[theme]["classes"])}
        for theme in THEMES
    }


def color(value: object) -> tuple[str, float]:
    """Return the colour and opacity of a colour specification.

    Anything that is no colour becomes the text colour of the theme.
    """
    text = str(value)
    if match := TOKEN.fullmatch(text):
        found = palette().get(match[1])
        return (found if isinstance(found, str) else palette()["ink"]), float(match[2] or 1)
    if match := re.fullmatch(r"rgba\((\d+), ?(\d+), ?(\d+), ?([0-9.]+)\)", text):
        return f"rgb({match[1]},{match[2]},{match[3]})", float(match[4])
    return (text if _SAFE.fullmatch(text) else palette()["ink"]), 1.0


def _rgba(value: object) -> tuple[float, float, float, float]:
    text, opacity = color(value)
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        return 128, 128, 128, opacity
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16), opacity


def stops(scale: Sequence[Any]) -> Sequence[Any]:
    """Return the stops (place, colour) of a colour scale.

    If the colour of the first stop is the token of a whole scale, that scale's stops are returned.
    """
    match = TOKEN.fullmatch(str(scale[0][1]))
    found = palette().get(match[1]) if match else None
    return found if isinstance(found, list) else scale


def table(scale: Sequence[Any]) -> NDArray[np.uint8]:
    """Return a colour scale as STEPS colours, (STEPS, 4)."""
    scale = stops(scale)
    places = np.array([float(stop[0]) for stop in scale])
    colours = np.array([_rgba(stop[1]) for stop in scale]) * (1, 1, 1, 255)
    at = np.linspace(0, 1, STEPS)
    return np.column_stack([np.interp(at, places, column) for column in colours.T]).round().astype(np.uint8)


def coloured(values: NDArray[np.float64], low: float, high: float, scale: Sequence[Any]) -> NDArray[np.uint8]:
    """Return the values as coloured pixels.

    Pixels are (height, width, 4); nan is transparent.
    """
    share = (values - low) / spread(low, high)
    known = np.isfinite(share)
    places = (np.clip(np.where(known, share, 0), 0, 1) * (STEPS - 1)).round().astype(int)
    pixels = table(scale)[places]
    pixels[~known] = 0
    return pixels


def luminance(pixel: Sequence[int] | NDArray[np.uint8]) -> float:
    """Return the relative luminance (WCAG) of an opaque pixel.

    Black has 0, white 1.
    """
    red, green, blue = (
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (int(v) / 255 for v in pixel[:3])
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrasting(pixel: Sequence[int] | NDArray[np.uint8]) -> str:
    """Return white or black, whichever has the larger contrast with a pixel.

    The contrast (WCAG) is at least 4.5 with every colour. The browser follows the same rule (ui/assets/scale.js).
    """
    return "#ffffff" if (luminance(pixel) + 0.05) ** 2 < 1.05 * 0.05 else "#000000"


def png(pixels: NDArray[np.uint8]) -> str:
    """Return RGBA pixels (height, width, 4) as PNG in a data URL."""
    height, width = pixels.shape[:2]
    rows = np.hstack([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)]).tobytes()

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    image = b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b"")
    return "data:image/png;base64," + base64.b64encode(image).decode()
