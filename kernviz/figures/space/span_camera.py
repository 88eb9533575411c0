"""Camera of the picture of a span.

The vectors fit into its frame.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernviz.arrays import Array

DISTANCE, RISE, TURN = 2.15, 0.36, 0.2  # position of the camera: distance, height above the plane, angle around it
SINK = 0.2  # shift of the camera's target below the middle, as the axis titles are at the bottom
OPENING = np.pi / 4  # vertical angle of plotly.js's camera
NEARER = 1.36  # factor by which the browser enlarges a scene in a wide frame: NEAR in ui/assets/arrange.js
HIGHEST = 0.85  # largest height of a tip, as a share of half the frame: its label stands above it


def camera_of_span(upright: Array, across: Array) -> dict[str, Any]:
    """Return a camera that sees the plane from the side.

    The camera is a little above the plane and looks nearly at a right angle to ``across``. The
    plane's normal points up.
    """
    eye = eye_of_span(upright, across)
    return {
        # rounded, since plotly.js would take a roundoff error for a new camera
        name: dict(zip("xyz", (round(float(v), 6) for v in vector), strict=True))
        for name, vector in (("eye", eye - SINK * upright), ("up", upright), ("center", -SINK * upright))
    }


def share_that_fits(places: Array, camera: dict[str, Any]) -> float:
    """Return the factor with which places fit into the frame's height.

    It is at most 1. The places (m, 3) are in the units of the camera, from the middle of the box.
    """
    eye, up, center = (np.array(list(camera[name].values())) for name in ("eye", "up", "center"))
    distance = float(np.linalg.norm(eye - center))
    forward = (center - eye) / distance
    upward = up - (up @ forward) * forward
    upward = upward / np.linalg.norm(upward)
    for share in np.linspace(1.0, 0.3, 36):
        seen = share * NEARER * places - eye
        depth = seen @ forward
        if (depth > 0).all() and (np.abs(seen @ upward) <= HIGHEST * np.tan(OPENING / 2) * depth).all():
            return float(share)
    return 0.3


def eye_of_span(upright: Array, across: Array) -> Array:
    """Return the place (3,) of the camera, seen from the origin."""
    side = across - (across @ upright) * upright
    if np.linalg.norm(side) < 1e-9 * max(1.0, float(np.linalg.norm(across))):
        side = np.cross(upright, [1.0, 0.0, 0.0] if abs(upright[0]) < 0.9 else [0.0, 1.0, 0.0])
    side = side / np.linalg.norm(side)
    towards = np.cross(side, upright)
    return DISTANCE * (RISE * upright + np.cos(TURN) * towards + np.sin(TURN) * side)
