# SPDX-License-Identifier: GPL-2.0-or-later
"""The internal report on a screen: its controls work in a browser, and nothing leaves the page."""

import json
import os
import random
import re
import shutil
import subprocess
import uuid
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from geodeid_plugin.core.base.errors import Phrase
from geodeid_plugin.core.base.verdict import MADE, Adversary, Check, Claim, Verdict
from geodeid_plugin.report import Figure, KeyFigure, Report, Section, Table, picture, render
from geodeid_plugin.report.chartdata import frontier, pattern
from geodeid_plugin.report.document import with_files
from geodeid_plugin.report.firstpage import DRAWINGS

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
PIXEL = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
    b"\x00\x00\x00\rIDATx\x9cc\xf8\xff\xff?\x00\x05\xfe\x02\xfe\xa75\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82"
)
PROBE = """
<script>
var heads = document.querySelectorAll("table.data th .sort");
function column() {
  return Array.prototype.map.call(document.querySelectorAll("table.data tbody tr"),
    function (row) { return row.cells[0].textContent; }).join(",");
}
var seen = [column()];
heads[0].click(); seen.push(column());
heads[0].click(); seen.push(column());
heads[1].click(); seen.push(column());
document.querySelector("button.grow").click();
seen.push(String(document.querySelectorAll("figure.large").length));
var slider = document.querySelector(".curve input");
slider.value = 0; slider.dispatchEvent(new Event("input"));
seen.push(document.querySelector(".curve output").textContent);
seen.push(String(document.querySelectorAll(".swipe img").length));
var found = document.createElement("pre");
found.id = "found"; found.textContent = seen.join("|");
document.body.appendChild(found);
</script></body>"""


def page(release=False):
    points = [{"method": "LP", "risk": risk, "move_m": 400 / risk} for risk in (0.05, 0.1, 0.2, 0.5)]
    table = Table(
        ("Area", "People"), (("Broome 10", "1\u202f200"), ("Broome 2", "90"), ("Broome 1", "10\u202f000"))
    )
    pair = tuple(Figure(picture(PIXEL, name)) for name in ("before", "after"))
    flagged = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100' width='100' height='100'>"
        "<circle class='flagged' cx='20' cy='20' r='7'><title>Leads to 3 candidates.</title></circle>"
        "<circle class='flagged' cx='80' cy='60' r='7'><title>Leads to 2 candidates.</title></circle></svg>"
    )
    sections = (
        Section("Areas", table),
        Section("Seen", Figure(flagged), internal=True),
        Section("Maps", *pair, beside=True),
        Section("Curve", frontier({"frontier": points})),
    )
    verdict = Verdict(Claim(Phrase("Nobody is named.")), None, (), (Check("made", MADE, Phrase("It was.")),))
    return render(Report("What it is.", sections, verdict, releases=True), release=release)


@pytest.mark.parametrize("kind", sorted(DRAWINGS))
def test_a_number_of_the_first_page_opens_two_sentences_and_a_drawing(kind):
    verdict = Verdict(
        Claim(Phrase("Nobody is named."), 0.2), None, (Adversary("map", Phrase("it"), risk=0.1),)
    )
    figures = () if kind == "crowd" else (KeyFigure(kind, "7 of 9", "things"),)
    text = render(Report("What it is.", (), verdict, key_figures=figures))
    told = re.findall(
        r"(?s)<details><summary>Explain this number: (.*?)</summary><p>(.*?)</p>(<svg.*?</svg>)", text
    )
    named = "10 people" if kind == "crowd" else "7 of 9 things"
    ((sentences, drawing),) = [found[1:] for found in told if found[0].startswith(named)]
    assert len(re.findall(r"[.](?= |$)", sentences)) == 2
    ElementTree.fromstring(drawing)
    assert ".explained" in text.partition("@media print")[2].partition("display: none")[0]


LONGEST = {
    "en": ("publishmaskeddotmap.few", "uniqueness.models"),
    "fr": ("comparemasks.few",),
}
"""Cases of `scripts/first_pages` whose page 1 is the longest, each in the language that takes more words."""


