"""Linear PCA in the plane with an adjustable direction u.

The visitor turns u and watches uᵀSu. The four steps of the reconstruction follow. Source:
S4.
"""

from __future__ import annotations

from kernviz.lessons.lesson import Lesson, Slot, Tab
from kernviz.lessons.pca.state import State
from kernviz.lessons.pca.views.by_hand import tabs
from kernviz.lessons.pca.views.by_hand.turned import Turned, eigen_angle
from kernviz.wording import phrase, say

TO_PEAK = phrase("turn to u₁")


def build(state: State) -> Lesson:
    """Build plane, curve, tables and tabs from a single decomposition."""
    data = state.data
    if data.d != 2:
        words = say(
            "“{title}” has {d}: a direction can be turned only in the plane. Choose data with "
            "two columns in the sidebar, or the view Components.",
            title=data.title,
            d=say("one column") if data.d == 1 else say("{d} columns", d=data.d),
        )
        return Lesson("", None, problem=words)
    turned = Turned(state)
    return Lesson(
        "",
        turned.picture(),
        besides=(Slot(TO_PEAK), lambda: (turned.formula(),), turned.numbers(), turned.curve()),
        tabs=(
            Tab(phrase("The four steps"), lambda: tabs.four_steps(turned)),
            Tab(phrase("J, what is lost"), lambda: tabs.lost(turned)),
            Tab(phrase("Why an eigenvector"), lambda: tabs.lagrange(turned)),
        ),
        facts={"variance": turned.variance, "J": turned.J},
    )


__all__ = ["TO_PEAK", "build", "eigen_angle"]
