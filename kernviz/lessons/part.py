"""A part of a lesson: one of its pictures without what would give an answer away, and the read-outs asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kernviz.figures.figure import Figure
from kernviz.lessons.lesson import Lesson, Numbers, Picture
from kernviz.wording import say, says

NAME = "part"  # in an address: part=plane|margin~train|support vectors
PICTURE = "picture"  # hidden whole
PROBE = "probe"  # the point that is asked about
MACHINE = "machine"  # of a picture: all but the points
RINGS = ("SV", "support")  # words for what tells support vectors apart
SIZE = 9.0  # of a point that is like all others


@dataclass(frozen=True)
class Part:
    """Which picture (its key; the first if empty), which read-outs, what of the picture is kept back."""

    picture: str = ""
    show: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    words: bool = True  # whether the picture has its caption, and its description all its numbers
    hold: tuple[str, ...] = ()  # names in the address that may be moved in the picture itself
    points: bool = False  # whether the points of the data may be moved in it, too; not said in an address

    def written(self) -> str:
        """As it stands in an address."""
        return "|".join(
            (self.picture, "~".join(self.show), "~".join(self.hide), "1" if self.words else "", "~".join(self.hold))
        )

    @classmethod
    def read(cls, text: str) -> Part:
        """Of an address. Total."""
        picture, show, hide, words, hold = (*text.split("|"), "", "", "", "", "")[:5]
        shown, hidden, held = (tuple(filter(None, each.split("~"))) for each in (show, hide, hold))
        return cls(picture, shown, hidden, bool(words), held)

    def of(self, lesson: Lesson) -> Lesson:
        """The lesson with nothing else."""
        pictures = [each for each in lesson.pictures if not self.picture or each.key == self.picture]
        found = pictures or lesson.pictures[:1]
        items = tuple(item for numbers in lesson.readouts for item in numbers.items if self._shows(item.label))
        shown = self._cut(found[0]) if found and PICTURE not in self.hide else None
        return replace(lesson, picture=shown, besides=(Numbers(items),) if items else (), tabs=())

    def _shows(self, label: str) -> bool:
        return any(each.casefold() in label.casefold() for each in self.show)  # as it is called in every language

    def _cut(self, picture: Picture) -> Picture:
        kept_handles = tuple(each for each in picture.handles if set(each.names) <= set(self.hold))
        picture = replace(picture, points=picture.points if self.points else None, handles=kept_handles)
        if not self.words:
            hidden = ", ".join(say(word) for word in self.hide)
            alt = (
                say("The picture the question is about, without {hidden}.", hidden=hidden)
                if self.hide
                else say("The picture the question is about.")
            )
            still = Figure(picture.figure.data, {**picture.figure.layout, "updatemenus": [], "sliders": []})
            picture = replace(picture, figure=still, alt=alt, caption="")  # nothing that plays the answer, either
        if not self.hide:
            return picture
        kept = [_alike(trace) if self._levels else dict(trace) for trace in picture.figure.data if self._keeps(trace)]
        figure = Figure(kept, {**picture.figure.layout, "annotations": [*filter(self._heads, _notes(picture.figure))]})
        return replace(picture, figure=figure)

    @property
    def _levels(self) -> bool:
        """Whether a point that carries the boundary must look like any other."""
        return any(word == MACHINE or word in RINGS for word in self.hide)

    def _heads(self, note: Mapping[str, Any]) -> bool:
        """Whether a note is the title of a panel, where no more than the probe is kept back."""
        return set(self.hide) <= {PROBE} and note.get("yref") == "paper" and float(note.get("y", 0)) >= 1

    def _keeps(self, trace: Mapping[str, Any]) -> bool:
        name = str(trace.get("name") or "").strip()
        if MACHINE in self.hide and not (_points(trace) or trace.get("legendgroup")):
            return False
        return not any(word == name or (len(word) > 1 and says(name, word)) for word in self.hide)


def _notes(figure: Figure) -> Iterable[Mapping[str, Any]]:
    return figure.layout.get("annotations") or ()


def _points(trace: Mapping[str, Any]) -> bool:
    """Whether these are the points of a class."""
    return trace.get("mode") == "markers" and trace.get("hovertext") is not None


def _alike(trace: Mapping[str, Any]) -> dict[str, Any]:
    """Points of one size and strength, whose hover says no more than where they are."""
    if not _points(trace):
        return dict(trace)
    lines = str(trace.get("hovertemplate", "")).replace("<extra></extra>", "").split("<br>")[:2]
    marker = {**trace["marker"], "size": SIZE, "opacity": 1.0}
    return {**trace, "marker": marker, "text": None, "hovertemplate": "<br>".join(lines) + "<extra></extra>"}
