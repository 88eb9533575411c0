"""Kernel PCA — along which directions do the data vary most, in the plane and in feature space?"""

from kernviz.lessons import pca
from kernviz.ui import show
from kernviz.ui.panels.pca import clicked, controls

ORDER = 35

places = show.frame("Kernel PCA", pca.QUESTION, page="pca")
with places.controls:
    state = controls()
show.lesson(places.wait(pca.build, state), places, on_click=clicked)
