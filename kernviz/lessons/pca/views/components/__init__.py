"""Kernel PCA with the sidebar's kernel.

It shows eight components as functions, their eigenvalues, and the effect of each switch.
"""

from __future__ import annotations

from kernviz.figures.bars.shares import describe_shares, share_bars
from kernviz.figures.data_view import DataView
from kernviz.figures.plane.components import component_lines, component_panels, describe_components, one_component
from kernviz.kernels.rules_and_premises import subscript
from kernviz.lessons.lesson import Block, Lesson, Numbers, Picture, Readout, Tab, Table, Text, paragraph
from kernviz.lessons.number_format import percent
from kernviz.lessons.pca.decomposition import Decomposition, Refused, decompose, functions
from kernviz.lessons.pca.refusal import refused_picture
from kernviz.lessons.pca.state import ALL, PANELS, State
from kernviz.lessons.pca.views.components import derivation
from kernviz.lessons.pca.views.components import figure as slide
from kernviz.lessons.shared.handles import points
from kernviz.lessons.shared.refusal import too_many_columns
from kernviz.surfaces import Curve, Surface
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several, short


def build(state: State) -> Lesson:
    """Build picture, numbers and tabs from a single decomposition.

    If the decomposition is refused for a negative eigenvalue, the picture shows the eigenvalues.
    """
    data = state.data
    if words := too_many_columns(data):
        return Lesson("", None, problem=words)
    pca = decompose(data, state.kernel, state.center, state.normalize)
    figure_tab = Tab(phrase("The figure in S4"), lambda: slide.table(pca))
    if isinstance(pca, Refused):
        return Lesson(
            "",
            refused_picture(pca, data.key),
            problem=pca.words,
            tabs=(figure_tab,),
        )
    drawn = functions(data, state.kernel, state.center, state.normalize)
    problem = drawn if isinstance(drawn, str) else ""
    return Lesson(
        "",
        None if isinstance(drawn, str) else _picture(state, pca, drawn),
        besides=(
            lambda: derivation.beside(int(state.step), pca),
            _numbers(pca, _chosen(state, pca) or 0),
            bars(pca),
        ),
        tabs=(
            figure_tab,
            Tab(phrase("Variance and λ"), lambda: derivation.variances(pca)),
            Tab(phrase("Derivation"), lambda: derivation.every_step(pca)),
            Tab(phrase("Certificate"), lambda: certificate(pca)),
        ),
        problem=problem,
        facts={"found": pca, "functions": drawn},
    )


def _words(pca: Decomposition, count: int) -> list[str]:
    return [f"<b>{i + 1}</b>:  N·λ = {short(float(pca.values[i]))}" for i in range(count)]


def _picture(state: State, pca: Decomposition, drawn: tuple[Surface, ...] | tuple[Curve, ...]) -> Picture:
    data, words = state.data, _words(pca, len(drawn))
    surfaces = tuple(f for f in drawn if isinstance(f, Surface))
    curves = tuple(f for f in drawn if isinstance(f, Curve))
    view = DataView.of(data, drawn[0].window)
    chosen = _chosen(state, pca)
    alt = describe_components(pca.values[: len(drawn)].tolist(), data.n)
    if surfaces and chosen is not None:
        i = chosen
        figure = one_component(view, surfaces[i], say("component {n}", n=i + 1))
        caption = say(
            "Component {i}: N·λ = {values}, {explained_share} of {total}. Along a thin line the projection on v "
            "keeps its value; on the thick one it is 0, and the two colours are its signs.",
            i=i + 1,
            values=pca.values[i],
            explained_share=percent(float(pca.model.explained_share_[i])),
            total=_whole(pca),
        )
        alt = say("Component {i} over the plane. {description}", i=i + 1, description=alt)
        return Picture(figure, alt, caption, "component", 690, True, points=points(state))
    if surfaces:
        figure = component_panels(view, surfaces, words)
    else:
        figure = component_lines(view, curves, words, pca.projections)
    return Picture(figure, alt, _caption(pca, len(drawn), bool(surfaces)), "components", 690, bool(surfaces), data.key)


