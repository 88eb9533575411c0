"""Measurements of a page's layout in a window, and a table of them.

``python -m tests.browser.layout ADDRESS [PAGE ...]`` prints the table for a server that is running. ``--lang de`` and
``--theme dark`` measure another language and theme; ``--faults`` prints only the rows with a fault.
"""

from __future__ import annotations

import argparse
import shutil
from dataclasses import dataclass, replace
from typing import Any

PAGES = (
    *("", "svm", "multiclass", "sphere", "neighbors", "dual", "pca", "ridge", "lift", "compose", "mercer"),
    *("gaussian", "polynomial", "geometry", "objects", "map", "who_drew_this", "words", "kernel_or_not", "errata"),
)
STORIES = ("story?story=what-is-a-kernel", "story?story=why-is-it-allowed")
WINDOWS = ((1440, 900), (1280, 720), (1920, 1080), (390, 844))
HALL = (1280, 720)
IDLE = '[data-testid="stApp"][data-test-script-state="notRunning"]'

MEASURE = r"""
() => {
  const box = (e) => e.getBoundingClientRect()
  const seen = (e) => { const r = box(e); return r.width > 3 && r.height > 3 && getComputedStyle(e).visibility !== 'hidden' && e.checkVisibility({opacityProperty: true}) }
  const main = document.querySelector('[data-testid="stMain"]') ?? document.body
  const area = (r) => Math.max(0, Math.min(r.right, innerWidth) - Math.max(r.left, 0)) * Math.max(0, Math.min(r.bottom, innerHeight) - Math.max(r.top, 0))
  const pictures = [...main.querySelectorAll('.kv-plot[data-revision]')].filter(seen)
  const picture = pictures.sort((a, b) => area(box(b)) - area(box(a)))[0]
  const clip = (r) => ({ left: Math.max(r.left, 0), right: Math.min(r.right, innerWidth), top: Math.max(r.top, 0), bottom: Math.min(r.bottom, innerHeight) })
  const found = { pictures: pictures.length, width: 0, height: 0, planeWidth: 0, planeHeight: 0, control: null, clipped: [], covered: [], outside: [] }
  if (picture) {
    const held = picture.closest('[data-testid="stElementContainer"]') ?? picture // what is more than its place is cut
    const r = clip({ left: box(picture).left, right: box(picture).right, top: Math.max(box(picture).top, box(held).top), bottom: Math.min(box(picture).bottom, box(held).bottom + 1) })
    found.width = (r.right - r.left) / innerWidth
    found.height = (r.bottom - r.top) / innerHeight
    const layers = [...picture.querySelectorAll('.nsewdrag, .gl-container canvas')].filter(seen).map(box)
    if (layers.length) {
      const p = clip({ left: Math.min(...layers.map((l) => l.left)), right: Math.max(...layers.map((l) => l.right)), top: Math.min(...layers.map((l) => l.top)), bottom: Math.max(...layers.map((l) => l.bottom)) })
      found.planeWidth = (p.right - p.left) / innerWidth
      found.planeHeight = (p.bottom - p.top) / innerHeight
    }
    const away = (c) => Math.hypot(Math.max(0, c.left - r.right, r.left - c.right), Math.max(0, c.top - r.bottom, r.top - c.bottom))
    const controls = [...document.querySelectorAll('.kv-number, [data-testid="stButtonGroup"], [data-testid="stRadio"], [data-testid="stSelectbox"], [data-testid="stCheckbox"], [data-testid="stTextInput"], [data-testid="stTextArea"]')]
      .filter((e) => seen(e) && !e.closest('[role="tabpanel"], .st-key-kv-head, .kv-plot')).map(box).filter((c) => c.top < innerHeight - 20 && c.bottom > 0 && c.left < innerWidth && c.right > 0)
    if (controls.length) found.control = Math.round(Math.min(...controls.map(away)))
  }
  // words that are cut, by their own box or by the picture's
  const own = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('svg, [aria-hidden="true"], script, style, pre, .katex-html, .katex-mathml, .kv-exact, input') || !own(e) || !seen(e)) continue
    const style = getComputedStyle(e)
    if (style.position === 'absolute' && style.clipPath !== 'none') continue
    let block = e // of an inline element the block that holds it
    while (/inline|contents/.test(getComputedStyle(block).display) && block.parentElement) block = block.parentElement
    if (/hidden|clip/.test(getComputedStyle(block).overflowX) && block.scrollWidth > block.clientWidth + 1 && block.clientWidth > 1) found.clipped.push(e.textContent.trim().slice(0, 50))
  }
  // formulas wider than their column in a lecture hall, where nobody scrolls, and pictures larger than their place
  if (document.documentElement.classList.contains('kv-large'))
    for (const e of document.querySelectorAll('[data-testid="stColumn"] .katex-display')) if (seen(e) && e.scrollWidth > e.clientWidth + 1) found.clipped.push('formula ' + e.textContent.slice(0, 20))
  for (const each of pictures) {
    const place = each.closest('[data-testid="stElementContainer"]')
    if (place && box(each).bottom > box(place).bottom + 2) found.clipped.push('picture ' + (each.querySelector('[role=img]')?.ariaLabel ?? '').slice(0, 30))
  }
  // words of the page that lie on other words, and boxes too low for their words
  const words = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const e = node.parentElement
    if (!node.textContent.trim() || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (e.closest('svg, [aria-hidden="true"], script, style, .katex, math, .kv-exact, [data-testid="stSidebar"][aria-expanded="false"]')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const r of range.getClientRects()) if (r.width > 3 && r.top < innerHeight && r.bottom > 0 && r.left < innerWidth) words.push([e, r, node.textContent.trim().slice(0, 30)])
  }
  for (const [e, r, a] of words) { // words wider than their button
    const button = e.closest('button')
    if (button && (r.right > box(button).right + 1 || r.left < box(button).left - 1) && getComputedStyle(button).overflowX === 'visible') found.outside.push(a)
  }
  const lie = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.4 * Math.min(a.height, b.height)
  const fixed = (e) => { for (let q = e; q; q = q.parentElement) if (/fixed|sticky/.test(getComputedStyle(q).position) || getComputedStyle(q).clipPath !== 'none' || q.matches('[data-testid="stSidebar"], [data-testid="stHeader"]')) return true; return false }
  const laid = words.filter(([e]) => !fixed(e))
  laid.forEach(([e, r, a], i) => laid.slice(i + 1).forEach(([f, s, b]) => { if (e !== f && !e.contains(f) && !f.contains(e) && lie(r, s)) found.covered.push(a + ' | ' + b) }))
  const signs = [...document.querySelectorAll('[data-testid="stTooltipIcon"] button, .kv-help')].filter(seen).map(box)
  for (const [e, r, a] of laid) if (!e.closest('button') && signs.some((s) => lie(r, s))) found.covered.push(a + ' | ?')
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3
  for (const each of pictures) {
    const frame = box(each)
    const texts = [...each.querySelectorAll('svg.main-svg text')].filter((t) => t.textContent.trim() && seen(t) && getComputedStyle(t).opacity !== '0' && !t.closest('.hoverlayer'))
    const boxes = texts.map((t) => [t.textContent, box(t), t.closest('.legend, .colorbar, .annotation')])
    for (const [text, r] of boxes)
      if (r.left < frame.left - 2 || r.right > frame.right + 2 || r.top < frame.top - 2 || r.bottom > frame.bottom + 2) found.outside.push(text)
    boxes.forEach(([a, r], i) => boxes.slice(i + 1).forEach(([b, s]) => { if (over(r, s)) found.covered.push(a + ' | ' + b) }))
  }
  if (document.documentElement.scrollWidth > innerWidth + 1 || main.scrollWidth > main.clientWidth + 1) found.outside.push('the page is wider than the window')
  return found
}
"""


