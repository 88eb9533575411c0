"""Many classes — how do machines for two classes decide among many?"""

from kernviz.lessons import multiclass
from kernviz.ui import show
from kernviz.ui.panels.multiclass import clicked, controls

ORDER = 15

places = show.frame("Many classes", multiclass.QUESTION, page="multiclass")
with places.controls:
    state = controls()
show.lesson(places.wait(multiclass.build, state), places, on_click=clicked)
