"""Tabs of the Nearest neighbours page: the probe's table, kernel against Euclid, Quiz 3."""

from __future__ import annotations

import numpy as np

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.figures.curves import curve, describe_curve
from kernviz.kernels import RBF, Kernel, Polynomial, parse
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, at, percent, short, tex
from kernviz.lessons.neighbors_compare import Comparison, comparison
from kernviz.lessons.neighbors_reading import Reading
from kernviz.lessons.neighbors_subject import State
from kernviz.surfaces import Window

FEWEST = 5  # rows of the table from either ranking, even for k = 1
THINNED = 300  # points for which several kernels are compared


def table(state: State, read: Reading) -> tuple[Block, ...]:
    """The neighbours by either ranking, with every number the formula has."""
    data = state.data
    most = min(max(state.count, FEWEST), data.n)
    rows = list(dict.fromkeys([*read.order[:most].tolist(), *read.order_euclid[:most].tolist()]))
    ranks, ranks_euclid = read.ranks, read.ranks_euclid
    columns: dict[str, list[object]] = {"point": [i + 1 for i in rows], "x": [at(data.X[i]) for i in rows]}
    if data.classes:
        columns["class"] = [data.labels[i] for i in rows]
    columns |= {
        "k(x,x)": [short(float(read.own[i])) for i in rows],
        "k(x,z)": [short(float(read.values[i])) for i in rows],
        "d² by the kernel": [short(float(read.squared[i])) for i in rows],
        "d² by Euclid": [short(float(read.euclid[i])) for i in rows],
        "rank, kernel": [int(ranks[i]) for i in rows],
        "rank, Euclid": [int(ranks_euclid[i]) for i in rows],
        "has a vote": ["yes" if ranks[i] <= state.count else "" for i in rows],
    }
    moved = int((ranks != ranks_euclid).sum())
    words = f"z = {at(read.z)}, k(z,z) = {short(read.kzz)}. Of {data.n} points {moved} have another rank by the kernel than by Euclid."
    return (Text(words), Table(columns, caption=f"The {most} nearest by the kernel, then those of Euclid's {most} that are not among them."), *_tie(state, read))  # fmt: skip


def _tie(state: State, read: Reading) -> tuple[Block, ...]:
    """Whether the vote depends on the order of the data set."""
    k = state.count
    if k >= len(read.order):
        return ()
    last, next_one = (float(read.squared[i]) for i in read.order[k - 1 : k + 1])
    if read.blind or abs(last - next_one) > 1e-12 * (abs(read.kzz) + float(np.abs(read.own).max())):
        return ()
    i, j = (int(v) + 1 for v in read.order[k - 1 : k + 1])
    words = f"Points {i} and {j} are equally far, up to rounding, and only one of them is among the {k}: the order of the values k decides, and where those are equal too, the order of the data set."
    return (Text(words, "note"),)


def against_euclid(state: State, apart: Comparison, read: Reading) -> tuple[Block, ...]:
    """Why a Gaussian never names another neighbour, and which kernels do."""
    data = state.data
    blocks: list[Block] = [
        Text(
            "**A Gaussian never flips a neighbour.** Its k(x, x) is 1 for every point, so d² = 2 − 2k. This grows as k falls, and k falls as "
            "‖x − z‖ grows: the order of the points is Euclid's, for every γ. So is that of any kernel that falls with ‖x − z‖ alone."
        ),
        Formula(r"d^2 = 1 - 2e^{-\gamma\|x-z\|^2} + 1 = 2 - 2e^{-\gamma\|x-z\|^2}"),
        Text(
            "**A polynomial does.** Its k(x, x) = (‖x‖² + 1)² grows with the length of x: points far from the origin are far from everything, "
            "and a nearer one may lose to a shorter one."
        ),
    ]
    if data.d == 1 and data.n > 1:
        blocks += _rivals(state, read)
    rows = compared(_thin(data), state.kernel)
    note = "" if data.n <= THINNED else f" The first {THINNED} points of a fair draw are used here."
    blocks.append(Table(
        {
            "kernel": list(rows),
            "same nearest as Euclid, of the picture": [_share(plane) for plane, _ in rows.values()],
            "of the points": [_share(points) for _, points in rows.values()],
        },
        caption="How often the nearest point is the same, on these data; – where the kernel gives no distances." + note,
    ))  # fmt: skip
    return tuple(blocks)


def _share(value: float) -> str:
    return "–" if value != value else percent(value)


def _thin(data: Dataset) -> Dataset:
    return data if data.n <= THINNED else data.split(THINNED / data.n, seed=0)[1]


@shared(maxsize=32)
def compared(data: Dataset, kernel: Kernel) -> dict[str, tuple[float, float]]:
    """(of the picture, of the points) for the kernel in force and others; nan for one that gives no distances."""
    others = (RBF(1.0), Polynomial(2, 1, 1), Polynomial(3, 1, 1), parse("laplacian(gamma=1)"))
    rows = {}
    for each in dict.fromkeys((kernel, *others)):
        try:
            found = comparison(data, each)
            rows[str(each)] = (found.plane_agrees, found.points_agree)
        except ValueError:
            rows[str(each)] = (float("nan"), float("nan"))
    return rows


