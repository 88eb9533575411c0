"""Words of the Nearest neighbours page: refusals, what the notes say, the code."""

from __future__ import annotations

import numpy as np

from kernviz.data import Dataset
from kernviz.kernels import Kernel
from kernviz.lessons.lesson import Block, Code, Erratum, Formula, Lesson, Text, percent, short, tex
from kernviz.lessons.neighbors_compare import Comparison
from kernviz.lessons.neighbors_picture import bare
from kernviz.lessons.neighbors_subject import SMART, State
from kernviz.models.base import NotAKernelError


def refused(state: State, problem: ValueError, question: str) -> Lesson:
    """No neighbours: because the kernel is none on these points, or because a value is beyond every number."""
    if not isinstance(problem, NotAKernelError):
        words = sentence(problem)
        return Lesson(question, bare(state), problem=words, facts={"problem": words})
    pair = worst_pair(state.data, state.kernel)
    if pair is None:
        words = (
            f"{state.kernel} is not a kernel on these points. Every squared distance between two of them is ≥ 0, but mixtures of points "
            f"have a negative one (eigenvalue {short(problem.smallest)} of the centred Gram matrix), so there is no space in which to be near: "
            "choose another kernel."
        )
        return Lesson(question, bare(state), problem=words, facts={"problem": words})
    i, j, squared = pair
    words = (
        f"The squared distance between points {i + 1} and {j + 1} is {short(squared)}, a negative number: {state.kernel} is not a kernel, "
        "no space has points that lie like this, and nearest neighbours mean nothing. Choose another kernel."
    )
    X = state.data.X
    a, b, c = (float(state.kernel(X[[p]], X[[q]])[0, 0]) for p, q in ((i, i), (i, j), (j, j)))
    formula = Formula(
        rf"\begin{{aligned}}&k(x_{{{i + 1}}},x_{{{i + 1}}}) - 2k(x_{{{i + 1}}},x_{{{j + 1}}}) + k(x_{{{j + 1}}},x_{{{j + 1}}})\\ "
        rf"&\quad= {tex(a)} {'+' if b < 0 else '-'} 2\cdot{tex(abs(b))} {'-' if c < 0 else '+'} {tex(abs(c))} = {tex(squared)}\end{{aligned}}"
    )
    return Lesson(question, bare(state, (i, j)), (formula,), problem=words, facts={"problem": words, "pair": pair})


def sentence(problem: ValueError) -> str:
    """What a model refuses with, with a capital and a full stop."""
    words = str(problem)
    return words[0].upper() + words[1:] + ("" if words.endswith(".") else ".")


def worst_pair(data: Dataset, kernel: Kernel) -> tuple[int, int, float] | None:
    """The two points with the most negative squared distance, and that; None if there is none beyond rounding."""
    with np.errstate(over="ignore", invalid="ignore"):
        K = np.asarray(kernel(data.X))
    own = np.diag(K)
    squared = own[:, None] - 2 * K + own[None, :]
    i, j = (int(v) for v in np.unravel_index(int(squared.argmin()), squared.shape))
    noise = 1e-12 * float(np.abs(K).max())  # some roundings of the largest entry
    return (min(i, j), max(i, j), float(squared[i, j])) if squared[i, j] < -noise else None


def smart_elsewhere(state: State) -> tuple[Block, ...]:
    """What the second view is about, where it is not shown."""
    return (
        Text(
            f"S2 calls the kernel SVM “the smart nearest neighbour”: instead of k equal votes, every point has a weight α and the kernel makes "
            f"near points louder. Choose “{SMART}” above the picture to see the two side by side."
        ),
        Formula(r"h(z) = \mathrm{sign}\Bigl(\sum_i y_i\,\delta^{nn}(x_i,z)\Bigr)"),
        Formula(r"h(z) = \mathrm{sign}\Bigl(\sum_i y_i\,\alpha_i\,k(x_i,z) + b\Bigr)"),
    )  # fmt: skip


