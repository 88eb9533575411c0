"""Kernel PCA with the sidebar's kernel.

It shows eight components as functions, their eigenvalues, and the effect of each switch.
"""

from __future__ import annotations

from kernviz.figures.bars.shares import describe_shares, share_bars
from kernviz.figures.data_view import DataView
from kernviz.figures.plane.components import component_lines, component_panels, describe_components, one_component
from kernviz.kernels.rules_and_premises import subscript
from kernviz.lessons.lesson import Block, Lesson, Numbers, Picture, Readout, Tab, Table, Text, paragraph, percent, short
from kernviz.lessons.pca.decomposition import Found, Refused, decompose, functions
from kernviz.lessons.pca.refusal import refused_picture
from kernviz.lessons.pca.state import ALL, PANELS, State
from kernviz.lessons.pca.views.components import derivation
from kernviz.lessons.pca.views.components import figure as slide
from kernviz.lessons.shared.handles import points
from kernviz.surfaces import Curve, Surface
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several


def build(state: State) -> Lesson:
    """Build picture, numbers and tabs from a single decomposition.

    If the decomposition is refused for a negative eigenvalue, the picture shows the eigenvalues.
    """
    data = state.data
    if data.d > 2:
        words = say(
            "“{title}” has {d} columns: choose two of them, a component is drawn over the plane.",
            title=data.title,
            d=data.d,
        )
        return Lesson("", None, problem=words)
    found = decompose(data, state.kernel, state.center, state.normalize)
    figure_tab = Tab(phrase("The figure in S4"), lambda: slide.table(found))
    if isinstance(found, Refused):
        return Lesson(
            "",
            refused_picture(found, data.key),
            problem=found.words,
            tabs=(figure_tab,),
        )
    drawn = functions(data, state.kernel, state.center, state.normalize)
    problem = drawn if isinstance(drawn, str) else ""
    return Lesson(
        "",
        None if isinstance(drawn, str) else _picture(state, found, drawn),
        besides=(
            lambda: derivation.beside(int(state.step), found),
            _numbers(found, _chosen(state, found) or 0),
            bars(found),
        ),
        tabs=(
            figure_tab,
            Tab(phrase("Variance and λ"), lambda: derivation.variances(found)),
            Tab(phrase("Derivation"), lambda: derivation.every_step(found)),
            Tab(phrase("Certificate"), lambda: certificate(found)),
        ),
        problem=problem,
        facts={"found": found, "functions": drawn},
    )


def _words(found: Found, count: int) -> list[str]:
    return [f"<b>{i + 1}</b>:  N·λ = {short(float(found.values[i]))}" for i in range(count)]


def _picture(state: State, found: Found, drawn: tuple[Surface, ...] | tuple[Curve, ...]) -> Picture:
    data, words = state.data, _words(found, len(drawn))
    surfaces = tuple(f for f in drawn if isinstance(f, Surface))
    curves = tuple(f for f in drawn if isinstance(f, Curve))
    view = DataView.of(data, drawn[0].window)
    chosen = _chosen(state, found)
    alt = describe_components([float(v) for v in found.values[: len(drawn)]], data.n)
    if surfaces and chosen is not None:
        i = chosen
        figure = one_component(view, surfaces[i], say("component {n}", n=i + 1))
        caption = say(
            "Component {i}: N·λ = {values}, {explained_share} of the variance. Along a thin line the projection on v "
            "keeps its value; on the thick one it is 0, and the two colours are its signs.",
            i=i + 1,
            values=found.values[i],
            explained_share=percent(float(found.model.explained_share_[i])),
        )
        alt = say("Component {i} over the plane. {description}", i=i + 1, description=alt)
        return Picture(figure, alt, caption, "component", 690, True, points=points(state))
    if surfaces:
        figure = component_panels(view, surfaces, words)
    else:
        figure = component_lines(view, curves, words, found.projections)
    return Picture(
        figure, alt, _caption(found, len(drawn), bool(surfaces)), "components", 690, bool(surfaces), data.key
    )


