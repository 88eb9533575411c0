"""The laws every toy keeps. Source: brief examples in S0 to S4."""

import numpy as np
import pytest

from kernviz.data import DataError, toy
from kernviz.data.toys import Toy, toys

ALL = pytest.mark.parametrize("toy_set", toys(), ids=lambda t: t.name)
SIZED = [t for t in toys() if "n" in t.defaults]


def test_the_shelf_is_well_stocked() -> None:
    names = {t.name for t in toys()}
    assert len(names) == len(toys()) >= 20
    assert names >= {"moons", "circles", "blobs", "xor", "checkerboard", "spirals", "ellipse", "sine", "three_clusters"}


@ALL
def test_a_toy_has_a_name_a_title_and_a_short_sentence(toy_set: Toy) -> None:
    data = toy_set()
    assert (data.name, data.title) == (toy_set.name, toy_set.title)
    assert toy_set.sentence.endswith((".", "?"))
    assert len(toy_set.sentence) <= 120
    assert data.source == toy_set.source
    assert set(toy_set.defaults) <= {"n", "noise", "seed"}


@pytest.mark.parametrize("toy_set", SIZED, ids=lambda t: t.name)
def test_exactly_n_points_shared_evenly(toy_set: Toy) -> None:
    for n in (toy_set.smallest, 7, 100, 2000):
        data = toy_set(n=n)
        assert data.n == n
        if data.classes:
            assert max(data.counts.values()) - min(data.counts.values()) <= 1
            assert min(data.counts.values()) >= 1


@pytest.mark.parametrize("toy_set", SIZED, ids=lambda t: t.name)
def test_a_seed_gives_one_data_set(toy_set: Toy) -> None:
    assert toy_set(seed=3) == toy_set(seed=3)
    assert toy_set(seed=3) != toy_set(seed=4)
    assert toy_set() == toy_set(seed=0)


@ALL
def test_fixed_toys_are_fixed(toy_set: Toy) -> None:
    assert ("n" in toy_set.defaults) == ("seed" in toy_set.defaults)
    if not toy_set.defaults:
        assert toy_set() == toy_set()


@pytest.mark.parametrize("toy_set", [t for t in toys() if "noise" in t.defaults], ids=lambda t: t.name)
def test_noise_changes_the_points_and_may_be_zero_or_large(toy_set: Toy) -> None:
    quiet = toy_set(noise=0.0)
    assert quiet != toy_set(noise=0.5)
    assert np.isfinite(toy_set(noise=5.0).X).all()


@ALL
def test_an_inapplicable_parameter_is_refused(toy_set: Toy) -> None:
    for parameter in {"n", "noise", "seed"} - set(toy_set.defaults):
        with pytest.raises(DataError, match=f"has no {parameter}"):
            toy_set(**{parameter: 1})


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
