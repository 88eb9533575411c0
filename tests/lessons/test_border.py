"""Sentences about sides and equal sums are decided beyond rounding."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.lessons.lesson import Block, Table, Text
from kernviz.lessons.shared.border import side, sum_or_zero
from tests.lessons.reading import lesson_at, tab

XOR = {"data": "xor", "k": "poly(degree=2, gamma=1, coef0=1)", "hard": "true"}
ON_THE_BORDER = [
    ("svm", "Probe", {"px": "0", "py": "0"}),
    ("svm", "Probe", {"px": "0", "py": "0.3"}),
    ("svm", "Probe", {"px": "-0.7", "py": "0"}),
    ("lift", "Two spaces", {"px": "0", "py": "0.3"}),
    ("lift", "Three steps", {"px": "0.4", "py": "0"}),
]


def blocks(name: str, title: str, params: dict[str, str]) -> list[Block]:
    return list(tab(lesson_at(name, **params), title))


def text(found: list[Block]) -> str:
    return " ".join(each.markdown for each in found if isinstance(each, Text))


@pytest.mark.parametrize(("name", "title", "at"), ON_THE_BORDER)
def test_on_the_border_no_side_is_named(name: str, title: str, at: dict[str, str]) -> None:
    """f = x₁x₂ is 0 on both axes."""
    sentences = text(blocks(name, title, XOR | at))
    assert "on the border" in sentences
    assert "e-1" not in sentences.partition("Largest")[0]
    assert "**+1**" not in sentences
    assert "**-1**" not in sentences


@pytest.mark.parametrize("at", [{"px": "0.001", "py": "0.001"}, {"px": "1e-6", "py": "-1e-6"}, {"px": "2", "py": "1"}])
def test_a_probe_beside_the_border_is_on_a_side(at: dict[str, str]) -> None:
    sentences = text(blocks("svm", "Probe", XOR | at))
    assert "on the border" not in sentences
    assert ("**+1**" in sentences) is (float(at["px"]) * float(at["py"]) > 0)


@pytest.mark.parametrize(
    ("k", "at", "words"),
    [
        ("linear", {"px": "0.5", "py": "0.2"}, "the same terms and the same sum"),
        ("poly(degree=2, gamma=1, coef0=1)", {"px": "0", "py": "0"}, "the same sum, of other terms"),
        ("poly(degree=2, gamma=1, coef0=1)", {"px": "0.5", "py": "0.2"}, "is another number"),
        ("rbf(gamma=1)", {"px": "0.5", "py": "0.2"}, "is another number"),
    ],
)
def test_equal_sums_are_not_equal_kernels(k: str, at: dict[str, str], words: str) -> None:
    params = {"data": "moons" if k in ("linear", "rbf(gamma=1)") else "xor", "k": k} | at
    captions = [block.caption for block in blocks("svm", "Probe", params) if isinstance(block, Table)]
    assert any(words in caption for caption in captions)
    assert not any("this kernel is linear" in caption for caption in captions)


def test_a_sum_is_0_up_to_the_rounding_of_its_terms() -> None:
    rng = np.random.default_rng(0)
    for size in (1e-9, 1.0, 1e9):
        terms = rng.normal(size=50) * size
        zero = np.append(terms, -terms.sum())
        assert sum_or_zero(float(zero.sum()), zero) == 0
        assert sum_or_zero(1e-10 * size, zero) == 1e-10 * size
    assert side(-1.0, ("a", "b")) == "a"
    assert side(1.0, ("a", "b")) == "b"
