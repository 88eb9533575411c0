"""Sets, strings, graphs — can a machine learn from what has no coordinates?"""

from kernviz.lessons import objects
from kernviz.ui import show
from kernviz.ui.panels.objects import controls

ORDER = 70

places = show.frame("Sets, strings, graphs", objects.QUESTION, page="objects")
with places.controls:
    state = controls()
show.lesson(places.wait(objects.build, state), places)
