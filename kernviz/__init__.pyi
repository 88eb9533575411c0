"""The public names, each imported when it is first used (lazy_loader reads this list)."""

from .data import Dataset, load_csv, toy
from .features import FeatureMap, feature_map, geometry
from .kernels import (
    Constant,
    Graph,
    Kernel,
    KernelSyntaxError,
    Mapped,
    Power,
    Product,
    Scaled,
    Space,
    Sum,
    exp,
    graph,
    latex,
    parse,
)
from .kernels.bilinear import Bilinear
from .kernels.exponential import Exp
from .kernels.functions import Decay, First, Norm, SquaredNorm
from .kernels.gaussian_of import GaussianOf
from .kernels.linear import Linear
from .kernels.named.box import Box
from .kernels.named.cosine import Cosine
from .kernels.named.cosine_sum import CosineSum
from .kernels.named.exp_sine import ExpSine
from .kernels.named.gaussian import RBF
from .kernels.named.growing import Growing
from .kernels.named.laplacian import Laplacian
from .kernels.named.log_square import LogSquare
from .kernels.named.matern import Matern
from .kernels.named.maximum import Maximum
from .kernels.named.minimum import Minimum
from .kernels.named.minus_distance import MinusDistance
from .kernels.named.periodic import Periodic
from .kernels.named.plus import Plus
from .kernels.named.polynomial import Polynomial
from .kernels.named.power_exponential import PowerExponential
from .kernels.named.rational import Rational
from .kernels.named.sigmoid import Sigmoid
from .kernels.named.sine_difference import SineDifference
from .kernels.named.sine_sum import SineSum
from .kernels.named.tent import Tent
from .kernels.named.triangle import Triangle
from .kernels.normalized import Normalized
from .kernels.point_maps import Absolute, Circle, Coordinate, Radius, Square, Stretch
from .kernels.polynomial_of import PolynomialOf
from .kernels.structured.graphs import Bonds, Subtree, Subtrees
from .kernels.structured.sets import Members, PowerSet, Shared, Subsets
from .kernels.structured.words import Edit, Gappy, NGrams, Spectrum, Subsequences
from .kernels.weighted import Weighted
from .mercer import Judgement, Proof, Verdict, Witness, judge, prove
from .models.bridge import from_sklearn, to_sklearn
from .models.crammer_singer import CrammerSinger
from .models.neighbors import KernelNearestNeighbors
from .models.one_class import OneClassMachine
from .models.one_versus_rest import OneVersusRest
from .models.pairwise import DecisionDAG, OneVersusOne
from .models.pca import KernelPCA
from .models.ridge import KernelRidge
from .models.sphere import SmallestHypersphere
from .models.svdd import SoftHypersphere
from .models.svm import KernelSVC
from .plotting import plot

__version__: str

__all__ = [
    "RBF",
    "Absolute",
    "Bilinear",
    "Bonds",
    "Box",
    "Circle",
    "Constant",
    "Coordinate",
    "Cosine",
    "CosineSum",
    "CrammerSinger",
    "Dataset",
    "Decay",
    "DecisionDAG",
    "Edit",
    "Exp",
    "ExpSine",
    "FeatureMap",
    "First",
    "Gappy",
    "GaussianOf",
    "Graph",
    "Growing",
    "Judgement",
    "Kernel",
    "KernelNearestNeighbors",
    "KernelPCA",
    "KernelRidge",
    "KernelSVC",
    "KernelSyntaxError",
    "Laplacian",
    "Linear",
    "LogSquare",
    "Mapped",
    "Matern",
    "Maximum",
    "Members",
    "Minimum",
    "MinusDistance",
    "NGrams",
    "Norm",
    "Normalized",
    "OneClassMachine",
    "OneVersusOne",
    "OneVersusRest",
    "Periodic",
    "Plus",
    "Polynomial",
    "PolynomialOf",
    "Power",
    "PowerExponential",
    "PowerSet",
    "Product",
    "Proof",
    "Radius",
    "Rational",
    "Scaled",
    "Shared",
    "Sigmoid",
    "SineDifference",
    "SineSum",
    "SmallestHypersphere",
    "SoftHypersphere",
    "Space",
    "Spectrum",
    "Square",
    "SquaredNorm",
    "Stretch",
    "Subsequences",
    "Subsets",
    "Subtree",
    "Subtrees",
    "Sum",
    "Tent",
    "Triangle",
    "Verdict",
    "Weighted",
    "Witness",
    "exp",
    "feature_map",
    "from_sklearn",
    "geometry",
    "graph",
    "judge",
    "latex",
    "load_csv",
    "parse",
    "plot",
    "prove",
    "to_sklearn",
    "toy",
]
