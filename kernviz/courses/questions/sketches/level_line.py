"""Sketch of the line on which a principal component is 0.

The sketch is right if it divides the picture as the sign of the component does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kernviz.arrays import Array
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.sketches.border import Border
from kernviz.courses.scene import Scene
from kernviz.lessons.number_format import percent
from kernviz.lessons.pca.decomposition import functions
from kernviz.lessons.pca.state import ALL, State
from kernviz.surfaces import Surface
from kernviz.wording import phrase, say


@dataclass(frozen=True)
class LevelLine(Border):
    """Sketch of a level line, from edge to edge, or a ring.

    The component is the one that the page of kernel PCA shows large.
    """

    yours: ClassVar[str] = phrase("your level line")
    how: ClassVar[str] = phrase(
        "Draw your line with the pointer held down, or click its corners; a ring ends where it began."
    )

    def agreement_words(self, share: float, corners: Array, scene: Scene) -> str:
        return say("Your line and the level line divide {share} of the picture alike", share=percent(share))

    def field(self, scene: Scene) -> Surface:
        state = scene.state
        if not isinstance(state, State) or state.show == ALL:
            raise LanguageError(say("a level line needs the page pca and the number of a component: pc_show=3"))
        components = functions(state.data, state.kernel, state.center, state.normalize)
        if isinstance(components, str):
            raise LanguageError(components)
        place = int(state.show) - 1
        component = components[place] if place < len(components) else None
        if not isinstance(component, Surface):
            raise LanguageError(say("there is no component {number} in the plane", number=state.show))
        return component
