"""Lengths, distances, angles and means in feature space.

All are computed from kernel values alone, without φ. Source: S0 §1–3.
"""

from kernviz.features.geometry.combinations import combination_norm, inner, squared_separation
from kernviz.features.geometry.images import angle, distance, norm, squared_distance
from kernviz.features.geometry.kernel_values import NOISE, Gram
from kernviz.features.geometry.mean import (
    center,
    centered_block,
    density,
    distance_to_mean,
    mean_norm,
    mean_norm2,
    squared_distance_to_mean,
    squared_from_density,
)

__all__ = [
    "NOISE",
    "Gram",
    "angle",
    "center",
    "centered_block",
    "combination_norm",
    "density",
    "distance",
    "distance_to_mean",
    "inner",
    "mean_norm",
    "mean_norm2",
    "norm",
    "squared_distance",
    "squared_distance_to_mean",
    "squared_from_density",
    "squared_separation",
]
