"""Lift — which plane in feature space is the curve in front of you?"""

from kernviz.lessons import lift
from kernviz.ui import show
from kernviz.ui.panels.lift import clicked, controls

ORDER = 5

places = show.frame("Lift", lift.QUESTION, page="lift")
with places.controls:
    state = controls()
show.lesson(places.wait(lift.build, state), places, on_click=clicked)
