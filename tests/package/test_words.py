# SPDX-License-Identifier: GPL-2.0-or-later
"""The words of docs/words.md: what it says not to write stands on no screen and no page."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from test_translations import script

ROOT = Path(__file__).resolve().parents[2]
ONE_WORD = (
    (r"\bwithh[eo]ld\b", r"masqu|non diffus", r"\b(?:effectifs?|codes?|comptes?) (?:est |sont )?retenu"),
    (r"\bareas?\b", r"", r"\baires?\b(?! d’un pétale)"),
    (r"\bwith a chance above\b", r"probabilité", r"avec une chance"),
    (r"^✓ Passed$", r"Conforme", r"Réussi"),
    (r"^! [Ww]ith care$", r"Sous réserve", r"prudence"),
    (r"\b[Ss]afe zones?\b", r"secteur", r"\bgroupes?\b"),
    (r"\b(?:a|each|every|no|the) clusters?\b", r"agrégat|agrégé|grappe|secteur", r"\bgroupes?\b"),
)
"""What a sentence says in English, what its French holds, and what it never holds."""
GUIDE = ROOT / "docs" / "words.md"
NEVER = (
    "one a record",
    "one distinct code an area",
    "made points",
    "dots an inch",
    "rightly",
    "are told and left out",
    "was played",
    "at least so many",
    "metres a pixel",
    "hidden count",
    "law of the mask",
    "the crowd could not be counted",
    "honest maps",
)


@pytest.fixture(scope="module")
def sentences():
    """Every text of the plugin with its module, and every page but those that quote these words."""
    pages = [path for path in (*(ROOT / "docs").rglob("*.md"), ROOT / "README.md") if path != GUIDE]
    written = [(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in sorted(pages)]
    shown = [(module, text) for text, module in script().strings().items()]
    return shown + [(path, " ".join(text.split())) for path, text in written]


@pytest.mark.slow
@pytest.mark.parametrize("words", NEVER)
def test_what_the_style_guide_warns_of_is_not_written(words, sentences):
    assert words in GUIDE.read_text("utf-8")
    pattern = re.compile(rf"\b{words}s?\b", re.IGNORECASE)
    found = [path for path, text in sentences if pattern.search(text)]
    assert not found


def test_what_is_merged_is_a_zone_and_a_cluster_is_of_cases(sentences):
    """Names of fields and of choices stay; “Does the cluster survive?” is about a disease."""
    merging = ("processing_provider/clustering/", "core/clustering/", "core/counts/")
    pattern = re.compile(r"\b(?:a|each|every|in no|its|earlier|these|the) clusters?\b|\bClusters\b")
    texts = [text for path, text in sentences if any(folder in path for folder in merging)]
    assert len(texts) > 50
    assert not [found for text in texts for found in pattern.findall(text)]


@pytest.fixture(scope="module")
def french():
    """English sentences of the plugin and their French."""
    messages = ElementTree.parse(ROOT / "geodeid_plugin/i18n/geodeid_fr.ts").getroot().iter("message")
    return {one.findtext("source"): one.findtext("translation") for one in messages}


@pytest.mark.parametrize(("english", "word", "never"), ONE_WORD)
def test_french_has_one_word_for_one_thing(english, word, never, french):
    said = {source: text for source, text in french.items() if re.search(english, source)}
    assert said
    wrong = [text for text in said.values() if not re.search(word, text) or re.search(never, text)]
    assert not wrong


def test_a_count_that_is_not_shown_is_withheld(french):
    """The rules of others are quoted in their words; keywords are what people search for."""
    shown = [one for one in french if re.search(r"\b(?:suppressed|blanked|hidden from the table)\b", one)]
    rules = (ROOT / "geodeid_plugin/core/base/thresholds.py").read_text("utf-8")
    assert [one for one in shown if one not in rules and not one.islower()] == []
