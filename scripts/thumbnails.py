"""Make the thumbnails of the examples: `python scripts/thumbnails.py` writes kernviz/ui/assets/thumbnails/*.webp.

Each thumbnail shows the example's own picture, drawn by plotly.js in Chromium on the background of the light and of the
dark theme, without axis numbers, legend and scale. Thumbnails already drawn from the same state are left alone, except
those of a page named as argument (`python scripts/thumbnails.py compose mercer`); `--all` draws every thumbnail. Makes
no request beyond this machine.
"""

from __future__ import annotations

import base64
import io
import json
import sys
from typing import Any

from pictures import chromium
from PIL import Image
from playwright.sync_api import sync_playwright

from kernviz.lessons import thumbnails
from kernviz.lessons.presets import PRESETS
from kernviz.ui import gallery
from kernviz.ui.asset_routes import ASSETS, PLOTLY, source
from kernviz.wire import binary_message

WIDTH, HEIGHT = 256, 160  # pixels of a thumbnail
ZOOM = 2  # factor at which it is drawn before it is scaled down
QUALITY, LEAST = 62, 20  # of WebP: less where a picture would be too heavy
HEAVIEST = 10_000  # bytes
PROBE = "probe"  # in the names of traces for the pointer, omitted in a static picture
NEARER = 0.72  # factor of the camera's distance in 3D, where axes have no labels
HOST = "http://thumbnails.invalid"
PAGE = f"""<!doctype html><body style="margin:0"><div id="graph"></div><script src="/{PLOTLY}"></script>
<script type="module">
import {{ template }} from "/template.js";
import {{ unpack }} from "/binary_message.js";
window.draw = async (packed, palette, font, [width, height, zoom]) => {{
  const colors = {{ ...palette }};
  palette.classes.forEach((color, i) => (colors["class-" + i] = color));
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  const {{ figure }} = unpack(bytes, colors);
  const size = {{ width: width * zoom, height: height * zoom }};
  const layout = {{ ...figure.layout, template: template({{ colors, font }}), ...size }};
  const graph = document.getElementById("graph");
  await Plotly.newPlot(graph, figure.data, layout, {{ staticPlot: true }});
  const image = await Plotly.toImage(graph, {{ format: "png", ...size, scale: 2 }});
  Plotly.purge(graph);
  return image.slice(image.indexOf(",") + 1);
}};
</script>"""


def plain(figure: dict[str, Any]) -> dict[str, Any]:
    """Return the figure without words, which would be too small to read."""
    layout = {key: value for key, value in figure["layout"].items() if key not in ("updatemenus", "sliders", "title")}
    layout |= {"showlegend": False, "margin": {"l": 6, "r": 6, "t": 6, "b": 6}}
    for name, value in layout.items():
        if name.startswith(("xaxis", "yaxis")):
            layout[name] = value | {"title": None, "showticklabels": False, "ticks": "", "automargin": False}
        elif name.startswith("coloraxis"):
            layout[name] = value | {"showscale": False}
        elif name.startswith("scene"):
            layout[name] = _space(value)
    kept = [_bare(trace) for trace in figure["data"] if PROBE not in str(trace.get("name"))]
    if len(kept) < len(figure["data"]):  # annotations belong to the probe
        layout["annotations"] = []
    return {"data": kept, "layout": layout}


def _space(scene: dict[str, Any]) -> dict[str, Any]:
    silent = {"title": {"text": ""}, "showticklabels": False}
    eye = scene.get("camera", {}).get("eye") or {"x": 1.25, "y": 1.25, "z": 1.25}
    nearer = scene.get("camera", {}) | {"eye": {axis: NEARER * value for axis, value in eye.items()}}
    axes = {axis: scene.get(axis, {}) | silent for axis in ("xaxis", "yaxis", "zaxis")}
    return {**scene, **axes, "camera": nearer}


def _bare(trace: dict[str, Any]) -> dict[str, Any]:
    bare = dict(trace)
    if trace.get("type") in ("heatmap", "contour", "surface", "mesh3d"):
        bare["showscale"] = False
    if "showscale" in bare.get("marker", {}):
        bare["marker"] = bare["marker"] | {"showscale": False}
    return bare


def smaller(png: bytes) -> bytes:
    """Return the thumbnail as WebP of at most HEAVIEST bytes.

    The quality is the best that fits, else the lowest.
    """
    picture = Image.open(io.BytesIO(png)).convert("RGB").resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    for quality in range(QUALITY, LEAST, -6):
        out = io.BytesIO()
        picture.save(out, "WEBP", quality=quality, method=6)
        if out.tell() <= HEAVIEST:
            break
    return out.getvalue()


def answer(route: Any) -> None:
    """Serve the page's requests from the package."""
    name = route.request.url.removeprefix(HOST + "/")
    if not name:
        route.fulfill(body=PAGE, content_type="text/html")
    elif name == PLOTLY or name.endswith(".js"):
        route.fulfill(body=source(name), content_type="text/javascript")
    else:
        route.fulfill(status=404, body="")


def main() -> None:
    gallery.FOLDER.mkdir(exist_ok=True)
    wanted = {thumbnails.name(preset): (preset, thumbnails.drawn_from(preset)) for preset in PRESETS}
    stored = gallery.index() if "--all" not in sys.argv[1:] else {}
    palette = json.loads((ASSETS / "palette.json").read_text("utf-8"))
    with sync_playwright() as run:
        arguments = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
        browser = run.chromium.launch(executable_path=chromium(), args=arguments)
        page = browser.new_page()
        page.route("**/*", answer)
        page.goto(HOST + "/")
        page.wait_for_function("!!window.draw")
        for name, (preset, key) in wanted.items():
            files = {theme: gallery.FOLDER / f"{name}-{theme}.webp" for theme in gallery.THEMES}
            if (
                preset.page not in sys.argv[1:]
                and stored.get(name) == key
                and all(file.exists() for file in files.values())
            ):
                continue
            figure = plain(thumbnails.picture(preset).figure.still())
            packed = base64.b64encode(binary_message.packed({"figure": figure})).decode()
            for theme, file in files.items():
                drawing = [packed, palette[theme], "sans-serif", [WIDTH, HEIGHT, ZOOM]]
                file.write_bytes(smaller(base64.b64decode(page.evaluate("(told) => window.draw(...told)", drawing))))
            print(f"{preset.page}: {preset.sentence}")
        browser.close()
    for file in gallery.FOLDER.glob("*.webp"):
        if file.stem.rpartition("-")[0] not in wanted:
            file.unlink()
    index = {name: key for name, (_, key) in sorted(wanted.items())}
    gallery.INDEX.write_text(json.dumps(index, indent=0) + "\n", "utf-8")
    sizes = [file.stat().st_size for file in gallery.FOLDER.glob("*.webp")]
    print(f"{len(sizes)} pictures, {sum(sizes) // 1024} kB, the largest {max(sizes)} bytes")


if __name__ == "__main__":
    main()
