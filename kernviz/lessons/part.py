"""Part of a lesson for a course's question: picture and read-outs.

The picture lacks elements that would reveal the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from unicodedata import normalize

from kernviz.figures.figure import Figure
from kernviz.lessons.lesson import Lesson, Numbers, Picture
from kernviz.wording import english, say

NAME = "part"  # query parameter: part=plane|margin~train|support vectors
PICTURE = "picture"  # the whole picture can be hidden
PROBE = "probe"  # the point at which the machine is evaluated
PROBE_PARAMS = {"px", "py"}  # query parameters of the probe's position
MACHINE = "machine"  # everything in a picture except the points
RINGS = ("SV", "support")  # words in the names of traces that mark support vectors
SIZE = 9.0  # size of a point that is no support vector
FIELDS = ("heatmap", "contour")  # kinds of traces on whose axes plotly.js draws ticks, outside the frame


def typed(label: str) -> str:
    """Return a label in letters of a keyboard.

    λₘᵢₙ and λ_min -> λmin, R² -> R2
    """
    return normalize("NFKC", label).replace("_", "")


def occurs_in(words: str, label: str) -> bool:
    """Return whether words occur in a label.

    Both are compared in letters of a keyboard, without regard to case.
    """
    return typed(words).casefold() in typed(label).casefold()


@dataclass(frozen=True)
class Part:
    """Picture, read-outs, and elements of the picture that are hidden.

    `picture` is the picture's key; an empty key means the first picture. `show` are words in the
    labels of the read-outs to show. `hide` are words in the names of traces and the titles of axes
    to hide, or PICTURE or MACHINE. The mark of a probe that can be dragged is never hidden.
    """

    picture: str = ""
    show: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    words: bool = True  # True keeps the caption and all numbers of the description
    hold: tuple[str, ...] = ()  # query parameters that can be changed by dragging in the picture
    points: bool = False  # True if data points can be dragged, too; not part of the address

    def written(self) -> str:
        """Return the text of the part in an address."""
        return "|".join(
            (self.picture, "~".join(self.show), "~".join(self.hide), "1" if self.words else "", "~".join(self.hold))
        )

    @classmethod
    def read(cls, text: str) -> Part:
        """Return the part described in an address.

        The function is total: every text gives a part.
        """
        picture, show, hide, words, hold = (*text.split("|"), "", "", "", "", "")[:5]
        shown, hidden, fixed = (tuple(filter(None, listed.split("~"))) for listed in (show, hide, hold))
        return cls(picture, shown, hidden, bool(words), fixed)

    def of(self, lesson: Lesson) -> Lesson:
        """Return the lesson reduced to this part."""
        pictures = [picture for picture in lesson.pictures if not self.picture or picture.key == self.picture]
        found = pictures or lesson.pictures[:1]
        items = tuple(item for numbers in lesson.readouts for item in numbers.items if self._shows(item.label))
        shown = self._cut(found[0]) if found and PICTURE not in self.hide else None
        marked = any(item.marked for item in items)
        note = next((numbers.note for numbers in lesson.readouts if numbers.note), "") if marked else ""
        return replace(lesson, picture=shown, besides=(Numbers(items, note),) if items else (), tabs=())

    def _shows(self, label: str) -> bool:
        return any(occurs_in(words, english(label)) for words in self.show)

    def _cut(self, picture: Picture) -> Picture:
        kept_handles = tuple(handle for handle in picture.handles if set(handle.names) <= set(self.hold))
        picture = replace(picture, points=picture.points if self.points else None, handles=kept_handles)
        if not self.words:
            hidden = ", ".join(say(word) for word in self.hide if word != PROBE or not self._drags_probe)
            alt = (
                say("The picture the question is about, without {hidden}.", hidden=hidden)
                if hidden
                else say("The picture the question is about.")
            )
            picture = replace(picture, figure=_still(picture.figure), alt=alt, caption="")
        if not self.hide:
            return picture
        kept = [
            _uniform_points(trace) if self._hides_support else dict(trace)
            for trace in picture.figure.data
            if self._keeps(trace)
        ]
        layout = {name: self._without_title(name, value) for name, value in picture.figure.layout.items()}
        layout |= {name: {"ticks": "outside", **layout[name]} for name in _field_axes(picture.figure) & layout.keys()}
        layout["annotations"] = [*filter(self._is_panel_title, _notes(picture.figure))]
        return replace(picture, figure=_still(Figure(kept, layout)))

    def _without_title(self, name: str, part: Any) -> Any:
        """Return an entry of a layout without a revealing title.

        An axis loses its title if the title contains a hidden word. Tick labels and grid are removed with the
        title, as they measure a hidden quantity.
        """
        if name[1:5] != "axis" or not self._contains_hidden_word((part.get("title") or {}).get("text") or ""):
            return part
        bare = {"showticklabels": False, "ticks": "", "showgrid": False}
        return {**part, "title": {**part["title"], "text": ""}, **bare}

    @property
    def _drags_probe(self) -> bool:
        return bool(PROBE_PARAMS & set(self.hold))

    @property
    def _hides_support(self) -> bool:
        """Return True if support vectors must look like other points."""
        return any(word == MACHINE or word in RINGS for word in self.hide)

    def _is_panel_title(self, note: Mapping[str, Any]) -> bool:
        """Return True if an annotation is a panel's title and may stay.

        The title may stay if nothing but the probe is hidden. It stands above the picture, or centred over one of
        several rows of panels.
        """
        if not set(self.hide) <= {PROBE} or note.get("yref") != "paper":
            return False
        over_a_panel = (note.get("xref"), note.get("xanchor"), note.get("yanchor")) == ("paper", "center", "bottom")
        return over_a_panel or float(note.get("y", 0)) >= 1

    def _keeps(self, trace: Mapping[str, Any]) -> bool:
        name = english(trace.get("name") or "").strip()
        if name == PROBE and self._drags_probe:
            return True
        if MACHINE in self.hide and not (_points(trace) or trace.get("legendgroup")):
            return False
        return not self._contains_hidden_word(name)

    def _contains_hidden_word(self, text: str) -> bool:
        """Return True if a text reveals a hidden word.

        The text is such a word, or contains a hidden word of more than one letter.
        """
        return any(called(text, word) for word in self.hide)


def called(name: str, word: str) -> bool:
    """Return True if a course's word denotes a name of a legend.

    The name may be in any language: its English message is compared. A word of one letter must be
    equal to the name, a longer word may be a part of it.
    """
    name = english(name).strip()
    return word == name or (len(word) > 1 and word.casefold() in name.casefold())


def _still(figure: Figure) -> Figure:
    """Return the figure without animation frames and their buttons.

    The frames would show the hidden elements.
    """
    return Figure(figure.data, {**figure.layout, "updatemenus": [], "sliders": []})


def _notes(figure: Figure) -> Iterable[Mapping[str, Any]]:
    return figure.layout.get("annotations") or ()


def _field_axes(figure: Figure) -> set[str]:
    """Return the names of the axes of fields in the layout.

    The frame keeps its place if an axis has the same ticks with and without the field.
    """
    fields = [trace for trace in figure.data if trace.get("type") in FIELDS]
    return {f"{letter}axis{trace.get(f'{letter}axis', letter)[1:]}" for trace in fields for letter in "xy"}


def _points(trace: Mapping[str, Any]) -> bool:
    """Return True if a trace holds the points of a class."""
    return trace.get("mode") == "markers" and trace.get("hovertext") is not None


def _uniform_points(trace: Mapping[str, Any]) -> dict[str, Any]:
    """Return a trace with points of one size and opacity.

    The points' hover text gives only their position.
    """
    if not _points(trace):
        return dict(trace)
    lines = str(trace.get("hovertemplate", "")).replace("<extra></extra>", "").split("<br>")[:2]
    marker = {**trace["marker"], "size": SIZE, "opacity": 1.0}
    return {**trace, "marker": marker, "text": None, "hovertemplate": "<br>".join(lines) + "<extra></extra>"}
