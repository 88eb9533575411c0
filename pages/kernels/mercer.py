"""Mercer — what does the Gram matrix of a few points say about a kernel?"""

from kernviz.lessons import mercer
from kernviz.ui import show
from kernviz.ui.panels.mercer import controls, draw

ORDER = 30

places = show.frame("Mercer", mercer.QUESTION, page="mercer")
with places.controls:
    state = controls()
draw(places.wait(mercer.build, state), places, state)
