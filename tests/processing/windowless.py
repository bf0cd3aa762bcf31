# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tests use of ``processing`` and ``qgis.utils``, where QGIS was built without windows."""

import importlib.util
import sys
import types

import pytest
from qgis.core import (
    QgsApplication,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProcessingOutputMapLayer,
    QgsProcessingOutputMultipleLayers,
    QgsProcessingOutputRasterLayer,
    QgsProcessingOutputVectorLayer,
)

_LAYERS = (QgsProcessingOutputVectorLayer, QgsProcessingOutputRasterLayer, QgsProcessingOutputMapLayer)


def is_windowless() -> bool:
    """Whether this QGIS has no ``qgis.gui``."""
    return importlib.util.find_spec("qgis.gui") is None


def stand_in() -> None:
    """Have both modules imported from here, with what the plugin and its tests ask of them."""
    processing, utils = types.ModuleType("processing"), types.ModuleType("qgis.utils")
    processing.run, processing.runAndLoadResults, utils.iface = run, _load, None
    sys.modules.update({"processing": processing, "qgis.utils": utils})


def _load(_name, _parameters, **_more):
    pytest.skip("this QGIS has no windows to load results in")


def run(name, parameters, feedback=None, context=None):
    """Run an algorithm as ``processing.run`` does: parameters checked, layers among the results."""
    algorithm = QgsApplication.processingRegistry().createAlgorithmById(name)
    if algorithm is None:
        pytest.skip(f"this QGIS has no {name}")
    feedback = feedback or QgsProcessingFeedback()
    context = context or QgsProcessingContext()
    if context.feedback() is None:
        context.setFeedback(feedback)
    good, why = algorithm.checkParameterValues(parameters, context)
    if not good:
        feedback.reportError(why)
        raise QgsProcessingException(why)
    results, good = algorithm.run(parameters, context, feedback, {}, False)
    if not good:
        raise QgsProcessingException("There were errors executing the algorithm.")
    for output in algorithm.outputDefinitions():
        found = results.get(output.name())
        if isinstance(output, _LAYERS) and isinstance(found, str):
            results[output.name()] = context.takeResultLayer(found) or found
        elif isinstance(output, QgsProcessingOutputMultipleLayers) and found:
            results[output.name()] = [context.takeResultLayer(one) or one for one in found]
    return results
