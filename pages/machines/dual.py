"""Dual & representer — why are n numbers enough, however many features there are?"""

from kernviz.lessons.dual import PAGE
from kernviz.ui import show
from kernviz.ui.panels.dual import SLOTS

ORDER = 40

show.page(PAGE, slots=SLOTS)
