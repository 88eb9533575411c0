"""The laws every toy keeps. Source: brief examples in S0 to S4."""

import numpy as np
import pytest

from kernviz.data import DataError, Toy, toy, toys

ALL = pytest.mark.parametrize("each", toys(), ids=lambda t: t.name)
SIZED = [t for t in toys() if "n" in t.defaults]


def test_the_shelf_is_well_stocked() -> None:
    names = {t.name for t in toys()}
    assert len(names) == len(toys()) >= 20
    assert names >= {"moons", "circles", "blobs", "xor", "checkerboard", "spirals", "ellipse", "sine", "three_clusters"}


@ALL
def test_words(each: Toy) -> None:
    data = each()
    assert (data.name, data.title) == (each.name, each.title)
    assert each.sentence.endswith((".", "?"))
    assert len(each.sentence) <= 120
    assert data.source == each.source
    assert set(each.defaults) <= {"n", "noise", "seed"}


@pytest.mark.parametrize("each", SIZED, ids=lambda t: t.name)
def test_exactly_n_points_shared_evenly(each: Toy) -> None:
    for n in (each.smallest, 7, 100, 2000):
        data = each(n=n)
        assert data.n == n
        if data.classes:
            assert max(data.counts.values()) - min(data.counts.values()) <= 1
            assert min(data.counts.values()) >= 1


@pytest.mark.parametrize("each", SIZED, ids=lambda t: t.name)
def test_seeded(each: Toy) -> None:
    assert each(seed=3) == each(seed=3)
    assert each(seed=3) != each(seed=4)
    assert each() == each(seed=0)


@ALL
def test_fixed_toys_are_fixed(each: Toy) -> None:
    assert ("n" in each.defaults) == ("seed" in each.defaults)
    if not each.defaults:
        assert each() == each()


@pytest.mark.parametrize("each", [t for t in toys() if "noise" in t.defaults], ids=lambda t: t.name)
def test_noise_changes_the_points_and_may_be_zero_or_large(each: Toy) -> None:
    quiet = each(noise=0.0)
    assert quiet != each(noise=0.5)
    assert np.isfinite(each(noise=5.0).X).all()


@ALL
def test_an_inapplicable_parameter_is_refused(each: Toy) -> None:
    for parameter in {"n", "noise", "seed"} - set(each.defaults):
        with pytest.raises(DataError, match=f"has no {parameter}"):
            each(**{parameter: 1})


@pytest.mark.parametrize(
    ("parameter", "values"),
    [
        ("n", [1, 2001, 10**9, 2.5, -1, float("nan"), float("inf"), True, "7"]),
        ("noise", [-0.1, 5.1, float("nan"), float("inf"), "a", True]),
        ("seed", [-1, 2**32, 2**70, 0.5, float("nan")]),
    ],
)
def test_values_out_of_range_are_refused(parameter: str, values: list[object]) -> None:
    for value in values:
        with pytest.raises(DataError, match=rf"{parameter} = .* must be a"):
            toy("moons", **{parameter: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["", "Moons", "../../etc/passwd", "x" * 10_000])
def test_unknown_names_are_refused_briefly(name: str) -> None:
    with pytest.raises(DataError, match="choose one of moons") as refusal:
        toy(name)
    assert len(str(refusal.value)) < 600
