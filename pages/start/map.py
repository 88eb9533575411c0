"""Map — which kernel, which machine, when?"""

from kernviz.lessons.map import PAGE, ROAD
from kernviz.ui import show
from kernviz.ui.courses.road import road

ORDER = 5

show.page(PAGE, slots={ROAD: road})
