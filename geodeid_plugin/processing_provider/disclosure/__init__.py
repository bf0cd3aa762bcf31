# SPDX-License-Identifier: GPL-2.0-or-later
"""Algorithms of one toolbox group."""

from .georeferencemap import GeoreferenceMap
from .mappreview import MapPreview
from .mapreidentification import MapReidentification
from .publicationreport import PublicationReport
from .uniqueness import Uniqueness

ALGORITHMS = (MapPreview, GeoreferenceMap, MapReidentification, PublicationReport, Uniqueness)
