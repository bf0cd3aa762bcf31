# SPDX-License-Identifier: GPL-2.0-or-later
"""Algorithms of one toolbox group."""

from .auditcounts import AuditCounts
from .checkheatmap import CheckHeatMap
from .documents.checkdocument import CheckDocument
from .geoproxy import Geoproxy
from .mapimage.georeferencemap import GeoreferenceMap
from .mapimage.mapdots import MapDots
from .mapimage.mappreview import MapPreview
from .mapimage.mapreidentification import MapReidentification
from .publicationreport import PublicationReport
from .uniqueness import Uniqueness

ALGORITHMS = (
    MapPreview,
    MapDots,
    GeoreferenceMap,
    MapReidentification,
    CheckDocument,
    CheckHeatMap,
    PublicationReport,
    Uniqueness,
    Geoproxy,
    AuditCounts,
)
