"""Polynomial features — which coordinates does (γ x·z + c)^d have, and with which weights?"""

from kernviz.lessons.polynomial import PAGE
from kernviz.ui import show
from kernviz.ui.panels.polynomial import SLOTS

ORDER = 40

show.page(PAGE, slots=SLOTS)
