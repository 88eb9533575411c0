"""Dual & representer — why are n numbers enough, however many features there are?"""

from kernviz.lessons import dual
from kernviz.ui import show
from kernviz.ui.panels.dual import controls

ORDER = 40

places = show.frame("Dual & representer", dual.QUESTION, page="dual")
with places.controls:
    state = controls()
show.lesson(places.wait(dual.build, state), places)
