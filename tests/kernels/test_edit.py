"""Editing an expression: after every edit the text still describes the tree, and every number can be
set and read back.
"""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernviz.kernels import Kernel, KernelSyntaxError, Scaled, Space, Sum, parse
from kernviz.kernels.edit import (
    beside,
    nearest,
    node_at,
    outline,
    removed,
    replaced,
    unwrapped,
    with_function,
    wrapped,
)
from kernviz.kernels.functions import Norm
from kernviz.kernels.menu import FAMILIES, leaves, misfit, wraps
from kernviz.kernels.norm_weight import ExpNormWeight
from kernviz.kernels.numbers import numbers, with_number
from kernviz.kernels.parse import kernel_words
from kernviz.kernels.point_maps import Absolute
from kernviz.wording import Phrase, speaking

LEAVES = [leaf.kernel for leaf in leaves(2)]
WAYS = [wrap.how for wrap in wraps()]


def grown(children: st.SearchStrategy[Kernel]) -> st.SearchStrategy[Kernel]:
    joints = st.sampled_from(["plus", "times"])
    return st.one_of(
        st.builds(lambda k, how: wrapped(k, (), how), children, st.sampled_from(WAYS)),
        st.builds(lambda a, b, joint: beside(a, (), joint, b), children, children, joints),
        st.builds(lambda k, c: Scaled(c, k), children, st.floats(-9, 9)),
    )


TREES = st.recursive(st.sampled_from(LEAVES), grown, max_leaves=4)
SOME = settings(max_examples=60, deadline=None)


def paths(k: Kernel) -> list[tuple[str, ...]]:
    return [path for path, _, _ in outline(k, Space(2))]


@SOME
@given(TREES, st.data())
def test_every_edit_is_said_by_its_text(k: Kernel, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(paths(k)))
    other = data.draw(st.sampled_from(LEAVES))
    made = [
        replaced(k, path, other),
        removed(k, path),
        unwrapped(k, path),
        wrapped(k, path, data.draw(st.sampled_from(WAYS))),
        beside(k, path, "plus", other),
        beside(k, path, "times", other),
    ]
    for new in made:
        assert new is None or parse(str(new)) == new
    assert node_at(replaced(k, path, other), path) == other
    assert nearest(k, (*path, "nowhere")) == path


@SOME
@given(TREES, st.data())
def test_a_number_that_is_set_is_read_back_and_no_other_changes(k: Kernel, data: st.DataObject) -> None:
    found = numbers(k)
    assert len({n.label for n in found}) == len(found)
    if not found:
        return
    at = data.draw(st.integers(0, len(found) - 1))
    param = found[at].param
    value = (
        data.draw(st.integers(int(param.low), int(param.high)))
        if param.whole
        else data.draw(st.floats(max(param.low, 1e-3) if param.above == 0 else param.low, min(param.high, 50.0)))
    )
    new = with_number(k, found[at].address, value)
    after = numbers(new)
    assert after[at].value == value
    assert parse(str(new)) == new
    # a symmetric matrix stays so
    mirror = {found[at].address, (*found[at].address[:-2], *found[at].address[:-3:-1])}
    others = [(a.address, a.value) for a in found if a.address not in mirror]
    assert others == [(a.address, a.value) for a in after if a.address not in mirror]


@pytest.mark.parametrize(
    ("text", "path", "left"),
    [
        ("rbf(1) + linear", "0", "linear"),
        ("rbf(1) + linear + 1", "1", "rbf(gamma=1) + 1"),
        ("2*exp(rbf(1)) + linear", "0.k.k", "linear"),  # what wrapped it has nothing to work on
        ("(rbf(1) + linear)*laplacian(1) + 1", "0.1", "rbf(gamma=1) + linear + 1"),  # laid flat
        ("exp(linear)", "k", None),
        ("linear", "", None),
    ],
)
def test_a_removed_node_leaves_the_rest_of_the_expression(text: str, path: str, left: str | None) -> None:
    new = removed(parse(text), tuple(path.split(".")) if path else ())
    assert (None if new is None else str(new)) == left


def test_unwrapping_returns_the_inner_expression() -> None:
    assert str(unwrapped(parse("3*exp(rbf(1)) + 1"), ("0", "k"))) == "3*rbf(gamma=1) + 1"
    assert unwrapped(parse("linear"), ()) is None
    assert unwrapped(parse("linear + 1"), ()) is None


def test_adding_beside_keeps_sums_and_products_flat() -> None:
    assert str(beside(parse("linear + 1"), ("0",), "plus", parse("rbf(1)"))) == "linear + rbf(gamma=1) + 1"
    assert (
        str(beside(parse("linear*rbf(1)"), (), "times", parse("laplacian(1)")))
        == "linear*rbf(gamma=1)*laplacian(gamma=1)"
    )
    assert str(beside(parse("linear + 1"), ("0",), "times", parse("3"))) == "3*linear + 1"


def test_every_wrapping_node_is_on_the_menu() -> None:
    def wrapping(cls: type[Kernel]) -> set[type[Kernel]]:
        below = set().union(*(wrapping(sub) for sub in cls.__subclasses__()))
        return below | ({cls} if any(f.name == "k" for f in fields(cls)) else set())

    nobody_types = {ExpNormWeight}  # only multiplying out makes one
    assert {type(wrap.build(parse("linear"))) for wrap in wraps()} == wrapping(Kernel) - nobody_types


