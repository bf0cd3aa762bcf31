# SPDX-License-Identifier: GPL-2.0-or-later
"""The sample project, as a copy that the user may change."""

from __future__ import annotations

import filecmp
import shutil
from pathlib import Path

from qgis.core import QgsApplication

from ..host.installation import resource

SAMPLE = "upstate_new_york.qgs"


def sample_copy(parent: Path | None = None) -> Path:
    """Folder with a copy of the sample that is as it was shipped.

    Parameters
    ----------
    parent : Path, optional
        Where the copy is kept; the user's profile by default.

    Returns
    -------
    Path
        The folder. A copy that was changed is left alone, and another one made beside it.
    """
    if parent is None:
        parent = Path(QgsApplication.qgisSettingsDirPath()) / "geodeid"
    shipped, number = resource("sample"), 1
    while True:
        folder = parent / ("sample" if number == 1 else f"sample {number}")
        if not folder.exists():
            folder.mkdir(parents=True)
            for path in shipped.iterdir():
                shutil.copyfile(path, folder / path.name)
            return folder
        if _unchanged(shipped, folder):
            return folder
        number += 1


def _unchanged(shipped: Path, folder: Path) -> bool:
    """Whether every file of the sample is in a folder, byte for byte."""
    names = [path.name for path in shipped.iterdir()]
    return not any(filecmp.cmpfiles(shipped, folder, names, shallow=False)[1:])
