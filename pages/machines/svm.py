"""Support vectors — which points decide where the border runs?"""

from kernviz.lessons.svm import PAGE
from kernviz.ui import show

ORDER = 10

show.page(PAGE)
