"""Kernel methods you can see: compose a kernel, prove or refute it, train a certified machine on it.

>>> import kernviz as kv
>>> k = kv.parse("rbf(gamma=2) + 0.5*poly(degree=2)")
>>> kv.judge(k, d=2).verdict
<Verdict.PROVEN: 'proven'>
"""

from kernviz.data import Dataset, load_csv, toy
from kernviz.features import FeatureMap, feature_map, geometry
from kernviz.kernels import (
    RBF,
    Bilinear,
    Constant,
    Exp,
    GaussianOf,
    Graph,
    Kernel,
    KernelSyntaxError,
    Laplacian,
    Linear,
    Matern,
    Normalized,
    Periodic,
    Polynomial,
    PolynomialOf,
    Rational,
    Sigmoid,
    Space,
    Weighted,
    graph,
    latex,
    parse,
)
from kernviz.mercer import Judgement, Proof, Verdict, Witness, judge, prove
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.pca import KernelPCA
from kernviz.models.ridge import KernelRidge
from kernviz.models.soft_sphere import SoftHypersphere
from kernviz.models.sphere import SmallestHypersphere
from kernviz.models.svm import KernelSVC

exp = Exp  # exp(k) in Python as in a kernel text

__version__ = "0.1.0"

__all__ = [
    "RBF",
    "Bilinear",
    "Constant",
    "Dataset",
    "Exp",
    "FeatureMap",
    "GaussianOf",
    "Graph",
    "Judgement",
    "Kernel",
    "KernelNearestNeighbors",
    "KernelPCA",
    "KernelRidge",
    "KernelSVC",
    "KernelSyntaxError",
    "Laplacian",
    "Linear",
    "Matern",
    "Normalized",
    "Periodic",
    "Polynomial",
    "PolynomialOf",
    "Proof",
    "Rational",
    "Sigmoid",
    "SmallestHypersphere",
    "SoftHypersphere",
    "Space",
    "Verdict",
    "Weighted",
    "Witness",
    "exp",
    "feature_map",
    "geometry",
    "graph",
    "judge",
    "latex",
    "load_csv",
    "parse",
    "prove",
    "toy",
]
