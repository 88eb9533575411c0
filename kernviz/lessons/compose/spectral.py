"""Bochner's theorem: the spectral density of a function of x − z, what is below 0 in it, and what decides."""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.figures.curves.density import density, describe_density, describe_parts, parts
from kernviz.kernels import Kernel, Space
from kernviz.kernels.spectral import CauchyDensity
from kernviz.kernels.waves import Overtones
from kernviz.lessons.compose.density import Curve, curve, stems
from kernviz.lessons.lesson import Picture, short
from kernviz.mercer import Judgement
from kernviz.mercer.bochner import Finding, Mixture
from kernviz.mercer.proof import prove
from kernviz.mercer.spectral import Spectral, spectral

HEIGHT = 300


@dataclass(frozen=True)
class Measure:
    """A spectral measure with the space it is drawn for and what is drawn of it."""

    judgement: Judgement
    space: Space
    spectral: Spectral
    curve: Curve | None
    stems: tuple[tuple[float, float], ...]

    @property
    def mixture(self) -> Mixture:
        return self.spectral.mixture

    @property
    def finding(self) -> Finding | None:
        return self.spectral.finding

    @property
    def diagonal(self) -> bool:
        """Whether S depends on the direction of ω; it is drawn along (1, …, 1)."""
        return self.space.d > 1 and any(isinstance(S, CauchyDensity) for _, S in self.mixture.densities)


def measure_of(judgement: Judgement, d: int) -> Measure | None:
    """The measure on the space that was asked about; for every dimension on the one that fails, or else on ℝᵈ as an
    example.

    None where k hangs on more than x − z, or part of its measure is not known.
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


# ---- the picture ----------------------------------------------------------------------------------------------------


def picture(it: Measure) -> Picture | None:
    """The measure over ω ≥ 0; None where nothing of it can be drawn."""
    drawn, found = it.curve, it.finding
    fails = found is not None and not found.holds
    if drawn is None and not it.stems:
        return None
    title = "ω" if it.space.d == 1 else "‖ω‖, along (1, …, 1)" if it.diagonal else "‖ω‖"
    y_title = f"S(ω) on {it.space}"
    if drawn is not None and drawn.way == "tails":
        mark = (found.omega, found.value) if found is not None and fails and not found.wave else None
        figure = parts(
            drawn.omega, drawn.added, drawn.taken, x_title=title, y_title=y_title, y_range=drawn.y_range, mark=mark
        )
        alt = describe_parts(drawn.omega, drawn.added, drawn.taken)
    else:
        omega, S = (drawn.omega, drawn.S) if drawn is not None else ((), ())
        x_range = _across(it, drawn)
        figure = density(
            omega,  # type: ignore[arg-type]
            S,  # type: ignore[arg-type]
            x_title=title,
            y_title=y_title,
            x_range=x_range,
            y_range=drawn.y_range if drawn is not None else (0.0, 1.0),
            stems=[stem for stem in it.stems if stem[0] <= x_range[1]],
            mark=(found.omega, found.value) if found is not None and fails else None,
        )
        alt = describe_density(omega, S, it.stems)  # type: ignore[arg-type]
    return Picture(figure, alt, caption(it), "spectral", HEIGHT)


def _across(it: Measure, drawn: Curve | None) -> tuple[float, float]:
    """From a little left of 0, where a number has its stem, to the end of the curve, or past the last stem worth
    seeing.
    """
    heaviest = max((abs(w) for _, w in it.stems), default=0.0)
    last = max((f for f, w in it.stems if abs(w) >= 1e-3 * heaviest), default=0.0)
    end = max(1.08 * last, 0.0 if drawn is None else drawn.x_range[1]) or 1.0
    return (-0.03 * end if it.stems else 0.0), end


def caption(it: Measure) -> str:
    """What decides, with the current numbers, and what is not drawn."""
    said = [decides(it)]
    if it.judgement.space.every and it.judgement.asked is None:
        said.append(f"The question is about every ℝᵈ; drawn for {it.space}.")
    if it.judgement.asked is not None:
        said.append(f"Of every ℝᵈ asked in turn, {it.space} is the first that fails.")
    if it.curve is not None and it.curve.way == "near":
        said.append("The vertical axis ends far below the highest value, so that what is below 0 is seen.")
    if it.curve is not None and it.curve.way == "tails":
        said.append("Logarithmic axes: what is added and what is taken away.")
        if it.stems:
            said.append(f"{len(it.stems)} single frequencies are in the table only.")
    said += not_drawn(it)
    return " ".join(said)


def not_drawn(it: Measure) -> list[str]:
    """Parts of the measure that are not in the picture."""
    said = []
    if it.mixture.hidden:
        said.append("Parts of k are kernels without a density written here: they add to S, and are not drawn.")
    if it.mixture.densities and it.curve is None:
        said.append("The density is beyond every number and is not drawn.")
    overtones = any(isinstance(wave, Overtones) for _, wave in it.mixture.waves)
    if overtones:
        what = "overtones past the eighth" if it.space.d == 1 else "all frequencies but 0"
        said.append(f"Of the periodic part {what} are not drawn; none of its weights is negative.")
    return said


def decides(it: Measure) -> str:
    found, space = it.finding, it.space
    if found is None:
        return f"On {space} neither a frequency with S(ω) < 0 nor a proof that there is none was found."
    if found.wave:
        one = "the number in k, the frequency ω = 0," if found.omega == 0 else f"the frequency ω = {short(found.omega)}"
        return f"On {space} {one} has the weight {short(found.value)}, below 0: by Bochner's theorem k is no kernel."
    if not found.holds:
        along = " along (1, …, 1)" if it.diagonal and found.omega else ""
        return (
            f"On {space} the density at ‖ω‖ = {short(found.omega)}{along} is {short(found.value)}, below 0: by"
            " Bochner's theorem k is no kernel."
        )
    return f"{_height(it)} nowhere below 0 on {space}: by Bochner's theorem k is a kernel."


def _height(it: Measure) -> str:
    drawn = it.curve
    if drawn is None:
        return "The weights of all frequencies are" if it.stems or it.mixture.hidden else "There is no frequency; S is"
    start = it.mixture.at(0.0)
    if drawn.way != "linear" or not abs(start) < float("inf"):
        return "The density is"
    top = int(drawn.S.argmax())
    if top == 0:
        return f"The density falls from S(0) = {short(start)} and is"
    return (
        f"With S(0) = {short(start)} and its highest value S({short(float(drawn.omega[top]), 3)}) ="
        f" {short(float(drawn.S[top]))} the density is"
    )
