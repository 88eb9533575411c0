"""Parameters of a kernel: its numbers and its parts, by path.

The paths and the methods follow scikit-learn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Generic, Self, TypeVar

from kernviz.kernels.node import params
from kernviz.kernels.rules_and_premises import NumberSpec
from kernviz.wording import say

K = TypeVar("K")


class Parameters(Generic[K]):
    """Mixin with the parameters of a kernel.

    K is the type of its parts.
    """

    def _child_items(self) -> Iterator[tuple[str, Any]]:
        """Yield the parts of the node, each with its name."""
        raise NotImplementedError

    def with_children(self, children: tuple[Any, ...]) -> Self:
        """Return this node with other parts."""
        raise NotImplementedError

    def _numbers(self) -> list[tuple[str, float]]:
        return [(name, getattr(self, name)) for name in self.param_specs()]

    def param_specs(self) -> dict[str, NumberSpec]:
        """Return the `NumberSpec` of each of this node's own numbers.

        The keys of the dictionary are the names of the numbers.
        """
        return params(self)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return every number and every sub-kernel of the tree by its path.

        The paths follow scikit-learn: ``{"c": 0.5, "k__gamma": 2.0}``. `deep=False`: the node's own numbers only.
        """
        found: dict[str, Any] = dict(self._numbers())
        if deep:
            for name, child in self._child_items():
                found[name] = child
                found.update({f"{name}__{key}": value for key, value in child.get_params().items()})
        return found

    def with_params(self, **values: Any) -> K:
        """Return a new kernel with some numbers or sub-kernels replaced.

        The names are those of `get_params`. Raises ValueError for another name or an invalid value.
        """
        own: dict[str, Any] = {}
        nested: dict[str, dict[str, Any]] = {}
        for path, value in values.items():
            head, _, rest = path.partition("__")
            if rest:
                nested.setdefault(head, {})[rest] = value
            else:
                own[head] = value
        unknown = (own.keys() | nested.keys()) - set(self.get_params(deep=False)) - {n for n, _ in self._child_items()}
        if unknown:
            raise ValueError(
                say(
                    "{kernel} has no parameter {unknown!r}; it has {known}",
                    kernel=self,
                    unknown=sorted(unknown)[0],
                    known=sorted(self.get_params()),
                )
            )
        return self._replaced(own, nested)

    def _replaced(self, own: dict[str, Any], nested: dict[str, dict[str, Any]]) -> K:
        children = {name: own.pop(name, child) for name, child in self._child_items()}
        for name in nested.keys() & children.keys():
            children[name] = children[name].with_params(**nested[name])
        grown: Any = self.with_children(tuple(children.values()))
        return replace(grown, **own)

    def set_params(self, **values: Any) -> Self:
        """Raise ValueError for any value, as kernels are immutable.

        scikit-learn calls this method; without values it returns the kernel. Use `with_params` instead.
        """
        if values:
            raise ValueError(say("a kernel is immutable: use with_params(...), or search over a list of kernels"))
        return self

    def __sklearn_clone__(self) -> Self:
        return self
