"""View of a scene: its camera's orthographic projection of points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.ranges import Range, spread

EYE = {"x": 1.25, "y": 1.25, "z": 1.25}
UP = {"x": 0.0, "y": 0.0, "z": 1.0}


@dataclass(frozen=True)
class OrthographicCamera:
    """View of the box of a scene.

    ranges   ends of the three axes
    half     half of the box's sides, in the units of the camera
    turn     (3, 3): rows to the right, upwards and towards the eye
    """

    ranges: tuple[Range, ...]
    half: Array
    turn: Array

    def __call__(self, places: Array) -> Array:
        """Return points (n, 3) in view coordinates: right, up, towards the eye.

        A point with a coordinate that is not finite becomes NaN.
        """
        low = np.array([low for low, _ in self.ranges])
        span = np.array([spread(*limits) for limits in self.ranges])
        inside = ((places - low) / span - 0.5) * 2 * self.half
        inside[~np.isfinite(inside).all(axis=1)] = np.nan
        return np.asarray(inside @ self.turn.T)

    @property
    def up(self) -> Array:
        """Return one camera unit upwards as a vector (3,) of data."""
        spans = np.array([spread(*limits) for limits in self.ranges])
        return np.asarray(self.turn[1] * spans / (2 * self.half))


def camera_of(figure: Figure) -> OrthographicCamera:
    """Return the view of a figure's scene by its own camera."""
    scene = figure.layout["scene"]
    camera = scene.get("camera") or {}
    away = _point(camera.get("eye"), EYE) - _point(camera.get("center"), {})
    forward, up = _unit(away), _unit(_point(camera.get("up"), UP))
    across = _unit(np.cross(up, away))
    ranges = tuple(_range(figure, scene, letter) for letter in "xyz")
    spans = np.array([spread(*limits) for limits in ranges])
    ratio = scene.get("aspectratio")
    if scene.get("aspectmode") == "data":
        sides = spans / np.cbrt(spans.prod())
    elif scene.get("aspectmode") == "cube" or not ratio:
        sides = np.ones(3)
    else:
        sides = _point(ratio, {})
    return OrthographicCamera(ranges, sides / 2, np.array([across, np.cross(forward, across), forward]))


def _point(coordinates: Mapping[str, float] | None, otherwise: Mapping[str, float]) -> Array:
    return np.array([float((coordinates or {}).get(letter, otherwise.get(letter, 0.0))) for letter in "xyz"])


def _unit(vector: Array) -> Array:
    return np.asarray(vector / (float(np.linalg.norm(vector)) or 1.0))


def _range(figure: Figure, scene: Mapping[str, Any], letter: str) -> Range:
    limits = (scene.get(f"{letter}axis") or {}).get("range")
    if limits:
        return float(limits[0]), float(limits[1])
    values = [np.asarray(trace[letter], dtype=float).ravel() for trace in figure.data if trace.get(letter) is not None]
    found = np.concatenate(values) if values else np.empty(0)
    found = found[np.isfinite(found)]
    return (float(found.min()), float(found.max())) if len(found) else (0.0, 1.0)
