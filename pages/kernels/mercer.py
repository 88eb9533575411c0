"""Mercer — what does the Gram matrix of a few points say about a kernel?"""

from kernviz.lessons.mercer import PAGE
from kernviz.ui import show
from kernviz.ui.panels.mercer import SLOTS, clicked

ORDER = 30

show.page(PAGE, clicked, SLOTS)
