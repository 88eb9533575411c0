"""Gaussian features — infinitely many features: how many of them count, and what does the width change?"""

from kernviz.lessons.gaussian import PAGE
from kernviz.ui import show
from kernviz.ui.panels.gaussian import SLOTS, clicked

ORDER = 50

show.page(PAGE, clicked=clicked, slots=SLOTS)
