"""Lift — which plane in feature space is the curve in front of you?"""

from kernviz.lessons.lift import PAGE
from kernviz.ui import show
from kernviz.ui.panels.lift import clicked

ORDER = 5

show.page(PAGE, clicked)
