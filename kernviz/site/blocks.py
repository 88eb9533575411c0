"""HTML of a lesson's blocks.

Blocks are texts, formulas as MathML, numbers, tables, and still pictures.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from kernviz.courses import markdown_html
from kernviz.data.untrusted_text import plain
from kernviz.lessons.lesson import Block, Formula, Numbers, Picture, Readout, Row, Table, Text
from kernviz.site.example_frames import still
from kernviz.wording import short

MOST_ROWS = 40  # largest number of rows of a table


def rendered(blocks: Iterable[Block]) -> str:
    """Return blocks as HTML, one under the other.

    Controls and code are left out.
    """
    return "".join(map(_block, blocks))


def _block(block: Block) -> str:
    match block:
        case Text():
            return f'<div class="{block.tone or "text"}">{markdown_html.paragraphs(block.markdown)}</div>'
        case Formula():
            return f'<div class="formula">{markdown_html.formula(plain(block.latex), display=True)}</div>'
        case Numbers():
            note = f'<p class="note">{html.escape(plain(block.note))}</p>' if block.note else ""
            return numbers(block.items) + note
        case Table():
            return table(block.columns, markdown_html.line(block.caption))
        case Row():
            return (
                '<div class="row">' + "".join(f"<div>{rendered(column)}</div>" for column in block.columns) + "</div>"
            )
        case Picture():
            return picture(block)
        case _:
            return ""


def numbers(items: Iterable[Readout]) -> str:
    """Return read-outs as a list of label and value."""
    rows = (
        f"<div><dt>{markdown_html.line(item.heading)}</dt><dd>{html.escape(plain(item.value))}</dd>"
        f'<dd class="means">{markdown_html.line(item.meaning)}</dd></div>'
        for item in items
    )
    return f'<dl class="numbers">{"".join(rows)}</dl>'


def table(columns: object, caption: str = "") -> str:
    """Return columns (name -> cells) as an HTML table.

    Rows after the first MOST_ROWS are left out.
    """
    cells: dict[str, Sequence[object]] = dict(columns)  # type: ignore[call-overload]
    head = "".join(f'<th scope="col">{markdown_html.line(name)}</th>' for name in cells)
    rows = list(zip(*cells.values(), strict=False))[:MOST_ROWS]
    body = "".join("<tr>" + "".join(f"<td>{_cell(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    title = f"<caption>{caption}</caption>" if caption else ""
    return f'<div class="table"><table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(value: object) -> str:
    if value is None:
        return ""
    return html.escape(short(value) if isinstance(value, float) else plain(str(value)))


def picture(block: Picture) -> str:
    """Return a still picture as a figure element with inline SVG.

    The picture has the colours of the light theme. The result is "" if it cannot be drawn.
    """
    found = still(block)
    if found is None:
        return ""
    caption = f"<figcaption>{markdown_html.paragraphs(block.caption)}</figcaption>" if block.caption else ""
    return f'<figure class="inside">{found.svg}{caption}</figure>'
