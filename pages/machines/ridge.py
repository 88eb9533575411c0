"""Ridge regression — how closely should a curve follow its data?"""

from kernviz.lessons import ridge
from kernviz.ui import show
from kernviz.ui.panels.ridge import clicked, controls

ORDER = 20

places = show.frame("Ridge regression", ridge.QUESTION, page="ridge")
with places.controls:
    state = controls()
show.lesson(places.wait(ridge.build, state), places, on_click=clicked)
