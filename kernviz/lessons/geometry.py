"""Geometry — what can be measured in feature space without φ?"""

from __future__ import annotations

import numpy as np

from kernviz.figures.ruler import Place, Ruler, describe_ruler, ruler_line, ruler_plane
from kernviz.kernels import latex
from kernviz.lessons import geometry_centring, geometry_combinations, geometry_mean, geometry_notes
from kernviz.lessons.geometry_landscape import SAME, Landscape, landscape
from kernviz.lessons.geometry_subject import PARZEN, Measure, State, Subject, measure, subject
from kernviz.lessons.lesson import Block, Formula, Lesson, Number, Numbers, Picture, Tab, Text, at, short, tex
from kernviz.lessons.shared.verdict import doubt
from kernviz.surfaces import Curve, Surface, Window

QUESTION = "What can be measured in feature space without ever computing φ?"
HEIGHT = 690
MEANINGLESS = "Lengths and angles mean nothing where there is no feature space."
TABS = (
    "P and Q", "Centre of mass", "Why it is the minimum", "Every point", "Centring", "Exercise", "What the notes say", "Code",
)  # fmt: skip


def build(state: State) -> Lesson:
    """One Gram matrix and one landscape: picture, numbers and tabs read them."""
    try:
        seen = subject(state)
    except ValueError as problem:
        return Lesson(QUESTION, None, problem=str(problem), facts={"problem": str(problem)})
    try:
        around = landscape(seen.data, state.kernel)
        read = measure(seen)
    except ValueError as problem:
        bare = picture(state, seen, None, None)
        return Lesson(QUESTION, bare, problem=str(problem), facts={"problem": str(problem)})
    contents = (
        geometry_combinations.combinations(state, seen),
        geometry_mean.centre(seen, around),
        geometry_mean.minimum(state, seen),
        geometry_centring.every_point(seen),
        geometry_centring.centring(seen),
        geometry_notes.exercise(state, seen, read),
        geometry_notes.notes(seen, read),
        geometry_notes.code(state, seen),
    )
    return Lesson(
        QUESTION,
        picture(state, seen, around, read),
        besides=(*_ruler(state, seen, read), *_mean(seen, around), *doubt(state.kernel, seen.data.d, MEANINGLESS)),
        tabs=tuple(Tab(title, blocks) for title, blocks in zip(TABS, contents, strict=True)),
        facts={"subject": seen, "measure": read, "landscape": around},
    )


def picture(state: State, seen: Subject, around: Landscape | None, read: Measure | None) -> Picture:
    """The plane or line under Φ̄ with the ruler; without a landscape the points alone."""
    data, window = seen.data, Window.around(seen.data.X)
    ruler = Ruler(seen.i, seen.j, _label(seen, read))
    place = None
    if around is not None and around.lowest >= 0 and _inside(around.nearest, window, data.d):
        place = Place([float(v) for v in around.nearest], "image nearest to the mean")
    drawn, name = (None, "value") if around is None else around.field(state.field)
    common = {
        "classes": data.classes or None, "name": name, "place": place,
        "details": None if around is None else _details(seen),
    }  # fmt: skip
    if data.d == 1:
        line = drawn if isinstance(drawn, Curve) else None
        figure = ruler_line(line, data.X, seen.labels, ruler, x_range=window.x_range, x_title=data.columns[0], **common)  # type: ignore[arg-type]
    else:
        figure = ruler_plane(
            drawn if isinstance(drawn, Surface) else None, data.X, seen.labels, ruler, x_range=window.x_range,
            y_range=window.y_range, limit=None if around is None or around.lowest >= 0 or state.field == PARZEN else -2 * around.lowest, axes=(data.columns[0], data.columns[1]), **common,  # type: ignore[arg-type]
        )  # fmt: skip
    low, high = (0.0, 0.0) if drawn is None else (float(drawn.values.min()), float(drawn.values.max()))
    alt = describe_ruler(data.n, ruler, name, low, high)
    return Picture(
        figure, alt, "" if around is None else _caption(state, seen, around), "geometry", HEIGHT if data.d == 2 else 480,
        square=data.d == 2, revision=data.key, clickable=True,
    )  # fmt: skip


def _label(seen: Subject, read: Measure | None) -> str:
    if read is None:
        return f"points {seen.i + 1} and {seen.j + 1}"
    if read.distance is None:
        return f"distance² = {short(read.squared, 5)}: impossible"
    return f"distance {short(read.distance, 5)}" + ("" if read.angle is None else f", {degrees(read.angle)}")


def degrees(angle: float) -> str:
    """68.4°"""
    return f"{angle:.1f}°"


def _inside(at: np.ndarray, window: Window, d: int) -> bool:
    ranges = (window.x_range, window.y_range)[:d]
    return all(low <= v <= high for v, (low, high) in zip(at.tolist(), ranges, strict=True))


