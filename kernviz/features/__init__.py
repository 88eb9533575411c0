"""What a kernel sees: explicit feature maps, the coefficient matrix of polynomials, geometry from Gram matrices."""

from kernviz.features.maps import feature_map
from kernviz.features.polynomial import CoefficientMatrix, coefficient_matrix, polynomial
from kernviz.kernels.featuremap import FeatureMap

__all__ = ["CoefficientMatrix", "FeatureMap", "coefficient_matrix", "feature_map", "polynomial"]
