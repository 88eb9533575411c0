"""Remarks and errata on the notes about nearest neighbours, and code."""

from __future__ import annotations

import math

from kernviz.features.geometry import squared_distance
from kernviz.lessons.erratum import Erratum, Of, decides
from kernviz.lessons.lesson import Block, Code, paragraph
from kernviz.lessons.neighbors.euclid import Comparison, compared_places
from kernviz.lessons.neighbors.smart.machine import smart_of
from kernviz.lessons.neighbors.state import State
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.code import loaded
from kernviz.lessons.shared.errata import root
from kernviz.lessons.shared.finite_value import finite_value
from kernviz.wording import say, several


def notes(state: State, apart: Comparison | None) -> tuple[Block, ...]:
    """Return the statements of S2 and S4, with the numbers that decide."""
    blocks: list[Block] = [
        paragraph(
            "S4 replaces the dot products of ‖xᵢ − xⱼ‖² by “a valid Mercer kernel”, and adds: we "
            "do not explicitly compute feature vectors. The condition is needed: with (x·z − 1)² "
            "the points 1 and −1 are at squared distance −8."
        ),
        paragraph(
            "What S4 does not say: for a Gaussian the kernelised classifier is the ordinary one. The neighbours "
            "change only with kernels such as polynomials. Of the points 1 and 3, the nearer to z = 2.2 is 3 by "
            "Euclid (0.64 against 1.44), but 1 by (1 + xz)² (17.63 against 18.59)."
        ),
    ]
    if apart is not None and not math.isnan(apart.plane_agrees):
        blocks.append(
            paragraph(
                "With your kernel, {kernel}: the same nearest point as Euclid in {plane_agrees} {whole}.",
                kernel=state.kernel,
                plane_agrees=percent(apart.plane_agrees),
                whole=compared_places(apart),
            )
        )
    blocks += [
        Erratum(
            say("S2, smart neighbour (E27)"),
            say("the SVM learns a weight αᵢ > 0 for each point"),
            say("αᵢ ≥ 0, and many are exactly 0: those points are removed"),
            *_zeros(state),
        ),
        root(_squared(state), say("the probe and point 1")),
        paragraph(
            "**“Soft nearest neighbour”, with one reservation.** S2 compares Σ yᵢδⁿⁿ(xᵢ,z) with Σ yᵢαᵢk(xᵢ,z) + b. As "
            "γ grows the sum alone becomes the vote of the nearest point, but far from all points the sum fades and b "
            "decides. The second view prints both shares."
        ),
    ]
    return tuple(blocks)


def _squared(state: State) -> float:
    """Return the squared kernel distance of probe and first point.

    The distance is nan on overflow.
    """
    return finite_value(lambda X: squared_distance(state.kernel, X, state.data.X[:1])[:, 0], state.point)


def _zeros(state: State) -> tuple[str, Of]:
    """Return the check of E27, how many weights are exactly 0.

    The machine is that of the second view. The second value is the origin of the number (Erratum.of).
    """
    smart_one = smart_of(state)
    if isinstance(smart_one, str):
        return say("the second view draws α as size; a point with α = 0 is tiny"), "nothing"
    alpha = smart_one.training.machine.alpha_
    zero = int((alpha == 0).sum())
    words = several(
        zero,
        "the machine of the second view, rbf(gamma={gamma}) and C = {C}: {n} of {points} is exactly 0",
        "the machine of the second view, rbf(gamma={gamma}) and C = {C}: {n} of {points} are exactly 0",
        gamma=state.gamma,
        C=state.C,
        points=len(alpha),
    )
    return words, decides(zero > 0)


def code(state: State) -> tuple[Block, ...]:
    """Return Python code that finds the neighbours of the picture."""
    z = state.point.tolist()
    labels = "data.codes" if state.data.classes else "[0] * data.n"
    prediction = "print(machine.predict([z])[0])\n" if state.data.classes else ""
    return (
        paragraph("The same neighbours in Python. The file is what the sidebar's download button saves."),
        Code(
            "import kernviz as kv\n\n"
            f"data = {loaded(state.data)}\n"
            f'kernel = kv.parse("{state.kernel}")\n'
            f"machine = kv.KernelNearestNeighbors(kernel, n_neighbors={state.count}).fit(data.X, {labels})\n"
            f"z = {z}\n"
            "distances, nearest = machine.kneighbors([z])\n"
            "print(nearest[0].tolist())  # counted from 0\n"
            "print((distances[0] ** 2).tolist())\n"
            f"{prediction}"
        ),
    )


def smart_code(state: State) -> tuple[Block, ...]:
    """Return Python that trains the support vector machine of the second view.

    The code also counts the agreement on the points.
    """
    return (
        paragraph("The machine of this view, and how far it agrees with the nearest neighbour on the training points."),
        Code(
            "import kernviz as kv\nfrom kernviz.models.selection import agreement\n\n"
            f"data = {loaded(state.data, state.signed.classes[1])}\n"
            f"kernel = kv.RBF({state.gamma!r})\n"
            f"machine = kv.KernelSVC(kernel, C={state.C!r}).fit(data.X, data.y)\n"
            "neighbour = kv.KernelNearestNeighbors(kernel, n_neighbors=1).fit(data.X, data.y)\n"
            "print(len(machine.support_), agreement(machine, neighbour, data.X))\n"
        ),
    )
