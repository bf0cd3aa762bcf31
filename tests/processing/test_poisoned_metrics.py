# SPDX-License-Identifier: GPL-2.0-or-later
"""METRICS that somebody edited: every reader refuses them in a sentence, or prints them as text."""

from __future__ import annotations

import copy
import json

import pytest
from qgis.core import QgsProcessingException
from qgis.PyQt import sip
from qgis.PyQt.QtCore import Qt
from test_publicationreport import MARKUP, PLACES, Loaded, made  # noqa: F401  the fixture of its evidence

from geodeid_plugin.core.base.errors import GeoDeIDError
from geodeid_plugin.core.base.verdict import Level
from geodeid_plugin.processing_provider.framework.verdict.metricsfile import misfit
from tests.processing import windowless

pytestmark = pytest.mark.usefixtures("matched_once")

POISONS = {
    "no number": float("nan"), "endless": 1e999, "list": [1, [MARKUP]], "mapping": {"words": MARKUP},
    "markup": MARKUP, "nothing": None, "flag": True, "negative": -1, "vast": 10**30, "long": "x" * 30_000,
}  # fmt: skip
LONGEST_SENTENCE = 1000
"""Letters of a refusal: it does not repeat what the file holds."""


def places(value, path=()):
    """Path of every value within; of a list its first, and of the sentences that were said."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, one in list(value.items())[: 1 if path[-1:] == ("said",) else None]:
            yield from places(one, (*path, name))
    elif isinstance(value, list) and value:
        yield from places(value[0], (*path, 0))


def poisoned(metrics, path, poison):
    """The same METRICS with something else at one place."""
    found = copy.deepcopy(metrics)
    *way, last = path
    inside = found
    for name in way:
        inside = inside[name]
    inside[last] = poison
    return found


@pytest.fixture(scope="module")
def random_mask(run_once, layer, tmp_path_factory):
    """Links and METRICS of a random mask."""
    folder = tmp_path_factory.mktemp("random")
    people = layer("Point", [(wkt, [n]) for n, wkt in enumerate(PLACES)], ["number:integer"], name="patients")
    given = {"PATIENTS": people, "METHOD": "gaussian", "SIGMA": 500, "METRICS": str(folder / "random.json")}
    links = run_once("randommask", {**given, "OUTPUT": "memory:", "INTERNAL": "memory:"})["INTERNAL"]
    return links, folder / "random.json"


@pytest.fixture(scope="module")
def readers(run_once, made, random_mask, tmp_path_factory):  # noqa: F811
    """By name: METRICS as they were written, and what reads a file of them: its results and its pages."""
    folder, names, masked, *_others = made
    (links, random), pages = random_mask, tmp_path_factory.mktemp("pages")
    forms = pages / "internal.html", pages / "release.html"
    form = {"REPORT": str(forms[0])}
    given = {name: str(folder / file) for name, file in names.items()}
    given["ATTACK_MASKED"] = given["ATTACK_TRUE"]
    evaluated = {"SIMULATIONS": 0, "OUTPUT": "memory:", **form}

    def reader(algorithm, parameter, parameters, shown=forms[:1]):
        return lambda file: (run_once(algorithm, {**parameters, parameter: str(file)}), shown)

    published = {**given, **form, "RELEASE_REPORT": str(forms[1])}
    found = {name: (given[name], reader("publicationreport", name, published, forms))
             for name in given if name != "IMAGE"}  # fmt: skip
    found["evaluated LP mask"] = (
        given["MASK"], reader("evaluatemask", "MASK", {"LINKS": masked["INTERNAL"], **evaluated}),
    )  # fmt: skip
    found["evaluated mask"] = random, reader("evaluatemask", "MASK", {"LINKS": links, **evaluated})
    return {name: (json.loads(open(file).read()), read) for name, (file, read) in found.items()}


@pytest.fixture(scope="module")
def panel(qgis_app):
    """The publish panel without a window about it."""
    if windowless.is_windowless():
        pytest.skip("this QGIS was built without windows")
    from geodeid_plugin.gui.publish.panel import PublishPanel

    dock = PublishPanel()
    yield dock
    dock.close_down()
    sip.delete(dock)


READERS = (
    "MASK", "EVALUATION", "CURVE", "ATTACK_TRUE", "ATTACK_MASKED", "evaluated LP mask", "evaluated mask",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_poison_anywhere_in_metrics_is_refused_in_a_sentence_or_printed_as_text(readers, name, tmp_path):
    """Each place holds one poison, the next place the next."""
    metrics, read = readers[name]
    file = tmp_path / "poisoned.json"
    file.write_text(json.dumps(metrics))
    sound = read(file)[0].get("VERDICT", "not_judged")
    wrong = []
    for row, path in enumerate(places(metrics)):
        kind = list(POISONS)[row % len(POISONS)]
        file.write_text(json.dumps(poisoned(metrics, path, POISONS[kind])))
        wrong += [(*path, kind, said) for said in _wrong(read, file, sound)]
    assert not wrong


@pytest.mark.slow
def test_metrics_that_say_nothing_of_what_went_in_are_joined_all_the_same(readers, tmp_path):
    metrics, read = readers["MASK"]
    file = tmp_path / "silent.json"
    file.write_text(json.dumps({**metrics, "judgement": {**metrics["judgement"], "inputs": None}}))
    whole = tmp_path / "whole.json"
    whole.write_text(json.dumps(metrics))
    assert read(file)[0]["VERDICT"] == read(whole)[0]["VERDICT"]


def _wrong(read, file, sound: str):
    """What a reader does that it must not do."""
    try:
        results, pages = read(file)
    except QgsProcessingException as error:
        if not isinstance(error.__context__ or error.__cause__, (GeoDeIDError, type(None))):
            yield f"not foreseen: {error}"
        elif "not foreseen" in str(error):
            yield str(error)
        if len(str(error)) > LONGEST_SENTENCE:
            yield "a sentence without end"
        return
    if Level(results.get("VERDICT", sound)).severity < Level(sound).severity:
        yield f"{results['VERDICT']} instead of {sound}"
    for page, scripts in zip(pages, (2, 0)):
        seen = Loaded(page.read_text("utf-8"))
        if (seen.scripts, seen.handlers, seen.fetched) != (scripts, [], []):
            yield f"markup in {page.name}"


@pytest.mark.parametrize("poison", POISONS.values(), ids=POISONS)
@pytest.mark.parametrize("name", ["PATIENTS", "AREA_ID", "POPULATION", "AUDIENCE", "RISK", "", "model"])
def test_the_panel_is_filled_in_from_no_poison(panel, tmp_path, name, poison):
    """Whatever stands there, the panel says what became of it in plain text, and keeps a risk that is one."""
    file = tmp_path / f"{MARKUP[4:12]}<b>.json".replace("/", "")
    answers = {"RISK": 0.25, "POPULATION": "population"}
    whole = {"": poison, "model": {"model": poison, "parameters": answers}}
    file.write_text(json.dumps(whole.get(name, {"parameters": {**answers, name: poison}})))
    panel.fill_from(file)
    assert file.name in panel.said.text()
    assert panel.said.textFormat() == Qt.TextFormat.PlainText
    assert 0 < panel.form.limit() <= 0.5


def test_what_fits_says_nothing_and_what_does_not_is_named():
    curves = {name: [1.0, 2.0] for name in ("radius_m", "before_m", "after_m", "low_m", "high_m")}
    metrics = {"algorithm": "evaluatemask", "charts": {"pattern": curves}, "counts": {"OUTPUT": 3}}
    assert misfit(metrics) == ""
    assert misfit({**metrics, "charts": {"pattern": {**curves, "low_m": [1.0]}}}) == "charts: pattern"
    assert misfit({**metrics, "charts": {"move_m": {"edges": [1.0], "counts": [1]}}}) == "charts: move_m"
    assert misfit({**metrics, "counts": {"OUTPUT": "3"}}) == "counts: OUTPUT"
    assert misfit({**metrics, "counts": {"OUTPUT": 2.5}}) == "counts: OUTPUT"
    green = {"checks": [{"outcome": "green"}]}
    assert misfit({**metrics, "judgement": green}) == "judgement: checks: 0: outcome"
    assert misfit({"algorithm": "lpmask", "figures": {"ACHIEVED_RISK": None}}) == "figures: ACHIEVED_RISK"
