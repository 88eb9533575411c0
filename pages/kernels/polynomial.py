"""Polynomial features — which coordinates does (γ x·z + c)^d see, and how strongly?"""

from kernviz.lessons import polynomial
from kernviz.ui import show
from kernviz.ui.panels.polynomial import controls

ORDER = 40

places = show.frame("Polynomial features", polynomial.QUESTION, page="polynomial")
with places.controls:
    state = controls()
show.lesson(places.wait(polynomial.build, state), places)
