# SPDX-License-Identifier: GPL-2.0-or-later
"""The file of a release ledger: rows that are only ever added, each sealed, chained and counted.

A GeoPackage, so that QGIS opens it and shows the table of releases. What the program believes is the
table of entries alone: it is read and verified whole before anything is released, and a row that was
edited, deleted, swapped or cut off stops the run. That the whole file is an older copy of itself shows only
against the witnesses kept elsewhere: in QGIS's settings, beside the key, and in reports.

An append is one transaction with the strictest flush that SQLite offers, and is refused where another run
appended meanwhile: nothing is lost, nothing stands twice.

The key of a ledger in QGIS's authentication manager, where the user wishes it.

The manager encrypts its settings under the master password. It does not authenticate them, and equal texts
give equal bytes: fit for a random key that the ledger recognises, not for rows. Whoever uses it needs no key
file on that computer; the file or the recovery sheet stays the only way to open the ledger elsewhere.
"""

from __future__ import annotations

import hmac
import os
import re
import sqlite3
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from qgis.core import QgsApplication, QgsSettings
from qgis.utils import iface

from ....core.base import identity
from ....core.base.errors import InputError
from ....core.geomask.releases.sealing import (
    KEY_BYTES,
    NONCE_BYTES,
    LedgerKey,
    key_check,
    key_of_code,
    recovery_code,
)
from ....host.compat import made_by_gdal
from ....i18n import tr

VERSION = 3
"""Of the layout of the tables; a ledger of another one is refused."""
_WAIT_SECONDS = 60
"""Another run's append takes well under a second on a local disk; a network folder may take its time."""

_TABLES = (
    "CREATE TABLE entries (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, who TEXT NOT NULL, "
    "box BLOB NOT NULL, link TEXT NOT NULL)",
    "CREATE TABLE head (seq INTEGER NOT NULL, link TEXT NOT NULL, mac TEXT NOT NULL)",
)
_ABOUT = (
    "CREATE TABLE geodeid_ledger (version INTEGER NOT NULL, key_check TEXT NOT NULL, "
    "ledger_id TEXT NOT NULL, identity TEXT NOT NULL)"
)
_RELEASES = (
    "CREATE TABLE releases (fid INTEGER PRIMARY KEY AUTOINCREMENT, begun TEXT NOT NULL, "
    "status TEXT NOT NULL, algorithm TEXT NOT NULL, layer TEXT NOT NULL, "
    "records INTEGER NOT NULL, risk REAL NOT NULL, model TEXT NOT NULL)"
)
_START = "0" * 64
"""What the first link continues."""

_BOOKKEEPING = ("confirmed",)
"""Kinds of entries that change nothing of what a run read."""


class ChangedMeanwhileError(InputError):
    """Another run appended between this run's reading and its append: read and decide again."""


@dataclass(frozen=True)
class Entry:
    """One row, opened."""

    seq: int
    """Its place, from 1."""
    kind: str
    """What it says: release, table, homes, record, fields, withdrawn, returned, confirmed, zones, budget,
    policy."""
    who: str
    """Pseudonym of its patient; empty where it is about none."""
    payload: bytes


@dataclass(frozen=True)
class LedgerFile:
    """A ledger that was read and verified whole."""

    path: Path
    key_path: Path | None
    """None where the authentication manager gave the key."""
    seal: LedgerKey
    ledger_id: str
    """Its random name."""
    entries: tuple
    """All rows, oldest first."""
    links: tuple

    @property
    def witness(self) -> str:
        """What a report tells, so that an older copy of this ledger is noticed later."""
        return self.seal.witness(len(self.links), self.links[-1] if self.links else _START)


