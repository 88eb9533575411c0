"""Support vectors — which points decide where the boundary runs?"""

from kernviz.lessons import svm
from kernviz.ui import show
from kernviz.ui.panels.svm import clicked, controls

ORDER = 10

places = show.frame("Support vectors", svm.QUESTION, page="svm")
with places.controls:
    state = controls()
show.lesson(places.wait(svm.build, state), places, on_click=clicked)
