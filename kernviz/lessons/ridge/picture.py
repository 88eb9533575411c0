"""Picture of the Ridge regression page.

It shows the fitted function over the line. Over the plane the function is colour or a
surface.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np

import kernviz.grid_size as grid_size
from kernviz.data import Dataset
from kernviz.data.registry import TOYS
from kernviz.figures.data_view import DataView
from kernviz.figures.plane.probe import Probe
from kernviz.figures.plane.regression import Band, Target, describe_fit, fit_line, value_plane
from kernviz.figures.space.surface import SpaceMarks, describe_fit_space, fit_space
from kernviz.lessons.lesson import Picture
from kernviz.lessons.ridge.machine import BAND, BAND_SIDE, Fit, band, mean_on
from kernviz.lessons.ridge.state import State
from kernviz.lessons.shared.axis_limits import ROOM, heights
from kernviz.lessons.shared.fitting import row_or_none
from kernviz.lessons.shared.handles import handle, points
from kernviz.surfaces import LARGEST_DRAWN, Curve, Surface, Window, drawable
from kernviz.symbols import symbols
from kernviz.wording import say

F = TypeVar("F", Curve, Surface)
HEIGHT, HEIGHT_LINE, HEIGHT_SPACE = 690, 560, 620
ROOM_FOR_BAND = 0.7  # space above and below the data for the band, as a share of their spread


def target_name(data: Dataset) -> str:
    """Return the name of the targets.

    It is the formulas' y for data of the library, else the name of the column.
    """
    ours = not data.target or (data.name in TOYS and data.target == "y")
    return symbols("‹y›") if ours else data.target


def target_of(data: Dataset) -> Target:
    """Return the target values of the fit.

    Targets ±1 come with their classes.
    """
    y = np.zeros(data.n) if data.y is None else np.asarray(data.y, dtype=np.float64)
    codes = data.codes_or_none
    return Target(y, target_name(data), codes, data.classes)


def picture(state: State, data: Dataset, fit: Fit | None) -> Picture:
    """Draw the fit, or the points alone without a fit."""
    view, target, caption = DataView.of(data), target_of(data), _caption(state, data, fit)
    probe = None if fit is None else _probe(state, data, fit)
    handles = () if probe is None else handle(state, "probe", state.point, probe.y)
    selected = row_or_none(state.selected, data.n)
    alt = describe_fit(data.n, target, probe, None if fit is None else fit.train_rms)
    if data.d == 1:
        drawn = fit_line(
            view.over(data.sheet[2:4] or heights(target.y)),  # type: ignore[arg-type]
            drawable(fit.field) if fit and isinstance(fit.field, Curve) else None,
            target,
            None if fit is None else fit.fitted,
            probe=probe,
            selected=selected,
            band=_line_band(state, data, fit),
        )
        return Picture(drawn, alt, caption, "line", HEIGHT_LINE, handles=handles, points=points(state, target.y))
    limits = (-2.0, 2.0) if data.classes else heights(target.y, 0.0)
    if state.space and fit is not None and isinstance(fit.field, Surface):
        drawn = fit_space(
            view,
            _coarser(fit.field),
            target,
            fit.fitted,
            SpaceMarks(
                sheets=_sheets(state, data),
                band_name=band_name(state),
                probe=None if probe is None or probe.value is None else (probe.x, probe.y, probe.value),
                selected=selected,
            ),
            z_range=heights(target.y, ROOM_FOR_BAND if state.band else ROOM),
            limits=limits,
        )
        words = describe_fit_space(data.n, target, fit.fitted)
        return Picture(drawn, words, caption, "space", HEIGHT_SPACE, revision=f"{Window.of(data)}{data.y is None}")
    drawn = value_plane(
        view,
        drawable(fit.field) if fit and isinstance(fit.field, Surface) else None,
        target,
        limits=limits,
        probe=probe,
        selected=selected,
    )
    return Picture(drawn, alt, caption, "plane", HEIGHT, square=True, handles=handles, points=points(state))


def band_name(state: State) -> str:
    """Name the band, which is for h or a new measurement."""
    return say("95 % band of a new measurement") if state.noise else say("95 % band of ‹h›")


def _coarser(field: Surface) -> Surface:
    """Return every second line of the grid.

    Surfaces use this grid because they are slower to draw than colours.
    """
    return drawable(replace(field, x=field.x[::2], y=field.y[::2], values=field.values[::2, ::2]))


def _probe(state: State, data: Dataset, fit: Fit) -> Probe:
    z = state.point
    h = fit.value_at(z)
    known = bool(np.isfinite(h))
    return Probe(float(z[0]), float(z[1]) if data.d > 1 else h if known else 0.0, h if known else None)


def _line_band(state: State, data: Dataset, fit: Fit | None) -> Band | None:
    if not state.band or fit is None:
        return None
    std = band(data, state.kernel, fit.ridge, state.noise)
    if not isinstance(std, Curve) or not isinstance(fit.field, Curve):
        return None
    return Band(std.x, drawable(fit.field).values, np.clip(BAND * std.values, 0, LARGEST_DRAWN), band_name(state))


def _sheets(state: State, data: Dataset) -> tuple[Surface, Surface] | None:
    if not state.band:
        return None
    std = band(data, state.kernel, state.penalty, state.noise)
    mean = mean_on(data, state.kernel, state.penalty, grid_size.side(BAND_SIDE))
    if not isinstance(std, Surface) or mean is None:
        return None
    low, high = (replace(mean, values=mean.values + sign * BAND * std.values) for sign in (-1, 1))
    return low, high


def _caption(state: State, data: Dataset, fit: Fit | None) -> str:
    if fit is None:
        return ""
    words = say(
        "‹h› misses the data by {train_rms} (root mean square) and, where a point is left out "
        "and predicted from the others, by {left_out_rms}.",
        train_rms=fit.train_rms,
        left_out_rms=fit.left_out_rms,
    )
    coloured = data.d > 1 and not state.space
    if data.classes:
        words += " " + say(
            "Least-squares classification: the classes are the numbers +1 and −1, and ‹h› = 0 is the border. On "
            "the wrong side: {wrong} of {total}.",
            wrong=int(((fit.fitted > 0) != (fit.y > 0)).sum()),
            total=data.n,
        )
    elif coloured:
        words += " " + say("Where ‹h› fits a point well, the point has the colour of the place around it.")
    if state.band and coloured:
        words += " " + say(
            "The band is drawn as two sheets in the 3D surface; its width over the plane is under “Gaussian process”."
        )
    if data.d > 1 and state.space:
        words += " " + say("Choose the coloured plane to move the probe.")
    return words
