# SPDX-License-Identifier: GPL-2.0-or-later
"""The toolbox as a stranger meets it: what stands there, and what a search brings first."""

import pytest
from qgis.core import QgsApplication, QgsProcessingAlgorithm
from qgis.PyQt.QtCore import QModelIndex

pytest.importorskip("qgis.gui")
from qgis.gui import QgsProcessingToolboxModel, QgsProcessingToolboxProxyModel

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


def test_the_settings_show_research_tools_and_models_have_them_always(qgis_app, monkeypatch):
    monkeypatch.setenv("GEODEID_RESEARCH_TOOLS", "1")
    assert {one.name() for one in shown()} >= RESEARCH
    monkeypatch.delenv("GEODEID_RESEARCH_TOOLS")
    registry = QgsApplication.processingRegistry()
    for name in RESEARCH:
        flags = registry.algorithmById(f"geodeid:{name}").flags()
        assert flags & QgsProcessingAlgorithm.FlagHideFromToolbox
        assert not flags & QgsProcessingAlgorithm.FlagHideFromModeler
