"""Tab on the Gaussian process whose posterior mean is h.

h is the function of ridge regression. The tab shows the 95 % band around h.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import binom

from kernviz.data import Dataset
from kernviz.figures.data_view import DataView
from kernviz.figures.plane.regression import Target, value_plane
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, paragraph
from kernviz.lessons.number_format import percent, tex, vector
from kernviz.lessons.ridge.machine import BAND, Fit, band
from kernviz.lessons.ridge.state import State
from kernviz.ranges import peak
from kernviz.surfaces import Surface
from kernviz.wording import phrase, say, several, short

TITLE = phrase("Gaussian process")
UNLIKELY = 0.025  # probability below which a number of points inside a correct 95 % band counts as unlikely


def blocks(state: State, data: Dataset, fit: Fit) -> tuple[Block, ...]:
    """Show the posterior mean h and its 95 % band.

    S4 mentions the band without showing it.
    """
    return (*_at_probe(state, fit), *_left_out(data, fit), *_plane(state, data, fit))


def _at_probe(state: State, fit: Fit) -> tuple[Block, ...]:
    z, h = state.point, fit.value_at(state.point)
    without, with_noise = fit.std_at(z, False), fit.std_at(z, True)
    if not np.isfinite([h, without, with_noise]).all():
        return (
            Text(
                say(
                    "At the probe ‹z› = {z} a kernel value is too large to compute (above 1.8·10³⁰⁸): click nearer to "
                    "the points.",
                    z=vector(z),
                ),
                "warning",
            ),
        )
    similarities = state.kernel(z[None], fit.machine.X_)[0]
    mean = float(similarities @ fit.prepared.spectrum.solve(fit.y, fit.ridge))
    prior = float(np.sqrt(max(float(state.kernel.diag(z[None])[0]), 0.0)))
    rows = {
        say("at ‹z› = {z}", z=vector(z.tolist())): [
            say("ridge regression, ‹h›(‹z›)"),
            say("process, mean k∗ᵀ(‹K› + σ²I)⁻¹‹y›"),
            say("difference"),
            say("standard deviation before any data, √‹k›(‹z›,‹z›)"),
            say("standard deviation of ‹h›(‹z›)"),
            say("95 % band of ‹h›(‹z›)"),
            say("standard deviation of a new ‹y›, + σ²"),
            say("95 % band of a new ‹y›"),
        ],
        say("value"): [
            short(h, 8),
            short(mean, 8),
            short(abs(h - mean), 2),
            short(prior),
            short(without),
            f"{short(h - BAND * without)} … {short(h + BAND * without)}",
            short(with_noise),
            f"{short(h - BAND * with_noise)} … {short(h + BAND * with_noise)}",
        ],
    }
    mean_word, variance = say("mean"), say("variance")
    return (
        paragraph(
            "**The mean is the same number.** Let f be a Gaussian process with mean 0 and covariance ‹k›, and let "
            "every measurement have independent Gaussian noise of variance σ². Then the expected f(‹z›), given the "
            "data, is the ‹h›(‹z›) of ridge regression with λ = σ². Only the band is new. Its width depends on where "
            "the points are, and never on ‹y›. It also depends on the scale of ‹k›: 0.5·‹k› with 0.5·‹λ› gives the "
            "same mean and another band."
        ),
        Formula(
            rf"\begin{{aligned}}\text{{{mean_word}}} &= k_*^{{\mathsf T}}(‹\K›+\sigma^2 I)^{{-1}}‹\y›\\"
            rf" \text{{{variance}}} &="
            r" ‹\k›(‹\z›,‹\z›)-k_*^{\mathsf T}(‹\K›+\sigma^2 I)^{-1}k_*\\ "
            rf"\sigma^2 &= {tex(fit.ridge)}\end{{aligned}}"
        ),
        Table(
            rows,
            caption=say("The band is mean ± 1.96 standard deviations. The switches beside the picture draw it."),
            geometric=(say("value"),),
        ),
    )


def inside_share(fit: Fit) -> float:
    """Return the share of the points inside the 95 % band.

    For each point the process is trained on all others: its leave-one-out residual yᵢ − h₋ᵢ(xᵢ) has
    the standard deviation 1/√[(K + σ²I)⁻¹]ᵢᵢ.
    """
    spectrum = fit.prepared.spectrum
    inverse = spectrum.vectors**2 @ spectrum.weights(fit.ridge)
    with np.errstate(divide="ignore"):
        return float(np.mean(np.abs(fit.left_out) <= BAND / np.sqrt(inverse)))


def _left_out(data: Dataset, fit: Fit) -> tuple[Block, ...]:
    if fit.least_squares:
        return (
            Text(
                say(
                    "Without a ridge there is no noise, and the band closes at every point of the data: "
                    "measurements are taken as exact."
                ),
                "note",
            ),
        )
    if data.n < 2:
        return ()
    share = inside_share(fit)
    inside = round(share * data.n)
    words = (
        say("too narrow: σ² or ‹k› is too small for these data")
        if binom.cdf(inside, data.n, 0.95) < UNLIKELY
        else say("too wide: σ² or ‹k› is too large for these data")
        if binom.sf(inside - 1, data.n, 0.95) < UNLIKELY
        else say("about what 95 % means for so many points")
    )
    return (
        Text(
            several(
                data.n,
                "**Is the band honest?** Of {n} point, predicted without it, {share} lies within its 95 % band: "
                "{verdict}.",
                "**Is the band honest?** Of {n} points, each predicted from all others, {share} lie within their "
                "95 % band: {verdict}.",
                share=percent(share),
                verdict=words,
            )
        ),
    )


def _plane(state: State, data: Dataset, fit: Fit) -> tuple[Block, ...]:
    if data.d != 2:
        return ()
    if not state.band:
        return (paragraph("Switch the Gaussian process band on, beside the picture, to see its width over the plane."),)
    std = band(data, state.kernel, fit.ridge, state.noise)
    if not isinstance(std, Surface):
        return (
            Text(
                say("The band's width is too large to compute somewhere in the plane, so it is not drawn."), "warning"
            ),
        )
    top = peak(std.values)
    at_points = fit.machine.std(data.X, state.noise)
    target = Target(at_points, say("standard deviation"))
    drawn = value_plane(DataView.of(data), std, target, limits=(0.0, top), what="s")
    return (
        Picture(
            drawn,
            say(
                "Standard deviation over the plane, from {smallest} to {largest}.",
                smallest=std.values.min(),
                largest=top,
            ),
            say(
                "The standard deviation s of {quantity}: {mean} on average at the points, at most {largest} in the "
                "picture.",
                quantity=say("a new measurement") if state.noise else "h",
                mean=at_points.mean(),
                largest=top,
            ),
            key="std",
            height=560,
            square=True,
            revision=data.key,
        ),
    )
