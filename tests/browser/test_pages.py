"""Visits of the real app: links, numbers, clicks, rows of tables, examples, and changes of page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from kernviz.lessons.presets import PRESETS
from kernviz.wording import with_exponents
from tests.ui.test_palette import PALETTE

Visit = Callable[..., Any]
GRAPH = "document.querySelector('.st-key-plane .kv-graph')"
GAMMA = "γ, inverse width of rbf"


def drawn(page: Any, alt: str = "Plane with") -> None:
    """Wait until the page has run and its plane's alternative text begins with these words."""
    page.locator(f'.st-key-plane .kv-plot[data-revision]:has([role="img"][aria-label^="{alt}"])').first.wait_for()
    idle(page)


def idle(page: Any) -> None:
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')


def words(page: Any) -> str:
    """Return the picture's alternative text."""
    return str(page.locator('.st-key-plane [role="img"]').first.get_attribute("aria-label"))


def numbers(page: Any) -> list[str]:
    page.locator(".kv-readouts dd").first.wait_for()  # their script may still be loading
    return list(page.locator(".kv-readouts dd").all_inner_texts())


def certificate(page: Any) -> float:
    sentence = page.get_by_text("KKT violation").first.inner_text()
    return float(re.search(r"KKT violation ([\d.e-]+)", with_exponents(sentence)).group(1))  # type: ignore[union-attr]


def picture(page: Any) -> dict[str, Any]:
    """Return the plane's size, ranges, and numbers of fields, lines and points.

    "same" is True if the element is the one that `keep` stored.
    """
    found = page.evaluate(f"""(() => {{ const g = {GRAPH}; return {{
            same: g === window.kept,
            width: g.clientWidth, height: g.clientHeight,
            field: g.querySelectorAll('.heatmaplayer image').length,
            lines: [...g.querySelectorAll('.contourlayer path')].filter((p) => (p.getAttribute('d') || '').length > 20).length,
            points: g.querySelectorAll('.scatterlayer .point').length,
            across: g._fullLayout.xaxis.range, up: g._fullLayout.yaxis.range,
        }} }})()""")
    return dict(found)


def keep(page: Any) -> None:
    """Store the picture's element, to check later that it is still the same element."""
    page.evaluate(f"window.kept = {GRAPH}")


def query(page: Any, name: str) -> str | None:
    found = page.evaluate(f"new URLSearchParams(location.search).get('{name}')")
    return None if found is None else str(found)


def quiet(page: Any, app: str) -> None:
    """Assert that the console has no complaint and no other machine was contacted."""
    here = (app, app.replace("http", "ws"), "data:", "blob:")
    assert [url for url in page.requested if not url.startswith(here)] == []
    assert page.complaints == []
    assert page.locator('[data-testid="stException"], [class*="st-key-kv-mishap"]').count() == 0


# ---- links -----------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_link_shows_everyone_the_same(app: str, visit: Visit) -> None:
    link = f"{app}/svm?data=iris_petals&k={quote('rbf(gamma=2) + 0.5*poly(degree=2)')}"
    one, other = visit(link), visit(link)
    for page in (one, other):
        drawn(page, "Plane with 150 points")
        shown = picture(page)
        assert shown["field"] == 1
        assert shown["lines"] >= 3  # the boundary and a margin on either side
        assert shown["points"] >= 150
        assert certificate(page) < 1e-6
        quiet(page, app)
    assert numbers(one) == numbers(other)
    assert len(numbers(one)) == 6
    assert words(one) == words(other)


