"""Feature-space geometry — what can be measured without φ?"""

from kernviz.lessons import geometry
from kernviz.ui import show
from kernviz.ui.panels.geometry import controls, draw

ORDER = 60

places = show.frame("Feature-space geometry", geometry.QUESTION, page="geometry")
state, tabs = controls(places)
draw(places.wait(geometry.build, state), places, tabs)
