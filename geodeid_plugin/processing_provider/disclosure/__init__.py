# SPDX-License-Identifier: GPL-2.0-or-later
"""Algorithms of one toolbox group."""

from .geoproxy import Geoproxy
from .georeferencemap import GeoreferenceMap
from .mapdots import MapDots
from .mappreview import MapPreview
from .mapreidentification import MapReidentification
from .publicationreport import PublicationReport
from .uniqueness import Uniqueness

ALGORITHMS = (
    MapPreview,
    MapDots,
    GeoreferenceMap,
    MapReidentification,
    PublicationReport,
    Uniqueness,
    Geoproxy,
)
