"""Nearest neighbours — who is near, when distance is measured by a kernel?"""

from kernviz.lessons import neighbors
from kernviz.ui import show
from kernviz.ui.panels.neighbors import controls, draw

ORDER = 30

places = show.frame("Nearest neighbours", neighbors.QUESTION, page="neighbors")
state, tabs = controls(places)
draw(places.wait(neighbors.build, state), places, tabs)
