"""Refutations without points: edges on spheres; thresholds by hand, and valid kernels attacked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.normal_form import form
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.analytic_refutation import flaw
from kernviz.mercer.theorems.off_origin_singularity import direction, jump
from tests.strategies import few, kernels, searched

PROVEN, REFUTED = Verdict.PROVEN, Verdict.REFUTED


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_powers_of_the_triangle_turn_at_askeys_bound(n: int, d: int) -> None:
    """max(0, 1 − r)ⁿ is a kernel exactly for n ≥ (d + 1)/2; smooth factors make no difference."""
    for text in (f"triangle**{n}", f"weight(norm, exp(linear)*triangle(2)**{n})", f"exp(triangle**{n})*rational"):
        f = form(kv.parse(text), Space(d))
        assert f is not None
        assert (jump(f, d) is not None) == (n < (d + 1) / 2), text


@pytest.mark.parametrize(
    ("text", "d", "refuted"),
    [
        ("matern(0.3)*triangle", 2, True),  # rough as r^0.6: an edge of order 1 against ½ + 0.6
        ("matern(0.2)*triangle", 2, False),  # against ½ + 0.4
        ("expower(0.5)*triangle", 2, False),
        ("expower(0.55)*triangle", 2, True),
        ("laplacian*triangle", 1, False),
        ("laplacian*triangle", 2, True),  # kinks on planes are seen in their own directions
        ("laplacian*triangle**2", 3, False),
        ("triangle + laplacian", 2, True),
        ("box**2*laplacian", 3, True),
        ("tent*box - triangle + rbf", 2, False),  # (1 − r)·box is the triangle: this is rbf
        ("tent*triangle - triangle**2 + rbf", 4, False),
        ("(negdistance(2) + 1)*triangle - 2*triangle**2 + triangle**3 + rbf", 4, False),  # 1 − r² = 2t − t²
        ("exp(tent*triangle) - exp(triangle**2) + rbf", 4, False),
        ("tent(2)*triangle", 2, True),  # ½ at the sphere
        ("exp(triangle**2)*rbf", 3, False),
        ("exp(triangle**2)*rbf", 4, True),
        ("box*triangle**2 + matern(9)", 3, False),
        ("exp(box)*matern(0.3)", 3, True),
        ("rbf*triangle", 1, False),  # a triangle is rough at 0 itself
        ("expower(0.1)*box(30)*rbf(2)", 1, True),  # jumps by e⁻¹⁸⁰⁰
        ("triangle - triangle", 2, False),
        ("exp(triangle)*exp(-1*triangle)", 2, False),  # the number 1
        ("triangle**2 - 2*triangle*triangle(1) + triangle**2 + rbf", 2, False),
    ],
)
def test_a_jump_of_a_form_is_found(text: str, d: int, refuted: bool) -> None:
    f = form(kv.parse(text), Space(d))
    assert (f is not None and jump(f, d) is not None) == refuted


@pytest.mark.parametrize(
    ("text", "d", "refuted"),
    [
        ("exp(exp(box(5)*minimum) + tent(2))", 2, True),
        ("weight(norm, box*linear) + logsquare", 1, True),
        ("exp(box(5) + poly(degree=3, gamma=8.35, coef0=1.85) + matern(3.5, 0.1))", 2, True),  # e^(10⁵) and more
        ("gaussian_of(weight(norm, weight(sqnorm, box(2))), 0.4)", 1, True),
        ("weight(sqnorm, rbf(0.32) @ square) + triangle(2)", 2, True),
        ("weight(sqnorm, rbf(0.32) @ square) + triangle(2)", 1, False),
        ("normalize(linear + triangle(2))", 2, True),
        ("weight(norm, triangle**2) + linear", 3, False),
        ("weight(norm, triangle**2) + linear", 4, True),
        ("weight(norm, tent*box - triangle) + linear + rbf", 2, False),
        ("weight(norm, 0*box) + linear + triangle*0 + rbf", 2, False),
        ("exp(linear)*box - exp(linear)*box + rbf", 2, False),
        ("box @ abs + rbf", 1, False),  # of maps that move an edge nothing is said
    ],
)
def test_jumps_of_functions_that_do_not_depend_on_x_minus_z_alone(text: str, d: int, refuted: bool) -> None:
    f = form(kv.parse(text), Space(d))
    assert f is not None
    assert (jump(f, d) is not None) == refuted


@pytest.mark.sampled(2)
@pytest.mark.parametrize("text", ["laplacian*triangle", "triangle + laplacian(3)"])
def test_a_transform_beside_a_laplacian_is_negative(text: str) -> None:
    """On a grid in the plane, along the diagonal, where no kink of a Laplacian is seen."""
    n, wide = 2048, 8.0
    line = (np.arange(n) - n // 2) * (2 * wide / n)
    grid = np.stack(np.meshgrid(line, line, indexing="ij"), axis=-1).reshape(-1, 2)
    values = kv.parse(text)._gram(grid, np.zeros((1, 2))).reshape(n, n)
    transform = np.fft.fft2(np.fft.ifftshift(values)).real
    assert np.diagonal(transform)[: n // 8].min() < -1e-5 * transform.max()


def test_the_direction_has_length_one_and_no_zero() -> None:
    for d in range(1, 30):
        assert sum(a * a for a in direction(d)) == 1
        assert all(direction(d))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("text", "d", "expected"),
    [
        ("tent(1.2) @ circle", 1, REFUTED),  # the mean of a chord is 4/π = 1.27
        ("triangle(2) @ circle", 1, PROVEN),  # no two points are farther apart
        ("box(2) @ circle", 1, PROVEN),
        ("box(1.99) @ circle", 1, REFUTED),
        ("cosine(1.11) @ circle", 1, PROVEN),  # π/2√2 = 1.1107
        ("cosine(1.3) @ circle(3)", 2, REFUTED),
        ("expsine(1, 2.83) @ circle", 1, PROVEN),  # √8 = 2.828
        ("expsine(1, 4) @ circle(3)", 2, PROVEN),
        ("expsine(0.5, 2.9) @ circle", 3, REFUTED),
        ("normalize(minimum)", 1, PROVEN),
        ("normalize(minimum)", 2, REFUTED),
        ("normalize(bilinear([[-4, 0], [0, 0]]))", 2, PROVEN),  # nothing has a length
        ("normalize(bilinear([[-4, 0], [0, 1]]))", 2, REFUTED),
        ("polynomial(box(0.5), [1, 1.5, -1.5])", 1, PROVEN),  # box² is box
        ("polynomial(box(0.5), [1, 1.5, -1.4])", 1, REFUTED),
        ("exp(minimum + logsquare)", 1, PROVEN),
        ("gaussian_of(logsquare + exp(linear), 1)", 2, PROVEN),
        ("gaussian_of(logsquare + exp(linear), 0.3)", 1, REFUTED),
        ("exp(logsquare @ square)", 2, PROVEN),
        ("-3*polynomial(periodic(16, 0.5), [-1.5, 2, 1, -2])", 1, PROVEN),  # 6·3ⁿ − 3·2ⁿ − 6 ≥ 0 for n ≥ 1
        ("polynomial(periodic(16, 0.5), [4.5, -6, -6, 6])", 1, REFUTED),
        ("exp(triangle @ abs)", 2, REFUTED),
        ("exp(triangle @ square)", 2, REFUTED),
        ("(sinediff*rbf) @ square @ circle", 2, PROVEN),  # Σ(xᵢ − zᵢ) = 0 there
    ],
)
def test_the_verdict_turns_where_the_algebra_says(text: str, d: int, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=d).verdict is expected


@pytest.mark.sampled(2)
@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("nonnegative", [False, True])
@few(15)
@given(data=st.data())
def test_no_valid_kernel_has_a_flaw(d: int, nonnegative: bool, data: Any) -> None:
    """Trees that are kernels by the literature, even if the proof does not find it."""
    k = data.draw(kernels(d, size=4, nonnegative=nonnegative))
    note(str(k))
    assert flaw(k, Space(d, nonnegative)) is None


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_a_long_search_finds_no_flaw_in_a_valid_kernel(part: int) -> None:
    @searched(part, 150)
    @given(d=st.integers(1, 3), nonnegative=st.booleans(), data=st.data())
    def search(d: int, nonnegative: bool, data: Any) -> None:
        k = data.draw(kernels(d, size=6, nonnegative=nonnegative))
        note(str(k))
        assert flaw(k, Space(d, nonnegative)) is None

    search()


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_no_proof_and_no_flaw_meet_in_a_long_search(part: int) -> None:
    @searched(part, 150)
    @given(data=st.data())
    def search(data: Any) -> None:
        d = data.draw(st.sampled_from((1, 2, 3)))
        k = data.draw(kernels(d, traps=True, size=5))
        note(str(k))
        if kv.judge(k, d=d).verdict is PROVEN:
            assert flaw(k, Space(d)) is None

    search()
