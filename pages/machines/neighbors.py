"""Nearest neighbours — who is near, when distance is measured by a kernel?"""

from kernviz.lessons.neighbors import PAGE
from kernviz.ui import show

ORDER = 30

show.page(PAGE)
