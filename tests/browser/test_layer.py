"""Canvas layer over plotly's axes: it draws the same picture as plotly, within a pixel."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from kernviz.ui import asset_routes
from tests.test_pages import PAGES
from tests.test_pages import visit as run
from tests.ui.helpers import pictures

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
Pixels = NDArray[np.float64]
Address = dict[str, str]

ALWAYS = ("plane", "eight components", "Gram matrix", "bars")  # one of every kind of mark; the others with -m long
# name → page and address whose first picture is planar; together they have every kind of trace, shape and text
PLANAR: dict[str, tuple[str, Address]] = {
    "plane": ("svm", {}),
    "line": ("svm", {"data": "s1_line", "k": "linear + linear @ square", "hard": "true"}),
    "sphere": ("sphere", {}),
    "ridge": ("ridge", {}),
    "eight components": ("pca", {}),
    "regions": ("multiclass", {}),
    "neighbours": ("neighbors", {}),
    "error of a series": ("gaussian", {}),
    "labelled levels": ("geometry", {}),
    "bars": ("polynomial", {}),
    "proof": ("compose", {}),
    "Gram matrix": ("mercer", {}),
    "parabola": ("lift", {"data": "s1_line", "k": "linear + linear @ square", "hard": "true"}),
    "matrix with numbers": ("dual", {"du_view": "Solve for α", "du_loss": "logistic"}),
    "descent": ("dual", {"du_view": "Descent", "du_step": "20"}),
    "objects": ("objects", {}),
}
STRANGE = 60  # of 255: the least difference of distinct colours


def messages(name: str, address: Address) -> dict[str, bytes]:
    """Return the server's message of each picture of a page: key → message."""
    at = run(next(entry for entry in PAGES if entry.name == name), **address)
    found = [e.proto for e in at.get("bidi_component") if e.proto.component_name == "kernviz_plot"]
    return dict(zip(pictures(at), [proto.bytes for proto in found], strict=True))


def answer(key: str, message: bytes, alt: str) -> bytes:
    """Return the figure of a page's message as the live route encodes it."""
    (length,) = struct.unpack_from("<I", message)
    figure = json.loads(message[4 : 4 + length])["figure"]
    head = json.dumps({"pictures": {key: {"figure": figure, "alt": alt}}, "readouts": []}).encode()
    arrays = message[4 + length + (-(4 + length) % 8) :]
    return struct.pack("<I", len(head)) + head + b"\0" * (-(4 + len(head)) % 8) + arrays


def opened(visit: Visit, app: str, name: str, address: Address, key: str, **window: Any) -> Any:
    page = visit(f"{app}/{name}?{urlencode(address)}", **window)
    page.locator(f".st-key-{key} .kv-plot[data-revision]").wait_for()
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    return page


def serve(page: Any, content: Callable[[], bytes]) -> None:
    """Answer requests to the live route with ``content()`` from now on."""
    page.unroute("**/kernviz-live/**")
    page.route("**/kernviz-live/**", lambda route: route.fulfill(body=content()))


def say(page: Any, call: str) -> None:
    """Call live.js, as a held control does."""
    page.evaluate(f"import(new URL('{asset_routes.url('live.js')}', location.origin)).then((live) => live.{call})")


def moved(page: Any, key: str, alt: str) -> None:
    """Report a move to live.js and wait until the picture with the text ``alt`` is drawn."""
    say(page, "move('x', '1')")
    page.locator(f'.st-key-{key} [role="img"][aria-label="{alt}"]').wait_for()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def inside(page: Any, key: str, expression: str) -> Any:
    """Return the value of a JavaScript expression of ``p``, the picture, and ``g``, its plotly graph."""
    return page.evaluate(
        f"(() => {{ const p = document.querySelector('.st-key-{key} .kv-plot'), g = p.querySelector('.kv-graph');"
        f" return {expression} }})()"
    )


def pixels(page: Any, key: str) -> Pixels:
    """Return the visible pixels of the picture (height, width, 3)."""
    page.mouse.move(1, 1)  # no hover
    shot = page.locator(f".st-key-{key} .kv-plot").first.screenshot()
    return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"), dtype=np.float64)


def strange(one: Pixels, other: Pixels) -> float:
    """Return the share of pixels of ``one`` whose colour is nowhere near in ``other``.

    "Near" is within a pixel of the same place.
    """
    near = np.stack([np.roll(other, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)])
    return float((np.abs(near - one).max(axis=-1).min(axis=0) > STRANGE).mean())


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in ALWAYS else pytest.mark.long) for name in PLANAR]
)
def test_the_canvas_layer_draws_the_same_picture_as_plotly(app: str, visit: Visit, name: str) -> None:
    where, address = PLANAR[name]
    key, message = next(iter(messages(where, address).items()))
    page = opened(visit, app, where, address, key)
    rest, revision = pixels(page, key), inside(page, key, "p.dataset.revision")
    serve(page, lambda: answer(key, message, "moved"))
    moved(page, key, "moved")
    assert inside(page, key, "p.classList.contains('kv-live')")
    assert inside(page, key, "getComputedStyle(g.querySelector('.overplot')).visibility") == "hidden"
    assert inside(page, key, "p.dataset.revision") != revision
    ours = pixels(page, key)
    assert ours.shape == rest.shape
    assert np.abs(ours - rest).mean() < 2  # letters may stand half a pixel apart, with soft edges
    assert max(strange(ours, rest), strange(rest, ours)) < 0.003
    assert page.complaints == []


