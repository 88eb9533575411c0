"""Home — what does a kernel do, and where do I start?"""

from kernviz.lessons.home import PAGE
from kernviz.ui import examples, show

show.page(PAGE, under=lambda _: examples.cards())
