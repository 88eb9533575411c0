"""Kernel methods you can see: compose a kernel, prove or refute it, train a certified machine on it.

>>> import kernviz as kv
>>> k = kv.parse("rbf(gamma=2) + 0.5*poly(degree=2)")
>>> kv.judge(k, d=2).verdict
<Verdict.PROVEN: 'proven'>
"""

from kernviz.features import FeatureMap, feature_map
from kernviz.kernels import (
    RBF,
    Bilinear,
    Constant,
    Exp,
    GaussianOf,
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
    latex,
    parse,
)
from kernviz.kernels import Exp as exp

__version__ = "0.1.0"