def _details(seen: Subject) -> list[str]:
    pairs = zip(seen.densities.tolist(), seen.squared.tolist(), strict=True)
    return [f"density {short(a)}   distance² to the mean {short(b)}" for a, b in pairs]


def _caption(state: State, seen: Subject, around: Landscape) -> str:
    far = int(np.argmax(seen.squared))
    move = "Click a point to move the nearer end of the ruler there."
    if around.lowest < 0 and state.field != PARZEN:
        where = "Below 0" if seen.data.d == 1 else "Inside the second colour, beyond the thick line of 0,"
        return (
            f"{where} the squared distance to $\\bar\\Phi$ is negative, down to {short(around.lowest)}: no "
            f"points of any space lie like this, so k is not a kernel. {move}"
        )
    same = ""
    if around.common_norm2 is not None:
        same = (
            "Density and distance have the same level lines, for $\\|\\phi(x)-\\bar\\Phi\\|^2$ = "
            f"{short(around.common_norm2 + seen.mean2)} − 2$\\langle\\phi(x),\\bar\\Phi\\rangle$. "
        )
    if state.field == PARZEN:
        return f"The mean of k(xᵢ, ·) over the {seen.n} points, a density estimate up to a constant. {same}{move}"
    return (
        f"How far the image of every place is from the mean $\\bar\\Phi$ of the {seen.n} images; farthest of the points is "
        f"{far + 1}, at {short(max(float(seen.squared[far]), 0.0) ** 0.5)}. {same}{move}"
    )


def _ruler(state: State, seen: Subject, read: Measure) -> tuple[Block, ...]:
    x, z = (at(seen.data.X[r]) for r in (seen.i, seen.j))
    none = "none"
    minus = "+" if read.kxz < 0 else "-"
    return (
        Formula(rf"k(x,z) = {latex(state.kernel)}"),
        Text(f"**Ruler** from point {seen.i + 1}, x = {x}, to point {seen.j + 1}, z = {z}:"),
        Formula(
            r"\|\phi(x)-\phi(z)\|^2 = k(x,x) - 2k(x,z) + k(z,z) \\"
            rf"= {tex(read.kxx)} {minus} 2\cdot{tex(abs(read.kxz))} {'-' if read.kzz < 0 else '+'} {tex(abs(read.kzz))} = {tex(read.squared, 5)}"
        ),
        Numbers(
            (
                Number("k(x, z)", short(read.kxz), "inner product of the two images"),
                Number("distance²", short(read.squared, 5), "k(x,x) − 2k(x,z) + k(z,z)"),
                Number(
                    "distance", none if read.distance is None else short(read.distance, 5), "its root: the notes leave it out"
                ),
                Number("angle", none if read.angle is None else degrees(read.angle), "cos = k(x,z)/√(k(x,x)·k(z,z))"),
                Number("‖φ(x)‖²", short(read.kxx), "k(x, x)"),
                Number("‖φ(z)‖²", short(read.kzz), "k(z, z)"),
            )
        ),
        *((Text(" ".join(read.why), "warning"),) if read.why else ()),
    )  # fmt: skip


def _mean(seen: Subject, around: Landscape) -> tuple[Block, ...]:
    average = float(np.diag(seen.K).mean())
    return (
        Text(f"**Centre of mass** $\\bar\\Phi = \\frac1n\\sum\\phi(x_i)$ of {seen.n} images: {verdict(seen, around)}"),
        Numbers(
            (
                Number("$\\|\\bar\\Phi\\|^2$", short(seen.mean2), "mean of all entries of K"),
                Number("mean ‖φ(x)‖²", short(average), "mean of the diagonal of K: trace/n"),
                Number("variance", short(average - seen.mean2), "mean squared distance to the mean = trace K′/n, what centring leaves"),
            )
        ),
    )  # fmt: skip


def verdict(seen: Subject, around: Landscape) -> str:
    """Whether Φ̄ is the image of a point, in one sentence."""
    if around.lowest < 0 or seen.mean2 < 0:
        return "without a feature space there is no such point."
    common, scale = around.common_norm2, float(np.abs(np.diag(seen.K)).max())
    if common is not None and seen.mean2 < common * (1 - SAME):
        return f"$\\|\\bar\\Phi\\|^2$ = {short(seen.mean2)} < {short(common)} = ‖φ(x)‖² for every x, so $\\bar\\Phi$ is the image of no point."
    if around.nearest_squared <= SAME * scale:
        return f"it is an image, that of {at(around.nearest)}."
    return (
        f"the nearest image found, that of {at(around.nearest)}, is at distance {short(around.nearest_squared**0.5)}."
    )


__all__ = ["QUESTION", "TABS", "Landscape", "Measure", "State", "Subject", "build", "subject"]