def test_zoom_is_kept_and_a_drag_back_to_its_start_shows_plotlys_picture(app: str, visit: Visit) -> None:
    key, message = next(iter(messages("svm", {}).items()))
    page = opened(visit, app, "svm", {}, key)
    page.locator(f'.st-key-{key} .modebar-btn[data-title="Zoom"]').evaluate("(tool) => tool.click()")
    box = page.locator(f".st-key-{key} .nsewdrag").first.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)  # a place without a draggable point
    page.mouse.down()
    page.mouse.move(box["x"] + 320, box["y"] + 320, steps=4)
    page.mouse.up()
    page.wait_for_function(f"document.querySelector('.st-key-{key} .kv-graph')._fullLayout.xaxis.range[1] < 2")
    ranges = "[...g._fullLayout.xaxis.range, ...g._fullLayout.yaxis.range]"
    zoomed = inside(page, key, ranges)
    rest = pixels(page, key)
    serve(page, lambda: answer(key, message, "moved"))
    moved(page, key, "moved")
    assert inside(page, key, "p.classList.contains('kv-live')")
    assert inside(page, key, ranges) == pytest.approx(zoomed)
    ours = pixels(page, key)
    assert max(strange(ours, rest), strange(rest, ours)) < 0.003
    # the value is unchanged, so no run of the page follows: plotly draws the last picture by itself
    say(page, "release('x')")
    page.wait_for_function(f"!document.querySelector('.st-key-{key} .kv-plot').classList.contains('kv-live')")
    assert inside(page, key, "p.querySelectorAll('canvas.kv-layer').length") == 0
    assert inside(page, key, ranges) == pytest.approx(zoomed)
    assert strange(pixels(page, key), rest) < 0.003


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "key", "before", "after"),
    [
        ("sphere", "sphere", {"k": "rbf(gamma=1)"}, {"k": "rbf(gamma=1.4)"}),  # the words under a colour bar
        (
            "geometry",
            "geometry",
            {"k": "rbf(gamma=0.5)"},
            {"k": "rbf(gamma=0.7)"},
        ),  # the colour bar's numbers, chosen by plotly
        ("compose", "spectral", {"k": "rbf(gamma=1)"}, {"k": "rbf(gamma=3)"}),  # the ranges of both axes
        ("neighbors", "neighbours", {"nn_k": "3"}, {"nn_k": "4"}),  # a name in the legend
    ],
)
def test_changing_axes_are_drawn_with_the_live_picture(
    app: str, visit: Visit, name: str, key: str, before: Address, after: Address
) -> None:
    page = opened(visit, app, name, after, key)
    rest = pixels(page, key)
    page = opened(visit, app, name, before, key)
    assert strange(pixels(page, key), rest) > 0.001
    message = messages(name, after)[key]
    serve(page, lambda: answer(key, message, "moved"))
    moved(page, key, "moved")
    assert inside(page, key, "p.classList.contains('kv-live')")
    ours = pixels(page, key)
    assert max(strange(ours, rest), strange(rest, ours)) < 0.003


