"""Error locations in a course file, and suggestions for misspelt names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

from kernviz.courses.language import LanguageError
from kernviz.wording import say


@contextmanager
def at(*place: str | int) -> Iterator[None]:
    """Add a place to a LanguageError that is raised inside the context."""
    try:
        yield
    except LanguageError as problem:
        problem.place = (*place, *problem.place)
        raise


def hint(word: str, known: Iterable[str]) -> str:
    """Return a hint that lists the known names close to a word.

    The hint lists all known names if none is close.
    """
    names = list(known)
    if close := get_close_matches(word, names, 3, 0.6):
        return say("is {words} meant?", words=" / ".join(f"“{word}”" for word in close))
    return say("there are {names}", names=", ".join(names))