@pytest.fixture
def first_pages(pictures_once, monkeypatch):
    """`scripts/first_pages`, whose cases have chance repeated while this test lasts."""
    monkeypatch.syspath_prepend(SCRIPTS)
    for room, name in ((os, "urandom"), (random, "_urandom"), (uuid, "uuid4")):
        monkeypatch.setattr(room, name, getattr(room, name))
    loader = SourceFileLoader("first_pages", str(SCRIPTS / "first_pages"))
    module = module_from_spec(spec_from_loader("first_pages", loader))
    loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.skipif(
    not (BROWSER and shutil.which("pdftotext")), reason="chromium or poppler is not installed"
)
def test_page_one_has_two_hundred_words_at_most(first_pages, tmp_path, capsys):
    for language, names in LONGEST.items():
        given, runs = SimpleNamespace(folder=tmp_path, language=language), tmp_path / f"runs {language}"
        runs.mkdir()
        for name in names:
            first_pages.run(name, given, runs / name)
        told = capsys.readouterr().out
        words = {name: int(count) for name, count in re.findall(r"(?m)^(.*): (\d+) words on page 1", told)}
        assert len(words) >= len(names) and max(words.values()) <= 200, (language, words)


def test_a_page_names_the_files_that_are_written_after_it_or_says_why_none():
    verdict = Verdict(Claim(Phrase("Nobody is named.")), None, (), (Check("made", MADE, Phrase("It was.")),))
    page = render(Report("What it is.", (), verdict, releases=True))
    assert "No SHA-256: what was judged lies in temporary layers" in page and with_files(page, ()) == page
    named = with_files(with_files(page, (("a&b.csv", "1f"),)), (("a&b.csv", "1f"), ("map.png", "2e")))
    found = re.findall("<span>(.*?) <code>(.*?)</code></span>", named)
    assert found == [("a&amp;b.csv", "1f"), ("map.png", "2e")] and "temporary layers" not in named
    judged = render(Report("What it is.", (), verdict))  # nothing is to leave
    assert 'class="files"' not in judged and with_files(judged, (("map.png", "2e"),)) == judged


def test_no_number_of_the_first_page_is_parted_from_its_sign():
    claim = Claim(Phrase("Nobody can be more than {limit:.4g} % sure.", limit=9.1))
    verdict = Verdict(claim, None, (), (Check("made", MADE, Phrase("It was.")),))
    text = render(Report("What it is.", (), verdict))
    assert "9.1\u00a0% sure" in text.partition("What was judged")[0]
    assert ".keys b { display: block; font-size: 1.5rem; white-space: nowrap; }" in text


@pytest.mark.parametrize(("together", "explained"), [(0.001, True), (0.15, False)])
def test_that_who_knows_more_reached_less_is_explained_beside_the_figures(together, explained):
    one = Adversary("lp_wieland", Phrase("the released places"), risk=0.13)
    all_dots = Adversary("person", Phrase("all dots together"), risk=together)
    verdict = Verdict(Claim(Phrase("Nobody is named."), 0.2), None, (one, all_dots))
    text = render(Report("What it is.", (), verdict))
    assert ("The larger one decides." in text) is explained


def test_the_form_for_release_holds_no_script():
    assert "<script" not in page(release=True)
    assert "script-src &#39;none&#39;" in page(release=True)


def test_neither_form_may_ask_anything_of_a_network():
    for release in (True, False):
        text = page(release)
        assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text
        assert not re.search(r"""(?:src|href)=["'](?!data:)""", text)


