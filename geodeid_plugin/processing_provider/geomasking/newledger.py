# SPDX-License-Identifier: GPL-2.0-or-later
"""Make an empty release ledger and its key, or take over one of version 0.1."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from qgis.core import (
    QgsProcessingOutputNumber,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterFile,
    QgsProcessingParameterFileDestination,
    QgsProcessingParameterNumber,
    QgsProcessingUtils,
)

from ...core.base.errors import InputError
from ...core.counts.protection.formal.accounting import Budget
from ...i18n import tr
from ..framework import labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.ledger import authkeys, earlier, store
from ..framework.ledger.records import packed


@dataclass(frozen=True)
class _Made:
    """A file of the new ledger, which did not exist before."""

    path: Path

    def remove(self) -> None:
        """Take it away with the run that failed."""
        self.path.unlink(missing_ok=True)


@dataclass(frozen=True)
class _KeptKey:
    """The key of the new ledger in the authentication manager."""

    ledger_id: str

    def remove(self) -> None:
        """Take it away with the run that failed."""
        authkeys.forget(self.ledger_id)


class NewLedger(GeoDeIDAlgorithm):
    """``geodeid:newledger``."""

    ID = "newledger"
    TITLE = "Release ledger"
    HEADING = labels.PROTECT
    TAGS = ("ledger", "repeated release", "release", "budget", "register", "update", "next year")
    SUMMARY = (
        "Makes an empty ledger in which “Mask points: least move” remembers who was released where: "
        "known patients are "
        "shown where they were, and only new ones are drawn. Entries are sealed and chained with a key, "
        "which is a separate file. Keep both, in different places; never release them. An existing file "
        "is never overwritten."
    )
    REQUIRES = ()

    def define(self) -> None:
        for name, title, kind, text, optional in (
            (
                "LEDGER",
                tr("Release ledger"),
                tr("GeoPackages (*.gpkg)"),
                tr("The new ledger, a GeoPackage. Its table “releases” can be read; its entries are sealed."),
                False,
            ),
            (
                "KEY",
                tr("Key of the ledger"),
                tr("Key files (*.key)"),
                tr(
                    "The new secret key, 32 random bytes. Whoever has it and the ledger can read all dots "
                    "and try names on them; without it nobody can be recognised."
                ),
                False,
            ),
            (
                "RECOVERY",
                tr("Recovery sheet"),
                tr("Text files (*.txt)"),
                tr("The key in letters to print and lock away. Delete the file afterwards."),
                True,
            ),
        ):
            parameter = QgsProcessingParameterFileDestination(
                name, title, kind, optional=optional, createByDefault=not optional
            )
            self.add(parameter, text)
        self.add(
            QgsProcessingParameterFile(
                "EARLIER", tr("Ledger of version 0.1"), extension="gpkg", optional=True
            ),
            tr(
                "A ledger that kept no dots. Its patients are taken over as released: they are left out of "
                "further releases, because another draw would multiply with the earlier ones."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterFile("EARLIER_KEY", tr("Key of the ledger of version 0.1"), optional=True),
            tr("Its key file, by which its patients are recognised."),
            advanced=True,
        )
        for name, title, default, text in (
            (
                "BUDGET",
                tr("Budget for counts with noise (ε)"),
                None,
                tr(
                    "What all releases of counts with differential privacy (RELEASE_RULE dp) may tell "
                    "together of a patient: the ledger adds them up and refuses what is beyond. 1 is strict; "
                    "above 10 nobody is protected. It can't be changed later. Empty: no such counts."
                ),
            ),
            (
                "BUDGET_DELTA",
                tr("Chance that the budget does not bound (δ)"),
                1e-6,
                tr(
                    "Releases by RHO come to ε but for this chance: one in a million by default. 0: releases "
                    "by EPSILON only."
                ),
            ),
        ):
            number = QgsProcessingParameterNumber
            parameter = number(name, title, number.Type.Double, default, optional=default is None)
            self.add(parameter, text, advanced=True)
        self.add(
            QgsProcessingParameterBoolean("KEEP_KEY", tr("Keep the key in QGIS, too"), False),
            tr(
                "Keeps the key in QGIS's authentication manager as well, under its master password: the key "
                "file can then be locked away, and on this computer LEDGER_KEY is left empty. Where it can't "
                "be kept, a warning says so and the key file is used."
            ),
            advanced=True,
        )
        self.addOutput(QgsProcessingOutputNumber("EARLIER_PATIENTS", tr("Patients taken over")))
        self.addOutput(QgsProcessingOutputNumber("DRAWN_AGAIN", tr("Of them drawn more than once")))

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
        before, budget = _earlier(run), run.number("BUDGET")
        allowed = None if budget is None else Budget.of(budget, run.number("BUDGET_DELTA"))
        sheet = run.file("RECOVERY") if run.wanted("RECOVERY") else None
        store.create(path, key, sheet)
        for name, file in (("LEDGER", path), ("KEY", key), ("RECOVERY", sheet)):
            if file is not None:
                run.keep_track(_Made(file))
                run.outputs[name] = str(file)
        _keep_key(run, path, key)
        if allowed is not None:
            run.keep_track(_Made(store.witness_file(key)))
            store.append(store.open_book(path, key), [("budget", "", packed(asdict(allowed)))])
        if before is None:
            return {"EARLIER_PATIENTS": 0, "DRAWN_AGAIN": 0}
        run.keep_track(_Made(store.witness_file(key)))
        store.append(store.open_book(path, key), [("migrated", "", before.payload())])
        run.warn(earlier.told(before))
        return {"EARLIER_PATIENTS": len(before.draws), "DRAWN_AGAIN": before.drawn_again}


def _keep_key(run, path: Path, key: Path) -> None:
    """Keep the key in the authentication manager where the user wishes it; the file stays in any case."""
    if not run.boolean("KEEP_KEY"):
        return
    ledger_id = store.open_book(path, key).ledger_id
    run.keep_track(_KeptKey(ledger_id))
    refused = authkeys.keep(ledger_id, store.read_key(key))
    if refused:
        run.warn(
            tr(
                "The key is not in QGIS's authentication manager: {reason}. Give the key file as LEDGER_KEY."
            ).format(reason=refused)
        )


def _earlier(run):
    """The ledger of version 0.1 that is to be taken over, if any."""
    path = run.file("EARLIER")
    if path is None:
        return None
    if not path.is_file():
        raise InputError(tr("The ledger {file} is not there.").format(file=path.name))
    return earlier.read(path, store.read_key(run.file("EARLIER_KEY")))
