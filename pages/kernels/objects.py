"""Sets, strings, graphs — can a machine learn from what has no coordinates?"""

from kernviz.lessons.objects import PAGE
from kernviz.ui import show
from kernviz.ui.panels.objects import SLOTS

ORDER = 70

show.page(PAGE, slots=SLOTS)
