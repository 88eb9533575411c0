"""Command line of the site: `python -m kernviz.site OUT`.

The command writes the site into a folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from kernviz import catalogue
from kernviz.lessons.presets import PRESETS, Preset, preset
from kernviz.site import courses, docs, examples, files, preview, stories
from kernviz.site.writer import Writer
from kernviz.stories import Story
from kernviz.stories import stories as all_stories
from kernviz.wording import say, speaking

HERO = "Slack: three kinds of points"  # picture of the first page


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and write the site."""
    parser = argparse.ArgumentParser(prog="python -m kernviz.site", description=say("Write the site into a folder."))
    parser.add_argument("out", type=Path, help=say("the folder"))
    parser.add_argument("--base", default="", help=say("the address it will have; without it there is no sitemap"))
    parser.add_argument("--language", action="append", choices=catalogue.languages(), help=say("only this language"))
    parser.add_argument(
        "--only", action="append", help=say("only the examples whose sentence begins like this, and no story")
    )
    options = parser.parse_args(arguments)
    chosen = tuple(preset(sentence) for sentence in options.only) if options.only else PRESETS
    written_stories = () if options.only else all_stories()
    site(Writer(options.out, options.base), chosen, tuple(options.language or catalogue.languages()), written_stories)
    return 0


def site(
    writer: Writer,
    presets: Sequence[Preset] = PRESETS,
    languages: Sequence[str] = catalogue.languages(),
    shown_stories: Sequence[Story] = (),
) -> None:
    """Write the site with these examples and stories, in these languages.

    The scripts and the documentation are written once; the documentation is in English.
    """
    files.write(writer)
    preview.front(writer)
    for language in languages:
        with speaking(language):
            for example in presets:
                examples.write_one(writer, example)
            examples.write_home(writer, preset(HERO), presets)
            examples.write_lists(writer, presets)
            courses.write(writer)
            stories.write(writer, shown_stories)
    docs.write(writer)
    writer.sitemap()


if __name__ == "__main__":
    raise SystemExit(main())
