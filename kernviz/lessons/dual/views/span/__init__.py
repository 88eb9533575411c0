"""View of the decomposition w = w∥ + w⊥ in three dimensions.

The part w⊥ is orthogonal to the span of the training points' images. This part adds length and
changes no output at a training point.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import LARGEST_SINGLE, Array
from kernviz.figures.plane.triangle import upright_triangle
from kernviz.figures.space.span import Arrow, box_around, describe_span, fall, span_space
from kernviz.figures.theme import INK, class_color, token
from kernviz.kernels.rules_and_premises import subscript
from kernviz.lessons.draggable import Handle
from kernviz.lessons.dual.state import GROWING, REACH, State
from kernviz.lessons.dual.views.span.proof import proof
from kernviz.lessons.dual.views.span.space import SpanSpace, space
from kernviz.lessons.lesson import Formula, Lesson, Numbers, Picture, Readout, Tab, Text
from kernviz.lessons.number_format import vector
from kernviz.ranges import peak
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, short

HEIGHT = 640


def build(state: State) -> Lesson:
    """Build the span view: the solution w∥ in the span, plus w⊥.

    w⊥ is t‖w∥‖ times a unit vector orthogonal to the span. Raises ValueError if w∥ is 0, or too long
    for a picture.
    """
    spanned = space(state)
    Phi, n = spanned.coordinates, len(spanned.rows)
    y = state.targets[list(spanned.rows)]
    ridge = n * state.lam if state.grows == GROWING else 0.0
    alpha = np.linalg.pinv(Phi @ Phi.T + ridge * np.eye(n), hermitian=True) @ y
    inside = Phi.T @ alpha
    upright = spanned.upright
    size = float(np.linalg.norm(inside))
    if not size:
        raise ValueError(say("the best w in the span is 0 here, so there is no w∥ to draw: choose other points"))
    if not size <= LARGEST_SINGLE:
        raise ValueError(say("w is too long for a picture, {size:.2}: scale the data or the kernel", size=size))
    outside = state.t * size * upright
    w = inside + outside
    fixed = Phi @ inside
    moved = Phi @ w
    inner = Phi @ outside
    R = state.lam * float(w @ w) if state.grows == GROWING else 0.0
    loss = float(np.mean((moved - y) ** 2))
    loss = 0.0 if loss < 1e-25 * float(y @ y) else loss  # the loss of an exact fit is roundoff
    elsewhere = float(w @ spanned.outside) if spanned.outside is not None else float("nan")
    before = float(inside @ spanned.outside) if spanned.outside is not None else float("nan")
    names = [f"x{subscript(r + 1)}" for r in spanned.rows]
    facts = {
        "inner": inner,
        "moved": moved,
        "norm": float(np.linalg.norm(w)),
        "inside": inside,
        "risk": loss,
        "R": R,
        "space": spanned,
        "elsewhere": elsewhere,
    }
    numbers = [
        *(
            Readout(
                f"⟨w⊥, ‹φ›({name})⟩",
                short(float(v), 2),
                say("zero up to rounding: w⊥ is orthogonal to every training image"),
                geometric=True,
            )
            for name, v in zip(names, inner, strict=True)
        ),
        Readout(
            "‖w‖",
            short(float(np.linalg.norm(w))),
            say(
                "√(a² + b²) with the lengths a of w∥, {length_in_span}, and b of w⊥, {length_outside}",
                length_in_span=np.linalg.norm(inside),
                length_outside=np.linalg.norm(outside),
            ),
            geometric=True,
        ),
        *(
            Readout(f"⟨w, ‹φ›({name})⟩", short(float(v)), say("with w∥ alone {u}", u=u), geometric=True)
            for name, v, u in zip(names, moved, fixed, strict=True)
        ),
        Readout("f + R", short(loss + R), say("f = {loss} does not change, R = {R}", loss=loss, R=R), geometric=True),
    ]
    if spanned.third is not None:
        numbers.append(
            Readout(
                f"⟨w, ‹φ›(x{subscript(spanned.third + 1)})⟩",
                short(elsewhere),
                say("a point that f does not depend on: with w∥ alone {before}", before=before),
                geometric=True,
            )
        )
    return Lesson(
        "",
        _picture(state, spanned, names, inside, outside, size),
        besides=(
            _side_view(state, size),
            lambda: (
                Text(_losses(state)),
                Formula(
                    r"w = \underbrace{\textstyle\sum_i \alpha_i\,‹\varphi›(x_i)}_{w_\parallel} + w_\perp,\qquad \langle"
                    r" w_\perp,‹\varphi›(x_i)\rangle = 0"
                ),
            ),
            Numbers(tuple(numbers)),
            _curves(state, spanned, inside, size, y),
            lambda: (Text(_verdict(state)),),
        ),
        tabs=(Tab(phrase("The proof"), lambda: proof(state)),),
        facts=facts,
    )


def _losses(state: State) -> str:
    """Return the definitions of the loss f and the chosen regulariser R."""
    R = f"R = λ‖w‖², λ = {short(state.lam)}" if state.grows == GROWING else say("R is constant")
    return say(
        "f is the mean squared error of ⟨w, ‹φ›(xᵢ)⟩ against yᵢ on the training points, {R}; what is minimised "
        "is f + R.",
        R=R,
    )


def _verdict(state: State) -> str:
    if state.grows == GROWING:
        return say("R grows with ‖w‖, so only w⊥ = 0 is optimal: **w\\* = Σ αᵢ ‹φ›(xᵢ)**.")
    return say(
        "R is constant, so f + R is the same for every t: **the minimiser is not unique**. "
        "One of them lies in the span; most do not (erratum E18)."
    )


def _picture(state: State, spanned: SpanSpace, names: list[str], inside: Array, outside: Array, size: float) -> Picture:
    """Draw w in feature space.

    w is rescaled if it is much shorter or much longer than the images.
    """
    outsiders = [] if spanned.outside is None else [spanned.outside]
    longest = peak(np.linalg.norm(np.vstack([spanned.coordinates, *outsiders]), axis=1))
    s = _round(longest / size) if size > 0 and not 0.45 < longest / size < 2.2 else 1.0
    # the names have also the factor 1: plotly.js redraws a trace whose name appears or disappears
    drawn = say("drawn × {factor}", factor=s)
    multiple = "" if s == 1 else f"{short(s)}·"
    w = s * (inside + outside)
    groups = state.groups
    arrows = [
        Arrow(z, symbols(f"‹φ›({name})"), class_color(int(groups[r])), symbols(f"‹φ›({name})"))
        for z, name, r in zip(spanned.coordinates, names, spanned.rows, strict=True)
    ]
    if spanned.outside is not None and spanned.third is not None:
        other = symbols(f"‹φ›(x{subscript(spanned.third + 1)})")
        arrows.append(
            Arrow(
                spanned.outside, say("{point}, not trained on", point=other), token("muted"), other, dash="dot", width=3
            )
        )
    # w∥ and w have the same tip at t = 0, so their labels are on different sides of it, and none is on the dotted line
    above, below = ("top left", "bottom right") if state.t >= 0 else ("bottom left", "top right")
    arrows += [
        Arrow(s * inside, f"w∥, {drawn}", class_color(2), f"{multiple}w∥", width=8, side=below),
        Arrow(
            w,
            f"w⊥, {drawn}",
            class_color(3),
            f"{multiple}w⊥",
            (float(s * inside[0]), float(s * inside[1]), float(s * inside[2])),
            "dash",
            6,
            side="middle right",
            halfway=True,
        ),
        Arrow(w, f"w = w∥ + w⊥, {drawn}", INK, f"{multiple}w", width=8, side=above),
    ]
    extremes = [s * (inside + sign * REACH * size * spanned.upright) for sign in (-1, 1)]
    clouds = [spanned.coordinates, s * inside[None], np.array(extremes)]
    room = box_around(np.vstack([*clouds, *([spanned.outside[None]] if spanned.outside is not None else [])]))
    rank = int(np.linalg.matrix_rank(spanned.coordinates))
    figure = span_space(
        arrows,
        spanned.upright,
        inside,
        spanned.axes,
        room,
        alike=(extremes[0], extremes[1]),
        named=0 if state.t >= 0 else 1,
        plane=rank == 2,
    )
    what = say("the plane") if rank == 2 else say("the line") if rank == 1 else say("the origin")
    caption = say(
        "{coordinates_used} The images of the training points span {span}. Drag t: $w_\\perp$ is {t} times as long "
        "as $w_\\parallel$ and moves w out of the span. At the training points ⟨w, ‹φ›⟩ stays {coordinates}. ‖w‖ is "
        "now {norm}.",
        coordinates_used=spanned.words,
        span=what,
        t=abs(state.t),
        coordinates=vector(spanned.coordinates @ inside),
        norm=float(np.linalg.norm(w)) / s,
    )
    return Picture(
        figure,
        describe_span(arrows),
        caption,
        "dual_span",
        HEIGHT,
        revision=f"{state.data.key}{spanned.rows}",
    )


def _curves(state: State, spanned: SpanSpace, inside: Array, size: float, y: Array) -> Picture:
    """Draw ‖w‖, f and f + R over t."""
    ts = np.linspace(-REACH, REACH, 61)
    base = float(inside @ inside)
    norm2 = base + (ts * size) ** 2
    loss = float(np.mean((spanned.coordinates @ inside - y) ** 2))
    here = base + (state.t * size) ** 2
    grows = state.lam if state.grows == GROWING else 0.0
    curves = {"‖w‖": np.sqrt(norm2), "f + R": loss + grows * norm2, "f": np.full_like(ts, loss)}
    values = {"‖w‖": float(np.sqrt(here)), "f + R": loss + grows * here, "f": loss}
    top = 1.08 * max(float(v.max()) for v in curves.values())
    figure = fall(
        ts,
        curves,
        state.t,
        values,
        x_title=say("t, length of w⊥ where w∥ has length 1"),
        y_title="",
        y_range=(-0.03 * top, top),
    )
    standing = Handle("t", ("du_t",), (state.t, values["‖w‖"]), low=-REACH, high=REACH)
    flat = say("f + R lies on f: flat") if not grows else say("f + R is lowest at t = 0")
    return Picture(
        figure,
        say("Curves over t: ‖w‖ rises on both sides of 0, f stays {loss}, {objective}.", loss=loss, objective=flat),
        "",
        "dual_fall",
        230,
        revision=state.data.key,
        handles=(standing,),
    )


def _side_view(state: State, size: float) -> Picture:
    """Draw the plane of w∥ and w⊥.

    w is dragged at its tip.
    """
    figure = upright_triangle(size, state.t * size, reach=REACH * size)
    tip = Handle(
        "w", ("du_t",), (size, state.t * size), weights=((0.0, 1 / size, 0.0),), low=-REACH, high=REACH, upright=True
    )
    alt = say(
        "From the side: w∥ lies in the span, w⊥ stands upright on it, {t} times as long; w is their sum.",
        t=abs(state.t),
    )
    return Picture(figure, alt, "", "dual_side", 200, revision="side", handles=(tip,))


def _round(ratio: float) -> float:
    """Return the nearest round number: …, 0.5, 1, 2, 5, 10, …."""
    # bounds the ratio for extreme lengths, such as a w of 1e306 and images of 1e-150
    ratio = min(max(ratio, 1e-250), 1e250)
    power = float(np.floor(np.log10(ratio)))
    steps = [m * 10.0 ** (power + e) for e in (0, 1) for m in (1, 2, 5)]
    return float(min(steps, key=lambda v: abs(np.log(v / ratio))))
