# SPDX-License-Identifier: GPL-2.0-or-later
"""The guide leads everywhere: links resolve, every algorithm has a page, presets and outputs exist."""

import re
from pathlib import Path

import pytest
import yaml

from geodeid_plugin.core.exposure.documents.containers.parts import Budget
from geodeid_plugin.host.apart import documents, pictures

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), *ROOT.glob("README.md")]
PROVIDER = ROOT / "geodeid_plugin" / "processing_provider"


def algorithms():
    """Id and title of every algorithm."""
    declared = re.compile(r'^    ID = "(\w+)"\n    TITLE = "(.+)"$', re.MULTILINE)
    return [found for path in PROVIDER.rglob("*.py") for found in declared.findall(path.read_text("utf-8"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_and_picture_of_a_page_exists(page):
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    targets = [target.split("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text)]
    local = [target for target in targets if target and not re.match(r"[a-z]+:", target)]
    assert [target for target in local if not (page.parent / target).exists()] == []


@pytest.mark.parametrize(("algorithm", "title"), sorted(algorithms()))
def test_every_algorithm_has_a_page_of_its_title_and_the_guide_leads_to_it(algorithm, title):
    page = ROOT / "docs" / "algorithms" / f"{algorithm}.md"
    assert page.read_text("utf-8").startswith(f"# {title} (`geodeid:{algorithm}`)\n")
    for guide in ("docs/reference.md", "mkdocs.yml"):
        assert f"algorithms/{algorithm}.md" in (ROOT / guide).read_text("utf-8"), guide


def test_every_preset_that_the_guide_names_exists():
    from geodeid_plugin.core.base.thresholds import preset

    for page in PAGES:
        for key in re.findall(r"AUDIENCE=(\w+)", page.read_text("utf-8")):
            assert preset(key).value is not None


def test_every_output_of_a_model_that_the_guide_names_exists():
    models = "".join(path.read_text("utf-8") for path in (ROOT / "resources" / "models").glob("*.model3"))
    for page in PAGES:
        for step, output in re.findall(r'"(\w+):([A-Z][\w ]+)=', page.read_text("utf-8")):
            assert f'value="{output}"' in models, (page.name, step, output)


def test_every_picture_is_small():
    large = [path for path in (ROOT / "docs" / "images").glob("*.png") if path.stat().st_size > 300_000]
    assert not large


def test_no_page_names_a_place_on_somebody_s_machine():
    for page in PAGES:
        assert not re.search(r"(?<![\w.])/(home|root|tmp|work)/", page.read_text("utf-8")), page


GUIDE = (
    "index", "which-tool", "your-data", "faq", "gallery", "glossary", "signing", "troubleshooting",
    "tutorials/counties", "tutorials/block-groups", "tutorials/dissemination-areas", "recipes/dot-map",
    "recipes/zip-level", "recipes/check-a-figure", "recipes/check-a-manuscript", "recipes/ledger",
    "recipes/counts-over-years", "recipes/counts-with-a-budget",
)  # fmt: skip
"""Pages that a user reads."""
MOST_WORDS = 8_000
MOST_PROSE = 18_120
"""Words of methods and evidence without tables and what is made; 0.2 had about twice as many."""
PARAMETER = re.compile(r"`[A-Z][A-Z_0-9]{2,}`|\b[A-Z]{3,}_[A-Z_]+\b")
FOREIGN = {
    "`ALAND`", "`GEOID`", "`GEO_ID`", "GEO_ID", "`GISJOIN`", "`DGUID`", "`DAUID`", "`GISCO_ID`", "GISCO_ID",
    "`LAU_ID`", "LAU_ID", "`OA21CD`", "`LSOA21CD`", "`GEOID20`",
}  # fmt: skip
"""Fields of census files, which look like names of parameters."""


def test_what_a_user_reads_is_short():
    words = sum(len((ROOT / "docs" / f"{page}.md").read_text("utf-8").split()) for page in GUIDE)
    assert words <= MOST_WORDS


def test_methods_and_evidence_stay_short():
    pages = [*(ROOT / "docs" / "algorithms").glob("*.md"), *(ROOT / "docs" / "evidence").glob("*.md")]
    written = (re.sub(r"(?s)<!-- (?!of:|/).*?<!-- end -->", "", page.read_text("utf-8")) for page in pages)
    lines = [
        line for page in written for line in page.splitlines() if not line.lstrip().startswith(("|", "<!--"))
    ]
    assert len(" ".join(lines).split()) <= MOST_PROSE


@pytest.mark.parametrize("page", GUIDE)
def test_what_a_user_reads_speaks_of_labels(page):
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    assert set(PARAMETER.findall(text)) <= FOREIGN


def test_the_guide_of_the_site_is_what_a_user_reads():
    site = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), yaml.SafeLoader)
    first = site["nav"][0]["Guide"]
    listed = re.findall(r"[\w/-]+(?=\.md)", str(first))
    assert sorted(listed) == sorted(GUIDE)


def test_the_animation_of_the_guide_is_the_one_of_reports():
    from geodeid_plugin.report.explain import animation

    drawn = (ROOT / "docs" / "images" / "how.svg").read_text("utf-8")
    assert drawn == animation()
    assert "dur='20s'" in drawn and not re.search(r"href|<script|<image", drawn)


def test_the_limits_of_reading_a_document_are_those_that_its_page_states():
    page = (ROOT / "docs" / "algorithms" / "checkdocument.md").read_text("utf-8")
    said = (
        f"{documents.MOST_BYTES // 10**6} MB per file, {documents.LIMITS.memory / 2**30:.1f} GiB of memory "
        f"(pictures of pixels {pictures.LIMITS.memory // 2**30} GiB), {documents.LIMITS.cpu_s} s of "
        f"processor time, {documents.MOST_POSITIONS // 1000} 000 positions, "
        f"{Budget().entries_left // 1000} 000 parts"
    )
    assert said in page and documents.LIMITS.cpu_s == pictures.LIMITS.cpu_s
