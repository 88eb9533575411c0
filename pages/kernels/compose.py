"""Compose — is it a kernel, and why?"""

from kernviz.lessons import compose
from kernviz.ui import show
from kernviz.ui.composer import large_composer
from kernviz.ui.panels.compose import controls

ORDER = 10

places = show.frame("Compose", compose.QUESTION, page="compose")
with places.controls:
    state = controls()
with places.below:  # the blocks stand between the tree and its words
    large_composer(state.space)
show.lesson(places.wait(compose.build, state), places)
