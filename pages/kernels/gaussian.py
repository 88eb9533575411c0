"""Gaussian features — infinitely many: how many of them count, and what does the width decide?"""

from kernviz.lessons.gaussian import PAGE
from kernviz.ui import show
from kernviz.ui.panels.gaussian import SLOTS, clicked

ORDER = 50

show.page(PAGE, clicked=clicked, slots=SLOTS)