def notes(state: State, apart: Comparison | None) -> tuple[Block, ...]:
    """What S2 and S4 say, and the numbers that go with it."""
    said: list[Block] = [
        Text(
            "S4 replaces the dot products of ‖xᵢ − xⱼ‖² by “a valid Mercer kernel”, and adds: we do not explicitly compute feature vectors. "
            "The condition is needed: with (x·z − 1)² the points 1 and −1 are at squared distance −8."
        ),
        Text(
            "What S4 does not say: for a Gaussian the kernelised classifier is the ordinary one. The neighbours change only with kernels such as "
            "polynomials: of z = 2.2 the nearest of 1 and 3 is 3 (0.64 against 1.44), with (1 + xz)² it is 1 (17.63 against 18.59)."
        ),
    ]
    if apart is not None and apart.plane_agrees == apart.plane_agrees:
        said.append(
            Text(
                f"With your kernel, {state.kernel}: the same nearest point as Euclid in {percent(apart.plane_agrees)} of the picture."
            )
        )
    said += [
        Erratum("S2, smart neighbour (E27)", "the SVM learns a weight αᵢ > 0 for each point", "αᵢ ≥ 0, and many are exactly 0: those points are removed", "the second view draws α as size; α = 0 leaves a speck"),
        Erratum("S0, distance (E8)", "dist = k(x,x) − 2k(x,z) + k(z,z)", "that is dist²; the order of neighbours is the same, the numbers are not", "a Gaussian at distance 1, γ = 1: 1.264 against 1.124"),
        Text(
            "**“Soft nearest neighbour”, with one reservation.** S2 compares Σ yᵢδⁿⁿ(xᵢ,z) with Σ yᵢαᵢk(xᵢ,z) + b. As γ grows the sum alone becomes the vote of "
            "the nearest point, but far from all points the sum fades and b decides. The second view prints both shares."
        ),
    ]  # fmt: skip
    return tuple(said)


def code(state: State) -> tuple[Block, ...]:
    """Python that finds the neighbours of the picture."""
    z = [float(v) for v in state.point]
    labels = "data.codes" if state.data.classes else "[0] * data.n"
    said = "print(machine.predict([z])[0])\n" if state.data.classes else ""
    return (
        Text("The same neighbours in Python. The file is what the sidebar's download button saves."),
        Code(
            "import kernviz as kv\n\n"
            f"data = kv.load_csv({state.data.name + '.csv'!r}).select([{_columns(state.data)}])\n"
            f'kernel = kv.parse("{state.kernel}")\n'
            f"machine = kv.KernelNearestNeighbors(kernel, n_neighbors={state.count}).fit(data.X, {labels})\n"
            f"z = {z}\n"
            "distances, nearest = machine.kneighbors([z])\n"
            "print(nearest[0].tolist())  # counted from 0\n"
            "print((distances[0] ** 2).tolist())\n"
            f"{said}"
        ),
    )


def smart_code(state: State) -> tuple[Block, ...]:
    """Python that trains the machine of the second view and counts the agreement on the points."""
    label = state.positive if state.positive in state.data.classes else state.data.classes[-1]
    return (
        Text("The machine of this view, and how far it agrees with the nearest neighbour on the training points."),
        Code(
            "import kernviz as kv\nfrom kernviz.models.selection import agreement\n\n"
            f"data = kv.load_csv({state.data.name + '.csv'!r}).select([{_columns(state.data)}]).versus({label!r})\n"
            f"kernel = kv.RBF({state.gamma!r})\n"
            f"machine = kv.KernelSVC(kernel, C={state.C!r}).fit(data.X, data.y)\n"
            "neighbour = kv.KernelNearestNeighbors(kernel, n_neighbors=1).fit(data.X, data.y)\n"
            "print(len(machine.support_), agreement(machine, neighbour, data.X))\n"
        ),
    )


def _columns(data: Dataset) -> str:
    return ", ".join(repr(c) for c in data.columns)
