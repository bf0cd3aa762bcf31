# SPDX-License-Identifier: GPL-2.0-or-later
"""In French, what the core says reaches the user in French."""

import json
import re

import pytest

pytest.importorskip("qgis.core")

from qgis.core import QgsProcessingException

from geodeid_plugin.core.base.errors import Phrase
from geodeid_plugin.core.base.verdict import CARE, Adversary, Check, Claim, Verdict
from geodeid_plugin.i18n import install_translator, remove_translator, tr
from geodeid_plugin.processing_provider.framework.verdict.judging import (
    adversaries_of,
    checks_of,
    described,
)
from geodeid_plugin.processing_provider.framework.verdict.metricsfile import read_back, reason
from geodeid_plugin.report import Report, render
from geodeid_plugin.report.verdictpage import sentence
from tests.refusals import refuses


@pytest.fixture
def french(qgis_app):
    translator = install_translator("fr_CA")
    yield translator
    remove_translator(translator)


@pytest.fixture
def bound(grid):
    def parameters(**more):
        areas = grid(6, 6, population=lambda column, row: 20 + 7 * column + 3 * row)
        return {
            "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "RECORDS": 36, "RISK": 0.25,
            "OUTPUT": "memory:", **more,
        }  # fmt: skip

    return parameters


@pytest.mark.slow
@pytest.mark.parametrize(("wrong", "sentence"), [
    ({"RECORDS": 9000}, "Il y a 9\u202f000 enregistrements, les antérieurs compris, mais seulement "
                        "1\u202f620 "),
    ({"K": 2}, "ne garde le risque à 0,25\u00a0: le plus petit risque qu’elles permettent est 0,7.* "
               "Au choix, permettre un risque de 0,7.*, ou réunir de petites zones"),
])  # fmt: skip
def test_an_error_of_the_core_is_told_in_french(run, french, bound, wrong, sentence):
    with pytest.raises(QgsProcessingException, match=sentence):
        run("lpstrategy", bound(**wrong))


def test_words_that_stand_in_an_error_are_french_too(run, french, layer):
    points = layer("Point", [("POINT(-75 45)", [1]), ("POINT(-74 45)", [1])], ["id:integer"])
    masked = layer("Point", [("POINT(-75 45)", [1]), ("POINT(-74 45)", [2])], ["id:integer"])
    with refuses("record.link.repeated", match="Côté original, la valeur de couplage 1 figure"):
        run("evaluatemask", {"ORIGINAL": points, "LINK": "id", "MASKED": masked, "OUTPUT": "memory:"})


def test_progress_is_told_in_french(run, french, grid, feedback):
    told = []
    feedback.setProgressText = told.append
    run("capneighbours", {"AREAS": grid(4, 4), "AREA_ID": "id", "K": 3, "OUTPUT": "memory:"})
    assert "Recherche des voisins" in told


def test_a_colon_of_a_french_page_stands_behind_a_blank(french):
    claim = Claim(Phrase("Nobody is named with a risk above the limit."), 0.2)
    verdict = Verdict(claim, None, (Adversary("map", Phrase("it"), risk=0.1),))
    page = render(Report("s", (), verdict, files=(("a.gpkg", "0123"),)))
    text = re.sub(r"(?s)<(style|script).*?</\1>|<[^>]+>", "", page)
    assert "Expliquer ce nombre\u00a0: 10 personnes" in text
    assert not re.findall(r"\w:\s", text)


@pytest.mark.slow
def test_a_preset_is_told_with_its_source_in_french(run, french, grid, tmp_path):
    report = tmp_path / "report.html"
    run(
        "clusterareas",
        {
            "AREAS": grid(4, 4), "AREA_ID": "id", "POPULATION": "pop", "RISK_METRIC": "population",
            "AUDIENCE": "statcan_income", "OUTPUT": "memory:", "REPORT": str(report),
        },
    )  # fmt: skip
    assert "Aucun tableau avec le revenu pour les régions de moins de 250 personnes." in report.read_text()
    assert "Statistique Canada, Profils des communautés de 2006" in report.read_text()


def test_the_maps_of_a_model_are_labelled_in_french(french):
    from geodeid_plugin.host.installation import resource
    from geodeid_plugin.processing_provider.provider import ShippedModel

    model = ShippedModel(resource("models", "publishmaskeddotmap.model3"))
    assert model.readable
    printed = {
        (step, name): source.staticValue()
        for step, child in model.childAlgorithms().items()
        for name in ("LEGEND", "CAPTION")
        for source in child.parameterSources().get(name, [])
    }
    assert printed["map", "LEGEND"] == "Cas (position masquée)"
    assert printed["truemap", "CAPTION"] == "Positions réelles\u00a0: interne, ne pas publier"


