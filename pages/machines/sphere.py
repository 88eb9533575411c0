"""Smallest hypersphere — how small a ball of feature space holds all the points?"""

from kernviz.lessons import sphere
from kernviz.ui import show
from kernviz.ui.panels.sphere import controls, draw

ORDER = 25

places = show.frame("Smallest hypersphere", sphere.QUESTION, page="sphere")
state, tabs = controls(places)
draw(places.wait(sphere.build, state), places, tabs)
