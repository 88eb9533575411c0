"""Explicit feature maps, coefficient matrices of polynomials, and geometry from Gram matrices."""

from kernviz.features import geometry
from kernviz.features.maps import feature_map
from kernviz.features.polynomial import CoefficientMatrix, coefficient_matrix, polynomial
from kernviz.kernels.featuremap import FeatureMap

__all__ = ["CoefficientMatrix", "FeatureMap", "coefficient_matrix", "feature_map", "geometry", "polynomial"]
