# SPDX-License-Identifier: GPL-2.0-or-later
"""The toolbox as a stranger meets it: what stands there, and what a search brings first."""

import pytest
from qgis.core import QgsApplication, QgsProcessingAlgorithm
from qgis.PyQt.QtCore import QModelIndex

pytest.importorskip("qgis.gui")
from qgis.gui import QgsProcessingToolboxModel, QgsProcessingToolboxProxyModel

from geodeid_plugin.gui.choices import SIZES_OF

HEADINGS = ["1. Publish", "2. Protect", "3. Check", "4. Analyse"]
RESEARCH = {
    "lpstrategy", "auditstrategy", "georeferencemap", "mapdots", "mappreview", "publicationreport",
    "expectedcounts",
}  # fmt: skip
SEARCHES = {
    "dot map": "publishmaskeddotmap lpmask",
    "jitter": "publishmaskeddotmap lpmask randommask",
    "anonymise": "publishmaskeddotmap publishaggregatedareas",
    "geomask": "publishmaskeddotmap lpmask randommask",
    "k-anonymity": "publishmaskeddotmap publishaggregatedareas",
    "zip": "publishaggregatedareas releaseareas",
    "postcode": "publishaggregatedareas releaseareas",
    "postal code": "publishaggregatedareas releaseareas",
    "aggregate": "publishaggregatedareas releaseareas",
    "merge": "clusterareas",
    "region": "clusterareas",
    "zone": "clusterareas",
    "suppress": "publishaggregatedareas releaseareas",
    "small numbers": "publishaggregatedareas releaseareas",
    "counts": "publishaggregatedareas releaseareas",
    "figure": "checkmapimage checkdocument",
    "picture": "checkmapimage",
    "manuscript": "checkdocument",
    "heat map": "checkheatmap",
    "uniqueness": "uniqueness",
    "neighbours": "capneighbours adjacentareas",
    "scan": "scanstatistic",
    "cluster": "scanstatistic clusterareas",
    "ledger": "newledger",
    "release": "releaseareas releasegrid newledger",
}
"""Words that people search, and the tools any of which is right."""


ALGORITHM_ID = QgsProcessingToolboxModel.RoleAlgorithmId


def entries(model, parent=None):
    """Headings and entries of GeoDeID below a node, from top to bottom, as the toolbox draws them."""
    parent = QModelIndex() if parent is None else parent
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        known = QgsApplication.processingRegistry().algorithmById(str(index.data(ALGORITHM_ID)))
        if known is None:
            yield from entries(model, index)
        elif known.provider().id() == "geodeid":
            yield known


def shown(search=""):
    """What the toolbox shows for a search, from top to bottom."""
    model = QgsProcessingToolboxProxyModel(None, QgsApplication.processingRegistry())
    model.setFilters(QgsProcessingToolboxProxyModel.FilterToolbox)
    model.setFilterString(search)
    return list(entries(model))


@pytest.mark.slow
@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_brings_the_right_tool_first_or_second(qgis_app, search):
    first = [algorithm.name() for algorithm in shown(search)][:2]
    assert set(first) & set(SEARCHES[search].split()), first


def test_the_toolbox_shows_four_headings_and_keeps_steps_back(qgis_app, monkeypatch):
    monkeypatch.delenv("GEODEID_RESEARCH_TOOLS", raising=False)
    visible = shown()
    assert sorted({algorithm.group() for algorithm in visible}) == HEADINGS
    everything = QgsApplication.processingRegistry().providerById("geodeid").algorithms()
    kept = {one.name() for one in everything if one.group()}
    assert kept - {one.name() for one in visible} == RESEARCH


def test_the_settings_go_where_processing_went_before(qgis_app, monkeypatch):
    """QGIS ends like that; an error then was the last that somebody saw."""
    from processing.core.ProcessingConfig import ProcessingConfig

    from geodeid_plugin.host import settings

    monkeypatch.setattr(ProcessingConfig, "settings", {})
    settings.withdraw()
    assert not ProcessingConfig.settings


def test_the_settings_show_research_tools_and_models_have_them_always(qgis_app, monkeypatch):
    monkeypatch.setenv("GEODEID_RESEARCH_TOOLS", "1")
    assert {one.name() for one in shown()} >= RESEARCH
    monkeypatch.delenv("GEODEID_RESEARCH_TOOLS")
    registry = QgsApplication.processingRegistry()
    for name in RESEARCH:
        flags = registry.algorithmById(f"geodeid:{name}").flags()
        assert flags & QgsProcessingAlgorithm.FlagHideFromToolbox
        assert not flags & QgsProcessingAlgorithm.FlagHideFromModeler


def living():
    """All tools that do something, the models among them."""
    everything = QgsApplication.processingRegistry().providerById("geodeid").algorithms()
    return [one for one in everything if one.group()]


def test_no_dialog_asks_more_than_eight_things_first_nor_24_in_all(qgis_app):
    """Of the random masks a dialog shows what the chosen one needs."""
    spare = len({name for needed in SIZES_OF.values() for name in needed}) - max(map(len, SIZES_OF.values()))
    asked = {}
    for algorithm in living():
        shown = [one for one in algorithm.parameterDefinitions() if not one.flags() & one.Flag.FlagHidden]
        inputs = [one for one in shown if not one.isDestination()]
        basic = sum(not one.flags() & one.Flag.FlagAdvanced for one in inputs)
        asked[algorithm.name()] = basic - (spare if algorithm.name() == "randommask" else 0), len(inputs)
    assert {name: counts for name, counts in asked.items() if counts[0] > 8 or counts[1] > 24} == {}
    assert sum(inputs for _basic, inputs in asked.values()) <= 374, (
        "a new question takes the place of another"
    )


def test_no_tool_gives_more_than_ten_numbers_and_words(qgis_app):
    given = {}
    for algorithm in living():
        asked = {one.name() for one in algorithm.parameterDefinitions()}
        given[algorithm.name()] = sum(one.name() not in asked for one in algorithm.outputDefinitions())
    assert {name: count for name, count in given.items() if count > 10} == {}
