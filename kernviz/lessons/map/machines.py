"""Machines compared on the page Map, trained on the current data."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, inf

import numpy as np

from kernviz.kernels import Kernel, Linear, Polynomial
from kernviz.lessons.lesson import Text
from kernviz.lessons.map.state import State
from kernviz.lessons.shared.training import Failure, Training, train
from kernviz.symbols import symbols
from kernviz.wording import say, superscript


@dataclass(frozen=True)
class Compared:
    """Result of one kernel: its name, its machine, its number of features.

    `features` is the number of coordinates of φ, nan if unknown. `parameters` are the names of the
    kernel's parameters to choose.
    """

    name: str
    kernel: Kernel
    result: Training | Failure
    features: float
    parameters: str


def features_of(degree: int, m: int) -> int:
    """Return the number of monomials of degree ≤ Q in m coordinates.

    The number of distinct monomials is C(m + Q, Q).
    """
    return comb(m + degree, degree)


def compared(state: State) -> tuple[Compared, ...]:
    """Return the results of the compared kernels, in order.

    The order is linear, polynomials, Gaussian, and the sidebar's kernel if it is none of them.
    The tuple is () without two classes.
    """
    data, d = state.signed, state.data.d
    if data is None:
        return ()
    rows = [
        (say("linear"), Linear(), float(d), say("none")),
        ("(1 + x·z)²", Polynomial(2, 1.0, 1.0), features_of(2, d), "γ, ζ, Q"),
    ]
    if state.Q != 2:
        rows.append((f"(1 + x·z){superscript(state.Q)}", state.polynomial, features_of(state.Q, d), "γ, ζ, Q"))
    rows.append((say("Gaussian, ‹γ=› = {gamma:γ}", gamma=state.gamma), state.gaussian, inf, symbols("‹γ=›")))
    if all(state.kernel != kernel for _, kernel, _, _ in rows):
        rows.append((say("the sidebar's kernel"), state.kernel, np.nan, ""))
    return tuple(Compared(name, k, train(data, k, state.C), size, free) for name, k, size, free in rows)


def no_margin(state: State) -> tuple[Text, ...]:
    """Return a warning if the data have no two classes, else ().

    There are no margins then.
    """
    if state.signed is not None:
        return ()
    words = say(
        "“{title}” has no two classes in one or two columns: without them there is no margin to measure.",
        title=state.data.title,
    )
    return (Text(words + " " + say("Choose labelled data in the sidebar."), "warning"),)
