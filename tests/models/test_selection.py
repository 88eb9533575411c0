"""Agreement and over-fitting with γ, as S3 shows it."""

from __future__ import annotations

from kernviz.data.toys import toy
from kernviz.kernels import RBF, Linear
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.selection import agreement
from kernviz.models.svm import KernelSVC

MOONS = toy("moons", n=200, noise=0.25)
TRAIN, TEST = ((part.X, part.signs) for part in MOONS.split(0.5, seed=0))


def test_a_narrow_gaussian_over_fits() -> None:
    """γ = 1, 10, 1000: training rises to 100 %, test falls, every point becomes a support vector."""
    machines = [KernelSVC(RBF(gamma), C=10.0).fit(*TRAIN) for gamma in (1, 10, 1000)]
    train, test = ([machine.score(*part) for machine in machines] for part in (TRAIN, TEST))
    share = [len(machine.support_) / len(TRAIN[0]) for machine in machines]
    assert train[2] == 1.0 > train[0]
    assert test[2] < test[0] - 0.05
    assert share[2] > 0.95 > share[0]


def test_a_narrow_machine_is_a_nearest_neighbour() -> None:
    """As γ grows the SVM agrees with 1-NN at more and more points."""
    neighbour = KernelNearestNeighbors(Linear()).fit(*TRAIN)
    shares = [agreement(KernelSVC(RBF(g), C=10.0).fit(*TRAIN), neighbour, TEST[0]) for g in (0.1, 1, 50)]
    assert shares == sorted(shares)
    assert shares[-1] > 0.95
    assert agreement(neighbour, neighbour, TEST[0]) == 1.0
