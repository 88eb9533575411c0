"""Scene of a question.

A scene is a page in a state, the numbers of the variant, and the clicked points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from kernviz.compute import politely
from kernviz.courses import language
from kernviz.courses.error_places import hint
from kernviz.courses.failed_conditions import WORDS, failed_condition, lecture_symbol_of, written
from kernviz.courses.language import LanguageError, Value, clauses
from kernviz.courses.quantities import QUANTITIES
from kernviz.courses.scene_queries import is_whole
from kernviz.courses.scene_queries import kernel as kernel_of_text
from kernviz.data.text import shorten
from kernviz.kernels import Kernel, latex
from kernviz.kernels.numbers import numbers as kernel_numbers
from kernviz.lessons import data_and_kernel
from kernviz.lessons import page as lesson_page
from kernviz.lessons.address import QUOTED
from kernviz.lessons.lecture_notation import formula, notation
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.number_format import percent, tex
from kernviz.lessons.page import Page, build
from kernviz.lessons.state import Subject, applying, declarations
from kernviz.symbols import symbols, writing
from kernviz.wording import in_formula, say, spoken, superscript

FILLED = re.compile(r"\{=([^{}]*?)(?::(\d{1,2}|%|tex|formula|exponent))?\}")
INSIDE = re.compile(r"(\{=[^{}]*)\{=([^{}]*)\}")
OPEN = "{="
CLEAR = 0.01  # relative difference above which rounding cannot change the order of two numbers
MOST_INSIDE = 100  # largest number of nested {=…} in a text
PLUS_MINUS = re.compile(r"\+ ([−-])(?=\d)")  # writes x + −2 as x − 2
NAMES = tuple(name for name in QUANTITIES if not name.isidentifier())


@dataclass(frozen=True)
class Scene:
    """Page in a state, with the variant's numbers and the clicked points."""

    page: Page[Any]
    state: Subject
    params: Mapping[str, str] = field(default_factory=dict, hash=False)  # the state as query parameters
    numbers: Mapping[str, Value] = field(default_factory=dict, hash=False)
    chosen: tuple[int, ...] = ()

    @property
    def lesson(self) -> Lesson:
        """Return the lesson in the notation in use."""
        with politely():
            return self.page.build(self.state)

    def shown(self, cut: Callable[[Lesson], Lesson] = lambda lesson: lesson) -> Lesson:
        """Return the lesson in the notation of the state.

        `cut` is applied to the lesson, and returns the part of it to show.
        """
        with politely():
            return build(self.page, self.state, cut)

    def writing(self) -> AbstractContextManager[None]:
        """Use the notation of the state in a block."""
        return writing(notation(self.page.name, self.state.speak))

    def formula(self, kernel: Kernel) -> str:
        """Return a kernel as a formula in markdown, in the state's notation."""
        with writing(notation("compose", self.state.speak)):
            return symbols(rf"$‹\k›(x,‹\z›) = {in_formula(latex(kernel))}$")

    @classmethod
    def opened(
        cls, name: str, params: Mapping[str, str], numbers: Mapping[str, Value] | None = None, *, strict: bool = True
    ) -> Scene:
        """Return the scene of a page in the state of an address.

        `name` is the page's name, and `params` the values of the address. Raises LanguageError for an unknown
        page, and for values without meaning. Without `strict` such values are ignored, as the app does.
        """
        page = lesson_page.pages().get(name)
        if page is None:
            pages = sorted(lesson_page.pages())
            raise LanguageError(say("there is no page called “{name}”: {hint}", name=name, hint=hint(name, pages)))
        texts = {key: [text] for key, text in params.items()}
        about = data_and_kernel.read(texts)
        if about is None:
            kernel_of_text(params.get("k", data_and_kernel.KERNEL))  # raises LanguageError with the reason
            raise LanguageError(
                say(
                    "the data, or the kernel “{kernel}” on these data, cannot be used",
                    kernel=params.get("k", data_and_kernel.KERNEL),
                )
            )
        found = cls(page, lesson_page.read(page, about, texts), dict(params), numbers or {})
        if strict:
            found.means(params)
        return found

    def means(self, params: Mapping[str, str]) -> None:
        """Raise LanguageError for an address value without meaning in this state.

        Such a value has an unknown name, or the page has refused it.
        """
        name = self.params.get("data", data_and_kernel.DATA)
        if "data" in params and name not in data_and_kernel.menu():
            raise LanguageError(
                say("there are no data called “{name}”: {hint}", name=name, hint=hint(name, data_and_kernel.menu()))
            )
        texts = {key: [text] for key, text in self.params.items()}
        about = data_and_kernel.read(texts)
        refused = {} if about is None else lesson_page.refusals(self.page, about, texts)
        known = {param.name for item, one in applying(self.state).items() for param in one.params(item, self.state)}
        known |= {param.name for param in data_and_kernel.params(name)} | {"k", "pts", "tab"}
        for key in params:
            if key in refused:
                raise LanguageError(
                    say(
                        "{key}={value}: it {condition}",
                        key=key,
                        value=shorten(params[key], QUOTED),
                        condition=refused[key],
                    )
                )
            if key not in known:
                raise LanguageError(
                    say(
                        "“{key}” means nothing in this state of the page {name}: {hint}",
                        key=key,
                        name=self.page.name,
                        hint=hint(key, sorted(known)),
                    )
                )

    def moved(self, params: Mapping[str, str]) -> Scene:
        """Return the scene after these values were moved."""
        there = Scene.opened(self.page.name, {**self.params, **params}, self.numbers, strict=False)
        return replace(there, chosen=self.chosen)

    def after(self, state: str) -> Scene:
        """Return the scene after the moves in a text of the course.

        An example is ``C=100 & hard=true``. Raises LanguageError for anything without meaning.
        """
        params = address(self.filled(state, plain=True))[1]
        there = self.moved(params)
        there.means(params)
        return there

    def with_kernel(self, kernel: Kernel) -> Scene:
        """Return the scene with another kernel."""
        return replace(self, state=replace(self.state, kernel=kernel), params={**self.params, "k": str(kernel)})

    def of(self, name: str, arguments: tuple[Value, ...] | None) -> Value:
        """Return the value of a name in the course language.

        `arguments` is None for a name without brackets. Raises LanguageError, for an unknown name with
        suggestions.
        """
        if arguments is None and name in self.numbers:
            return self.numbers[name]
        if name in QUANTITIES:
            try:
                return QUANTITIES[name].of(self, arguments or ())
            except LanguageError:
                raise
            except (ValueError, TypeError, ArithmeticError, LookupError, RecursionError) as problem:
                raise LanguageError(say("“{name}” cannot be computed: {why}", name=name, why=problem)) from None
        if arguments is None:
            for item, declared in declarations(type(self.state)).items():
                if name in (item, *declared.names):
                    return _plain(getattr(self.state, item), item, declared.names, name)
            for number in kernel_numbers(self.state.kernel):
                if name == number.address[-1]:
                    return float(number.value)
            if name in WORDS:
                return name
        moved = [word for item, one in declarations(type(self.state)).items() for word in (item, *one.names)]
        inside = [number.address[-1] for number in kernel_numbers(self.state.kernel)]
        known = dict.fromkeys((*self.numbers, *QUANTITIES, *moved, *inside, *WORDS))
        raise LanguageError(say("“{name}” is no quantity: {hint}", name=name, hint=hint(name, known)))

    def value(self, expression: str) -> Value:
        """Return the value of an expression."""
        return language.value(language.read(expression, NAMES), self.of)

    def number(self, expression: str) -> float:
        """Return the value of an expression that must be a number."""
        found = self.value(expression)
        if isinstance(found, str | tuple):
            raise LanguageError(
                say("“{expression}” is {kind}, and a number is needed", expression=expression, kind=found)
            )
        return float(found)

    def asked(self, expression: str) -> float:
        """Return the number of an expression as the lecture writes it.

        An example is σ² instead of γ. Only a number that can be moved has such a notation.
        """
        found, symbol = self.number(expression), lecture_symbol_of(self, language.read(expression, NAMES))
        return symbol.number(found) if symbol else found

    def holds(self, condition: str) -> bool:
        """Return True if a condition holds."""
        return language.holds(language.read(condition, NAMES), self.of)

    def decided(self, condition: str) -> None:
        """Raise LanguageError if a comparison is decided too narrowly.

        Too narrow is a difference below CLEAR, a share of the larger number.
        """
        for part in clauses(language.read(condition, NAMES)):
            sides = [language.value(operand, self.of) for operand in part.parts]
            if language.same(*sides) or any(isinstance(side, str | tuple) for side in sides):
                continue
            a, b = (float(side) for side in sides)  # type: ignore[arg-type]
            if (gap := abs(a - b) / max(abs(a), abs(b))) < CLEAR:
                raise LanguageError(
                    say("“{expression}” depends on a difference of {gap}", expression=part.source, gap=percent(gap))
                )

    def failing(self, condition: str, ask: str | None = None) -> str:
        """Return sentences on the failed parts of a condition, or "".

        `ask` is the text of a question that is still open. The sentences then hide a required number that
        this text does not have.
        """
        wrong = [part for part in clauses(language.read(condition, NAMES)) if not language.holds(part, self.of)]
        return ". ".join(failed_condition(self, part, ask) for part in wrong) + "." * bool(wrong)

    def filled(self, text: str, *, plain: bool = False) -> str:
        """Return the text with every ``{=expression}`` computed.

        ``{=margin:6}`` has six digits; ``{=training error:%}`` is a percentage; ``{=x:tex}`` is TeX;
        ``{=good:formula}`` is a kernel's formula; ``(x·z){=n:exponent}`` is (x·z)³. With `plain` numbers
        are written as in an address. Raises LanguageError.
        """

        def computed(match: re.Match[str]) -> str:
            found, how = self.value(match[1]), match[2] or ""
            if plain and isinstance(found, float | int):
                return f"{found:.12g}"
            if how == "formula":
                return f"${in_formula(formula(kernel_of_text(str(found)), self.state.speak))}$"
            if how == "tex" and isinstance(found, float | int):
                return in_formula(tex(found))
            if how == "exponent" and isinstance(found, float | int) and is_whole(found):
                return superscript(round(found))
            return written(found, share=how == "%", digits=int(how) if how.isdigit() else 4)

        text = spoken(text)
        for _ in range(MOST_INSIDE):
            # a nested expression, as in {=with("C={=c}", "margin")}, is computed first
            if not (inner := INSIDE.search(text)):
                break
            value = self.value(inner[2])
            value_text = f"{value:.12g}" if isinstance(value, float | int) else written(value)
            text = text[: inner.start(2) - 2] + value_text + text[inner.end() :]
        found = FILLED.sub(computed, text)
        if OPEN in found:
            raise LanguageError(
                say(
                    "“{rest}” is not closed: what is computed stands in braces",
                    rest=found[found.index(OPEN) :][:20],
                )
            )
        return found if plain else PLUS_MINUS.sub(r"\1 ", found)


def address(text: str) -> tuple[str, dict[str, str]]:
    """Return the page and the values of an address.

    The text is written by hand (``data=moons & k=rbf(gamma=1)``), or an address copied from the browser.
    The page is "" in the first case.
    """
    if "?" in text:
        parts = urlsplit(text.strip())
        return parts.path.rpartition("/")[2], {k: v[-1] for k, v in parse_qs(parts.query).items()}
    pairs = (part.partition("=") for part in text.split("&") if part.strip())
    return "", {name.strip(): value.strip() for name, _, value in pairs}


def _plain(value: Any, item: str, names: tuple[str, ...], asked: str) -> Value:
    if isinstance(value, tuple) and asked != item:
        place = names.index(asked)
        value = value[place] if place < len(value) else float("nan")
    if isinstance(value, bool):
        return float(value)
    return value if isinstance(value, str | tuple) else float("nan") if value is None else float(value)
