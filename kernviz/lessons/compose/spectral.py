"""Spectral density of a function of x − z, by Bochner's theorem.

The picture shows the density, its negative part, and the decision.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from kernviz.figures.curves.density import density, describe_density, describe_parts, parts
from kernviz.kernels import Kernel, Space
from kernviz.kernels.line_spectrum import Overtones
from kernviz.kernels.spectral import CauchyDensity
from kernviz.lessons.compose.density import DensityCurve, curve, stems
from kernviz.lessons.lesson import Picture
from kernviz.mercer import Judgement
from kernviz.mercer.bochner import Finding, Mixture
from kernviz.mercer.prover import prove
from kernviz.mercer.spectral import Spectral, spectral
from kernviz.ranges import peak
from kernviz.wording import say, several

HEIGHT = 230


@dataclass(frozen=True)
class Measure:
    """Spectral measure on a space, with its density curve and single frequencies.

    ``stems`` are the single frequencies as pairs (ω, weight).
    """

    judgement: Judgement
    space: Space
    spectral: Spectral
    curve: DensityCurve | None
    stems: tuple[tuple[float, float], ...]

    @property
    def mixture(self) -> Mixture:
        return self.spectral.mixture

    @property
    def finding(self) -> Finding | None:
        return self.spectral.finding

    @property
    def diagonal(self) -> bool:
        """Return True if S depends on the direction of ω.

        S is then drawn along (1, …, 1).
        """
        return self.space.d > 1 and any(isinstance(S, CauchyDensity) for _, S in self.mixture.densities)


def measure_of(judgement: Judgement, d: int) -> Measure | None:
    """Return the spectral measure on the space on which k is judged.

    If k is judged on every ℝᵈ, and fails on some, the space is the first on which k fails. If none
    fails, the space is ℝᵈ with the data's dimension d, as an example.

    None if k depends on more than x − z, or if part of its measure is unknown.
    """
    found, space = judgement.spectral, judgement.space
    if space.every:
        space = Space(d, space.nonnegative)
        if judgement.kernel.stationary:
            found = spectral(judgement.kernel, space, _known)
    if found is None:
        return None
    return Measure(judgement, space, found, curve(found.mixture, found.finding), tuple(stems(found.mixture)))


def _known(k: Kernel, space: Space) -> bool:
    return prove(k, space.d, space.nonnegative).complete


# ---- picture --------------------------------------------------------------------------------------------------------


def picture(it: Measure) -> Picture | None:
    """Draw the spectral measure over ω ≥ 0.

    None if nothing of the measure can be drawn.
    """
    drawn, found = it.curve, it.finding
    fails = found is not None and not found.holds
    if drawn is None and not it.stems:
        return None
    title = "ω" if it.space.d == 1 else say("‖ω‖, along (1, …, 1)") if it.diagonal else "‖ω‖"
    y_title = say("S(ω) on {space}", space=it.space)
    if drawn is not None and drawn.view == "tails":
        mark = (found.omega, found.value) if found is not None and fails and not found.wave else None
        figure = parts(
            drawn.omega, drawn.added, drawn.taken, x_title=title, y_title=y_title, y_range=drawn.y_range, mark=mark
        )
        alt = describe_parts(drawn.omega, drawn.added, drawn.taken)
    else:
        omega, S = (drawn.omega, drawn.S) if drawn is not None else ((), ())
        x_range = _omega_range(it, drawn)
        figure = density(
            omega,  # type: ignore[arg-type]
            S,  # type: ignore[arg-type]
            x_title=title,
            y_title=y_title,
            x_range=x_range,
            y_range=drawn.y_range if drawn is not None else (0.0, 1.0),
            stems=[stem for stem in it.stems if stem[0] <= x_range[1]],
            mark=(found.omega, found.value) if found is not None and fails and math.isfinite(found.value) else None,
        )
        alt = describe_density(omega, S, it.stems)  # type: ignore[arg-type]
    return Picture(figure, alt, caption(it), "spectral", HEIGHT)


def _omega_range(it: Measure, drawn: DensityCurve | None) -> tuple[float, float]:
    """Return the horizontal range of the spectral picture.

    The range begins a little left of 0, so that a stem there is visible. It ends at the end of
    the curve or at the last visible stem.
    """
    heaviest = max((abs(w) for _, w in it.stems), default=0.0)
    last = max((f for f, w in it.stems if abs(w) >= 1e-3 * heaviest), default=0.0)
    end = peak(1.08 * last, 0.0 if drawn is None else drawn.x_range[1])
    return (-0.03 * end if it.stems else 0.0), end


def caption(it: Measure) -> str:
    """Return the caption of the spectral picture.

    The caption has the deciding numbers, and the parts that are not drawn.
    """
    sentences = [decides(it)]
    if it.judgement.space.every and it.judgement.asked is None:
        sentences.append(say("The question is about every ℝᵈ; drawn for {space}.", space=it.space))
    if it.judgement.asked is not None:
        sentences.append(
            say("Of the spaces ℝ, ℝ², ℝ³ and so on, {space} is the first on which k is no kernel.", space=it.space)
        )
    if it.curve is not None and it.curve.view == "near":
        sentences.append(
            say("The vertical axis ends far below the highest value, so that the part below 0 can be seen.")
        )
    if it.curve is not None and it.curve.view == "tails":
        sentences.append(say("Logarithmic axes: what is added and what is taken away."))
        if it.stems:
            sentences.append(
                several(
                    len(it.stems),
                    "{n} single frequency is in the table only.",
                    "{n} single frequencies are in the table only.",
                )
            )
    sentences += not_drawn(it)
    return " ".join(sentences)


def not_drawn(it: Measure) -> list[str]:
    """Return sentences on the parts of the measure that are not drawn."""
    sentences = []
    if it.mixture.hidden:
        sentences.append(
            say("Parts of ‹k› are kernels without a density written here: they add to S, and are not drawn.")
        )
    if it.mixture.densities and it.curve is None:
        sentences.append(say("The density is too large or too narrow to draw."))
    overtones = any(isinstance(wave, Overtones) for _, wave in it.mixture.waves)
    if overtones:
        what = say("overtones past the eighth") if it.space.d == 1 else say("all frequencies but 0")
        sentences.append(
            say("Of the periodic part {parts} are not drawn; none of its weights is negative.", parts=what)
        )
    return sentences


def decides(it: Measure) -> str:
    """Return the sentence that decides by Bochner's theorem."""
    found, space = it.finding, it.space
    if found is None:
        return say(
            "On {space} neither a frequency with S(ω) < 0 nor a proof that there is none was found.", space=space
        )
    if found.wave:
        if found.omega == 0:
            return say(
                "On {space} the number in ‹k›, the frequency ω = 0, has the weight {value}, below 0: by Bochner's "
                "theorem ‹k› is no kernel.",
                space=space,
                value=found.value,
            )
        return say(
            "On {space} the frequency ω = {omega} has the weight {value}, below 0: by Bochner's theorem ‹k› is no "
            "kernel.",
            space=space,
            omega=found.omega,
            value=found.value,
        )
    if not found.holds:
        if it.diagonal and found.omega:
            return say(
                "On {space} the density at ‖ω‖ = {omega} along (1, …, 1) is {value}, below 0: by Bochner's theorem ‹k› "
                "is no kernel.",
                space=space,
                omega=found.omega,
                value=found.words,
            )
        return say(
            "On {space} the density at ‖ω‖ = {omega} is {value}, below 0: by Bochner's theorem ‹k› is no kernel.",
            space=space,
            omega=found.omega,
            value=found.words,
        )
    return say(
        "{height} nowhere below 0 on {space}: by Bochner's theorem ‹k› is a kernel.", height=_height(it), space=space
    )


def _height(it: Measure) -> str:
    drawn = it.curve
    if drawn is None and not it.mixture.densities:
        return (
            say("The weights of all frequencies are")
            if it.stems or it.mixture.hidden
            else say("There is no frequency; S is")
        )
    start = it.mixture.at(0.0)
    if drawn is None or drawn.view != "linear" or not abs(start) < float("inf"):
        return say("The density is")
    top = int(drawn.S.argmax())
    if top == 0:
        if bool((np.diff(drawn.S) <= 0).all()):
            return say("The density falls from S(0) = {start} and is", start=start)
        return say("With its highest value S(0) = {start} the density is", start=start)
    return say(
        "With S(0) = {start} and its highest value S({omega:.3}) = {highest} the density is",
        start=start,
        omega=drawn.omega[top],
        highest=drawn.S[top],
    )