@pytest.mark.parametrize("d", [1, 2, 3, 13])
def test_the_menu_offers_only_what_fits(d: int) -> None:
    assert {leaf.family for leaf in leaves(d)} == set(FAMILIES)
    for leaf in leaves(d):
        assert misfit(leaf.kernel, d) is None
        assert parse(leaf.text) == leaf.kernel
        assert leaf.note or leaf.kernel.expand()
        assert np.isfinite(leaf.kernel(np.ones((2, d)))).all()


def test_a_kernel_that_does_not_fit_says_why() -> None:
    assert "give a 1×1 matrix" in (misfit(parse("bilinear([[2, 1], [1, 2]])"), 1) or "")
    assert "column i = 3" in (misfit(parse("rbf(1) @ column(3)"), 2) or "")


def test_numbers_have_words_and_know_the_columns() -> None:
    k = parse(
        "weight(decay(2), linear) + 3*rbf(1)**2 + polynomial(rbf(4) @ column(1), [0, -1]) + bilinear([[1, 0], [0, 1]])"
    )
    assert [n.label for n in numbers(k)] == [
        "γ, rate of decay",
        "c, factor of rbf",
        "γ, inverse width of 1st rbf",
        "n, power of rbf",
        "γ, inverse width of 2nd rbf",
        "i, column of column",
        "a₀, coefficient of polynomial",
        "a₁, coefficient of polynomial",
        "A₁₁, entry of bilinear",
        "A₁₂, entry of bilinear",
        "A₂₁, entry of bilinear",
        "A₂₂, entry of bilinear",
    ]
    assert [n.param.high for n in numbers(k, 2) if n.param.word == "column"] == [2]


def test_equal_blocks_are_counted_in_the_language_of_the_page() -> None:
    k = parse("+".join(f"rbf({i})" for i in range(1, 25)))
    english = [number.owner.partition(" ")[0] for number in numbers(k)]
    assert english[:4] + english[9:14] == ["1st", "2nd", "3rd", "4th", "10th", "11th", "12th", "13th", "14th"]
    assert english[19:24] == ["20th", "21st", "22nd", "23rd", "24th"]
    with speaking("de"):
        assert [number.owner for number in numbers(k)] == [f"{i}. rbf" for i in range(1, 25)]


def test_a_symmetric_matrix_stays_symmetric_and_another_stays_as_it_is() -> None:
    assert (
        str(with_number(parse("bilinear([[2, 1], [1, 2]])"), ("A", "0", "1"), 0.5)) == "bilinear([[2, 0.5], [0.5, 2]])"
    )
    assert str(with_number(parse("bilinear([[2, 1], [0, 2]])"), ("A", "0", "1"), 0.5)) == "bilinear([[2, 0.5], [0, 2]])"


@pytest.mark.parametrize(
    ("text", "address", "value", "word"),
    [
        ("rbf(1)", ("gamma",), -1.0, "must be > 0"),
        ("poly(2)", ("degree",), 2.5, "whole number"),
        ("rbf(1)", ("nu",), 1.0, "no number at nu"),
        ("rbf(1) + linear", ("1", "gamma"), 1.0, "no number at 1.gamma"),
        ("2*linear", ("c",), 1e13, "too large"),
        ("polynomial(linear, [0, 1])", ("coefficients", "7"), 1.0, "no number at coefficients.7"),
    ],
)
def test_a_number_that_cannot_be_is_refused(text: str, address: tuple[str, ...], value: float, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        with_number(parse(text), address, value)


def test_an_edit_that_makes_the_kernel_too_large_is_refused() -> None:
    k: Kernel = Sum(tuple(parse("rbf(1)") for _ in range(30)))
    with pytest.raises(ValueError, match="characters"):
        beside(k, (), "plus", k)
    with pytest.raises(ValueError, match="no block"):
        replaced(k, ("77",), k)
    with pytest.raises(ValueError, match="no way to wrap"):
        wrapped(k, (), "gift paper")


def test_exchanging_a_function() -> None:
    assert str(with_function(parse("weight(decay(1), linear)"), (), Norm())) == "weight(norm, linear)"
    assert str(with_function(parse("linear @ square"), (), Absolute())) == "linear @ abs"
    with pytest.raises(ValueError, match="no function"):
        with_function(parse("linear"), (), Norm())


@pytest.mark.parametrize("text", [*kernel_words(), "polynomial(linear, [1, 2])", "bilinear([[1]])", "2*linear**3"])
def test_the_words_of_numbers_are_translated(text: str) -> None:
    """A word that is no `Phrase` would stay English in every language."""
    try:
        k = parse(text)
    except KernelSyntaxError:  # a word that needs arguments
        return
    assert all(isinstance(number.param.word, Phrase) for number in numbers(k))


def test_what_an_error_or_a_label_calls_a_thing_is_in_the_language() -> None:
    with speaking("de"):
        assert numbers(parse("polynomial(linear, [1, 2])"))[0].label == "a₀, Koeffizient von polynomial"
        with pytest.raises(KernelSyntaxError, match=r"ist kein bekannter Name \(Kernel\)"):
            parse("rfb(1)")
