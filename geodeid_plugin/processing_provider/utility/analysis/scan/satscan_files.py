# SPDX-License-Identifier: GPL-2.0-or-later
"""Files for SaTScan, and its clusters read back."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .....core.base import identity
from .....core.base.errors import InputError, named
from .....core.geometry.sphere import haversine_m
from .....core.utility.analysis.satscan import SatScanCluster, input_files, read_clusters
from .....core.utility.scan import Cluster, ScanResult, ScanSettings
from .....i18n import tr
from .scan_study import Study


def satscan_files(study: Study, settings: ScanSettings) -> dict[str, str]:
    """Texts of the files of the study, by their names."""
    return input_files(
        study.ids, study.lon_deg, study.lat_deg, study.cases, study.others, settings.model,
        settings.simulations, settings.max_share,
    )  # fmt: skip


def read_satscan(path: Path, study: Study) -> ScanResult:
    """The clusters of a result file, at the locations of the study."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(tr("The file {path} could not be read.").format(path=path)) from error
    rows = {identity.canonical(value): row for row, value in enumerate(study.ids)}
    clusters = tuple(_cluster(found, rows, study) for found in read_clusters(text))
    cases = study.cases.sum() if study.points is None else study.points.sum()
    return ScanResult(clusters, np.empty(0), int(cases), float(study.others.sum()), len(study.ids))


def _cluster(found: SatScanCluster, rows: dict, study: Study) -> Cluster:
    """A cluster as SaTScan found it; what its file does not say is measured on the locations."""
    names = [identity.canonical(name) for name in found.members]
    absent = [name for name in names if name not in rows]
    if absent:
        raise InputError(
            tr(
                "The result file of SaTScan names location {names}, which is not in the layer. Use the "
                "layer that its files were written from."
            ).format(names=named(absent))
        )
    members = np.array([rows[name] for name in names])
    centre = int(members[0])
    reach_m = haversine_m(
        study.lon_deg[centre], study.lat_deg[centre], study.lon_deg[members], study.lat_deg[members]
    )
    radius_m = found.radius_m if np.isfinite(found.radius_m) else float(reach_m.max())
    size = study.others[members].sum()
    if study.people == "controls":
        size += study.cases[members].sum()
    return Cluster(
        centre, members, radius_m, found.cases, float(size), found.expected, found.relative_risk, found.llr,
        found.p_value, float("nan"),
    )  # fmt: skip
