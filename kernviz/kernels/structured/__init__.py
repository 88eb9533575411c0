"""Kernels of words, finite sets and labelled graphs.

Importing this package adds its kernels and maps to the text language.
"""

from kernviz.kernels.structured.counts import OBJECT_MAPS, ObjectMap
from kernviz.kernels.structured.graphs import Bonds, Subtree, Subtrees
from kernviz.kernels.structured.sets import Members, PowerSet, Shared, Subsets
from kernviz.kernels.structured.words import Edit, Gappy, NGrams, Spectrum, Subsequences

__all__ = [
    "OBJECT_MAPS",
    "Bonds",
    "Edit",
    "Gappy",
    "Members",
    "NGrams",
    "ObjectMap",
    "PowerSet",
    "Shared",
    "Spectrum",
    "Subsequences",
    "Subsets",
    "Subtree",
    "Subtrees",
]
