"""Feature-space geometry — what can be measured in feature space without ever computing φ?"""

from kernviz.lessons.geometry import PAGE
from kernviz.ui import show

ORDER = 60

show.page(PAGE)
