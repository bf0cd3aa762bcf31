# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a layer of points as the algorithms do, without an algorithm."""

from contextlib import nullcontext

from qgis.core import QgsProcessing, QgsProcessingContext

from geodeid_plugin.processing_provider import io


class _Definition:
    def layerType(self):
        return QgsProcessing.SourceType.TypeVectorPoint

    def description(self):
        return "Points"


class Reading:
    def __init__(self):
        self.context, self.counts, self.warnings = QgsProcessingContext(), {}, []

    def definition(self, _name):
        return _Definition()

    def spending(self, _kind):
        return nullcontext()

    def progress(self, _share, _text=""):
        pass

    def warn(self, text):
        self.warnings.append(text)


def read(layer):
    run = Reading()
    return run, io.read_map_layer(run, layer, "INPUT")
