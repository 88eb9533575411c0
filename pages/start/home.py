"""Home — what does a kernel do, and where do I start?"""

from kernviz.lessons import home
from kernviz.lessons.svm import State
from kernviz.ui import examples, show
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.data_picker import dataset_in_force

places = show.frame("kernviz", home.QUESTION)
show.lesson(places.wait(home.build, State(dataset_in_force(), kernel_in_force())), places)
with places.below:
    examples.cards()
