"""Mathematical notation read as a kernel: each text against the same formula in numpy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.kernels import KernelSyntaxError, parse
from kernviz.kernels.math_notation import printed, readings, understood

Pair = Callable[[np.ndarray, np.ndarray], float]


def far(x: np.ndarray, z: np.ndarray) -> float:
    return float(np.linalg.norm(x - z))


TYPED: dict[str, Pair] = {
    "(x·z − 1)²": lambda x, z: (x @ z - 1) ** 2,
    "(x·z-1)^2": lambda x, z: (x @ z - 1) ** 2,
    "(x*z + 1)**3": lambda x, z: (x @ z + 1) ** 3,
    "(xᵀz)² + x·z": lambda x, z: (x @ z) ** 2 + x @ z,
    "(x·x′ + 1)²": lambda x, z: (x @ z + 1) ** 2,
    "(⟨x, z⟩ + 1)^2": lambda x, z: (x @ z + 1) ** 2,
    "(1 + xz)²": lambda x, z: (1 + x @ z) ** 2,
    "½ x·z": lambda x, z: 0.5 * (x @ z),
    "(0.5 x·z + 2)⁴": lambda x, z: (0.5 * (x @ z) + 2) ** 4,
    "(1 + (1 + x·z)²)³": lambda x, z: (1 + (1 + x @ z) ** 2) ** 3,
    "linear^2": lambda x, z: (x @ z) ** 2,
    "rbf(γ=2)": lambda x, z: np.exp(-2 * far(x, z) ** 2),
    "exp(−‖x − z‖²)": lambda x, z: np.exp(-(far(x, z) ** 2)),
    "e^{−0.5‖x−z‖²}": lambda x, z: np.exp(-0.5 * far(x, z) ** 2),
    "e^-||x-z||^2": lambda x, z: np.exp(-(far(x, z) ** 2)),
    "exp(-|x-z|²/(2*4^2))": lambda x, z: np.exp(-(far(x, z) ** 2) / 32),
    "2e^{-2‖x−z‖²} − e^{-‖x−z‖²}": lambda x, z: 2 * np.exp(-2 * far(x, z) ** 2) - np.exp(-(far(x, z) ** 2)),
    "exp(-(x-z)²) - ½": lambda x, z: np.exp(-(far(x, z) ** 2)) - 0.5,
    "exp(-‖x−z‖/2)": lambda x, z: np.exp(-far(x, z) / 2),
    "exp(-‖x−z‖⁴)": lambda x, z: np.exp(-(far(x, z) ** 4)),
    "exp(x·z) − x·z − 1": lambda x, z: np.exp(x @ z) - x @ z - 1,
    "1 − ‖x−z‖": lambda x, z: 1 - far(x, z),
    "1 − ‖x−z‖/2": lambda x, z: 1 - far(x, z) / 2,
    "1 − ‖x−z‖²": lambda x, z: 1 - far(x, z) ** 2,
    "x·z − 1 − ‖x−z‖": lambda x, z: x @ z - 1 - far(x, z),
    "−21‖x−z‖²": lambda x, z: -21 * far(x, z) ** 2,
    "max(0, 1 − ‖x−z‖)": lambda x, z: max(0.0, 1 - far(x, z)),
    "1/(1 + 2‖x−z‖²)": lambda x, z: 1 / (1 + 2 * far(x, z) ** 2),
    "tanh(2x·z − 1)": lambda x, z: np.tanh(2 * (x @ z) - 1),
    "log(1 + (x·z)²)": lambda x, z: np.log(1 + (x @ z) ** 2),
    "max(x, z)": lambda x, z: float(np.maximum(x, z).sum()),
    "(x·z + 1)(x·z + 2)": lambda x, z: (x @ z + 1) * (x @ z + 2),
    "(x·z)²(x·z + 1)": lambda x, z: (x @ z) ** 2 * (x @ z + 1),
}


@pytest.mark.parametrize("text", TYPED)
def test_mathematical_notation_is_read_as_the_kernel_it_means(text: str) -> None:
    with pytest.raises(KernelSyntaxError):
        parse(text)
    kernel = understood(text)
    assert [reading.where for reading in readings(text)] == [""]
    assert str(kernel) == readings(text)[0].text
    for d in (1, 2) if "max(0" not in text else (1,):
        points = np.random.default_rng(d).normal(size=(6, d))
        wanted = [[TYPED[text](x, z) for z in points] for x in points]
        np.testing.assert_allclose(kernel(points), wanted, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("rbf(sigma=2)", ["rbf(gamma=0.25)", "rbf(gamma=0.125)"]),
        ("x·z + 3*rbf(σ = 0.5)", ["linear + 3*rbf(gamma=4)", "linear + 3*rbf(gamma=2)"]),
        ("x·z²", ["linear**2"]),
        ("e^x·z", ["exp(linear)"]),
        ("e^-‖x−z‖²/2", ["rbf(gamma=0.5)"]),
        ("exp(-‖x−z‖²/3)", ["rbf(gamma=0.333333333333)"]),
        ("exp(-|x-z|²/(2*3^2))", ["rbf(gamma=0.0555555555556)"]),
        ("exp(-|x-z|²/2^30)", ["rbf(gamma=9.31322574615e-10)"]),
    ],
)
def test_ambiguous_notation_offers_its_readings(text: str, texts: list[str]) -> None:
    found = readings(text)
    assert [reading.text for reading in found] == texts
    assert all(reading.where for reading in found)
    with pytest.raises(KernelSyntaxError):
        understood(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "hello", "x", "x@z", "rbf(sigma=0)", "exp(-0*‖x−z‖²)", "‖x−z‖", "1/2x·z", "cos(x-z)", "x·z^-1", "(x·z"),
        *("exp(-(x-z)**21)", "rbf(sigma=1e200)", "rbf(sigma=1e-200)", "exp(-|x-z|²/1e20^20)"),
    ],
)
def test_notation_without_a_meaning_has_no_reading(text: str) -> None:
    assert readings(text) == ()


@pytest.mark.parametrize("text", ["linear*rbf(gamma=1)", "2*minimum*maximum*linear", "linear**2*exp(linear)"])
def test_a_printed_kernel_is_read_as_itself(text: str) -> None:
    assert "*" not in printed(parse(text))
    assert understood(printed(parse(text))) == parse(text)


@given(st.text("x·z*−-+²^()‖|e exp0.5½/γσ=rbf{},⟨⟩ᵀ1", max_size=24))
def test_no_text_does_harm(text: str) -> None:
    for reading in readings(text):
        assert str(parse(reading.text)) == reading.text
