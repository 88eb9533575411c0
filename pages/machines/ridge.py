"""Ridge regression — how closely should a curve follow its data?"""

from kernviz.lessons.ridge import PAGE, TAKE_BEST
from kernviz.ui import show
from kernviz.ui.panels.ridge import take_best

ORDER = 20

show.page(PAGE, slots={TAKE_BEST: take_best})
