"""Kernel PCA — along which directions do the data vary most, in the plane and in feature space?"""

from kernviz.lessons.pca import PAGE
from kernviz.ui import show
from kernviz.ui.panels.pca import SLOTS

ORDER = 35

show.page(PAGE, slots=SLOTS)
