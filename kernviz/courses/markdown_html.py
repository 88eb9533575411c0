"""HTML of a course's texts, without Streamlit.

The texts are Markdown without links or pictures, with formulas as MathML.

HTML, links and pictures in a text are shown as written. So no element, address or script of a
stranger's text gets into the page.
"""

from __future__ import annotations

import html
import re
from xml.etree import ElementTree

from latex2mathml.converter import convert
from markdown_it import MarkdownIt

from kernviz.data.untrusted_text import VEILED, bare
from kernviz.wording import in_formula, remembered, spoken

_MATH = re.compile(r"(?P<code>(`+)(?!`).*?(?<!`)\2(?!`))|\$\$(?P<display>.+?)\$\$|\$(?P<inline>[^$\n]+)\$", re.DOTALL)
_PLACE = re.compile("\x02(\\d+)\x03")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_MARKDOWN.disable(["link", "image", "autolink", "html_inline", "html_block", "reference"])
NAMESPACE = "http://www.w3.org/1998/Math/MathML"
_TOKENS = "math mrow mi mn mo mtext mspace ms mfrac msqrt mroot mstyle merror mpadded mphantom mfenced menclose"
_SCRIPTS = "msub msup msubsup munder mover munderover mmultiscripts mtable mtr mtd"
ELEMENTS = frozenset(f"{_TOKENS} {_SCRIPTS}".split())
_LOOKS = "display mathvariant displaystyle scriptlevel linethickness width height depth lspace rspace minsize maxsize"
_SIGNS = "stretchy fence form separator symmetric largeop movablelimits accent rowspacing columnspacing columnalign"
ATTRIBUTES = frozenset(f"{_LOOKS} {_SIGNS} notation".split())


def paragraphs(text: str) -> str:
    """Return the HTML blocks of a Markdown text with formulas $…$."""
    return _rendered(spoken(text), _MARKDOWN.render)


def line(text: str) -> str:
    """Return a Markdown text with formulas $…$ as inline HTML.

    Line breaks become spaces.
    """
    return _rendered(" ".join(spoken(text).split()), _MARKDOWN.renderInline)


def _rendered(text: str, render: object) -> str:
    formulas: list[str] = []

    def aside(match: re.Match[str]) -> str:
        if match["code"]:
            return match[0]
        formulas.append(formula(match["display"] or match["inline"], display=bool(match["display"])))
        return f"\x02{len(formulas) - 1}\x03"

    found = render(_MATH.sub(aside, _CONTROL.sub("", text)))  # type: ignore[operator]
    whole = _PLACE.sub(lambda match: formulas[int(match[1])], found)
    return _unveiled(whole)


@remembered(2048)
def formula(tex: str, *, display: bool = False) -> str:
    """Return TeX as MathML, or TeX that cannot be read as code."""
    try:
        found = convert(in_formula(tex), display="block" if display else "inline")
        return _clean(ElementTree.fromstring(found))  # noqa: S314  written by the line above
    except Exception:  # the converter may raise anything for unknown commands
        return f"<code>{html.escape(tex)}</code>"


def _clean(node: ElementTree.Element) -> str:
    """Return a node as MathML, with known elements and attributes only.

    Of any other element only the text is kept.
    """
    tag = node.tag.removeprefix(f"{{{NAMESPACE}}}")
    inside = html.escape(node.text or "") + "".join(_clean(child) + html.escape(child.tail or "") for child in node)
    if tag not in ELEMENTS:
        return inside
    attributes = "".join(f' {name}="{html.escape(text)}"' for name, text in node.attrib.items() if name in ATTRIBUTES)
    return f"<{tag}{attributes}>{inside}</{tag}>"


def _unveiled(text: str) -> str:
    """Return HTML with the signs hidden by `veil` restored and escaped.

    While they were hidden, they had no effect as Markdown.
    """
    return VEILED.sub(lambda sign: html.escape(bare(sign.group())), text)