@pytest.mark.slow
def test_steps_and_the_masks_that_they_compare_are_named_in_the_language_of_qgis(french):
    model = shipped("comparemasks")
    step = model.childAlgorithms()["grid"]
    (source,) = step.parameterSources()["INTERNAL"]
    assert source.staticValue() == f"memory:{tr('Grid mask')}"
    assert tr(step.description()) == tr("Grid mask")


@pytest.mark.slow
def test_inputs_and_outputs_of_a_model_are_named_and_explained_in_french(french):
    model = shipped("publishmaskeddotmap")
    named = {one.name(): one for one in model.parameterDefinitions()}
    assert named["AREAS"].description() == "Zones"
    assert named["mask:Masked patients"].description() == "Patients masqués"
    assert named["map:Picture of the masked map"].description() == "Image de la carte masquée"
    assert named["TITLE"].defaultValue() == "Carte masquée"
    assert all(one.help() for one in named.values())


def shipped(name):
    from geodeid_plugin.processing_provider.provider import shipped_models

    return next(model for model in shipped_models() if model.name() == name)


def test_a_layer_that_qgis_loads_has_its_legend_in_french(french, grid):
    from geodeid_plugin.host.installation import resource
    from geodeid_plugin.processing_provider.io.styling import StyleOnLoading

    for style in ("clustered_areas", "released_areas", "scan_clusters"):
        areas = grid(2, 2)
        styler = StyleOnLoading(resource("styles", f"{style}.qml"), False)
        StyleOnLoading.living.append(styler)
        styler.postProcessLayer(areas, None, None)
        labels = [item.label() for item in areas.renderer().legendSymbolItems() if item.label()]
        assert labels
        english = (resource("styles", f"{style}.qml")).read_text("utf-8")
        assert not [label for label in labels if f'label="{label}"' in english]


def test_no_line_of_french_ends_before_its_punctuation_or_inside_its_quotation_marks(french):
    from geodeid_plugin.i18n import tr

    told = tr("Layer “{layer}”: nobody lives in any area.")
    assert told != "Layer “{layer}”: nobody lives in any area."
    assert "«\u00a0{layer}\u00a0»\u00a0:" in told


@pytest.fixture
def earlier():
    """A verdict as the METRICS of an English run hold it."""
    holder = Phrase("all people of the areas")
    adversary = Adversary("all", Phrase("the method"), holder, 0.1)
    nested = Phrase("“Evaluate a mask”: {why}", why=Phrase("Every record moved."))
    check = Check("moved", CARE, nested, Phrase("Records outside every area"))
    verdict = Verdict(Claim(Phrase("Nobody is named."), 0.2), None, (adversary,), (check,))
    metrics = {"judgement": described(verdict), "figures": {"VERDICT_TEXT": sentence(verdict)}}
    return json.loads(json.dumps(metrics))


def test_what_an_english_run_said_is_said_in_french_by_the_next(earlier, french):
    moved = tr("Every record moved.")
    assert moved != "Every record moved."
    assert reason(earlier).translated(tr) == tr("“Evaluate a mask”: {why}").format(why=moved)
    (check,), (adversary,) = checks_of(earlier, "mask"), adversaries_of(earlier)
    assert check.remedy.translated(tr) == tr("Records outside every area") != "Records outside every area"
    assert adversary.holds.translated(tr) == tr("all people of the areas") != "all people of the areas"


@pytest.mark.parametrize(
    "said",
    [
        {"words": "{x.__class__}", "values": {"x": 1.0}}, {"words": "{x:999999999999d}", "values": {"x": 1}},
        {"words": "{y}", "values": {}}, {"words": "{", "values": {}}, {"words": 3, "values": {}}, "text",
        {"words": "{x.__class__}", "values": {"x": 1, "x.__class__": 1}},
        {"words": "{x:{w}}", "values": {"x": 1, "w": "20000000"}},
        {"words": "{x:9999999}", "values": {"x": "a"}},
        {"words": "{x:{w}}", "values": {"x": 1}}, {"words": "{}", "values": {"": 1}},
        {"words": "{0}", "values": {"0": 1}}, {"words": "{x[0]}", "values": {"x": 1, "x[0]": 1}},
    ],
)  # fmt: skip
def test_words_that_somebody_wrote_into_metrics_fill_in_nothing(said):
    assert read_back({"judgement": {"said": {"It was so.": said}}}, "It was so.") == "It was so."


def test_metrics_whose_words_are_no_mapping_are_read_by_their_sentences():
    assert read_back({"judgement": {"said": ["It was so."]}}, "It was so.") == "It was so."
