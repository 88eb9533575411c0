"""Words — which words does a kernel know, and which of them are kernels?"""

from kernviz.lessons.words import PAGE
from kernviz.ui import show

ORDER = 30

show.page(PAGE)
