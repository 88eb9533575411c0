"""Conversion of this package's SVG drawings to PNG, without a browser.

The module supports only the elements that ``kernviz.figures.svg`` writes. Words are left out:
they could not be read in a small picture, and no available font has the mathematical signs.
"""

from __future__ import annotations

import base64
import io
import math
import re
from itertools import pairwise
from xml.etree import ElementTree

from PIL import Image, ImageDraw

SPACE = "{http://www.w3.org/2000/svg}"
FINE = 2  # pixels rendered per pixel kept, in each direction: gives smooth edges
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
COLOR = re.compile(r"rgb\((\d+),(\d+),(\d+)\)")
STEPS = re.compile(r"([MLZ])([^MLZ]*)")
Box = tuple[float, float, float, float]  # left, top, right, bottom


def png(svg: str, width: int, height: int, background: str, within: Box | None = None) -> bytes:
    """Return an SVG drawing as PNG of the given size.

    The drawing is centred and as large as fits. `within` is the part of the drawing to show, a box in
    the drawing's own units.
    """
    root = ElementTree.fromstring(svg)  # noqa: S314  written by this package, words escaped
    left, top, right, bottom = within or (0.0, 0.0, float(root.get("width", "1")), float(root.get("height", "1")))
    scale = min(FINE * width / (right - left), FINE * height / (bottom - top))
    size = max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale))
    sheet = Image.new("RGB", size, background)
    _Sheet(sheet, scale, left, top).draw(root)
    whole = Image.new("RGB", (width, height), background)
    small = sheet.resize((max(1, size[0] // FINE), max(1, size[1] // FINE)), Image.Resampling.BOX)
    whole.paste(small, ((width - small.width) // 2, (height - small.height) // 2))
    return _packed(whole)


def enlarged(image: bytes, width: int, height: int, background: str) -> bytes:
    """Return an encoded image as PNG of the given size.

    The image is centred and as large as fits. An empty ``image`` gives the background only.
    """
    whole = Image.new("RGB", (width, height), background)
    if image:
        with Image.open(io.BytesIO(image)) as found:
            scale = min(width / found.width, height / found.height)
            size = round(found.width * scale), round(found.height * scale)
            scaled = found.convert("RGB").resize(size, Image.Resampling.BICUBIC)
        whole.paste(scaled, ((width - size[0]) // 2, (height - size[1]) // 2))
    return _packed(whole)


def _packed(whole: Image.Image) -> bytes:
    out = io.BytesIO()
    whole.save(out, "PNG", optimize=True)
    return out.getvalue()


class _Sheet:
    """Image to draw on, with the scale and origin of the drawing."""

    def __init__(self, image: Image.Image, scale: float, left: float, top: float) -> None:
        self.image, self.scale, self.left, self.top = image, scale, left, top
        self.brush = ImageDraw.Draw(image, "RGBA")

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def draw(self, node: ElementTree.Element) -> None:
        for child in node:
            kind = child.tag.removeprefix(SPACE)
            if kind == "svg":
                self._clipped(child)
            elif kind == "g":
                self.draw(child)
            elif kind in DRAWN:
                DRAWN[kind](self, child)

    def _clipped(self, node: ElementTree.Element) -> None:
        """Draw a nested svg element, clipped to its box."""
        x, y, w, h = (float(node.get(name, "0")) for name in ("x", "y", "width", "height"))
        (a, b), (c, d) = self.at(x, y), self.at(x + w, y + h)
        wide, high = self.image.size
        place = max(0, math.floor(a)), max(0, math.floor(b)), min(wide, math.ceil(c)), min(high, math.ceil(d))
        if place[2] <= place[0] or place[3] <= place[1]:
            return
        part = self.image.crop(place)
        _Sheet(part, self.scale, self.left + place[0] / self.scale, self.top + place[1] / self.scale).draw(node)
        self.image.paste(part, place[:2])

    def line(self, node: ElementTree.Element) -> None:
        ends = [self.at(_number(node, f"x{i}"), _number(node, f"y{i}")) for i in (1, 2)]
        self._stroke(ends, node)

    def rect(self, node: ElementTree.Element) -> None:
        x, y, w, h = (_number(node, name) for name in ("x", "y", "width", "height"))
        self._shape([self.at(x, y), self.at(x + w, y), self.at(x + w, y + h), self.at(x, y + h)], node)

    def polygon(self, node: ElementTree.Element) -> None:
        numbers = [float(number) for number in NUMBER.findall(node.get("points", ""))]
        self._shape([self.at(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)], node)

    def ellipse(self, node: ElementTree.Element) -> None:
        rx, ry = (_number(node, name) or _number(node, "r") for name in ("rx", "ry"))
        cx, cy = _number(node, "cx"), _number(node, "cy")
        turns = [2 * math.pi * i / 48 for i in range(48)]
        self._shape([self.at(cx + rx * math.cos(t), cy + ry * math.sin(t)) for t in turns], node)

    def path(self, node: ElementTree.Element) -> None:
        shift = [float(number) for number in NUMBER.findall(node.get("transform", ""))] or [0.0, 0.0]
        line: list[tuple[float, float]] = []
        lines = [line]
        for step, coordinates in STEPS.findall(node.get("d", "")):
            numbers = [float(number) for number in NUMBER.findall(coordinates)]
            places = [self.at(x + shift[0], y + shift[1]) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            if step == "M" and line:
                lines.append(line := [])
            line += line[:1] if step == "Z" else places
        for outline in lines:
            fill = _color(node, "fill")
            if fill and len(outline) > 2:
                self.brush.polygon(outline, fill=fill)
            self._stroke(outline, node)

    def picture(self, node: ElementTree.Element) -> None:
        x, y, w, h = (_number(node, name) for name in ("x", "y", "width", "height"))
        head, _, code = (node.get("href") or "").partition("base64,")
        if head != "data:image/png;":
            return
        smooth = "pixelated" not in node.get("style", "")
        (a, b), (c, d) = self.at(x, y), self.at(x + w, y + h)
        with Image.open(io.BytesIO(base64.b64decode(code))) as found:
            size = max(1, round(c) - round(a)), max(1, round(d) - round(b))
            way = Image.Resampling.BILINEAR if smooth else Image.Resampling.NEAREST
            scaled = found.convert("RGBA").resize(size, way)
        share = float(node.get("opacity", "1"))
        mask = scaled.getchannel("A").point(lambda value: round(value * share))
        self.image.paste(scaled.convert("RGB"), (round(a), round(b)), mask)

    def _shape(self, corners: list[tuple[float, float]], node: ElementTree.Element) -> None:
        fill = _color(node, "fill", "#000000")
        if fill and len(corners) > 2:
            self.brush.polygon(corners, fill=fill)
        self._stroke([*corners, *corners[:2]], node)

    def _stroke(self, line: list[tuple[float, float]], node: ElementTree.Element) -> None:
        color = _color(node, "stroke")
        width = max(1, round(_number(node, "stroke-width", 1.0) * self.scale))
        if not color or len(line) < 2:
            return
        dashes = [float(length) * self.scale for length in NUMBER.findall(node.get("stroke-dasharray", ""))]
        for piece in _dashed(line, dashes) if dashes and sum(dashes) > 1 else [line]:
            self.brush.line(piece, fill=color, width=width, joint="curve")


DRAWN = {
    "line": _Sheet.line,
    "rect": _Sheet.rect,
    "polygon": _Sheet.polygon,
    "circle": _Sheet.ellipse,
    "ellipse": _Sheet.ellipse,
    "path": _Sheet.path,
    "image": _Sheet.picture,
}


def _number(node: ElementTree.Element, name: str, otherwise: float = 0.0) -> float:
    return float(node.get(name, otherwise))


def _color(node: ElementTree.Element, kind: str, otherwise: str = "none") -> tuple[int, int, int, int] | None:
    """Return red, green, blue and opacity, 0 to 255; None without colour."""
    text = node.get(kind, otherwise)
    if text == "none":
        return None
    strength = round(255 * float(node.get(f"{kind}-opacity", "1")))
    if match := COLOR.fullmatch(text):
        return int(match[1]), int(match[2]), int(match[3]), strength
    if re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16), strength
    return 0, 0, 0, strength


def _dashed(line: list[tuple[float, float]], dashes: list[float]) -> list[list[tuple[float, float]]]:
    """Return the pieces of a dashed line."""
    found: list[list[tuple[float, float]]] = []
    place, left, on = 0, dashes[0], True
    piece = [line[0]]
    for (a, b), (c, d) in pairwise(line):
        length = math.hypot(c - a, d - b)
        done = 0.0
        while length - done > left:
            done += left
            at = (a + (c - a) * done / length, b + (d - b) * done / length)
            if on:
                found.append([*piece, at])
            on, place, piece = not on, (place + 1) % len(dashes), [at]
            left = max(dashes[place], 0.5)
        left -= length - done
        piece.append((c, d))
    return [*found, piece] if on else found