@dataclass(frozen=True)
class Measured:
    """Layout of a page in a window.

    Sizes of the largest picture and its plane are shares of the window's sides. ``control`` is the distance in pixels
    from that picture to the nearest control. The lists have the texts at fault.
    """

    page: str
    window: str
    pictures: int
    width: float
    height: float
    planeWidth: float  # noqa: N815  named as in the browser
    planeHeight: float  # noqa: N815
    control: int | None
    clipped: list[str]
    covered: list[str]
    outside: list[str]

    def row(self) -> str:
        """Return the row of the table."""
        faults = [f"{name}: {'; '.join(found[:4])}" for name, found in self.faults().items() if found]
        return (
            f"{self.page or 'home':<26} {self.window:<14} {self.height:>4.0%} {self.width:>4.0%}"
            f" {self.planeHeight:>5.0%} {self.planeWidth:>5.0%}"
            f" {'-' if self.control is None else self.control:>5}  {' '.join(faults)}"
        )

    def faults(self) -> dict[str, list[str]]:
        """Return the texts at fault by kind."""
        return {kind: getattr(self, key) for kind, key in FAULTS.items()}


FAULTS = {"cut": "clipped", "covered": "covered", "outside": "outside"}
HEAD = f"{'page':<26} {'window':<14} high wide  plane h w  control (px)  texts at fault"


