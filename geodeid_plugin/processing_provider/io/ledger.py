# SPDX-License-Identifier: GPL-2.0-or-later
"""The release ledger: a GeoPackage that remembers what was released of whom.

A run enters its records before it computes anything, in one transaction with the count of earlier ones,
and confirms them once the release is written. A run that fails takes its entry back; one that is killed
leaves it behind, and it counts: the ledger may remember too much, never too little.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from qgis.core import QgsProcessingParameterFile

from ...core.base.errors import InputError
from ...core.geomask.patient_keys import key_check, patient_hashes, records_left
from ...i18n import tr
from ...report import Facts, Section
from ...report.numbers import count
from ..framework.parameters import field

_WAIT_SECONDS = 60
_TABLES = (
    "CREATE TABLE geodeid_ledger (version INTEGER NOT NULL, key_check TEXT NOT NULL)",
    "CREATE TABLE releases (fid INTEGER PRIMARY KEY AUTOINCREMENT, begun TEXT NOT NULL, "
    "status TEXT NOT NULL, algorithm TEXT NOT NULL, layer TEXT NOT NULL, "
    "records INTEGER NOT NULL, risk REAL NOT NULL, "
    "model TEXT NOT NULL)",
    "CREATE TABLE patients (fid INTEGER PRIMARY KEY AUTOINCREMENT, release INTEGER NOT NULL, "
    "patient TEXT NOT NULL)",
    "CREATE INDEX patients_patient ON patients (patient)",
    "CREATE INDEX patients_release ON patients (release)",
)


@dataclass(frozen=True)
class Entry:
    """What a run entered, and what the ledger held before.

    Attributes
    ----------
    path : Path
        The ledger.
    release : int
        Number of the release.
    earlier_releases, earlier_records : int
        Earlier releases that hold patients of this one, and their records about these patients.
    """

    path: Path
    release: int
    earlier_releases: int
    earlier_records: int

    def confirm(self) -> None:
        """Say that the release was written."""
        with _transaction(self.path) as database:
            database.execute("UPDATE releases SET status = 'released' WHERE fid = ?", (self.release,))

    def remove(self) -> None:
        """Take the entry back because nothing was released; where that fails it goes on counting."""
        with suppress(sqlite3.Error, InputError), _transaction(self.path) as database:
            database.execute("DELETE FROM patients WHERE release = ?", (self.release,))
            database.execute("DELETE FROM releases WHERE fid = ?", (self.release,))


def add_ledger(algorithm) -> None:
    """Add LEDGER, LEDGER_KEY and LEDGER_ID."""
    algorithm.add(
        QgsProcessingParameterFile("LEDGER", tr("Release ledger"), extension="gpkg", optional=True),
        tr(
            "GeoPackage made by “New release ledger”. Earlier releases of the same patients then count "
            "towards the number to hide, and this release is remembered. A ledger that is missing stops the "
            "run."
        ),
        advanced=True,
    )
    algorithm.add(
        QgsProcessingParameterFile("LEDGER_KEY", tr("Key of the ledger"), optional=True),
        tr("The key file made together with the ledger. Keep it apart from the ledger and never release it."),
        advanced=True,
    )
    algorithm.add(
        field("LEDGER_ID", tr("Patient identifier for the ledger"), "PATIENTS", optional=True),
        tr("Field that names a patient, the same in every release. Only its keyed hash is remembered."),
        advanced=True,
    )


def create(path: Path, key_path: Path) -> None:
    """Make an empty ledger and its key; neither may exist.

    Raises
    ------
    InputError
        If one of the files exists or cannot be written.
    """
    for file in (path, key_path):
        if file.exists():
            raise InputError(
                tr("{file} exists already. A ledger is never overwritten; choose another name.").format(
                    file=file.name
                )
            )
    key = os.urandom(32)
    try:
        descriptor = os.open(key_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(key.hex() + "\n")
        _make_geopackage(path)
        with closing(sqlite3.connect(str(path), isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            for statement in _TABLES:
                database.execute(statement)
            database.execute("INSERT INTO geodeid_ledger VALUES (1, ?)", (key_check(key),))
            for table in ("releases", "patients"):
                database.execute(
                    "INSERT INTO gpkg_contents (table_name, data_type, identifier) "
                    "VALUES (?, 'attributes', ?)",
                    (table, table),
                )
            database.execute("COMMIT")
    except (OSError, sqlite3.Error) as error:
        path.unlink(missing_ok=True)
        key_path.unlink(missing_ok=True)
        raise InputError(tr("The ledger could not be written: {reason}.").format(reason=error)) from error


def _make_geopackage(path: Path) -> None:
    """An empty GeoPackage; the name of its first table is taken away again."""
    from osgeo import ogr

    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(str(path))
    if dataset is None:
        raise OSError(tr("the folder cannot be written"))
    dataset = None


def enter(run, algorithm: str, tables_and_rows, risk: float, model: str) -> Entry | None:
    """Count the earlier records of a run's patients, and enter this run; None without a ledger.

    Parameters
    ----------
    run : Run
        The run; it takes the entry back where it fails.
    algorithm : str
        What releases.
    tables_and_rows : sequence of (Table, ndarray)
        Tables of records with the rows that will be released.
    risk : float
        Bound on the risk.
    model : str
        Model of the bound.
    """
    if not run.defines("LEDGER") or run.file("LEDGER") is None:
        if run.defines("LEDGER") and (run.wanted("LEDGER_KEY") or run.wanted("LEDGER_ID")):
            raise InputError(
                tr("A ledger's key or patient field was given, but no ledger. Choose the ledger.")
            )
        return None
    if run.seeded:
        raise InputError(tr("A seeded run is for testing. Leave the seed empty to enter it in the ledger."))
    path, name = run.file("LEDGER"), run.field("LEDGER_ID")
    if name is None:
        raise InputError(tr("Choose the field that names a patient, so that the ledger knows them again."))
    key = _read_key(run.file("LEDGER_KEY"))
    hashes = []
    for table, rows in tables_and_rows:
        values = table.column(name)
        hashes += patient_hashes(key, [values[row] for row in rows])
    _check(path, key)
    entry = _entered(path, hashes, (algorithm, tables_and_rows[0][0].name, risk, model))
    run.keep_track(entry)
    run.counts["earlier_records_in_ledger"] = entry.earlier_records
    return entry


def section(entry: Entry, risk: float, people: float, counted: int) -> Section:
    """What the ledger held and what is left."""
    return Section(
        tr("Earlier releases of these patients"),
        (
            Facts(
                (
                    (tr("Earlier releases in the ledger that hold them"), count(entry.earlier_releases)),
                    (tr("Their records about these patients, counted here"), count(entry.earlier_records)),
                    (
                        tr("Records that the model of Wieland still allows at this risk"),
                        count(records_left(risk, people, counted)),
                    ),
                )
            ),
            tr(
                "Every further release about the same people uses up some of what can be released at a given "
                "risk. Only releases that were entered in the ledger are known to it."
            ),
        ),
        internal=True,
    )


def _read_key(path: Path | None) -> bytes:
    if path is None or not path.is_file():
        raise InputError(
            tr(
                "The key of the ledger is not there. Without it the ledger cannot tell which patients were "
                "released before. Nothing was released."
            )
        )
    try:
        return bytes.fromhex(path.read_text(encoding="ascii").strip())
    except ValueError as error:
        raise InputError(tr("{file} is not the key of a ledger.").format(file=path.name)) from error


def _check(path: Path, key: bytes) -> None:
    """Raise where the ledger is missing, is something else, or belongs to another key."""
    with _transaction(path) as database:
        found = database.execute("SELECT key_check FROM geodeid_ledger").fetchone()
    if found is None or found[0] != key_check(key):
        raise InputError(
            tr("The key does not belong to the ledger {file}. Nothing was released.").format(file=path.name)
        )


def _entered(path: Path, hashes: list, facts: tuple) -> Entry:
    algorithm, layer, risk, model = facts
    now = datetime.now(timezone.utc).isoformat(timespec="seconds")
    with _transaction(path) as database:
        database.execute("CREATE TEMP TABLE asked (patient TEXT PRIMARY KEY)")
        database.executemany("INSERT OR IGNORE INTO asked VALUES (?)", ((one,) for one in hashes))
        records, releases = database.execute(
            "SELECT count(*), count(DISTINCT release) FROM patients JOIN asked USING (patient)"
        ).fetchone()
        release = database.execute(
            "INSERT INTO releases (begun, status, algorithm, layer, records, risk, model) "
            "VALUES (?, 'begun', ?, ?, ?, ?, ?)",
            (now, algorithm, layer, len(hashes), risk, model),
        ).lastrowid
        database.executemany(
            "INSERT INTO patients (release, patient) VALUES (?, ?)", ((release, one) for one in hashes)
        )
    return Entry(path, release, releases, records)


@contextmanager
def _transaction(path: Path):
    """A transaction that sees every other run's entries, and is taken back whole where it fails."""
    if not path.is_file():
        raise InputError(
            tr(
                "The ledger {file} is not there. If it was moved, give its new place; without it earlier "
                "releases cannot be counted. Nothing was released."
            ).format(file=path.name)
        )
    try:
        with closing(sqlite3.connect(str(path), timeout=_WAIT_SECONDS, isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            yield database
            database.execute("COMMIT")
    except sqlite3.Error as error:
        raise InputError(
            tr("The ledger {file} cannot be used: {reason}. Nothing was released.").format(
                file=path.name, reason=error
            )
        ) from error