def create(path: Path, key_path: Path, recovery: Path | None = None) -> None:
    """Make an empty ledger, its key and a sheet from which the key can be typed; none may exist."""
    made = [file for file in (path, key_path, recovery) if file is not None]
    for file in made:
        if file.exists():
            raise InputError(
                "ledger.file.exists",
                "{file} exists already. A ledger is never overwritten; choose another name.",
                file=file.name,
            )
    key = os.urandom(KEY_BYTES)
    try:
        _write_secret(key_path, key.hex() + "\n")
        if recovery is not None:
            _write_secret(recovery, _sheet(key, path))
        _make_geopackage(path)
        os.chmod(path, 0o600)  # what SQLite writes beside it takes the same rights
        with closing(sqlite3.connect(str(path), isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            for statement in (_ABOUT, _RELEASES, *_TABLES):
                database.execute(statement)
            _describe(database, key)
            for table in ("releases", "entries"):
                database.execute(
                    "INSERT INTO gpkg_contents (table_name, data_type, identifier) "
                    "VALUES (?, 'attributes', ?)",
                    (table, table),
                )
            database.execute("COMMIT")
    except (OSError, sqlite3.Error) as error:
        for file in made:
            file.unlink(missing_ok=True)
        raise InputError(
            "ledger.file.not_written", "The ledger could not be written: {reason}.", reason=error
        ) from error


def _describe(database, key: bytes) -> None:
    ledger_id = os.urandom(16).hex()
    database.execute(
        "INSERT INTO geodeid_ledger VALUES (?, ?, ?, ?)",
        (VERSION, key_check(key), ledger_id, identity.SCHEME),
    )
    database.execute("INSERT INTO head VALUES (0, ?, ?)", (_START, LedgerKey(key, ledger_id).head(0, _START)))


def _write_secret(path: Path, text: str) -> None:
    """A file that only its owner may read, on the disk before anything relies on it."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _sheet(key: bytes, path: Path) -> str:
    return (
        tr(
            "Recovery sheet of the release ledger {ledger}\n\n    {code}\n\n"
            "Print this sheet, lock it away from the ledger, and delete the file. A text file that holds "
            "the letters above works in place of the key. Without the key nobody in the ledger can be "
            "recognised: their dots can never be repeated, and only people who were never released may be "
            "released.",
            ledger=path.name,
            code=recovery_code(key),
        )
        + "\n"
    )


def write_sheet(sheet: Path, ledger_file: LedgerFile) -> None:
    """Write the recovery sheet of a ledger anew; it may not exist."""
    try:
        _write_secret(sheet, _sheet(key_of(ledger_file), ledger_file.path))
    except OSError as error:
        raise InputError(
            "ledger.recovery_sheet.not_written",
            "The recovery sheet could not be written: {reason}.",
            reason=error,
        ) from error


def _make_geopackage(path: Path) -> None:
    """An empty GeoPackage."""
    from osgeo import ogr

    dataset = made_by_gdal(ogr.GetDriverByName("GPKG").CreateDataSource, str(path))
    if dataset is None:
        raise OSError(tr("the folder cannot be written"))
    dataset = None


def read_key(path: Path | None) -> bytes:
    """The key in a file, as hexadecimal digits or as the letters of a recovery sheet."""
    if path is None or not path.is_file():
        raise InputError(
            "ledger.key.not_found",
            "The key of the ledger is not there. Write the letters of its recovery sheet into a text "
            "file and give that. Without the key nobody can be recognised: only people who were never "
            "released may be released, with a new ledger. Nothing was released.",
        )
    try:
        return key_of_code(path.read_text(encoding="utf-8"))
    except (ValueError, OSError, InputError) as error:
        raise InputError(
            "ledger.key.not_a_key", "{file} is not the key of a ledger.", file=path.name
        ) from error


def key_of(ledger_file: LedgerFile) -> bytes:
    """The secret key of a ledger that was opened."""
    return (
        read_key(ledger_file.key_path)
        if ledger_file.key_path
        else stored_key(ledger_file.ledger_id) or read_key(None)
    )


def open_ledger_file(path: Path, key_path: Path | None, told: str = "") -> LedgerFile:
    """Read and verify a ledger.

    Without ``key_path`` the authentication manager is asked. ``told`` is a witness from a report, to be
    checked too. A ledger that is something else, of another key, altered, or an older copy of itself is
    refused.
    """
    ledger_file = _read_ledger_file(path, key_path)
    try:
        _check_witnesses(ledger_file, told)
    except InputError:
        # Another run may have entered a release, and kept its witness, after the rows were read.
        ledger_file = _read_ledger_file(path, key_path)
        _check_witnesses(ledger_file, told)
    return ledger_file


def _read_ledger_file(path: Path, key_path: Path | None) -> LedgerFile:
    with transaction(path) as database:
        key = read_key(key_path) if key_path else _stored_key(database)
        ledger_id = _checked_id(database, path, key)
        seal = LedgerKey(key, ledger_id)
        rows = database.execute("SELECT seq, kind, who, box, link FROM entries ORDER BY seq").fetchall()
        links = _verified_links(seal, rows, path)
        _check_head(database, seal, links, path)
    entries = tuple(
        Entry(seq, kind, who, seal.open(box, (seq, kind, who))) for seq, kind, who, box, _link in rows
    )
    return LedgerFile(path, key_path, seal, ledger_id, entries, links)


def append(ledger_file: LedgerFile, entries, releases=()) -> LedgerFile:
    """Add rows in one transaction, and keep the new witness.

    Entries are kind, pseudonym and payload of each row; ``releases`` changes of the readable table of
    releases, SQL and its values. Where another run appended what matters since the file was read, or the disk
    is full, nothing is added.
    """
    with transaction(ledger_file.path) as database:
        newer = database.execute(
            "SELECT seq, kind, who, box, link FROM entries WHERE seq > ? ORDER BY seq",
            (len(ledger_file.links),),
        ).fetchall()
        links = ledger_file.links + _verified_links(
            ledger_file.seal, newer, ledger_file.path, ledger_file.links
        )
        _check_head(database, ledger_file.seal, links, ledger_file.path)
        if any(kind not in _BOOKKEEPING for _seq, kind, _who, _box, _link in newer):
            raise ChangedMeanwhileError(
                "ledger.file.changed",
                "Another release was entered in the ledger meanwhile. Run again. Nothing was released.",
            )
        opened = [
            Entry(s, kind, who, ledger_file.seal.open(box, (s, kind, who))) for s, kind, who, box, _l in newer
        ]
        rows, last = [], links[-1] if links else _START
        for seq, (kind, who, payload) in enumerate(entries, len(links) + 1):
            box = ledger_file.seal.box(payload, (seq, kind, who), os.urandom(NONCE_BYTES))
            last = ledger_file.seal.link(last, seq, kind, _content(who, box))
            rows.append((seq, kind, who, box, last))
            opened.append(Entry(seq, kind, who, payload))
        links += tuple(row[4] for row in rows)
        database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)
        database.execute(
            "UPDATE head SET seq = ?, link = ?, mac = ?",
            (len(links), last, ledger_file.seal.head(len(links), last)),
        )
        for statement, values in releases:
            database.execute(statement, values)
    grown = replace(ledger_file, entries=ledger_file.entries + tuple(opened), links=links)
    keep_witness(grown)
    return grown


def _stored_key(database) -> bytes:
    """The key that the authentication manager keeps of a ledger."""
    columns = [row[1] for row in database.execute("PRAGMA table_info(geodeid_ledger)")]
    if "ledger_id" not in columns:
        return b""  # no ledger, or one that kept no dots: the next check says so
    (ledger_id,) = database.execute("SELECT ledger_id FROM geodeid_ledger").fetchone() or ("",)
    return stored_key(str(ledger_id)) or read_key(None)


def _checked_id(database, path: Path, key: bytes) -> str:
    columns = [row[1] for row in database.execute("PRAGMA table_info(geodeid_ledger)")]
    if not columns:
        raise InputError("ledger.file.not_a_ledger", "{file} is not a release ledger.", file=path.name)
    if "ledger_id" not in columns:
        raise InputError(
            "ledger.file.first_version",
            "{file} is a ledger of version 0.1, which kept no dots. Make a new ledger, and leave the "
            "patients of this one out of every release: another draw would multiply with theirs.",
            file=path.name,
        )
    found = database.execute("SELECT version, key_check, ledger_id, identity FROM geodeid_ledger").fetchone()
    if found is None or not _same(found[1], key_check(key)):
        raise InputError(
            "ledger.key.other",
            "The key does not belong to the ledger {file}. Nothing was released.",
            file=path.name,
        )
    if (found[0], found[3]) != (VERSION, identity.SCHEME):
        raise InputError(
            "ledger.file.other_version",
            "The ledger {file} was made by another version of GeoDeID. Use that version.",
            file=path.name,
        )
    if not str(found[2]).isascii():
        raise _altered(path)
    return str(found[2])


def _verified_links(seal: LedgerKey, rows, path: Path, before: tuple = ()) -> tuple:
    """Links of the rows, each recomputed from the one before it."""
    last, start, links = (before[-1] if before else _START), len(before), []
    for number, (seq, kind, who, box, link) in enumerate(rows, start + 1):
        if seq != number or [type(one) for one in (kind, who, box)] != [str, str, bytes]:
            raise _altered(path)
        last = seal.link(last, seq, kind, _content(who, box))
        if not _same(link, last):
            raise _altered(path)
        links.append(last)
    return tuple(links)


def _content(who: str, box: bytes) -> bytes:
    return who.encode("utf-8") + b"\x00" + box


def _check_head(database, seal: LedgerKey, links: tuple, path: Path) -> None:
    heads = database.execute("SELECT seq, link, mac FROM head").fetchall()
    last = links[-1] if links else _START
    if len(heads) != 1 or heads[0][:2] != (len(links), last):
        raise _altered(path)
    if not _same(heads[0][2], seal.head(len(links), last)):
        raise _altered(path)


def _same(found: object, made: str) -> bool:
    """Whether what was found, of whatever kind it is, is what the key makes."""
    return hmac.compare_digest(str(found).encode("utf-8", "replace"), made.encode("ascii"))


def _altered(path: Path) -> InputError:
    return InputError(
        "ledger.file.altered",
        "The ledger {file} was altered outside GeoDeID: entries were edited, deleted, swapped or cut "
        "off. Put back the last copy that is whole. Nothing was released.",
        file=path.name,
    )


@contextmanager
def transaction(path: Path):
    """A transaction that sees every other run's entries, and is taken back whole where it fails."""
    if not path.is_file():
        raise InputError(
            "ledger.file.not_found",
            "The ledger {file} is not there. If it was moved, give its new place; without it earlier "
            "releases cannot be counted. Nothing was released.",
            file=path.name,
        )
    try:
        with closing(sqlite3.connect(str(path), timeout=_WAIT_SECONDS, isolation_level=None)) as database:
            # EXTRA also flushes the folder once the journal is gone: a power cut undoes no commit.
            database.execute("PRAGMA synchronous = EXTRA")
            database.execute("BEGIN IMMEDIATE")
            yield database
            database.execute("COMMIT")
    except sqlite3.Error as error:
        raise InputError(
            "ledger.file.unusable",
            "The ledger {file} cannot be used: {reason}. Nothing was released.",
            file=path.name,
            reason=error,
        ) from error


def witness_file(key_path: Path) -> Path:
    """Where the witness beside the key stands."""
    return key_path.with_name(key_path.name + ".witness")


def keep_witness(ledger_file: LedgerFile) -> None:
    """Keep the witness outside the ledger. One that is behind is no harm: the row it names is still there."""
    QgsSettings().setValue(_name(ledger_file.ledger_id), ledger_file.witness)
    if ledger_file.key_path is None:
        return
    place = witness_file(ledger_file.key_path)
    partial = place.with_name(place.name + ".part")
    with suppress(OSError):  # The key may lie on a disk that can't be written: reports and settings remain.
        partial.write_text(f"{ledger_file.ledger_id} {ledger_file.witness}\n", encoding="ascii")
        os.replace(partial, place)


def _check_witnesses(ledger_file: LedgerFile, told: str) -> None:
    kept = [told.strip(), str(QgsSettings().value(_name(ledger_file.ledger_id)) or "")]
    place = None if ledger_file.key_path is None else witness_file(ledger_file.key_path)
    if place is not None and place.is_file():
        text = place.read_text(encoding="utf-8", errors="replace")
        ledger_id, _blank, witness = text.strip().partition(" ")
        kept += [witness] if ledger_id == ledger_file.ledger_id else []
    for witness in filter(None, kept):
        if not _holds(ledger_file, witness):
            raise InputError(
                "ledger.file.older_copy",
                "The ledger {file} is an older copy, or another than the one that was last used: it does "
                "not hold the entry {witness} that is kept outside it. Find the newest copy. Nothing was "
                "released.",
                file=ledger_file.path.name,
                witness=witness,
            )


def _holds(ledger_file: LedgerFile, witness: str) -> bool:
    """Whether the entry of a witness stands in the ledger."""
    seq = witness.partition("-")[0]
    if not re.fullmatch("[0-9]{1,9}", seq) or int(seq) > len(ledger_file.links):
        return False
    link = ledger_file.links[int(seq) - 1] if int(seq) else _START
    return _same(witness, ledger_file.seal.witness(int(seq), link))


def keep_key(ledger_id: str, key: bytes) -> str:
    """Keep a key; gives why it was not kept, or nothing."""
    manager = QgsApplication.authManager()
    if manager.isDisabled():
        return tr("the authentication manager is switched off")
    if not _open(manager):
        return tr("its master password was not given")
    stored = manager.storeAuthSetting(_name(ledger_id), key.hex(), True)
    return "" if stored and stored_key(ledger_id) == key else tr("it did not take the key")


def stored_key(ledger_id: str) -> bytes | None:
    """The key of a ledger, where the manager keeps it and can be opened."""
    manager = QgsApplication.authManager()
    if manager.isDisabled() or not manager.existsAuthSetting(_name(ledger_id)) or not _open(manager):
        return None
    try:
        return key_of_code(str(manager.authSetting(_name(ledger_id), "", True) or ""))
    except InputError:  # altered, or under another master password: as good as not there
        return None


def forget_key(ledger_id: str) -> None:
    """Take the key of a ledger that was given up out of the manager."""
    QgsApplication.authManager().removeAuthSetting(_name(ledger_id))


def _open(manager) -> bool:
    """Whether the master password is known; the desktop asks for it, nothing else can."""
    return bool(manager.masterPasswordIsSet() or (iface is not None and manager.setMasterPassword(True)))


def _name(ledger_id: str) -> str:
    """What a ledger is called in QGIS's settings and in its authentication manager."""
    return f"geodeid/ledger/{ledger_id}"
