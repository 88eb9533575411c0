"""Gram matrix K and centred Gram matrix K′ side by side."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.features import geometry as geo
from kernviz.figures.matrix.gram import describe_gram, gram_heatmap
from kernviz.lessons.geometry.scene import GeometryScene
from kernviz.lessons.lesson import Block, Formula, Picture, Row, Table, Text, paragraph
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, short

TITLE = phrase("Centring")
MOST_ROWS = 60  # largest number of rows of a matrix in a picture of half a page


def blocks(scene: GeometryScene) -> tuple[Block, ...]:
    """Show K, K′ = HKH, and what centring changes.

    Source: S0, equation (4), erratum E11.
    """
    K, n = scene.K, scene.n
    centred = geo.center(K)
    off = float(np.abs(centred - twice_projected(K)).max())
    rows = {
        say("largest |row sum|"): (float(np.abs(K.sum(axis=1)).max()), float(np.abs(centred.sum(axis=1)).max())),
        say("trace/n = mean ‖‹φ›‖²"): (float(np.trace(K)) / n, float(np.trace(centred)) / n),
        say("mean of all entries = ‖mean‖²"): (float(K.mean()), float(centred.mean())),
    }
    average, variance = rows[say("trace/n = mean ‖‹φ›‖²")]
    one = np.ptp(np.diag(K)) <= 1e-12 * abs(K[0, 0])
    return (
        Formula(
            r"‹\K›' = H‹\K›H,\quad H = I - \tfrac1n\mathbf 1\mathbf 1^\mathsf T:\qquad "
            r"‹\k›'(x,‹\z›) = ‹\k›(x,‹\z›) - \tfrac1n\textstyle\sum_i ‹\k›(x,x_i) - \tfrac1n\sum_i ‹\k›(‹\z›,x_i) +"
            r" \tfrac{1}{n^2}\sum_{i,j}‹\k›(x_i,x_j)"
        ),
        Row(
            (
                (paragraph("**‹K›**, as it is"), _matrix(scene, K, symbols("‹k›(xᵢ, xⱼ)"), "gram-k")),
                (
                    paragraph("**‹K›′**, centred in feature space"),
                    _matrix(scene, centred, symbols("‹k›′(xᵢ, xⱼ)"), "gram-centred"),
                ),
            )
        ),
        Table(
            {
                say("quantity"): list(rows),
                symbols("‹K›"): [short(a, 5) for a, _ in rows.values()],
                symbols("‹K›′"): [short(b, 5) for _, b in rows.values()],
            },
            caption=say(
                "Equation (4) entry by entry and HKH differ by at most {difference:.2}: "
                "they are the same, up to rounding.",
                difference=off,
            ),
            geometric=(symbols("‹K›"), symbols("‹K›′")),
        ),
        Text(
            say(
                "Every row of ‹K›′ sums to 0: the mean of the centred images is the origin. What is left is the "
                "total variance, trace ‹K›′/n = trace ‹K›/n − $\\|\\bar\\Phi\\|^2$ = {average_norm2} − {mean2} = "
                "**{variance}**.",
                average_norm2=average,
                mean2=scene.mean2,
                variance=variance,
            )
            + (" " + say(r"It is {K} − $\|\bar\Phi\|^2$, for every image has the same norm.", K=K[0, 0]) if one else "")
            + (
                " " + say("A variance below 0 exists in no space: ‹k› is not a kernel.")
                if variance < -geo.NOISE * abs(average)
                else ""
            )
            + " "
            + say(
                "Distances do not change: ‹k›′(x,x) − 2‹k›′(x,‹z›) + ‹k›′(‹z›,‹z›) is what it was. Kernel PCA "
                "starts from ‹K›′."
            )
        ),
    )


def twice_projected(K: Array) -> Array:
    """Return HKH with H = I − 11ᵀ/n, by matrix products."""
    H = np.eye(len(K)) - 1 / len(K)
    return np.asarray(H @ K @ H)


def _matrix(scene: GeometryScene, K: Array, name: str, key: str) -> Picture:
    """Draw a heat map of at most MOST_ROWS rows.

    The rows are taken evenly from every class. The numbers are those of the whole matrix.
    """
    labels = scene.labels
    order = np.arange(scene.n) if labels is None else np.argsort(labels, kind="stable")
    chosen = order[np.unique(np.linspace(0, scene.n - 1, min(scene.n, MOST_ROWS)).astype(int))]
    part, own = K[np.ix_(chosen, chosen)], None if labels is None else labels[chosen]
    figure = gram_heatmap(part, own, classes=scene.data.classes or None, name=name)
    names = [str(int(i) + 1) for i in chosen]  # rows are numbered from 1, and keep the number of their point
    for trace in figure.data:
        if trace.type == "heatmap":
            trace.update(x=names, y=names)
    figure.update_layout(showlegend=False)
    some = (
        "" if len(chosen) == scene.n else say("{count} of the {n} rows are drawn.", count=len(chosen), n=scene.n) + " "
    )
    caption = say(
        "{drawn_rows}Entries of the whole matrix from {smallest} to {largest}.",
        drawn_rows=some,
        smallest=K.min(),
        largest=K.max(),
    )
    return Picture(figure, describe_gram(K, labels), caption, key=key, height=420, square=True, revision=scene.data.key)
