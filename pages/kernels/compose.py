"""Compose — is it a kernel, and why?"""

from kernviz.lessons.compose import PAGE
from kernviz.ui import show
from kernviz.ui.composer import kernel_field, large_composer

ORDER = 10

# the blocks stand under the tree
show.page(PAGE, under=lambda state: large_composer(state.space), over=kernel_field)
