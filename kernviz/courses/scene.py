"""What a question is asked about: a page in a state, the numbers of the variant, the points that were clicked."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from kernviz.compute import politely
from kernviz.courses import language
from kernviz.courses.language import ASKED, LanguageError, Part, Value, clauses
from kernviz.courses.quantities import CALLED, QUANTITIES, SHARES
from kernviz.kernels import Kernel
from kernviz.kernels.numbers import numbers as kernel_numbers
from kernviz.lessons import page as lesson_page
from kernviz.lessons import subject
from kernviz.lessons.lesson import Lesson, percent, short, tex, vector
from kernviz.lessons.notation import Said, said
from kernviz.lessons.number_map import Map
from kernviz.lessons.page import Page
from kernviz.lessons.retold import build, formula
from kernviz.lessons.state import Subject, applying, declarations
from kernviz.lessons.voice import Voice
from kernviz.mercer import Verdict
from kernviz.wording import say, spoken

FILLED = re.compile(r"\{=([^{}]*?)(?::(\d+|%|tex))?\}")
INSIDE = re.compile(r"(\{=[^{}]*)\{=([^{}]*)\}")
NUMBERS = re.compile(r"[−-]?\d+(?:[.,]\d+)*(?:e[−-]?\d+)?(?: %)?")
PLUS_MINUS = re.compile(r"\+ ([−-])(?=\d)")  # x + −2 is x − 2
WORDS = tuple(verdict.value for verdict in Verdict)  # which a condition may write without quotation marks
_TURNED = str.maketrans("<>≤≥", "><≥≤")
NAMES = tuple(name for name in QUANTITIES if not name.isidentifier())


@dataclass(frozen=True)
class Scene:
    """A page, its state, the variant's numbers, and which points were clicked."""

    page: Page[Any]
    state: Subject
    said: Mapping[str, str] = field(default_factory=dict, hash=False)  # the state as an address says it
    numbers: Mapping[str, Value] = field(default_factory=dict, hash=False)
    chosen: tuple[int, ...] = ()

    @property
    def lesson(self) -> Lesson:
        """The page as it would be shown."""
        with politely():
            return self.page.build(self.state)

    def shown(self, cut: Callable[[Lesson], Lesson] = lambda lesson: lesson) -> Lesson:
        """The same, or what `cut` leaves of it, in the notation of the state."""
        with politely():
            return build(self.page, self.state, cut)

    def formula(self, kernel: Kernel) -> str:
        """A kernel in the notation of the state, as a formula in markdown."""
        head = Voice("compose", self.state.speak).tex("k(x,z)")
        return f"${head} = {formula(kernel, self.state.speak)}$"

    @classmethod
    def opened(
        cls, name: str, said: Mapping[str, str], numbers: Mapping[str, Value] | None = None, *, strict: bool = True
    ) -> Scene:
        """The page of that name in the state of that address. LanguageError says what of it cannot be meant; not
        `strict`, values that mean nothing there are left aside, as an address's are.
        """
        page = lesson_page.pages().get(name)
        if page is None:
            raise LanguageError(
                say(
                    "there is no page called “{name}”: there are {pages}",
                    name=name,
                    pages=", ".join(sorted(lesson_page.pages())),
                )
            )
        texts = {key: [text] for key, text in said.items()}
        about = subject.read(texts)
        if about is None:
            raise LanguageError(
                say("the data or the kernel “{get}” cannot be meant", get=said.get("k", subject.KERNEL))
            )
        if not strict:
            return cls(page, lesson_page.read(page, about, texts), dict(said), numbers or {})
        if said.get("data", subject.DATA) not in subject.menu():
            raise LanguageError(say("there are no data called “{said}”", said=said["data"]))
        for key, condition in lesson_page.refusals(page, about, texts).items():
            raise LanguageError(f"{key}={said[key]}: it {condition}")
        state = lesson_page.read(page, about, texts)
        known = {param.name for item, one in applying(state).items() for param in one.params(item, state)}
        known |= {param.name for param in subject.params(said.get("data", subject.DATA))} | {"k", "pts", "tab"}
        for key in said:
            if key not in known:
                raise LanguageError(say("“{key}” means nothing in this state of the page {name}", key=key, name=name))
        return cls(page, state, dict(said), numbers or {})

    def moved(self, said: Mapping[str, str]) -> Scene:
        """The same after these values were moved."""
        there = Scene.opened(self.page.name, {**self.said, **said}, self.numbers, strict=False)
        return replace(there, chosen=self.chosen)

    def after(self, state: str) -> Scene:
        """The same after what a text says was moved: ``C=100 & hard=true``."""
        return self.moved(address(self.filled(state, plain=True))[1])

    def with_kernel(self, kernel: Kernel) -> Scene:
        """The same with another kernel."""
        return replace(self, state=replace(self.state, kernel=kernel), said={**self.said, "k": str(kernel)})

    def of(self, name: str, arguments: tuple[Value, ...] | None) -> Value:
        """What a name means here. LanguageError names those it might have meant."""
        if arguments is None and name in self.numbers:
            return self.numbers[name]
        if name in QUANTITIES:
            return QUANTITIES[name].of(self, arguments or ())
        if arguments is None:
            for item, declared in declarations(type(self.state)).items():
                if name in (item, *declared.names):
                    return _plain(getattr(self.state, item), item, declared.names, name)
            for number in kernel_numbers(self.state.kernel):
                if name == number.address[-1]:
                    return float(number.value)
            if name in WORDS:
                return name
        known = [*self.numbers, *QUANTITIES, *declarations(type(self.state))]
        close = difflib.get_close_matches(name, known, 3, 0.5)
        raise LanguageError(
            say("“{name}” is no quantity", name=name)
            + (f": is {' or '.join(f'“{each}”' for each in close)} meant?" if close else "")
        )

    def value(self, said: str) -> Value:
        """What an expression comes to."""
        return language.value(language.read(said, NAMES), self.of)

    def number(self, said: str) -> float:
        """The same, where it must be a number."""
        found = self.value(said)
        if isinstance(found, str | tuple):
            raise LanguageError(say("“{said}” is {found}, and a number is needed", said=said, found=found))
        return float(found)

    def asked(self, said: str) -> float:
        """The same as the lecture writes it, where it is the name of something that can be moved."""
        found, told = self.number(said), self._told(language.read(said, NAMES))
        return told.map.shown(found) if told is not None and told.map is not None else found

    def holds(self, condition: str) -> bool:
        """Whether a condition is true here."""
        return language.holds(language.read(condition, NAMES), self.of)

    def failing(self, condition: str, ask: str | None = None) -> str:
        """The parts of a condition that are not true here, each with its number; nothing where all are. With the words
        of a question that is still to be answered, a number it does not say itself is not given away.
        """
        wrong = [part for part in clauses(language.read(condition, NAMES)) if not language.holds(part, self.of)]
        return ". ".join(self._missed(part, ask) for part in wrong) + "." * bool(wrong)

    def _missed(self, part: Part, ask: str | None) -> str:
        left, right = part.parts
        told = self._told(left)
        if ask is not None and (away := self._away(part, ask, told.map if told else None)):
            return away
        if told is not None and told.map is not None:
            return self._missed_there(part, told, told.map)
        share = left.value in SHARES
        is_, asked = (written(language.value(each, self.of), share=share) for each in (left, right))
        literal = right.sign in ("number", "text") or right.value in WORDS
        if right.value in WORDS:
            is_, asked = say(is_), say(asked)
        sort = spoken(ASKED[part.sign]) + (
            asked if literal else say("{value}, the {name}", value=asked, name=_named(right))
        )
        return say("{called}: {is_}; asked for: {sort}", called=self._called(left), is_=is_, sort=sort)

    def _away(self, part: Part, ask: str, how: Map | None) -> str:
        """On which side of the number asked for it is; nothing where there is no such number, or the question says it:
        0 is said by every “no”, “without” and “negative”.
        """
        values = [language.value(each, self.of) for each in part.parts]
        if part.sign == "≠" or values[1] == 0 or any(isinstance(each, str | tuple) for each in values):
            return ""
        is_, asked = (how.shown(float(each)) if how else float(each) for each in values)  # type: ignore[arg-type]
        share = part.parts[0].value in SHARES
        if is_ != is_ or written(asked, share=share) in NUMBERS.findall(ask):
            return ""
        sign = part.sign.translate(_TURNED) if how and how.p < 0 else part.sign
        words = {"called": self._called(part.parts[0]), "is_": written(is_, share=share)}
        if is_ < asked or (is_ == asked and sign == ">"):
            return say("{called}: {is_} is too small", **words)
        return say("{called}: {is_} is too large", **words)

    def _missed_there(self, part: Part, told: Said, how: Map) -> str:
        """The same of a number the lecture writes in another way: where its own falls as ours rises, above is below."""
        is_, asked = (written(how.shown(float(language.value(each, self.of)))) for each in part.parts)  # type: ignore[arg-type]
        sign = part.sign.translate(_TURNED) if how.p < 0 else part.sign
        return say(
            "{called}: {is_}; asked for: {sort}", called=told.symbol, is_=is_, sort=f"{spoken(ASKED[sign])}{asked}"
        )

    def _told(self, part: Part) -> Said | None:
        """What the lecture writes for something that can be moved."""
        for item, declared in declarations(type(self.state)).items():
            if part.value in (item, *declared.names):
                return said(declared.idea, self.state.speak)
        found = [n.param.idea for n in kernel_numbers(self.state.kernel) if part.value == n.address[-1]]
        return said(found[0], self.state.speak) if found else None

    def _called(self, part: Part) -> str:
        """A quantity in a sentence: what can be moved by its symbol."""
        if told := self._told(part):
            return told.symbol
        for item, declared in declarations(type(self.state)).items():
            if part.value in (item, *declared.names):
                return declared.symbol or declared.word
        for number in kernel_numbers(self.state.kernel):
            if part.value == number.address[-1]:
                return number.param.symbol
        return _upper(_named(part))

    def filled(self, text: str, *, plain: bool = False) -> str:
        """The text with every ``{=expression}`` computed; ``{=margin:6}`` with six digits, ``{=training error:%}``.
        `plain`: numbers as an address writes them.
        """

        def computed(match: re.Match[str]) -> str:
            found, how = self.value(match[1]), match[2] or ""
            if plain and isinstance(found, float | int):
                return f"{found:.12g}"
            if how == "tex" and isinstance(found, float | int):
                return tex(found)
            return written(found, share=how == "%", digits=int(how) if how.isdigit() else 4)

        text = spoken(text)
        while inner := INSIDE.search(text):  # {=with("C={=c}", "margin")}: as an address writes it
            value = self.value(inner[2])
            said = f"{value:.12g}" if isinstance(value, float | int) else written(value)
            text = text[: inner.start(2) - 2] + said + text[inner.end() :]
        found = FILLED.sub(computed, text)
        return found if plain else PLUS_MINUS.sub(r"\1 ", found)


