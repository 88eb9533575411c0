"""Home — what does a kernel do, and where do I start?"""

from kernviz.lessons.home import PAGE
from kernviz.ui import examples, show
from kernviz.ui.courses.invitation import invitation


def under(_: object) -> None:
    """Courses first, then the examples of the lectures."""
    invitation()
    examples.cards()


show.page(PAGE, under=under)