def _rivals(state: State, read: Reading) -> list[Block]:
    """On the line: the squared distances of every z to the two points that compete for the probe."""
    data = state.data
    pair = list(dict.fromkeys([read.first, read.first_euclid, *read.order[:2].tolist()]))[:2]
    i, j = sorted(pair)
    a, b = (float(data.X[p, 0]) for p in (i, j))
    low, high = min(a, b, float(read.z[0])), max(a, b, float(read.z[0]))
    if high == low or not np.isfinite(Window.around(data.X).x_range).all():
        return []
    room = 0.15 * (high - low)
    z = np.linspace(low - room, high + room, 301)
    own = state.kernel.diag(z[:, None])
    rivals = data.X[[i, j]]
    with np.errstate(over="ignore", invalid="ignore"):
        squared = own[:, None] - 2 * state.kernel(z[:, None], rivals) + state.kernel.diag(rivals)[None]
    if not np.isfinite(squared).all():
        return []
    names = [f"to point {p + 1}, x = {short(float(data.X[p, 0]))}" for p in (i, j)]
    kernel_lines = dict(zip(names, squared.T, strict=True))
    plain_lines = dict(zip(names, ((z[:, None] - rivals.T) ** 2).T, strict=True))
    probe = float(read.z[0])
    crossing = _crossing(z, squared[:, 0] - squared[:, 1])
    border = (
        f"The kernel's border between the two is at z = {crossing}"
        if crossing
        else "The kernel's curves do not cross here"
    )
    words = (
        f"At z = {short(probe)}: by the kernel {short(float(read.squared[i]))} to point {i + 1} and {short(float(read.squared[j]))} to point {j + 1}; "
        f"by Euclid {short(float(read.euclid[i]))} and {short(float(read.euclid[j]))}. {border}; Euclid's is the middle, {short((a + b) / 2)}."
    )
    return [
        Text(f"**Two rivals.** {words}"),
        Picture(curve(z, kernel_lines, x_title="z", y_title="d² by the kernel", mark=(probe, float(read.squared[read.first]))),
                describe_curve(z, kernel_lines, x_title="z"), "Squared distances in feature space: the lower curve has the neighbour.", key="rivals-kernel", height=300),
        Picture(curve(z, plain_lines, x_title="z", y_title="d² by Euclid", mark=(probe, float(read.euclid[read.first_euclid]))),
                describe_curve(z, plain_lines, x_title="z"), "The same two points by ordinary distance.", key="rivals-euclid", height=300),
    ]  # fmt: skip


def _crossing(z: np.ndarray, difference: np.ndarray) -> str:
    cells = np.flatnonzero((difference[:-1] > 0) != (difference[1:] > 0))
    share = difference[cells] / (difference[cells] - difference[cells + 1])
    return ", ".join(short(float(v)) for v in z[cells] + share * (z[cells + 1] - z[cells]))


def quiz(state: State, read: Reading | None) -> tuple[Block, ...]:
    """S2's Quiz 3; the answer only when it is asked for."""
    question = Text(
        "**Quiz 3 of S2.** Let D = {(x₁, y₁), …, (xₙ, yₙ)}. How can you kernelise nearest neighbours (with Euclidean distances)?"
    )
    if not state.answer:
        return (question,)
    blocks: list[Block] = [
        question,
        Text("The rule uses the points only through their squared distances to z, and these are made of three inner products:"),
        Formula(r"\|x_i - z\|^2 = x_i^\top x_i - 2\,x_i^\top z + z^\top z"),
        Text("Put k(·, ·) in the place of every inner product. It is the inner product of φ(xᵢ) and φ(z), so what comes out is their squared distance:"),
        Formula(r"\begin{aligned}&\|\phi(x_i) - \phi(z)\|^2\\ &\quad= k(x_i,x_i) - 2k(x_i,z) + k(z,z)\end{aligned}"),
        Text("No feature vector is computed. S4 gives the same answer. k(z, z) is the same for all i: ½k(xᵢ,xᵢ) − k(xᵢ,z) is enough to order them."),
    ]  # fmt: skip
    if read is not None:
        i = read.first
        b, c = float(read.values[i]), read.kzz
        blocks.append(Text(f"With your kernel, at the probe z = {at(read.z)}, for its nearest point {i + 1}:"))
        blocks.append(
            Formula(
                rf"{tex(float(read.own[i]))} {'+' if b < 0 else '-'} 2\cdot{tex(abs(b))} {'-' if c < 0 else '+'} {tex(abs(c))} = {tex(float(read.squared[i]))}"
            )
        )
    return tuple(blocks)
