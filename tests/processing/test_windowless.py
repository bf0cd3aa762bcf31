# SPDX-License-Identifier: GPL-2.0-or-later
"""What stands in for ``processing.run`` where QGIS has no windows gives what QGIS's own gives."""

import pytest
from qgis.core import QgsProcessingException

from tests.processing import windowless


def test_layers_and_numbers_are_those_of_processing(run, grid, table, feedback):
    asked = {"AREAS": grid(), "AREA_ID": "id", "K": 3, "OUTPUT": "memory:"}
    of_qgis = run("capneighbours", asked)
    of_stand_in = windowless.run("geodeid:capneighbours", asked, feedback)
    assert table(of_qgis["OUTPUT"]) == table(of_stand_in["OUTPUT"])
    assert of_qgis.keys() == of_stand_in.keys()
    assert of_qgis["AREA_COUNT"] == of_stand_in["AREA_COUNT"] == 16


def test_a_parameter_that_is_missing_is_refused(qgis_app, feedback):
    with pytest.raises(QgsProcessingException, match="AREAS"):
        windowless.run("geodeid:capneighbours", {"K": 3}, feedback)
    assert feedback.errors


def test_an_algorithm_that_is_not_there_skips(qgis_app):
    with pytest.raises(pytest.skip.Exception, match="native:none"):
        windowless.run("native:none", {})
