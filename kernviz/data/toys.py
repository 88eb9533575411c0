"""Toy data sets by name.

Equal name, n, noise and seed give equal points on every machine.
"""

from kernviz.data import examples, random_toys  # imported for registering the toy datasets
from kernviz.data.checks import DataError
from kernviz.data.dataset import Dataset
from kernviz.data.registry import TOYS, Toy
from kernviz.wording import say

__all__ = ["Toy", "examples", "random_toys", "toy", "toys"]


def toys() -> tuple[Toy, ...]:
    """Return all toys, each with name, title, sentence, source and default parameters."""
    return tuple(TOYS.values())


def toy(name: str, n: int | None = None, noise: float | None = None, seed: int | None = None) -> Dataset:
    """Generate the named toy data set.

    Equal arguments give equal points on every machine.

    Parameters
    ----------
    name : str
        One of the names of `toys()`, such as "moons".
    n : int, optional
        Exact number of points, at most 2000. None: the toy's default.
    noise : float, optional
        Noise of the toy, 0 to 5. None: the toy's default.
    seed : int, optional
        Seed of the random numbers. None: 0.

    Returns
    -------
    Dataset
        n points with labels or values.

    Raises
    ------
    DataError
        If the name is unknown, if this toy has no such parameter, or if n or noise is out of its range.

    Examples
    --------
    >>> moons = toy("moons", n=50, noise=0.1, seed=3)
    >>> moons.n, moons.d, moons.counts, moons == toy("moons", n=50, noise=0.1, seed=3)
    (50, 2, {'-1': 25, '+1': 25}, True)
    """
    found = TOYS.get(name) if isinstance(name, str) else None
    if found is None:
        raise DataError(
            say("there is no example called {name!r:.42}: choose one of {names}", name=name, names=", ".join(TOYS))
        )
    return found(n=n, noise=noise, seed=seed)