def _caption(pca: Decomposition, count: int, plane: bool) -> str:
    share = float(pca.model.explained_share_[:count].sum())
    if not pca.live:
        return say("All images lie in one place: every eigenvalue is 0 and no direction varies.")
    what = (
        say(
            "each panel is the projection on one v as a function of the plane, thin lines join "
            "equal values, the thick one is 0"
        )
        if plane
        else say("each panel is the projection on one v as a function of the line")
    )
    gone = (
        ""
        if pca.live >= count
        else (
            " "
            + several(
                pca.live,
                "Only {n} eigenvalue is above 0: there are no more directions.",
                "Only {n} eigenvalues are above 0: there are no more directions.",
            )
        )
    )
    live = min(count, pca.live)
    return say(
        "The first components: {reading}. {these_hold} {share} of {total}. The eigenvalues are those "
        "of {matrix}, that is N·λ.{left_out}",
        reading=what,
        these_hold=say("The {count} hold", count=live) if live > 1 else say("This one holds"),
        share=percent(share),
        total=_whole(pca),
        matrix=say("the centred Gram matrix ‹K›′") if pca.model.center else say("‹K› itself, not centred"),
        left_out=gone,
    )


def _whole(pca: Decomposition) -> str:
    """Return the sum of all eigenvalues in words."""
    return say("the variance") if pca.model.center else say("the trace of ‹K›, which is the variance only when centred")


def _matrix(pca: Decomposition) -> str:
    return symbols("‹K›′" if pca.model.center else "‹K›")


def _chosen(state: State, pca: Decomposition) -> int | None:
    """Return the index (from 0) of the component shown large.

    The result is None for all.
    """
    return None if state.show == ALL or state.data.d == 1 else min(int(state.show), PANELS, len(pca.values)) - 1


def _numbers(pca: Decomposition, i: int) -> Numbers:
    value, sub = float(pca.values[i]), subscript(i + 1)
    variance = float(pca.projections[:, i].var())
    return Numbers(
        (
            Readout(
                f"N·λ{sub}",
                short(value),
                say("eigenvalue number {i} of {matrix}", i=i + 1, matrix=_matrix(pca)),
                geometric=True,
            ),
            Readout(
                f"λ{sub}",
                short(value / pca.size),
                say("N·λ{index} divided by N = {size}", index=sub, size=pca.size),
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


def bars(pca: Decomposition) -> Picture:
    """Draw the eigenvalues with their cumulative share."""
    values = pca.values[: min(len(pca.values), 15)]
    eight = float(pca.model.explained_share_[:PANELS].sum())
    count = min(PANELS, pca.live)
    caption = say("Bars: N·λ. Line: the share so far of {total}.", total=_whole(pca))
    if count:
        caption += " " + several(
            count, "{n} component holds {share}.", "{n} components hold {share}.", share=percent(eight)
        )
    return Picture(
        share_bars(values, pca.model.total_),
        describe_shares(values, pca.model.total_),
        caption,
        "shares",
        220,
        revision=str(pca.size),
    )


def certificate(pca: Decomposition) -> tuple[Block, ...]:
    """Return the measured residuals and lengths of the eigenvectors."""
    live = slice(0, max(pca.live, 1))
    lengths = pca.lengths[live]
    good = pca.residual < 1e-9 and pca.orthonormality_defect < 1e-9
    rows = min(PANELS, len(pca.values))
    square = symbols("‖v‖² = aᵀ‹K›′a" if pca.model.center else "‖v‖² = aᵀ‹K›a")
    return (
        paragraph(
            "**{mark}** ‖{matrix}u − Nλ u‖ / Nλ₁ ≤ {residual:.2} for every eigenvector u, and they are "
            "orthonormal to {defect:.2} (largest entry of UᵀU − I). All N·λ sum to {trace:.6}, the "
            "trace of {matrix}; the {count} computed to {sum:.6}.",
            mark="✓" if good else "✗",
            matrix=_matrix(pca),
            residual=pca.residual,
            defect=pca.orthonormality_defect,
            trace=pca.model.total_,
            count=len(pca.values),
            sum=pca.values.sum(),
        ),
        Table(
            {
                say("component"): list(range(1, rows + 1)),
                "N·λ": pca.values[:rows].tolist(),
                "λ": pca.lam[:rows].tolist(),
                say("share"): [percent(float(v)) for v in pca.model.explained_share_[:rows]],
                say("share so far"): [percent(float(v)) for v in pca.model.explained_share_[:rows].cumsum()],
                square: pca.lengths[:rows].tolist(),
            },
            geometric=("N·λ", "λ", say("share"), say("share so far"), square),
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
