"""Smallest hypersphere — how small a ball of feature space holds all the points?"""

from kernviz.lessons.sphere import PAGE
from kernviz.ui import show

ORDER = 25

show.page(PAGE)
