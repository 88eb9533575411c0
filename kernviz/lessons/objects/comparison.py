"""Kernel, list of objects and pair to compare, from the inputs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.compute import shared
from kernviz.data.objects import entries
from kernviz.data.untrusted_text import veil
from kernviz.kernels import Kernel, parse
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.object_types import CALLED, Kind, called, objects
from kernviz.kernels.structured import Edit, NGrams, ObjectMap
from kernviz.kernels.structured._base import CountKernel
from kernviz.kernels.structured.graph_text import graph
from kernviz.kernels.structured.sample_objects import words_over
from kernviz.lessons.objects.object_inputs import EDIT_VIEW, FIVE, FIVE_WORDS, KINDS, MAPS, YOURS, ObjectInputs
from kernviz.mercer import Judgement, judge
from kernviz.wording import say

LONGEST_WORD, MOST_MEMBERS, MOST_NODES = 24, 12, 40


@dataclass(frozen=True)
class ObjectComparison:
    """Kernel, objects (n,) with names and classes, and the pair to compare."""

    view: str
    kernel: Kernel
    things: NDArray[Any]
    labels: tuple[str, ...]  # one label per object; "" for an object without a class
    x: Any
    z: Any

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(map(called, self.things))

    @property
    def n(self) -> int:
        return len(self.things)

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """Return the classes in the order of the list.

        There are none unless every object has one.
        """
        return tuple(dict.fromkeys(self.labels)) if all(self.labels) else ()

    def sides(self, chosen: str) -> tuple[str, str]:
        """Return the names of the sides −1 and +1 of a machine.

        The class of +1 is the chosen one, else the first. All other classes are −1. There must be two classes.
        """
        positive = chosen if chosen in self.classes else self.classes[0]
        others = [label for label in self.classes if label != positive]
        return others[0] if len(others) == 1 else say("the rest"), positive

    @cached_property
    def codes(self) -> NDArray[np.intp] | None:
        """Return the class of every object as 0, 1, ….

        The result is None if the list gives no classes.
        """
        return np.array([self.classes.index(label) for label in self.labels]) if self.classes else None

    @cached_property
    def pair(self) -> NDArray[Any]:
        return objects([self.x, self.z], KINDS[self.view])

    @cached_property
    def maps(self) -> tuple[ObjectMap, ...]:
        """Feature maps of the kernel, without repetition."""
        return maps_of(self.kernel)

    @property
    def marked(self) -> tuple[int, int] | None:
        """Return the positions of x and z in the list.

        The result is None unless both are in it.
        """
        here = {thing: row for row, thing in reversed(list(enumerate(self.things)))}
        return (here[self.x], here[self.z]) if self.x in here and self.z in here else None


def maps_of(k: Kernel) -> tuple[ObjectMap, ...]:
    """Return the feature maps in the kernel k, in reading order.

    These are the maps by which k counts.
    """
    found: list[ObjectMap] = []
    for node in k.walk():
        if isinstance(node, CountKernel):
            found.append(node.map())
        elif isinstance(node, Mapped) and isinstance(node.phi, ObjectMap):
            found.append(node.phi)
    return tuple(dict.fromkeys(found))


def comparison_of(inputs: ObjectInputs) -> ObjectComparison:
    """Read all inputs of the page.

    Raises ValueError with a message for the visitor if a kernel, a list or an object cannot be used.
    """
    kind = inputs.kind
    kernel = _kernel(inputs)
    x, z = thing_of(inputs.x, kind, inputs.lines), thing_of(inputs.z, kind, inputs.lines)
    if inputs.view == EDIT_VIEW and inputs.choice != YOURS:
        words = FIVE if inputs.choice == FIVE_WORDS else words_over("ab", 3)
        return ObjectComparison(inputs.view, kernel, objects(list(words), "words"), ("",) * len(words), x, z)
    listed = entries(inputs.lines)
    if not listed:
        raise ValueError(
            say(
                "the list is empty: write {objects} into it, one a line, each with its class after a colon",
                objects=CALLED[kind],
            )
        )
    things = [thing_of(entry.thing, kind) for entry in listed]
    return ObjectComparison(
        inputs.view, kernel, objects(things, kind), tuple(veil(entry.label) for entry in listed), x, z
    )


def _kernel(inputs: ObjectInputs) -> Kernel:
    if inputs.view == EDIT_VIEW:
        return Edit(inputs.gamma)
    typed = parse(inputs.text)
    if inputs.on_top:
        phi = next(iter(m for m in maps_of(typed) if m.takes == inputs.kind), MAPS[inputs.kind])
        typed = Mapped(inputs.side, phi)
    if typed.kind not in (None, inputs.kind):
        problem = say(
            "{kernel} compares {its_objects}, and here {objects} are compared",
            kernel=typed,
            its_objects=CALLED[typed.kind],
            objects=CALLED[inputs.kind],
        )
        if typed.kind == "vectors":
            problem = say(
                "{problem}; put @ {example} after it, as in {kernel} @ {example}",
                problem=problem,
                example=MAPS[inputs.kind],
                kernel=typed,
            )
        raise ValueError(problem)
    return typed


def thing_of(text: str, kind: Kind, lines: str = "") -> Any:
    """Read an object from its text.

    A graph is also read from its name in the list. Raises ValueError if the object is too large.

    Special characters in its letters, elements or name are veiled, each by another character
    (kernviz/data/untrusted_text.py). Values of kernels are therefore unchanged.
    """
    text = text.strip()
    if kind == "words":
        word = "" if text == "ε" else text
        if len(word) > LONGEST_WORD:
            raise ValueError(
                say(
                    "the word {start}… has {count} letters; on this page a word has up to {limit}",
                    start=word[:LONGEST_WORD],
                    count=len(word),
                    limit=LONGEST_WORD,
                )
            )
        return veil(word)
    if kind == "sets":
        members = frozenset(text.replace(",", " ").replace("{", " ").replace("}", " ").replace("∅", " ").split())
        if len(members) > MOST_MEMBERS:
            raise ValueError(
                say(
                    "the set {start}… has {count} elements; on this page a set has up to {limit}",
                    start=text[:30],
                    count=len(members),
                    limit=MOST_MEMBERS,
                )
            )
        return frozenset(map(veil, members))
    for entry in entries(lines):
        name, _, body = entry.thing.rpartition(" ")
        if text in (name, body) and name:
            return _sized(graph(body, veil(name)))
    name, _, body = text.rpartition(" ")
    return _sized(graph(body, veil(name)))


def _sized(found: Any) -> Any:
    if len(found.labels) > MOST_NODES:
        raise ValueError(
            say(
                "{graph} has {count} nodes; on this page a graph has up to {limit}",
                graph=found,
                count=len(found.labels),
                limit=MOST_NODES,
            )
        )
    return found


def common(k: ObjectMap, x: Any, z: Any) -> list[str]:
    """Return the features that φ finds in both objects.

    The most frequent come first.
    """
    left, right = k.found(x), k.found(z)
    return sorted(left.keys() & right.keys(), key=lambda u: (-left[u] * right[u], len(u), u))


def places(phi: ObjectMap, word: str, piece: str) -> list[tuple[int, ...]]:
    """Return the positions of every occurrence of a piece in a word.

    Each tuple holds the positions of the letters. For n-grams they are contiguous. Other maps allow
    gaps; the shortest occurrence then comes first.
    """
    if isinstance(phi, NGrams):
        return [tuple(range(i, i + phi.n)) for i in range(len(word)) if word.startswith(piece, i)]
    where = [i for i, letter in enumerate(word) if letter in piece]
    chosen = (c for c in combinations(where, len(piece)) if "".join(word[i] for i in c) == piece)
    return sorted(chosen, key=lambda c: (c[-1] - c[0], c))


def count_pairs(phi: ObjectMap, x: Any, z: Any) -> float:
    """Compute φ(x)·φ(z) by counting pairs of equal occurrences.

    The feature vectors are not written out.
    """
    left, right = phi.found(x), phi.found(z)
    return float(sum(left[u] * right[v] for u, v in product(left, right) if u == v))


def judgement_on(compared: ObjectComparison) -> Judgement:
    """Return the judgement on the kernel.

    A witness from the list is added if there is one.
    """
    return _judged(compared.kernel, KINDS[compared.view], tuple(compared.things))


@shared(maxsize=64)
def _judged(kernel: Kernel, kind: Kind, things: tuple[Any, ...]) -> Judgement:
    return judge(kernel, objects(list(things), kind))
