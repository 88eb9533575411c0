"""Feature-space geometry — what can be measured without φ?"""

from kernviz.lessons.geometry import PAGE
from kernviz.ui import show

ORDER = 60

show.page(PAGE)
