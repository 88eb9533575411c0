"""Many classes — how do machines for two classes decide among many?"""

from kernviz.lessons.multiclass import PAGE
from kernviz.ui import show

ORDER = 15

show.page(PAGE)
