"""Escaping of text for Markdown, TeX, HTML and Python.

The escaping depends on the place where the text is read. For plotly see wire/hypertext.py.

The app's own words are already written for that place. Untrusted words come veiled
(data/untrusted_text.py), and each function here unveils them in the language of its place. Text
that goes to Streamlit may hold a name, a class or an error's sentence. Every such text passes
through one of these functions.
"""

import re

from kernviz.data.untrusted_text import VEILED, bare, unveil, veil
from kernviz.data.untrusted_text import plain as plain  # for places without markup
from kernviz.symbols import is_marked
from kernviz.wording import in_formula, spoken

JOINER = "\u2060"  # WORD JOINER, of no width: prevents links, emoji shortcodes and arrows

# Inside code (fenced or not) and formulas a backslash does not escape. All of them are written by us: ` and $ of
# outside texts are marked as untrusted.
_CODE_OR_FORMULA = re.compile(r"(?P<code>(`+)(?!`).*?(?<!`)\2(?!`))|(?P<formula>\$\$.*?\$\$|\$[^$\n]*\$)", re.DOTALL)
_POWER = re.compile(r"(?<!\\)\^(\w)")  # of our own texts: that of an outside text is escaped
# Replacements that Streamlit makes in the rendered text, where escaping has no effect: ":smile:", "http://", "a@b.c",
# "www.", "->", "<=", "--".
_AUTO_REPLACED = re.compile(r"(?<=[:@])(?=\S)|(?<=www)(?=\.)|(?<=[-<>~])(?=[-=>])", re.IGNORECASE)
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


def is_plain(text: str) -> bool:
    """Return True if `plain` leaves a text as it is.

    It then leaves each part of the text as it is, too. The text is no phrase.
    """
    return not is_marked(text) and VEILED.search(text) is None


def markdown(text: str) -> str:
    """Escape a text for Streamlit's Markdown, in labels, help and captions too."""
    text, parts, at = spoken(text), [], 0
    for match in _CODE_OR_FORMULA.finditer(text):
        parts += [_escaped(text[at : match.start()]), _code(match.group()) if match["code"] else tex(match.group())]
        at = match.end()
    return "".join([*parts, _escaped(text[at:])])


def raised(text: str) -> str:
    """Escape a text for Markdown, with its powers raised.

    There is no raised letter for every power, as in (1 + x·z)^Q.
    """
    return _POWER.sub(r"$^{\1}$", markdown(text))


def sentence(text: str) -> str:
    """Escape a text that contains no Markdown, such as an error message.

    Every character then shows as it is.
    """
    return markdown(veil(spoken(text)))


def tex(text: str) -> str:
    r"""Escape a text for a formula with names inside \text{}.

    A decimal comma gets braces, or TeX would set it as in a list.
    """
    return in_formula(VEILED.sub(lambda sign: _TEX.get(bare(sign.group()), bare(sign.group())), spoken(text)))


def python(text: str) -> str:
    """Escape a text for Python code to be copied.

    The code writes a name inside the quotes of repr. A backslash in the name is doubled, so that it escapes nothing.
    """
    return VEILED.sub(lambda sign: "\\\\" if bare(sign.group()) == "\\" else bare(sign.group()), text)


def _escaped(text: str) -> str:
    apart = {match.start() for match in _AUTO_REPLACED.finditer(unveil(text))}
    shown = ""
    for i, sign in enumerate(text):
        strange = VEILED.match(sign) is not None
        if i in apart and (strange or VEILED.match(text[i - 1])):
            shown += JOINER
        shown += "\\" + bare(sign) if strange else sign
    return shown


def _code(span: str) -> str:
    """Return a Markdown code span with a sufficiently long fence.

    The fence is longer than any run of ` inside.
    """
    inner = unveil(span.strip("`"))
    if inner.count("`") == 0:
        return unveil(span)
    fence = "`" * (1 + max(len(run) for run in re.findall("`+", inner)))
    return f"{fence} {inner.strip()} {fence}"
