"""Lift — which plane in feature space is the curve in front of you?"""

from kernviz.lessons.lift import PAGE
from kernviz.ui import show

ORDER = 5

show.page(PAGE)
