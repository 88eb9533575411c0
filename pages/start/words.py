"""Words — which words can the text of a kernel contain, and which of them are kernels?"""

from kernviz.lessons.words import PAGE
from kernviz.ui import show

ORDER = 30

show.page(PAGE)
