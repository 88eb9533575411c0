"""Gaussian features — infinitely many: how many of them count, and what does the width decide?"""

from kernviz.lessons import gaussian
from kernviz.ui import show
from kernviz.ui.panels.gaussian import clicked, controls

ORDER = 50

places = show.frame("Gaussian features", gaussian.QUESTION, page="gaussian")
with places.controls:
    state = controls()
show.lesson(places.wait(gaussian.build, state), places, on_click=clicked)