@pytest.mark.slow
def test_invalid_parameters_of_a_link_are_reported(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?data=../etc/passwd&C=-1&px=1e400&seed=inf&hard=maybe&s=%3Cb%3E&k=rbf(gamma%3D")
    drawn(page)
    notes = page.locator(".kv-notes p").all_inner_texts()
    for name in ("data=../etc/passwd", "C=-1", "px=1e400", "seed=inf", "hard=maybe", "s=<b>"):
        assert any(line.startswith(f"{name} was ignored") for line in notes), name
    problem = page.get_by_role("alert").filter(has_text="In use: rbf(gamma=1)")
    assert problem.is_visible()
    assert len(numbers(page)) == 6
    quiet(page, app)


# ---- numbers that move -----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_picture_and_its_zoom_are_kept_at_every_width(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?n=100")
    drawn(page, "Plane with 100 points")
    keep(page)
    page.locator('.st-key-plane .modebar-btn[data-title="Zoom"]').evaluate("(tool) => tool.click()")
    box = page.locator(".st-key-plane .nsewdrag").first.bounding_box()
    page.mouse.move(box["x"] + 120, box["y"] + 120)
    page.mouse.down()
    page.mouse.move(box["x"] + 320, box["y"] + 320, steps=4)
    page.mouse.up()
    page.wait_for_function(f"{GRAPH}._fullLayout.xaxis.range[1] < 1.6")
    zoomed = picture(page)
    slider = page.get_by_role("slider", name=GAMMA)
    slider.focus()
    ends_and_steps = {"Home": 0.001, "ArrowRight": 0.0013, "End": 1000, "ArrowLeft": 790}
    for key, gamma in (*ends_and_steps.items(), ("ArrowLeft", 630), ("Home", 0.001)):
        page.keyboard.press(key)
        page.locator(".st-key-k input").and_(page.locator(f'[value="rbf(gamma={gamma})"]')).wait_for()
        drawn(page)
        assert slider.get_attribute("aria-valuetext") == f"{gamma}"
        now = picture(page)
        assert now["same"]
        assert now["field"] == 1
        assert (now["width"], now["height"]) == (zoomed["width"], zoomed["height"])
        assert now["across"] == pytest.approx(zoomed["across"])
        assert now["up"] == pytest.approx(zoomed["up"])
        assert now["points"] >= 100
        assert certificate(page) < 1e-6
    quiet(page, app)


@pytest.mark.long
def test_the_penalty_moves_the_numbers(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?data=blobs&k=linear")
    drawn(page)
    before = numbers(page)
    slider = page.get_by_role("slider", name="C, penalty")
    slider.focus()
    slider.press("Home")
    page.wait_for_function("new URLSearchParams(location.search).get('C') === '0.001'")
    page.wait_for_function("(before) => document.querySelector('.kv-readouts dd').innerText !== before", arg=before[0])
    idle(page)
    assert numbers(page) != before
    page.get_by_text("hard margin", exact=True).click()
    page.get_by_text("No hard margin exists").wait_for()
    assert page.get_by_role("slider", name="C, penalty").count() == 0
    assert picture(page)["points"] >= 40  # the points stay
    quiet(page, app)


# ---- clicks ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_click_in_the_plane_moves_the_probe(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?data=xor&k=poly(degree%3D2)&hard=true")
    drawn(page, "Plane with 4 points")
    keep(page)
    page.get_by_role("button", name="Move the probe").click()
    box = page.locator(".st-key-plane .nsewdrag").first.bounding_box()
    x, y = page.evaluate(f"[{GRAPH}._fullLayout.xaxis.l2p(0.5), {GRAPH}._fullLayout.yaxis.l2p(-1.2)]")
    page.mouse.click(box["x"] + x, box["y"] + y)
    page.wait_for_function("new URLSearchParams(location.search).has('py')")
    at = float(query(page, "px") or "nan"), float(query(page, "py") or "nan")
    assert at == (pytest.approx(0.5, abs=0.02), pytest.approx(-1.2, abs=0.02))
    page.get_by_text(f"x = ({at[0]:g}, {at[1]:g})".replace("-", "−")).first.wait_for()
    f = re.search(r"a probe at \(.*\) where f = (−?\d*\.?\d+)", words(page))
    assert f
    assert float(f.group(1).replace("−", "-")) == pytest.approx(at[0] * at[1], rel=2e-3)  # S3: f(x) = x₁x₂
    assert picture(page)["same"]
    quiet(page, app)


@pytest.mark.slow
def test_selecting_a_row_marks_its_point(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?data=xor&k=poly(degree%3D2)")
    drawn(page, "Plane with 4 points")
    page.get_by_role("tab", name="Every point").click()
    table = page.locator(".st-key-row [data-testid=stDataFrame]")
    table.scroll_into_view_if_needed()
    table.locator("canvas").first.wait_for()
    box = table.bounding_box()
    page.mouse.click(
        box["x"] + 14, box["y"] + 1.5 * box["height"] / 5
    )  # its check box; the table is a head and four rows
    page.wait_for_function(f"{GRAPH}.data.some((trace) => trace.name === 'selected point')")
    marked = page.evaluate(
        f"{GRAPH}.calcdata.filter(([first]) => first.trace.name === 'selected point').map(([first]) => [first.x,"
        " first.y])"
    )
    assert marked == [[-1, 1]]  # the first row
    quiet(page, app)


@pytest.mark.slow
def test_an_example_sets_the_whole_state(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?hard=true&px=1&py=1&only_sv=true&s=3&n=80")
    drawn(page, "Plane with")
    page.get_by_role("button", name="Examples", exact=True).click()
    page.get_by_role("button", name="Slack: three kinds of points").click()
    drawn(page, "Plane with 60 points")
    page.wait_for_function("[...new URLSearchParams(location.search).keys()].sort().join() === 'n,noise,xi'")
    one = numbers(page)
    fresh = visit(page.evaluate("location.href"))
    drawn(fresh, "Plane with 60 points")
    assert numbers(fresh) == one
    quiet(page, app)


@pytest.mark.long
def test_a_card_at_home_leads_to_its_page_and_back(app: str, visit: Visit) -> None:
    page = visit(app, height=1400)
    drawn(page)
    preset = next(preset for preset in PRESETS if preset.sentence.startswith("XOR: f(x) = x₁x₂"))
    page.get_by_role("group", name="Examples by lecture").get_by_role("button", name="S3 · ").click()
    page.get_by_label("Search the examples").fill("xor")
    page.wait_for_function("document.querySelectorAll('.kv-card').length === 1")
    card = page.get_by_role("link", name=preset.sentence, exact=True)
    page.wait_for_function("document.querySelector('.kv-card img').naturalWidth === 256")
    assert card.get_attribute("href").startswith("svm?")
    card.click()  # before the typed text reached the address
    page.get_by_role("heading", name="Support vectors").wait_for()
    drawn(page, "Plane with 4 points")
    assert page.evaluate("location.pathname") == "/svm"
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0
    page.wait_for_function("new URLSearchParams(location.search).get('hard') === 'true'")
    assert query(page, "data") == "xor"
    assert numbers(page)[0] == "1.414"
    page.go_back()
    page.get_by_role("heading", name="kernviz").wait_for()
    drawn(page)
    card.wait_for()
    assert (query(page, "lecture"), query(page, "find")) == ("S3", "xor")
    assert page.get_by_label("Search the examples").input_value() == "xor"
    quiet(page, app)


@pytest.mark.parametrize(
    ("start", "title", "opened"),
    [("course", "S1 · The kernel method", "course=s1"), ("story", "Why is it allowed?", "story=why-is-it-allowed")],
)
def test_back_leads_from_a_course_or_story_to_the_list(
    app: str, visit: Visit, start: str, title: str, opened: str
) -> None:
    page = visit(f"{app}/{start}")
    card = page.locator(".kv-link-cards a", has_text=title)
    page.wait_for_function("document.querySelector('.kv-link-cards img')?.naturalWidth === 256")
    for _ in range(2):
        card.click()
        page.wait_for_function(f"location.search === '?{opened}'")
        card.wait_for(state="detached")
        page.go_back()
        card.wait_for()
        assert page.evaluate("location.search") == ""
    quiet(page, app)


@pytest.mark.long
def test_data_and_kernel_are_kept_on_another_page(app: str, visit: Visit) -> None:
    page = visit(f"{app}/compose?data=xor&k=linear*rbf(gamma%3D3)")
    page.locator(".st-key-proof .kv-plot[data-revision]").wait_for()
    assert page.get_by_text("✓ proven").first.is_visible()
    page.get_by_role("button", name="Machines").click()
    page.get_by_role("menuitem", name="Support vectors").click()
    drawn(page, "Plane with 4 points")
    assert page.get_by_label("Kernel", exact=True).input_value() == "linear*rbf(gamma=3)"
    page.wait_for_function("new URLSearchParams(location.search).get('k') === 'linear*rbf(gamma=3)'")
    assert query(page, "data") == "xor"
    quiet(page, app)


@pytest.mark.long
def test_the_factor_and_the_space_change_the_verdict(app: str, visit: Visit) -> None:
    """2·rbf(2) − rbf(1) is a kernel on ℝ and ℝ², not on ℝ³.

    With factor 3 it is also a kernel on ℝ³, as 3 > 2√2; with factor 1 on no space.
    """
    page = visit(f"{app}/compose?k={quote('2*rbf(gamma=2) - rbf(gamma=1)')}")
    graph = "document.querySelector('.st-key-spectral .kv-graph')"

    def says(verdict: str) -> None:
        page.get_by_role("heading", name=verdict, exact=True).wait_for()
        idle(page)

    says("✓ proven on ℝ²")
    page.locator(".st-key-spectral .kv-plot[data-revision]").wait_for()
    page.evaluate(f"window.kept = {graph}")
    top = page.locator(".st-key-spectral").bounding_box()["y"]
    page.get_by_test_id("stButtonGroup").get_by_text("ℝ³", exact=True).click()
    says("✗ refuted on ℝ³")
    page.wait_for_function("new URLSearchParams(location.search).get('space') === 'ℝ³'")
    page.wait_for_function(f"{graph}._fullLayout.annotations.length === 1")
    assert page.evaluate(f"{graph} === window.kept"), "the picture lives on"
    assert page.locator(".st-key-spectral").bounding_box()["y"] == top, "and does not jump when the verdict turns"
    assert "below 0" in page.locator('.st-key-spectral [role="img"]').first.get_attribute("aria-label")
    factor = page.get_by_label("c, factor of 1st rbf, exact value").first
    factor.fill("3")
    factor.press("Enter")
    says("✓ proven on ℝ³")
    page.wait_for_function(f"{graph}._fullLayout.annotations.length === 0")
    page.reload()
    says("✓ proven on ℝ³")
    page.get_by_label("c, factor of 1st rbf, exact value").first.fill("1")
    page.get_by_label("c, factor of 1st rbf, exact value").first.press("Enter")
    says("✗ refuted on ℝ³")
    page.get_by_test_id("stButtonGroup").get_by_text("ℝ", exact=True).click()
    says("✗ refuted on ℝ")
    quiet(page, app)


def below_the_top(part: Any) -> float:
    """Return the distance of a part from the top of the page in pixels."""
    top = "document.querySelector('.st-key-kv-page').getBoundingClientRect().top"
    return float(part.evaluate(f"(it) => it.getBoundingClientRect().top - {top}"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kernel", "factor", "within"),  # pixels
    [
        ("2*rbf(gamma=2) - rbf(gamma=1)", "c, factor of 1st rbf", 0),
        ("linear - 1", "c, constant", 0),
        # in its formula the bracket around −3 is a little higher than a digit
        pytest.param("matern(nu=1.5, length=1) - rbf(gamma=1)", "c, factor of rbf", 4, marks=pytest.mark.long),
    ],
)
def test_number_and_tabs_stay_in_place_when_the_verdict_changes(
    app: str, visit: Visit, kernel: str, factor: str, within: int
) -> None:
    page = visit(f"{app}/compose?k={quote(kernel)}")
    seen, tabs = {}, page.locator(".st-key-kv-below")
    for value in ("2", "-3", "2"):
        page.locator(".kv-formula").get_by_role("slider", name=factor, exact=True).focus()  # shows its control
        field = page.get_by_label(f"{factor}, exact value").first
        field.fill(value)
        field.press("Enter")
        page.wait_for_function(
            "(value) => new URLSearchParams(location.search).get('k').includes(value)", value.lstrip("-")
        )
        idle(page)
        page.locator(".st-key-kv-band").get_by_text("proven" if value == "2" else "refuted").first.wait_for()
        seen[value] = [below_the_top(part) for part in (field, tabs)]
    assert all(abs(a - b) <= within for a, b in zip(seen["2"], seen["-3"], strict=True)), seen


# ---- dark theme and phone --------------------------------------------------------------------------------------------


def coloured_for_the_dark(page: Any) -> None:
    """Assert that the plane has the colours of the dark theme."""
    paper, ink = page.evaluate(f"[{GRAPH}._fullLayout.paper_bgcolor, {GRAPH}._fullLayout.font.color]")
    assert brightness(paper) < 0.2
    assert brightness(ink) > 0.7
    assert picture(page)["lines"] >= 1
    field = page.evaluate(f"{GRAPH}._fullData[0].colorscale.find(([at]) => at === 0.5)[1]")
    assert brightness(field) < 0.2  # f = 0 has the colour of the background
    classes = page.evaluate(
        f"{GRAPH}._fullData.filter((t) => t.customdata && t.hoverinfo !== 'skip').map((t) => t.marker.color)"
    )
    assert classes == PALETTE["dark"]["classes"][:2]


def brightness(color: str) -> float:
    """Return the brightness of #rrggbb or rgb(r, g, b), 0 (black) to 1 (white)."""
    channels = (
        [int(color[i : i + 2], 16) for i in (1, 3, 5)]
        if color.startswith("#")
        else [int(n) for n in re.findall(r"\d+", color)[:3]]
    )
    return sum(channels) / (3 * 255)


@pytest.mark.slow
def test_home_fits_a_phone(app: str, visit: Visit) -> None:
    page = visit(app, width=390, height=844, touch=True)
    drawn(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.locator(".st-key-plane .kv-plot").bounding_box()["width"] <= 390
    quiet(page, app)