def test_the_report_decides_on_its_first_page():
    """Boxes and lines stand with the verdict; what it rests on follows on pages of its own."""
    text = page().partition("<main>")[2]
    assert text.index("Signature") < text.index("<h2>Areas")
    assert text.count("☐") == 4 and text.count("Prepared it") == 1
    assert '<div class="first">' in page() and ".first { break-after: page" in page()
    assert "☐" not in page(release=True)


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="chromium is not installed")
def test_the_controls_work_in_a_browser(tmp_path):
    file = tmp_path / "report.html"
    file.write_text(page().replace("</body>", PROBE), "utf-8")
    command = [
        BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom",
        f"--user-data-dir={tmp_path / 'profile'}", file.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    found = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr[-2000:]
    assert "CONSOLE" not in done.stderr, done.stderr[-2000:]
    first, up, down, by_people, large, costs, laid_over = found[1].split("|")
    assert first == "Broome 10,Broome 2,Broome 1"
    assert up == "Broome 1,Broome 2,Broome 10"
    assert down == "Broome 10,Broome 2,Broome 1"
    assert by_people == "Broome 2,Broome 10,Broome 1"
    assert large == "1"
    assert costs.strip() == "1 in 20 costs about 8,000 m"
    assert laid_over == "2"


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    """A headless Chromium that is driven as a user drives it, with a record of all that it asks for."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    program = shutil.which("chromedriver")
    if BROWSER is None or program is None:
        pytest.skip("chromium or chromium-driver is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    profile = tmp_path_factory.mktemp("profile")
    for one in ("--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"):
        options.add_argument(one)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(options=options, service=webdriver.ChromeService(program))
    yield started
    started.quit()


def opened(driver, tmp_path, width=1000, height=800):
    """Show the internal form in a window of this size."""
    file = tmp_path / "report.html"
    file.write_text(page(), "utf-8")
    command = "Emulation.setDeviceMetricsOverride"
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd(command, size)
    driver.get(file.as_uri())
    return file


@pytest.mark.slow
def test_clicks_and_keys_work_and_no_request_leaves_the_page(driver, tmp_path):
    from selenium.webdriver.common.keys import Keys

    file = opened(driver, tmp_path)
    find = driver.find_element

    def first_column():
        cells = driver.find_elements("css selector", "table.data tbody td:first-child")
        return [cell.text for cell in cells]

    head = find("css selector", "table.data th .sort")
    head.click()
    assert first_column() == ["Broome 1", "Broome 2", "Broome 10"]
    head.send_keys(Keys.ENTER)
    assert first_column() == ["Broome 10", "Broome 2", "Broome 1"]

    previous, following, whole = driver.find_elements("css selector", ".flags button")
    said, view = find("css selector", ".flags output"), find("css selector", "svg:has(.flagged)")
    following.click()
    assert "1 / 2: Leads to 3 candidates." in said.text
    assert view.get_dom_attribute("viewBox") == "10 10 20 20"
    previous.click()
    assert "2 / 2: Leads to 2 candidates." in said.text
    whole.click()
    assert (said.text, view.get_dom_attribute("viewBox")) == ("", "0 0 100 100")

    find("css selector", ".curve input").send_keys(Keys.HOME)
    assert "1 in 20 costs about 8,000 m" in find("css selector", ".curve output").text
    wiped = find("css selector", ".swipe img + img")
    before = wiped.get_attribute("style")
    find("css selector", ".beside .control input").send_keys(Keys.END)
    assert wiped.get_attribute("style") != before

    assert driver.get_log("browser") == []
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = [one["params"] for one in messages if one["method"] == "Network.requestWillBeSent"]
    places = {one["request"]["url"] for one in asked if one["documentURL"] == file.as_uri()}
    assert {place for place in places if not place.startswith("data:")} == {file.as_uri()}


@pytest.mark.slow
def test_a_telephone_shows_the_page_without_scrolling_sideways(driver, tmp_path):
    opened(driver, tmp_path, 360, 740)
    assert driver.execute_script("return document.documentElement.scrollWidth") <= 360
    for box in driver.find_elements("css selector", "table.data, figure img, figure svg"):
        assert box.rect["width"] <= 360
    assert float(driver.execute_script("return parseFloat(getComputedStyle(document.body).fontSize)")) >= 14


CONTRASTS = """
function channels(colour) { return colour.match(/[\\d.]+/g).map(Number); }
function light(colour) {
  var part = channels(colour).slice(0, 3).map(function (one) {
    one /= 255; return one <= 0.03928 ? one / 12.92 : Math.pow((one + 0.055) / 1.055, 2.4); });
  return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
}
function ground(element) {
  for (; element; element = element.parentElement) {
    var found = getComputedStyle(element).backgroundColor, part = channels(found);
    if (part.length < 4 || part[3] === 1) { return found; }
  }
  var own = getComputedStyle(document.documentElement).colorScheme.includes("dark");
  return own && matchMedia("(prefers-color-scheme: dark)").matches ? "rgb(18, 18, 18)" : "rgb(255, 255, 255)";
}
return Array.from(document.body.querySelectorAll("*")).filter(function (one) {
  var shown = one.getClientRects().length && getComputedStyle(one).visibility !== "hidden";
  return shown && Array.from(one.childNodes).some(function (n) { return n.nodeType === 3 && n.data.trim(); });
}).map(function (one) {
  var style = getComputedStyle(one), ink = one.namespaceURI.endsWith("svg") ? style.fill : style.color;
  var a = light(ink), b = light(ground(one));
  var size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
  var ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  return [ratio, large ? 3 : 4.5, one.tagName, one.textContent.slice(0, 40), ink, ground(one)];
});
"""


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_word_stands_out_from_its_ground_as_wcag_asks(driver, tmp_path, theme):
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]}
    )
    opened(driver, tmp_path)
    measured = driver.execute_script(CONTRASTS)
    assert len(measured) > 40
    assert not [one for one in measured if one[0] < one[1]]


@pytest.mark.parametrize(
    ("compared", "told"), [([20_000, 1_000_000], True), ([300, 300], False), (None, False)]
)
def test_a_pattern_of_a_random_part_of_the_records_says_so_and_how_many(compared, told):
    curves = {name: [0.0, 1.0] for name in ("radius_m", "before_m", "after_m", "low_m", "high_m")}
    drawn = pattern({"pattern": curves if compared is None else {**curves, "compared": compared}})
    said = "This is a sample: 20\u202f000 of 1\u202f000\u202f000 records" in drawn.caption
    assert said == told == ("sample" in drawn.caption)


@pytest.mark.slow
def test_what_is_said_to_be_judged_is_the_file_that_was_judged(run, grid, tmp_path):
    """Not the table that a check writes about it; a release names the files that leave."""
    import hashlib

    document, report = tmp_path / "paper.html", tmp_path / "report.html"
    document.write_text("<p>No place stands here.</p>")
    run("checkdocument", {"FILE": str(document), "OUTPUT": str(tmp_path / "own.csv"), "REPORT": str(report)})
    assert hashlib.sha256(document.read_bytes()).hexdigest() in report.read_text()
    assert "own.csv" not in report.read_text()

    zones = tmp_path / "zones.gpkg"
    run("clusterareas", {"AREAS": grid(), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200,
                         "OUTPUT": str(zones), "REPORT": str(report)})  # fmt: skip
    assert "zones.gpkg" not in report.read_text()


@pytest.mark.slow
def test_a_release_prints_the_checksum_of_what_lies_in_its_place(run, layer, tmp_path):
    import hashlib

    masked, report = tmp_path / "masked.gpkg", tmp_path / "report.html"
    people = layer("Point", [(f"POINT({-75 + at / 500} 42)", [at]) for at in range(20)], ["number:integer"])
    run("randommask", {"PATIENTS": people, "METHOD": "donut", "MIN_DISTANCE": 100, "MAX_DISTANCE": 900,
                       "OUTPUT": str(masked), "INTERNAL": str(tmp_path / "links.gpkg"),
                       "REPORT": str(report)})  # fmt: skip
    page = report.read_text()
    assert hashlib.sha256(masked.read_bytes()).hexdigest() in page
    assert "links.gpkg" not in page
