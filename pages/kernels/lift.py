"""Lift — which plane in feature space gives the curve in the picture?"""

from kernviz.lessons.lift import PAGE
from kernviz.ui import show

ORDER = 5

show.page(PAGE)
