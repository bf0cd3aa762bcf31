# SPDX-License-Identifier: GPL-2.0-or-later
"""Algorithms of one toolbox group."""

from .clusterareas import ClusterAreas
from .cropcodes import CropCodes
from .releaseareas import ReleaseAreas
from .releasegrid import ReleaseGrid

ALGORITHMS = (ClusterAreas, CropCodes, ReleaseAreas, ReleaseGrid)
