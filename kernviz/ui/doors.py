r"""The doors out of the program: what a text must look like in the place of a page where it is to be read.

Our own words are written for that place already. Words from outside come veiled (kernviz/data/outside.py), and each
door lifts the veil in the language of its place. Whatever hands a text to Streamlit or to plotly that may hold a name,
a class or a sentence of an error goes through one of these.
"""

import html
import json
import re

from kernviz.data.outside import VEILED, bare, unveil, veil
from kernviz.wording import in_formula, spoken

JOINER = "\u2060"  # has no width and no break: keeps apart what a browser would make a link, an emoji or an arrow of

# Code, fenced or not, and formulas: there a backslash is no escape. Ours alone: a stranger's ` and $ are veiled.
_CODE_OR_FORMULA = re.compile(r"(?P<code>(`+)(?!`).*?(?<!`)\2(?!`))|(?P<formula>\$\$.*?\$\$|\$[^$\n]*\$)", re.DOTALL)
# Read from the finished text, where no escape helps: ":smile:", "http://", "a@b.c", "www.", "->", "<=", "--".
_TURNED = re.compile(r"(?<=[:@])(?=\S)|(?<=www)(?=\.)|(?<=[-<>~])(?=[-=>])", re.IGNORECASE)
_TEX = {
    **{sign: "\\" + sign for sign in "_{}#%&"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "$": r"\textdollar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
_PLOTLY = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "{": "&#123;", "$": "&#36;"}


def plain(text: str) -> str:
    """Where nothing is read into a text: cells of a table, choices of a list, the words for screen readers."""
    return unveil(spoken(text))


def markdown(text: str) -> str:
    """For markdown as Streamlit reads it: labels, help and captions too."""
    text, parts, at = spoken(text), [], 0
    for match in _CODE_OR_FORMULA.finditer(text):
        parts += [_escaped(text[at : match.start()]), _code(match.group()) if match["code"] else tex(match.group())]
        at = match.end()
    return "".join([*parts, _escaped(text[at:])])


def sentence(text: str) -> str:
    """For markdown, a text that is none: what an error says, with every sign as it stands."""
    return markdown(veil(spoken(text)))


def tex(text: str) -> str:
    r"""For a formula, where names stand inside \text{}; a decimal comma would be a list's without its braces."""
    return in_formula(VEILED.sub(lambda sign: _TEX.get(bare(sign.group()), bare(sign.group())), spoken(text)))


def hypertext(text: str, *, in_json: bool = False) -> str:
    """For plotly, which knows a few elements of HTML and %{x}; `in_json`, for all its texts at once, as they are
    sent.
    """

    def read(sign: re.Match[str]) -> str:
        meant = _PLOTLY.get(bare(sign.group()), bare(sign.group()))
        return json.dumps(meant)[1:-1] if in_json else meant

    return VEILED.sub(read, text)


def page(text: str) -> str:
    """For the inside of an element of our own HTML."""
    return html.escape(plain(text))


def python(text: str) -> str:
    r"""For Python to be copied: a name stands inside quotes that repr has set, and its backslash must not end them."""
    return VEILED.sub(lambda sign: "\\\\" if bare(sign.group()) == "\\" else bare(sign.group()), text)


def _escaped(text: str) -> str:
    apart = {match.start() for match in _TURNED.finditer(unveil(text))}
    shown = ""
    for i, sign in enumerate(text):
        strange = VEILED.match(sign) is not None
        if i in apart and (strange or VEILED.match(text[i - 1])):
            shown += JOINER
        shown += "\\" + bare(sign) if strange else sign
    return shown


def _code(span: str) -> str:
    """A span of code around names: its fence is longer than any run of ` in them."""
    inner = unveil(span.strip("`"))
    if inner.count("`") == 0:
        return unveil(span)
    fence = "`" * (1 + max(len(run) for run in re.findall("`+", inner)))
    return f"{fence} {inner.strip()} {fence}"