def _caption(found: Found, count: int, plane: bool) -> str:
    share = float(found.model.explained_share_[:count].sum())
    if not found.live:
        return say("All images lie in one place: every eigenvalue is 0 and no direction varies.")
    what = (
        say(
            "each panel is the projection on one v as a function of the plane, thin lines join "
            "equal values, the thick one is 0"
        )
        if plane
        else say("each panel is the projection on one v as a function of the line")
    )
    whole = (
        say("the variance") if found.model.center else say("the trace of ‹K›, which is the variance only when centred")
    )
    gone = (
        ""
        if found.live >= count
        else (
            " "
            + several(
                found.live,
                "Only {n} eigenvalue is above 0: there are no more directions.",
                "Only {n} eigenvalues are above 0: there are no more directions.",
            )
        )
    )
    shown = min(count, found.live)
    return say(
        "The first components: {reading}. {these_hold} {share} of {total}. The eigenvalues are those "
        "of {matrix}, that is N·λ.{left_out}",
        reading=what,
        these_hold=say("The {count} hold", count=shown) if shown > 1 else say("This one holds"),
        share=percent(share),
        total=whole,
        matrix=say("the centred Gram matrix ‹K›′") if found.model.center else say("‹K› itself, not centred"),
        left_out=gone,
    )


def _chosen(state: State, found: Found) -> int | None:
    """Return the index (from 0) of the component shown large.

    The result is None for all.
    """
    return None if state.show == ALL or state.data.d == 1 else min(int(state.show), PANELS, len(found.values)) - 1


def _numbers(found: Found, i: int) -> Numbers:
    value, sub = float(found.values[i]), subscript(i + 1)
    variance = float(found.projections[:, i].var())
    which = symbols("‹K›′" if found.model.center else "‹K›")
    return Numbers(
        (
            Readout(
                f"N·λ{sub}",
                short(value),
                say("eigenvalue number {i} of {matrix}", i=i + 1, matrix=which),
                geometric=True,
            ),
            Readout(
                f"λ{sub}",
                short(value / found.size),
                say("N·λ{index} divided by N = {size}", index=sub, size=found.size),
                geometric=True,
            ),
            Readout(
                phrase("var z{index}", index=sub),
                short(variance),
                say("variance of the projections on v{index}: λ{index} if centred and normalised", index=sub),
                geometric=True,
            ),
        )
    )


def bars(found: Found) -> Picture:
    """Draw the eigenvalues with their cumulative share."""
    values = found.values[: min(len(found.values), 15)]
    eight = float(found.model.explained_share_[:PANELS].sum())
    count = min(PANELS, found.live)
    caption = say("Bars: N·λ. Line: the share of the whole variance so far.")
    if count:
        caption += " " + several(
            count, "{n} component holds {share}.", "{n} components hold {share}.", share=percent(eight)
        )
    return Picture(
        share_bars(values, found.model.total_),
        describe_shares(values, found.model.total_),
        caption,
        "shares",
        220,
        revision=str(found.size),
    )


def certificate(found: Found) -> tuple[Block, ...]:
    """Return the measured residuals and lengths of the eigenvectors."""
    live = slice(0, max(found.live, 1))
    lengths = found.lengths[live]
    good = found.residual < 1e-9 and found.orthonormality_defect < 1e-9
    rows = min(PANELS, len(found.values))
    return (
        paragraph(
            "**{mark}** ‖‹K›′u − Nλ u‖ / Nλ₁ ≤ {residual:.2} for every eigenvector u, and they are "
            "orthonormal to {defect:.2} (largest entry of UᵀU − I). All N·λ sum to {trace:.6}, the "
            "trace of ‹K›′; the {count} computed to {sum:.6}.",
            mark="✓" if good else "✗",
            residual=found.residual,
            defect=found.orthonormality_defect,
            trace=found.model.total_,
            count=len(found.values),
            sum=found.values.sum(),
        ),
        Table(
            {
                say("component"): list(range(1, rows + 1)),
                "N·λ": [float(v) for v in found.values[:rows]],
                "λ": [float(v) for v in found.lam[:rows]],
                say("share"): [percent(float(v)) for v in found.model.explained_share_[:rows]],
                say("share so far"): [percent(float(v)) for v in found.model.explained_share_[:rows].cumsum()],
                symbols("‖v‖² = aᵀ‹K›′a"): [float(v) for v in found.lengths[:rows]],
            },
            geometric=("N·λ", "λ", say("share"), say("share so far"), symbols("‖v‖² = aᵀ‹K›′a")),
        ),
        Text(_lengths(float(lengths.min()), float(lengths.max()))),
    )


def _lengths(low: float, high: float) -> str:
    if max(abs(low - 1), abs(high - 1)) < 1e-9:
        return say("Every ‖v‖² is 1 up to rounding: that is what the normalisation λN aᵀa = 1 is for.")
    return say(
        "The squared lengths ‖v‖² run from {low} to {high}; with the normalisation λN aᵀa = 1 each is 1.",
        low=low,
        high=high,
    )
