# SPDX-License-Identifier: GPL-2.0-or-later
"""Make an empty release ledger and its key."""

from __future__ import annotations

from pathlib import Path

from qgis.core import QgsProcessingParameterFileDestination, QgsProcessingUtils

from ...core.base.errors import InputError
from ...i18n import tr
from ..framework import outputs
from ..framework.base import GeoDeIDAlgorithm
from ..io import ledger
from . import lp


class NewLedger(GeoDeIDAlgorithm):
    """``geodeid:newledger``."""

    ID = "newledger"
    TITLE = "New release ledger"
    GROUP = lp.GROUP
    TAGS = ("ledger", "memory", "repeated release", "budget", "register")
    SUMMARY = (
        "Makes an empty ledger in which “LP masking” remembers what was released of whom, so that an "
        "earlier release of the same patients counts towards the number to hide. Patients are remembered "
        "by a keyed hash; the key is a file of its own. Keep both, apart from each other; never release "
        "them. An existing file is never overwritten."
    )
    REQUIRES = ()

    def define(self) -> None:
        for name, title, kind, text in (
            (
                "LEDGER",
                tr("Release ledger"),
                tr("GeoPackages (*.gpkg)"),
                tr("The new ledger, a GeoPackage with the tables releases and patients."),
            ),
            (
                "KEY",
                tr("Key of the ledger"),
                tr("Key files (*.key)"),
                tr("The new secret key, 32 random bytes. Whoever has it can try names on the ledger."),
            ),
        ):
            self.add(QgsProcessingParameterFileDestination(name, title, kind), text)

    def execute(self, run) -> dict:
        path, key = run.file("LEDGER"), run.file("KEY")
        if path is None or key is None:
            raise InputError(tr("Choose a file for the ledger and one for its key."))
        if any(Path(QgsProcessingUtils.tempFolder()) in file.absolute().parents for file in (path, key)):
            raise InputError(
                tr(
                    "A temporary ledger or key is gone when QGIS closes, and with it the memory of what was "
                    "released. Choose files that stay, for both."
                )
            )
        ledger.create(path, key)
        for name, file in (("LEDGER", path), ("KEY", key)):
            run.keep_track(outputs.File(file))
            run.outputs[name] = str(file)
        return {}
