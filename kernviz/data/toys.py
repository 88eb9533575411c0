"""Made-up data by name: the same name, n, noise and seed give the same points on every machine."""

from kernviz.data import examples, shapes  # importing them fills the shelf
from kernviz.data.checks import DataError
from kernviz.data.dataset import Dataset
from kernviz.data.registry import SHELF, Toy
from kernviz.wording import say

__all__ = ["Toy", "examples", "shapes", "toy", "toys"]


def toys() -> tuple[Toy, ...]:
    """All toys: .name, .title, .sentence, .source, and .defaults with those of n, noise and seed that apply."""
    return tuple(SHELF.values())


def toy(name: str, n: int | None = None, noise: float | None = None, seed: int | None = None) -> Dataset:
    """The toy of this name with exactly n points; None takes its default (seed 0).

    Raises DataError for an unknown name, a parameter this toy does not have, and 2000 < n, noise < 0 or > 5.

    >>> moons = toy("moons", n=50, noise=0.1, seed=3)
    >>> moons.n, moons.d, moons.counts, moons == toy("moons", n=50, noise=0.1, seed=3)
    (50, 2, {'-1': 25, '+1': 25}, True)
    """
    found = SHELF.get(name) if isinstance(name, str) else None
    if found is None:
        raise DataError(
            say("there is no toy called {name!r:.42}: choose one of {SHELF}", name=name, SHELF=", ".join(SHELF))
        )
    return found(n=n, noise=noise, seed=seed)