def _named(part: Part) -> str:
    """A quantity in a sentence, in the language in force where a course's own steps need it there."""
    if part.sign not in ("name", "call") or (part.sign == "call" and part.value not in CALLED):
        return part.said
    what = say(str(part.parts[0].value)) if part.parts else ""  # as a read-out is called
    return spoken(CALLED.get(part.value, part.said)).replace("{what}", what)


def _upper(words: str) -> str:
    """A sentence begins with it; a symbol, as cᵀKc, stays one."""
    return words[:1].upper() + words[1:] if words[1:2].islower() and words[1:2].isascii() else words


def address(text: str) -> tuple[str, dict[str, str]]:
    """The page, if it is named, and the values of a state: written by hand (``data=moons & k=rbf(gamma=1)``), or copied
    from the browser, page and all.
    """
    if "?" in text:
        parts = urlsplit(text.strip())
        return parts.path.rpartition("/")[2], {k: v[-1] for k, v in parse_qs(parts.query).items()}
    pairs = (each.partition("=") for each in text.split("&") if each.strip())
    return "", {name.strip(): value.strip() for name, _, value in pairs}


def written(value: Value, *, share: bool = False, digits: int = 4) -> str:
    """A value in a sentence."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return vector(value, digits)
    if share:
        return percent(value)
    whole = float(value).is_integer() and abs(value) < 1e9
    return str(int(value)).replace("-", "−") if whole else short(value, digits)


def _plain(value: Any, item: str, names: tuple[str, ...], asked: str) -> Value:
    if isinstance(value, tuple) and asked != item:
        place = names.index(asked)
        value = value[place] if place < len(value) else float("nan")
    if isinstance(value, bool):
        return float(value)
    return value if isinstance(value, str | tuple) else float("nan") if value is None else float(value)
