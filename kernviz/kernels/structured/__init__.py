"""Kernels of words, finite sets and labelled graphs.

Importing this package adds its kernels and maps to the text language.
"""

from kernviz.kernels.structured.counts import OBJECT_MAPS, ObjectMap
from kernviz.kernels.structured.graphs import Subtrees
from kernviz.kernels.structured.sets import Members, Subsets
from kernviz.kernels.structured.words import Edit, NGrams, Spectrum

__all__ = [
    "OBJECT_MAPS",
    "Edit",
    "Members",
    "NGrams",
    "ObjectMap",
    "Spectrum",
    "Subsets",
    "Subtrees",
]
