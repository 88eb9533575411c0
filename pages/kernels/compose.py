"""Compose — is it a kernel, and why?"""

from kernviz.lessons.compose import PAGE
from kernviz.ui import show
from kernviz.ui.composer import large_composer

ORDER = 10

show.page(PAGE, under=lambda state: large_composer(state.space))  # the blocks stand between the tree and its words
