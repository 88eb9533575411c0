"""The spectral density and the power series on Compose: every curve, stem and bar against a closed form."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.special import iv

import kernviz as kv
from kernviz.arrays import Array
from kernviz.data import load
from kernviz.lessons import compose
from kernviz.lessons.compose.series_bars import exact_text
from kernviz.lessons.compose.tabs import power_series, spectral_density
from tests.lessons.reading import compose_page, flat, not_finite, pictures, tab, tables, traces


def page(k: str, d: float | None = None, **more: Any) -> Any:
    return compose.build(compose_page(flat(load("moons")), kv.parse(k), dimension=d, **more))


def spectral(lesson: Any) -> Any:
    return next(p for p in pictures(lesson) if p.key == "spectral")


def curve(lesson: Any, name: str = "density") -> tuple[Array, Array]:
    (trace,) = traces(spectral(lesson).figure, name)
    return np.array(trace.x, dtype=float), np.array(trace.y, dtype=float)


def gaussian(gamma: float, d: int) -> Callable[[Array], Array]:
    return lambda w: (math.pi / gamma) ** (d / 2) * np.exp(-w * w / (4 * gamma))


CLOSED: dict[str, tuple[int, Callable[[Array], Array]]] = {  # text: (d, S)
    "rbf(gamma=3)": (2, gaussian(3, 2)),
    "2*rbf(gamma=2) - rbf(gamma=1)": (3, lambda w: 2 * gaussian(2, 3)(w) - gaussian(1, 3)(w)),
    "laplacian(gamma=2)": (1, lambda w: 4 / (4 + w * w)),
    "matern(nu=1.5, length=1)": (1, lambda w: 4 * 3**1.5 / (3 + w * w) ** 2),
    "matern(nu=0.5, length=2)": (3, lambda w: 8 * math.pi * 0.5 / (0.25 + w * w) ** 2),
    "triangle(width=2)": (1, lambda w: 2 * np.sinc(w / math.pi) ** 2),
    "box(width=2)": (1, lambda w: 4 * np.sinc(2 * w / math.pi)),
    "rational(gamma=1, p=1)": (1, lambda w: math.pi * np.exp(-w)),
    "matern(nu=1.5, length=1) + rbf(gamma=1)": (
        1,
        lambda w: 4 * 3**1.5 / (3 + w * w) ** 2 + gaussian(1, 1)(w),
    ),
}


@pytest.mark.parametrize("text", CLOSED)
def test_the_curve_is_the_closed_form(text: str) -> None:
    d, S = CLOSED[text]
    omega, drawn = curve(page(text, d))
    assert len(omega) > 200
    assert omega[0] == 0
    assert drawn == pytest.approx(S(omega), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("text", ["rbf(gamma=3)", "2*rbf(gamma=2) - rbf(gamma=1)", "rational(gamma=1, p=2)"])
def test_the_curve_transforms_back_into_the_kernel(text: str) -> None:
    """k(r) = (1/π)·∫ S(ω)·cos(ωr) dω over ω ≥ 0, on the line."""
    k = kv.parse(text)
    mixture = kv.judge(k, d=1).spectral.mixture  # type: ignore[union-attr]
    omega = np.linspace(0, 60, 6001)
    S = np.array([mixture.at(w) for w in omega])
    drawn_omega, drawn = curve(page(text, 1))
    assert drawn == pytest.approx(np.interp(drawn_omega, omega, S), abs=2e-3)
    for r in (0.0, 0.5, 1.3):
        back = np.trapezoid(S * np.cos(omega * r), omega) / math.pi
        assert back == pytest.approx(k([[0.0]], [[r]])[0, 0], abs=1e-6)


def test_negative_density_is_shaded_and_its_deciding_frequency_named() -> None:
    lesson = page("2*rbf(gamma=2) - rbf(gamma=1)", 3)
    figure = spectral(lesson).figure
    (below,) = traces(figure, "below 0")
    y = np.array(below.y, dtype=float)
    _, S = curve(lesson)
    assert y.tolist() == np.minimum(S, 0).tolist()
    assert (below.fill, below.showlegend, below.fillpattern.shape) == ("tozeroy", True, "/")
    value = 2 * (math.pi / 2) ** 1.5 - math.pi**1.5
    (label,) = figure.layout.annotations
    assert label.text == "ω = 0: <b>−1.631</b>"
    assert (label.x, label.y) == (0, pytest.approx(value))
    assert "density at ‖ω‖ = 0 is −1.631, below 0" in spectral(lesson).caption
    assert figure.layout.yaxis.range[0] < value
    assert figure.layout.xaxis.title.text == "‖ω‖"
    assert figure.layout.yaxis.title.text == "S(ω) on ℝ³"
    fine = page("2*rbf(gamma=2) - rbf(gamma=1)", 2)
    assert traces(spectral(fine).figure, "below 0")[0].showlegend is False
    assert not spectral(fine).figure.layout.annotations
    assert spectral(fine).caption.startswith(
        "With S(0) = 0 and its highest value S(2.36) = 0.7854 the density is nowhere"
    )


def test_a_faint_negative_part_is_seen() -> None:
    """1.999 in the plane: S(0) = −π/2·0.001, five hundred times less than the height of the density."""
    lesson = page("1.999*rbf(gamma=2) - rbf(gamma=1)", 2)
    figure = spectral(lesson).figure
    low, high = figure.layout.yaxis.range
    value = -0.001 * math.pi / 2
    assert low < value < 0.1 * (low + 0.1 * high)  # well inside, and not a hair under the axis
    assert -value > 0.1 * (high - low)
    assert "ends far below the highest value" in spectral(lesson).caption


@pytest.mark.parametrize(("text", "d"), [("laplacian - 0.1*rbf", 5), ("rational - 0.1*matern(nu=1.5)", 1)])
def test_tails_are_on_logarithmic_axes(text: str, d: int) -> None:
    lesson = page(text, d)
    figure = spectral(lesson).figure
    assert figure.layout.xaxis.type == figure.layout.yaxis.type == "log"
    omega, added = curve(lesson, "added")
    _, taken = curve(lesson, "taken away")
    finding = lesson.facts["judged"].full.spectral.finding
    mixture = lesson.facts["judged"].full.spectral.mixture
    at = int(np.argmin(np.abs(np.log(omega / finding.omega))))
    assert added[at] - taken[at] == pytest.approx(mixture.at(float(omega[at])), rel=1e-6)
    (below,) = traces(figure, "below 0")
    inside = [x for x in below.x if x is not None]
    assert inside
    assert min(inside) <= omega[at] <= max(inside)
    assert set(inside) == set(omega[taken > added].tolist())
    low, high = figure.layout.yaxis.range
    assert 10**low < max(added[at], taken[at]) < 10**high
    assert 10**low < 10 ** figure.layout.annotations[0].y < 10**high
    if text.startswith("laplacian"):
        assert "along (1, …, 1)" in figure.layout.xaxis.title.text
        along = 1 / (1 + omega**2 / 5)
        assert added == pytest.approx((2 * along) ** 5, rel=1e-9)


def test_single_frequencies_stand_as_stems() -> None:
    lesson = page("rbf(gamma=1) + 0.3*cosine(omega=2) - 0.1", 1)
    figure = spectral(lesson).figure
    (up,) = [t for t in traces(figure, "weights") if t.mode == "markers"]
    (down,) = traces(figure, "weight below 0")
    assert list(zip(up.x, up.y, strict=True)) == [(2.0, 0.3)]
    assert list(zip(down.x, down.y, strict=True)) == [(0.0, -0.1)]
    assert up.marker.symbol != down.marker.symbol
    assert up.yaxis == down.yaxis == "y2"
    y, y2 = figure.layout.yaxis.range, figure.layout.yaxis2.range
    assert y[0] / y[1] == pytest.approx(y2[0] / y2[1])  # both zeros at one height
    assert y2[0] < -0.1 < 0.3 < y2[1]
    assert "the number in k, the frequency ω = 0, has the weight −0.1, below 0" in spectral(lesson).caption
    alone = page("cosine(omega=1)*cosine(omega=2)", 1)  # ½cos 3r + ½cos r
    (both,) = [t for t in traces(spectral(alone).figure, "weights") if t.mode == "markers"]
    assert sorted(zip(both.x, both.y, strict=True)) == [(1.0, 0.5), (3.0, 0.5)]


def test_overtones_stand_at_multiples_of_two_pi_over_the_period() -> None:
    """exp(−2 sin²(πr/p)) = e^{−1}(I₀(1) + 2 Σ Iₙ(1)·cos(2πnr/p))."""
    (up,) = [
        t for t in traces(spectral(page("periodic(length=1, period=2)", 1)).figure, "weights") if t.mode == "markers"
    ]
    n = np.arange(len(up.x))
    assert np.array(up.x) == pytest.approx(math.pi * n)
    assert np.array(up.y) == pytest.approx(np.where(n, 2, 1) * iv(n, 1.0) / math.e, rel=1e-9)


def test_the_caption_lists_omitted_parts() -> None:
    hidden = page("rbf(gamma=1) + exp(tent(width=1))")
    assert "without a density written here" in spectral(hidden).caption
    assert "overtones past the eighth are not drawn" in spectral(page("periodic + rbf", 1)).caption
    assert "all frequencies but 0 are not drawn" in spectral(page("periodic + rbf", 2)).caption
    beyond = page("rbf(gamma=1)", None, z=(1e6, 0.0))
    assert not not_finite(spectral(beyond).figure)


def test_a_function_of_more_than_the_difference_has_none() -> None:
    lesson = page("linear + rbf(gamma=1)")
    assert "spectral" not in [p.key for p in pictures(lesson)]
    assert spectral_density.TITLE not in [each.title for each in lesson.tabs]
    assert lesson.facts["measure"] is None


def test_every_dimension_is_drawn_on_the_datas_where_none_fails() -> None:
    lesson = page("rbf(gamma=1)", math.inf)
    omega, S = curve(lesson)
    assert pytest.approx(gaussian(1, 2)(omega), rel=1e-9) == S
    assert "every ℝᵈ; drawn for ℝ²" in spectral(lesson).caption


# ---- power series ----------------------------------------------------------------------------------------------------


def bars(lesson: Any) -> dict[int, tuple[float, str, str]]:
    """n -> height, hatching, words on hover."""
    figure = next(p for p in pictures(lesson) if p.key == "series-bars").figure
    found = {}
    for trace in (t for t in figure.data if t.type == "bar"):
        for n, height, label in zip(trace.x, trace.y, trace.text, strict=True):
            found[int(n)] = float(height), trace.marker.pattern.shape, label
    return found


def test_e_to_the_u_has_1_everywhere() -> None:
    found = bars(page("exp(linear)"))
    assert sorted(found) == list(range(21))
    assert {height for height, _, _ in found.values()} == {1.0}
    assert found[3][2] == "n = 3<br>aₙ = 1/6<br>n!·aₙ = 1"


def test_one_negative_coefficient_is_hatched() -> None:
    lesson = page("exp(linear) - 0.51*linear**2")
    found = bars(lesson)
    assert {n for n, (height, _, _) in found.items() if height < 0} == {2}
    assert found[2] == (pytest.approx(-0.02), "/", "n = 2<br>aₙ = −1/100<br>n!·aₙ = −0.02")
    assert all(pattern == "" for n, (_, pattern, _) in found.items() if n != 2)
    caption = next(p.caption for p in pictures(lesson) if p.key == "series-bars")
    assert "The coefficient of (x·z)² is −1/100, below 0" in caption
    table = tables(tab(lesson, "Power series"))[0].columns
    assert list(table["aₙ, exact"])[:4] == ["1", "1", "−1/100", "1/6"]


def test_sizes_far_apart_stand_on_a_logarithmic_axis() -> None:
    """e^{3u} − 20u² − u: n!·aₙ is 3ⁿ, but 2 for n = 1 and 9 − 40 for n = 2."""
    lesson = page("exp(3*linear) - 20*linear**2 - linear", math.inf)
    truth = 3.0 ** np.arange(21)
    truth[1], truth[2] = 2.0, -31.0
    found = bars(lesson)
    heights = np.array([found[n][0] for n in range(21)])
    back = np.sign(heights) * (10 ** np.abs(heights) - 1)
    assert back == pytest.approx(truth, rel=1e-9)
    figure = next(p for p in pictures(lesson) if p.key == "series-bars").figure
    ticks = dict(zip(figure.layout.yaxis.ticktext, figure.layout.yaxis.tickvals, strict=True))
    assert ticks["0"] == 0
    assert ticks["10⁴"] == pytest.approx(math.log10(1 + 1e4))


def test_exact_numbers_are_written_out() -> None:
    series = kv.judge(kv.parse("exp(linear - 1) - 0.25*linear"), d=1).series
    assert series is not None
    assert [exact_text(series.coefficients[n]) for n in range(3)] == ["e^(−1)", "−1/4 + e^(−1)", "1/2·e^(−1)"]
    none = page("rbf(gamma=1) + linear")
    assert power_series.TITLE not in [each.title for each in none.tabs]


def test_a_later_negative_coefficient_is_within_the_bars() -> None:
    lesson = page("exp(linear) - 1e-20*linear**12*linear**12", math.inf)
    assert lesson.facts["judged"].full.series.negative == 24
    assert bars(lesson)[24][1] == "/"
