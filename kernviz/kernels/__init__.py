"""Kernels as expression trees, with their text and their formula."""

from kernviz.kernels import build, from_normal_form, min_max_identity, mirrored  # noqa: F401  they provide results
from kernviz.kernels.constant import Constant
from kernviz.kernels.exponential import Exp
from kernviz.kernels.expr import Kernel
from kernviz.kernels.linear import Linear
from kernviz.kernels.linear_combinations import Scaled, Sum
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.named.gaussian import RBF
from kernviz.kernels.named.laplacian import Laplacian
from kernviz.kernels.named.matern import Matern
from kernviz.kernels.named.polynomial import Polynomial
from kernviz.kernels.named.rational import Rational
from kernviz.kernels.named.sigmoid import Sigmoid
from kernviz.kernels.object_types import Graph
from kernviz.kernels.parse import KernelSyntaxError, parse
from kernviz.kernels.products import Power, Product
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.structured.graph_text import graph
from kernviz.kernels.text import latex
from kernviz.kernels.weighted import Weighted

exp = Exp  # written exp(k) in Python as in a kernel text

__all__ = [
    "RBF",
    "Constant",
    "Exp",
    "Graph",
    "Kernel",
    "KernelSyntaxError",
    "Laplacian",
    "Linear",
    "Mapped",
    "Matern",
    "Polynomial",
    "Power",
    "Product",
    "Rational",
    "Scaled",
    "Sigmoid",
    "Space",
    "Sum",
    "Weighted",
    "exp",
    "graph",
    "latex",
    "parse",
]