def measured(page: Any, name: str, window: str) -> Measured:
    """Measure a page when two measurements in a row agree, or after 12 s."""
    page.wait_for_selector(IDLE)
    before: Any = None
    for _ in range(40):
        now = page.evaluate(MEASURE)
        if now == before and now["pictures"] >= page.locator(".kv-plot:visible").count():
            break
        before = now
        page.wait_for_timeout(300)
    return Measured(name, window, **now)


def all_windows(page: Any, name: str) -> list[Measured]:
    """Measure an open page in every window, and enlarged for a lecture hall."""
    found = []
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(250)
        found.append(measured(page, name, f"{width}x{height}"))
    page.set_viewport_size(dict(zip(("width", "height"), HALL, strict=True)))
    hall = page.locator(".kv-hall")
    hall.evaluate("(button) => button.click()")
    page.wait_for_timeout(1800)  # until formulas have the size that fits the new columns
    found.append(measured(page, name, f"{HALL[0]}x{HALL[1]} hall"))
    hall.evaluate("(button) => button.click()")
    return found


def scrolled(page: Any, name: str, window: str) -> Measured:
    """Measure a story: its largest picture, and the faults at each of its pictures."""
    figures = page.locator(".kv-story-figure")
    figures.first.wait_for()
    read_on(page)
    rows = []
    for figure in figures.all():
        figure.scroll_into_view_if_needed()
        figure.locator(".kv-plot[data-revision]").first.wait_for()
        rows.append(measured(page, name, window))
    largest = max(rows, key=lambda row: row.width * row.height)
    faults = {key: list(dict.fromkeys(text for row in rows for text in getattr(row, key))) for key in FAULTS.values()}
    return replace(largest, **faults)


def read_on(page: Any) -> None:
    """Pass the open questions of a story, each of which hides the parts after it."""
    skip = page.locator(".kv-skip:visible")
    while skip.count():
        skip.first.click()


def story_windows(page: Any, name: str) -> list[Measured]:
    """Measure an open story in every window."""
    found = []
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(250)
        found.append(scrolled(page, name, f"{width}x{height}"))
    return found


def opened(context: Any, base: str, name: str, lang: str) -> list[Measured]:
    """Open a page, a story or a presented step, and measure it."""
    page = context.new_page()
    try:
        course = name.startswith("course")
        if course:
            page.set_viewport_size(dict(zip(("width", "height"), HALL, strict=True)))
        params = [*(["present=1"] if course else []), *([f"lang={lang}"] if lang != "en" else [])]
        page.goto(f"{base}/{name}{'&' if '?' in name else '?'}{'&'.join(params)}")
        page.wait_for_timeout(500)
        if course:
            return [measured(page, name.removeprefix("course?course="), "presented")]
        return (story_windows if name in STORIES else all_windows)(page, name)
    finally:
        page.close()


def main() -> None:
    """Print the table of a running server's pages and stories, then of its courses' presented steps."""
    from playwright.sync_api import sync_playwright

    from kernviz.courses import reader

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--theme", default="light")
    parser.add_argument("--faults", action="store_true")
    options = parser.parse_args()
    steps = [f"course?course={c.name}&step={s.name}" for c in reader.courses().values() for s in c.steps]
    print(HEAD, flush=True)
    with sync_playwright() as run:
        browser = run.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        viewport = {"width": 1440, "height": 900}
        context = browser.new_context(viewport=viewport, reduced_motion="reduce", color_scheme=options.theme)
        for name in options.names or (*PAGES, *STORIES, *steps):
            try:
                for row in opened(context, options.base, name, options.lang):
                    if not options.faults or any(row.faults().values()):
                        print(row.row(), flush=True)
            except Exception as problem:  # one page that fails leaves the others their rows
                print(f"{name:<26} {str(problem).splitlines()[0]}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
