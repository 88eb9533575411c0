"""Functions with jumps: where their leaves jump, and verdicts on part of a line, on a circle and beside a tent."""

from __future__ import annotations

import numpy as np
import pytest

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.diagonal_range import extent
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.candidates import at_edges, widths


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("box(2) @ stretch(4)", [0.5]),
        ("rbf*box(3) + exp(box(0.2))", [3, 0.2]),
        ("triangle*tent", []),  # an edge, and no jump
        ("box + box", [1]),
    ],
)
def test_jump_distances_of_leaves_by_hand(text: str, expected: list[float]) -> None:
    assert [float(w) for w in widths(kv.parse(text))] == expected
    rows = at_edges(kv.parse(text), Space(2, True))
    assert rows.shape[1] == 2
    assert len(rows) == 0 or rows.min() >= 0


# ---- on part of a line, on a circle, beside a tent ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("normalize(weight(decay(2.5), minimum))", Verdict.PROVEN),
        ("normalize(3*minimum*triangle(0.32))", Verdict.PROVEN),
        ("normalize(minimum*minimum)", Verdict.REFUTED),  # two numbers below 0 have a product above it
        ("normalize(-1*minimum)", Verdict.REFUTED),
        ("triangle(0.2) @ circle(0.16)", Verdict.PROVEN),
        ("triangle(1.99) @ circle(1)", Verdict.PROVEN),
        ("exp(triangle(0.63) @ circle(3.2))", Verdict.PROVEN),
        ("box(0.2) @ circle(0.16)", Verdict.REFUTED),
    ],
)
def test_on_part_of_a_line_and_on_a_circle(text: str, verdict: Verdict) -> None:
    k = kv.parse(text)
    assert kv.judge(k, d=1).verdict is verdict
    if verdict is Verdict.PROVEN:
        rng = np.random.default_rng(0)
        for scale in (0.03, 0.3, 3.0):
            K = k(rng.normal(size=(60, 1)) * scale)
            assert np.linalg.eigvalsh(K)[0] >= -1e-12 * max(1.0, np.abs(K).max())


@pytest.mark.parametrize("width", [0.05, 0.3, 0.9, 1.3, 1.9, 2.5, 8.0])
def test_a_triangle_of_chords_has_no_negative_fourier_coefficient(width: float) -> None:
    """The rule's claim, checked by the fast Fourier transform."""
    angles = np.linspace(0, 2 * np.pi, 20_000, endpoint=False)
    found = np.fft.rfft(np.maximum(0, 1 - 2 * np.abs(np.sin(angles / 2)) / width)).real / len(angles)
    assert found.min() > -1e-12


def test_several_angles_lie_on_a_torus() -> None:
    assert kv.judge(kv.parse("triangle(0.2) @ circle(0.16)"), d=2).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("exp(exp(1)) - 16", Verdict.REFUTED),
        ("exp(exp(1)) - 15*normalize(linear)", Verdict.REFUTED),  # no number
        # a box around what ends inside it is idle, also at the edge, where a triangle is 0
        ("(box(1.6)*triangle(0.16))**3", Verdict.PROVEN),
        ("box(0.16)*triangle(0.16)", Verdict.PROVEN),
        ("box(0.15)*triangle(0.16)", Verdict.REFUTED),
        # nothing to normalise: no k(x, x) is above 0
        ("normalize(polynomial(maximum, [0, 0, -1]))", Verdict.PROVEN),
        ("normalize(polynomial(maximum, [0, 1]))", Verdict.REFUTED),
    ],
)
def test_numbers_idle_boxes_and_nothing_to_normalise(text: str, verdict: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=1).verdict is verdict


def test_an_extent_loses_no_sign_where_a_power_is_zero() -> None:
    line = Space(1, True)
    for text, ends in (
        ("polynomial(maximum, [0, -0.5])", (-np.inf, 0)),
        ("polynomial(rbf, [0, 0, -1, -1])", (-2, -2)),
        ("polynomial(exp(minimum), [0, 0, 1])", (1, np.inf)),
    ):
        found = extent(kv.parse(text), line)
        assert float(found.low) <= ends[0] <= ends[1] <= float(found.high)
        assert float(found.high) <= 0 or ends[1] > 0


def test_a_power_of_e_has_the_number_1_among_its_gaussians() -> None:
    assert kv.judge(kv.parse("tent(25)*exp(rbf)"), d=2).verdict is not Verdict.PROVEN
