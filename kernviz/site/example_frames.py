"""Frames of an example's picture while one number changes.

The module chooses the number and its values, and packs the frames.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from kernviz.data.untrusted_text import plain
from kernviz.figures.figure import Figure
from kernviz.figures.svg import SvgDrawing, drawing
from kernviz.lessons import data_and_kernel, thumbnails
from kernviz.lessons import page as lesson_page
from kernviz.lessons.address import written
from kernviz.lessons.lesson import Lesson, Picture, Readout
from kernviz.lessons.page import build
from kernviz.lessons.part import PROBE, Part
from kernviz.lessons.presets import Preset
from kernviz.lessons.swept_numbers import Swept, swept_numbers
from kernviz.site.common_axes import drawable, shared_ranges, with_common_axes
from kernviz.site.frame_values import around
from kernviz.wire import binary_message
from kernviz.wire.content import drawn
from kernviz.wording import decimal, english

MOST = 150_000  # bytes of a picture's frames, gzipped
COUNTS = (41, 31, 21, 15, 11, 7)  # numbers of frames to try; the first whose message is small enough is taken
TRIED = 4  # largest number of a page's numbers that are tried
WIDTH, HEIGHT = 480.0, 400.0  # pixels of a drawing, small enough that its letters can be read on a phone


@dataclass(frozen=True)
class SweptFrame:
    """Picture and read-outs of a page for one swept value.

    `sentences` holds the values in a story's text for this state, as name of the part -> HTML.
    """

    value: str
    picture: Picture
    numbers: tuple[Readout, ...] = ()
    sentences: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Moving:
    """Frames of a picture, in the order of the number's values.

    `rest` is the index of the frame with the example's own value; its picture is the picture at rest.
    """

    number: Swept
    frames: tuple[SweptFrame, ...]
    rest: int

    def drawn_again(self) -> Moving:
        """Return a copy that will be drawn in the current theme."""
        return replace(self)

    @cached_property
    def stage(self) -> SvgDrawing:
        """Return the drawing at rest, with axes that hold every frame.

        Raises ValueError if the picture cannot be drawn.
        """
        found = still(self.frames[self.rest].picture, [moment.picture.figure for moment in self.frames])
        if found is None:
            raise ValueError("a picture that cannot be drawn")
        return found

    @cached_property
    def message(self) -> bytes:
        """Return the frames as a binary message, compressed with gzip."""
        axes = {f"{name[0]}axis{name[1:]}": _axis(axis) for name, axis in self.stage.axes.items()}
        fields = {
            "stage": {"width": self.stage.width, "height": self.stage.height, "box": self.stage.box, "axes": axes},
            "symbol": plain(self.number.symbol),
            "label": plain(self.number.label),
            "name": self.number.name,
            "rest": self.rest,
            "frames": [_frame_fields(frame) for frame in self.frames],
        }
        return gzip.compress(binary_message.packed(fields), 9, mtime=0)


def _frame_fields(frame: SweptFrame) -> dict[str, Any]:
    numbers = [plain(number.value) for number in frame.numbers]
    fields = {"value": decimal(frame.value), "picture": drawn(frame.picture), "numbers": numbers}
    return {**fields, "sentences": dict(frame.sentences)} if frame.sentences else fields


def _axis(axis: Any) -> dict[str, Any]:
    kind = "log" if axis.log else "category" if axis.words else "linear"
    return {"type": kind, "range": [axis.low, axis.high], "ends": [axis.start, axis.end], "words": list(axis.words)}


def still(picture: Picture, among: Sequence[Figure] = ()) -> SvgDrawing | None:
    """Draw a picture as SVG; return None if that is impossible.

    An axis without a range gets one that holds all figures of `among`.
    """
    figure = shared_ranges(picture.figure, among) if among else picture.figure
    return drawing(figure, width=WIDTH, height=min(HEIGHT, picture.height), alt=plain(picture.alt))


def moving(preset: Preset) -> Moving | None:
    """Return an example's frames over the first number that moves its picture.

    The result is None if no number does.
    """
    return next(_moving(preset), None)


def _moving(preset: Preset) -> Iterator[Moving]:
    state = thumbnails.state(preset)
    rest = frame(preset, {})
    if rest is None or not drawable(rest.picture.figure):
        return
    open_tab = preset.values.get(thumbnails.TAB, "")
    numbers = [number for number in swept_numbers(state) if number.tab in ("", open_tab) and number.value is not None]
    for number in numbers[:TRIED]:
        made = fitted(number, rest, partial(around, number), partial(_frames, preset, number))
        if made is not None:
            yield made


def fitted(
    number: Swept,
    rest: SweptFrame,
    spread: Callable[[int], list[float]],
    frames_at: Callable[[Sequence[float]], tuple[SweptFrame, ...] | None],
) -> Moving | None:
    """Return as many frames over a number as fit, or None.

    The message of the frames has at most MOST bytes.

    None if the number changes nothing, if the frames have no common axes, or if even the fewest
    frames are too large.

    `spread(count)` returns about `count` values, with the present value among them. `frames_at`
    returns the frames at such values, or None if one of them cannot be computed.
    """
    found = spread(3)
    ends = frames_at((found[0], found[-1]))
    if ends is None or not any(_differ(rest.picture, end.picture) for end in ends):
        return None
    if with_common_axes([rest.picture.figure, *(end.picture.figure for end in ends)]) is None:
        return None
    for count in COUNTS:
        found = spread(count)
        frames = frames_at(found)
        if frames is None:
            return None
        at_rest = found.index(float(number.value or 0))
        order = [at_rest, *(i for i in range(len(frames)) if i != at_rest)]
        figures = with_common_axes([frames[i].picture.figure for i in order])
        if figures is None:
            return None
        figure_at = dict(zip(order, figures, strict=True))
        shown = (
            replace(moment, picture=replace(moment.picture, figure=figure_at[i])) for i, moment in enumerate(frames)
        )
        made = Moving(number, tuple(shown), at_rest)
        if len(made.message) <= MOST:
            return made
    return None


def _differ(a: Picture, b: Picture) -> bool:
    return binary_message.packed(drawn(a)) != binary_message.packed(drawn(b))


def _frames(preset: Preset, number: Swept, places: Sequence[float]) -> tuple[SweptFrame, ...] | None:
    found = []
    for value in places:
        text = written(int(value) if number.whole else value)
        made = frame(preset, {number.asks: text} if value != number.value else {}, text)
        if made is None:
            return None
        found.append(made)
    return tuple(found)


def frame(preset: Preset, there: Mapping[str, str], value: str = "") -> SweptFrame | None:
    """Return the frame of an example with changed values of its address.

    `there` holds the changed values, and `value` is the moving number as text. The result is None if
    the example then has no such picture.
    """
    params = {**thumbnails.params_of(preset), **{name: [text] for name, text in there.items()}}
    about = data_and_kernel.read(params)
    if about is None:
        return None
    page = lesson_page.pages()[preset.page]
    state = lesson_page.read(page, about, params)
    lesson = build(page, state)
    try:
        picture = thumbnails.picture_of(lesson, preset.values)
    except ValueError:
        return None
    return SweptFrame(value, without_probe(picture), _numbers(lesson))


def without_probe(picture: Picture) -> Picture:
    """Return a picture without the probe, which moves only in the app."""
    if not any(PROBE in english(str(trace.get("name") or "")) for trace in picture.figure.data):
        return picture
    return Part(hide=(PROBE,)).of(Lesson("", picture)).picture or picture


def _numbers(lesson: Lesson) -> tuple[Readout, ...]:
    return tuple(number for readout in lesson.readouts for number in readout.items)
