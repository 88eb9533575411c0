"""Page of the app: its State and the lesson built from it.

The State declares the page's parameters.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, Literal, TypeVar

import kernviz.budget as budget
from kernviz import lessons
from kernviz.data.target_values import Task
from kernviz.data.untrusted_text import unveil
from kernviz.lessons.address import AddressParam, Value, written
from kernviz.lessons.data_and_kernel import DATA, shape
from kernviz.lessons.lecture_notation import notation
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.shared.no_feature_space import marked
from kernviz.lessons.state import Subject, applying, declarations, settle
from kernviz.symbols import writing
from kernviz.wording import remembered

S = TypeVar("S", bound=Subject)
MOST_BUILT = 96  # lessons cached per process; each takes half a megabyte


@dataclass(frozen=True)
class Page(Generic[S]):
    """Page of the app.

    `name` is its path in the URL, `task` the required kind of data ("" for any), `first` the initial data set.

    A page with `coarse_grid_allowed` may draw its fields on half the grid while many requests wait (grid_size.py). A
    page whose numbers count places of the grid must not allow it.
    """

    name: str
    title: str
    question: str
    State: type[S]
    build: Callable[[S], Lesson]
    task: Task | Literal[""] = ""
    first: str = DATA
    coarse_grid_allowed: bool = False


def read(page: Page[S], subject: Subject, params: Mapping[str, Sequence[str]]) -> S:
    """Return the state that an address describes.

    `params` maps each query parameter to its texts. The function is total: an invalid value is
    replaced by its default.
    """
    about = {"data": subject.data, "kernel": subject.kernel}

    def value(param: AddressParam) -> Value:
        return param.read(params.get(param.name, ()))[0]

    return settle(page.State, about, value)


_only_cached: ContextVar[bool] = ContextVar("kernviz_only_cached", default=False)


class _NotCachedError(Exception):
    """Error for a lesson that the cache does not have."""


@remembered(maxsize=MOST_BUILT)
def built_once(page: Page[S], state: S) -> Lesson:
    """Return the lesson of a page in a state, cached.

    Sessions and live pictures share the lesson, so it must not be changed. Nothing is begun for a run that a newer one
    has overtaken.
    """
    if _only_cached.get():
        raise _NotCachedError
    budget.check()
    return marked(page.build(state), state)


def build(page: Page[S], state: S, cut: Callable[[Lesson], Lesson] = lambda lesson: lesson) -> Lesson:
    """Return the lesson of a state in the state's notation.

    `cut` selects a part of the lesson.
    """
    with writing(notation(page.name, state.speak)):
        return cut(built_once(page, state))


def is_built(page: Page[S], state: S) -> bool:
    """Return True if the lesson is cached for the current grid size."""
    token = _only_cached.set(True)
    try:
        with writing(notation(page.name, state.speak)):
            built_once(page, state)
    except _NotCachedError:
        return False
    finally:
        _only_cached.reset(token)
    return True


def refusals(page: Page[S], subject: Subject, params: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the broken condition of every rejected query parameter, by name.

    The parameters are those of the page and of its data. The state uses their defaults instead. `params` maps each
    parameter to its texts.
    """
    state = read(page, subject, params)
    declared = [param for name, field in applying(state).items() for param in field.params(name, state)]
    chosen = next(iter(params.get("data", ())), DATA)
    found = {}
    for param in [*declared, *shape(chosen)]:
        condition = param.read(params.get(param.name, ()))[1]
        if condition:
            found[param.name] = condition
    return found


def write(state: Subject) -> dict[str, str]:
    """Return the query parameters of a state, without data and kernel.

    Only values that differ from their defaults are included.
    """
    params: dict[str, str] = {}
    for name, declared in applying(state).items():
        if declared.kind == "row":
            continue
        values = declared.values(state, getattr(state, name))
        for param, value in zip(declared.params(name, state), values, strict=False):
            value = unveil(value) if isinstance(value, str) else value
            if value != param.default and param.takes(value):
                params[param.name] = written(value)
    return params


@cache
def pages() -> dict[str, Page[Any]]:
    """Return all pages by name.

    A page is a package of kernviz/lessons that defines PAGE.
    """
    found = {}
    for module in pkgutil.iter_modules(lessons.__path__):
        page = getattr(importlib.import_module(f"kernviz.lessons.{module.name}"), "PAGE", None)
        if isinstance(page, Page):
            found[page.name] = page
    return found


@cache
def of_data(kind: str = "") -> tuple[str, ...]:
    """Return the query parameters that become meaningless with other data.

    The names are those of all pages. With `kind`, only declarations of that kind count.
    """
    found = [
        name
        for page in pages().values()
        for item, declared in declarations(page.State).items()
        if declared.of_data and declared.kind != "row" and kind in ("", declared.kind)
        for name in declared.names or (item,)
    ]
    return tuple(dict.fromkeys(found))
