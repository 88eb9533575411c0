"""Measurements of a page as it lies in a window, and a table of them.

``python -m tests.browser.layout ADDRESS [PAGE ...]`` prints the table for a server that is running.
"""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from typing import Any

PAGES = (
    *("", "svm", "multiclass", "sphere", "neighbors", "dual", "pca", "ridge", "lift", "compose", "mercer"),
    *("gaussian", "polynomial", "geometry", "objects", "map", "who_drew_this", "words", "kernel_or_not", "errata"),
)
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
  const lie = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.4 * Math.min(a.height, b.height)
  const fixed = (e) => { for (let q = e; q; q = q.parentElement) if (/fixed|sticky/.test(getComputedStyle(q).position) || getComputedStyle(q).clipPath !== 'none' || q.matches('[data-testid="stSidebar"], [data-testid="stHeader"]')) return true; return false }
  const laid = words.filter(([e]) => !fixed(e))
  laid.forEach(([e, r, a], i) => laid.slice(i + 1).forEach(([f, s, b]) => { if (e !== f && !e.contains(f) && !f.contains(e) && lie(r, s)) found.covered.push(a + ' | ' + b) }))
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
    """A page in a window: shares of the window's sides, pixels, and the texts at fault."""

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
        return {"cut": self.clipped, "covered": self.covered, "outside": self.outside}


HEAD = f"{'page':<26} {'window':<14} high wide  plane h w  control (px)  texts at fault"


def measured(page: Any, name: str, window: str) -> Measured:
    """Measure a page once nothing on it moves any more."""
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
    """Measure an open page in every window, and in a hall."""
    found = []
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(250)
        found.append(measured(page, name, f"{width}x{height}"))
    page.set_viewport_size(dict(zip(("width", "height"), HALL, strict=True)))
    hall = page.locator(".kv-hall")
    hall.evaluate("(button) => button.click()")
    page.wait_for_timeout(400)
    found.append(measured(page, name, f"{HALL[0]}x{HALL[1]} hall"))
    hall.evaluate("(button) => button.click()")
    return found


def main(base: str, *names: str) -> None:
    """Print the table of a running server's pages, then of its courses' steps as a hall sees them."""
    from playwright.sync_api import sync_playwright

    from kernviz.courses import reader

    steps = [f"course?course={c.name}&step={s.name}" for c in reader.courses().values() for s in c.steps]
    print(HEAD, flush=True)
    with sync_playwright() as run:
        browser = run.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        for name in names or (*PAGES, *steps):
            page = context.new_page()
            try:
                if name.startswith("course"):
                    page.set_viewport_size(dict(zip(("width", "height"), HALL, strict=True)))
                    page.goto(f"{base}/{name}&present=1")
                    page.wait_for_timeout(500)
                    rows = [measured(page, name.removeprefix("course?course="), "presented")]
                else:
                    page.goto(f"{base}/{name}")
                    page.wait_for_timeout(500)
                    rows = all_windows(page, name)
                for row in rows:
                    print(row.row(), flush=True)
            except Exception as problem:  # one page that fails leaves the others their rows
                print(f"{name:<26} {str(problem).splitlines()[0]}", flush=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