@pytest.mark.long
def test_an_equal_picture_is_not_redrawn_at_once_but_later_by_plotly(app: str, visit: Visit) -> None:
    page = opened(visit, app, "svm", {"n": "60"}, "plane")
    thumb = page.get_by_role("slider", name="C, penalty").first.bounding_box()
    x, y = thumb["x"] + thumb["width"] / 2, thumb["y"] + thumb["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y)
    ours = "document.querySelector('.st-key-plane .kv-plot').classList.contains('kv-live')"
    page.wait_for_function(ours)
    page.wait_for_load_state("networkidle")  # the last answer is there, and drawn
    shown = inside(page, "plane", "p.dataset.revision")
    page.mouse.up()
    page.wait_for_function("new URLSearchParams(location.search).get('C') !== null")
    page.wait_for_function("!" + ours)
    assert inside(page, "plane", "p.dataset.revision") == shown
    fresh = visit(page.url)
    fresh.locator(".st-key-plane .kv-plot[data-revision]").wait_for()
    fields = "JSON.stringify([...g._fullData[0].z].map((row) => [...row]))"
    assert inside(page, "plane", fields) == inside(fresh, "plane", fields)  # plotly has drawn the new picture


@pytest.mark.long
def test_a_3d_picture_is_drawn_by_plotly_and_keeps_the_camera(app: str, visit: Visit) -> None:
    key = next(iter(messages("lift", {})))
    page = opened(visit, app, "lift", {}, key)
    eye = "g._fullLayout.scene.camera.eye"
    box = page.locator(f".st-key-{key} .kv-plot").bounding_box()
    page.mouse.move(box["x"] + 150, box["y"] + 180)
    page.mouse.down()
    page.mouse.move(box["x"] + 220, box["y"] + 140, steps=4)
    page.mouse.up()
    turned = inside(page, key, eye)
    scene = "g._fullLayout.scene._scene"
    points = f"JSON.stringify(Object.values({scene}.traces).map(({{ data: t }}) => [...t.z].slice(0, 9)))"
    flat = inside(page, key, points)
    message = messages("lift", {"lf_t": "0.5"})[key]
    serve(page, lambda: answer(key, message, "moved"))
    moved(page, key, "moved")
    assert not inside(page, key, "p.classList.contains('kv-live')")
    assert inside(page, key, points) != flat
    assert inside(page, key, f"{scene}.glplot.objects.every((o) => o.drawPick === null)")  # a live picture has no hover
    assert inside(page, key, eye) == pytest.approx(turned)
    ours = pixels(page, key)
    say(page, "release('x')")
    page.wait_for_function(
        f"(() => {{ const g = document.querySelector('.st-key-{key} .kv-graph');"
        f" return {scene}.glplot.objects.every((o) => o.drawPick !== null) }})()"
    )
    assert inside(page, key, eye) == pytest.approx(turned)
    page.wait_for_timeout(300)
    assert strange(pixels(page, key), ours) < 0.01  # the same picture as before


def test_no_frame_is_blank_at_the_release(app: str, visit: Visit) -> None:
    key, message = next(iter(messages("svm", {}).items()))
    page = opened(visit, app, "svm", {}, key)
    serve(page, lambda: answer(key, message, "moved"))
    moved(page, key, "moved")
    # in every frame one of the two is seen: ours, or plotly's with its field decoded
    page.evaluate(f"""() => {{
            const p = document.querySelector('.st-key-{key} .kv-plot');
            window.seen = [];
            const look = () => {{
                const ours = p.classList.contains('kv-live') && !!p.querySelector('canvas.kv-layer');
                const field = p.querySelector('.heatmaplayer image');
                window.seen.push(ours ? 'ours' : field && !p.classList.contains('kv-live') ? 'plotly' : 'nothing');
                requestAnimationFrame(look);
            }};
            look();
        }}""")
    say(page, "release('x')")
    page.get_by_role("slider", name="C, penalty").first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"!document.querySelector('.st-key-{key} .kv-plot').classList.contains('kv-live')")
    page.wait_for_timeout(200)
    frames = page.evaluate("window.seen")
    assert set(frames) == {"ours", "plotly"}
    assert frames.index("plotly") == frames.count("ours")  # once, and not back


LINES = """async ([url, values, width, height, level]) => {
    const { levelLines } = await import(new URL(url, location.origin));
    const lines = [];
    const path = {
        moveTo: (x, y) => lines.push({ points: [[x, y]], closed: false }),
        lineTo: (x, y) => lines.at(-1).points.push([x, y]),
        closePath: () => (lines.at(-1).closed = true),
    };
    const px = Float32Array.from({ length: width }, (_, i) => i), py = Float32Array.from({ length: height }, (_, i) => i);
    levelLines(path, values, width, height, level, px, py);
    return lines;
}"""


def lines(page: Any, values: Pixels, level: float) -> list[dict[str, Any]]:
    """Return the level lines of (height, width) values in units of the grid."""
    height, width = values.shape
    flat = [None if np.isnan(v) else float(v) for v in values.ravel()]
    return list(page.evaluate(LINES, [asset_routes.url("contours.js"), flat, width, height, level]))


def test_level_lines_lie_where_the_values_say(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm")
    x, y = np.meshgrid(np.arange(13.0), np.arange(9.0))
    straight = lines(page, x + 2 * y, 10.5)
    assert [line["closed"] for line in straight] == [False]
    points = np.array(straight[0]["points"])
    np.testing.assert_allclose(points @ [1, 2], 10.5, rtol=1e-6)
    assert {tuple(points[0]), tuple(points[-1])} == {(10.5, 0.0), (0.0, 5.25)}
    round_ = lines(page, np.hypot(x - 6, y - 4), 3.3)
    assert [line["closed"] for line in round_] == [True]
    radius = np.hypot(*(np.array(round_[0]["points"]) - [6, 4]).T)
    np.testing.assert_allclose(radius, 3.3, atol=0.1)  # chords of the grid's edges
    assert len(round_[0]["points"]) == len({tuple(p) for p in round_[0]["points"]})
    # a saddle: its middle says which of the corners belong together, and each line cuts one of the others off
    for middle in (0.2, -0.2):
        saddle = lines(page, np.array([[1.0, -1 + middle], [-1 + middle, 1.0]]), 0.0)
        around = [np.mean(line["points"], axis=0) > 0.5 for line in saddle]
        assert len(saddle) == 2
        assert all((right != down) == (middle > 0) for right, down in around)
    assert lines(page, np.zeros((4, 5)), 0.0) == []
