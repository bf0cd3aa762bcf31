# SPDX-License-Identifier: GPL-2.0-or-later
"""Files that appear in their place whole, in one step, and are taken away again where another one fails.

Each waits for its name in a folder beside its place and so on its disk, which only its owner may enter
(Windows: whoever may enter the place). A run that is killed leaves that folder; the next one that writes
there takes it away, and with it what had its name already where others still waited for theirs, unless
somebody changed it since.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import stat
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from osgeo import gdal
from qgis.PyQt.QtCore import QLockFile

from ....core.base.errors import GeoDeIDError
from ....i18n import tr
from .destinations import forget, is_virtual, read_bytes
from .places import existing, written_beside

UNFINISHED = ".geodeid-unfinished-"
"""How the name of a folder begins in which outputs wait."""
_NAME = re.compile(re.escape(UNFINISHED) + "[0-9a-f]{8}")
_PLAN, _OLD = "plan.json", ".old"
"""What is written there before names are given: which file waits for which name, and what is kept of old
ones, whose names end so."""
_ENTRY = re.compile(r"[0-9]+(\.old)?|" + re.escape(_PLAN))
"""Names of such a folder and of what lies in it; anything else by that beginning is somebody else's."""
_OWNER_ONLY = 0o777 if os.name == "nt" else 0o700
"""Rights of that folder; on Windows those of its place, for files moved out would keep narrower ones."""
_LOCK_MS = 2000
"""Longest wait for a run that looks at this moment whether the folder is a dead one's; it takes a few."""
_BLOCK = 2**20
"""Bytes that are read at once, and that a disk no longer takes where it was too full for some rows."""


@dataclass(frozen=True)
class Staged:
    """The files of one output, waiting in memory or in the folder beside their place."""

    final: Path
    """Its place, as the user named it."""
    parts: tuple[tuple[str, str | bytes], ...]
    """Name of each file there, the main one last, with the file that waits or the bytes that it is to
    hold."""
    internal: bool
    """Whether nobody else may read it."""


class WaitingFolder:
    """A folder of its owner's in which outputs wait; its lock says to other runs that this one lives.

    All that waits lies in :meth:`inner` folders: by nothing but their numbers it is known to be a run's.
    """

    def __init__(self, beside: Path) -> None:
        clear_leftovers(beside)
        self.path = beside / f"{UNFINISHED}{uuid.uuid4().hex[:8]}"
        self._count = 0
        self.path.mkdir(mode=_OWNER_ONLY)  # it says why where it cannot be made, which the lock does not
        self._lock = _lock_of(self.path)
        if not self._lock.tryLock(_LOCK_MS):
            self.path.rmdir()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.path.mkdir(mode=_OWNER_ONLY, exist_ok=True)  # another run took it for a dead one's

    def inner(self) -> Path:
        """A new folder in it, of a short name: Windows takes paths of 260 characters."""
        self._count += 1
        folder = self.path / str(self._count)
        folder.mkdir(mode=_OWNER_ONLY)
        return folder

    def close(self) -> None:
        """Take it away with all that still waits."""
        with suppress(OSError):
            _clear(self.path)
        self._lock.unlock()


def clear_leftovers(folder: Path) -> None:
    """Take away the folders of outputs that runs left which were killed, and nobody else's."""
    names = {one.name.removesuffix(".lock") for one in folder.glob(f"{UNFINISHED}*")}
    for path in (folder / name for name in names if _NAME.fullmatch(name)):
        lock = _lock_of(path)
        if lock.tryLock(0):
            with suppress(OSError):
                if _is_own(path):
                    _take_back(path)
                    _clear(path)
            lock.unlock()


def _is_own(path: Path) -> bool:
    """Whether a folder of such a name is one that a run of this user made; anybody may have made another."""
    status = path.lstat()
    owned = os.name == "nt" or status.st_uid == os.getuid()
    return (
        owned and stat.S_ISDIR(status.st_mode) and all(_ENTRY.fullmatch(one.name) for one in path.iterdir())
    )


def _clear(folder: Path) -> None:
    """Take away what waits; an old file that was not put back stays, and the folder with it."""
    for one in folder.iterdir():
        if one.is_dir():
            shutil.rmtree(one, ignore_errors=True)  # which follows no link
        elif one.suffix != _OLD:
            one.unlink()
    with suppress(OSError):
        folder.rmdir()


@dataclass(frozen=True)
class _Plan:
    """What was to be done for one output."""

    named: tuple[tuple[Path, Path, list[int]], ...]
    """File that waits, its place, and the mark that it is known by there."""
    moved: tuple[tuple[Path, Path], ...]
    copied: tuple[tuple[Path, Path], ...]
    """Where an old file is kept, and its place: it goes out of the way, or is there until it is replaced."""

    @property
    def kept(self) -> tuple[tuple[Path, Path], ...]:
        """All old files."""
        return self.moved + self.copied

    def given(self) -> list[tuple[Path, list[int]]]:
        """Places that have their new file, or had it."""
        return [(final, mark) for path, final, mark in self.named if not path.exists()]

    def changed(self) -> bool:
        """Whether somebody changed a file since, or put another one into a place."""
        ours = [final for final, _mark_of in self.given()]
        return any(final.exists() and _mark(final) != mark for final, mark in self.given()) or any(
            os.path.lexists(final) and not os.path.samefile(final, old)
            for old, final in self.kept
            if old.exists() and final not in ours
        )

    def undo(self) -> None:
        """Leave the places as they were before."""
        for final, _mark_of in self.given():
            with suppress(OSError):
                final.unlink()
        for old, final in self.kept:
            with suppress(OSError):
                os.replace(old, final)
                old.unlink()  # a hard link to what is there still

    def let_go(self) -> None:
        """Forget the old files, if all places hold their new ones."""
        if len(self.given()) == len(self.named) and all(final.exists() for final, _mark_of in self.given()):
            for old, _final in self.kept:
                with suppress(OSError):
                    old.unlink()


def _mark(path: Path) -> list[int]:
    """Size and time of a file: it keeps them where it gets another name, and not where it is changed."""
    status = path.stat()
    return [status.st_size, status.st_mtime_ns]


def _take_back(folder: Path) -> None:
    """Undo the naming in which a run was killed, but of no output that somebody changed since."""
    try:
        plans = [
            _Plan(
                tuple((folder / one, _inside(folder, place), mark) for one, place, mark in plan["named"]),
                *(
                    tuple((folder / Path(old).name, _inside(folder, place)) for old, place in plan[kept])
                    for kept in ("moved", "copied")
                ),
            )
            for plan in json.loads((folder / _PLAN).read_text(encoding="utf-8"))
        ]
    except (OSError, ValueError, LookupError, TypeError):
        return  # killed before any name was given, or nothing of ours
    unfinished = any(path.exists() for plan in plans for path, _final, _mark_of in plan.named)
    for plan in plans:
        if unfinished and not plan.changed():
            plan.undo()
        else:
            plan.let_go()


def _inside(waiting: Path, name: str) -> Path:
    """A file below the place of a folder; where nobody owns a folder anybody may have written the plan."""
    root = _real(waiting.parent)
    folder = _real((root / name).parent)
    if root not in (folder, *folder.parents):
        raise ValueError(name)
    return folder / Path(name).name


def _lock_of(path: Path) -> QLockFile:
    lock = QLockFile(f"{path}.lock")
    lock.setStaleLockTime(0)  # only a process that is no more loses its lock, however long it works
    return lock


class Placing:
    """Puts staged files into their places: all of them, or everything stays as it was."""

    def __init__(self) -> None:
        self._staged: tuple[Staged, ...] = ()
        self._folders: dict[Path, WaitingFolder] = {}  # by the folder of the outputs
        self._waiting: dict[Path, list[tuple[Path, Path]]] = {}  # by output: (file that waits, its place)
        self._made: list[Path] = []
        self._in_memory: list[Path] = []
        self._plans: list[_Plan] = []

    def folder(self, final: Path) -> Path:
        """A new folder on the disk of an output, in which its files wait under their own names."""
        folder = _real(final).parent
        with explaining_failures(final):
            if folder not in self._folders:
                self._folders[folder] = WaitingFolder(existing(folder))
            return self._folders[folder].inner()

    def prepare(self, staged: Iterable[Staged]) -> None:
        """Write everything beside its place; a full disk shows here, before anything is changed."""
        self._staged = tuple(staged)
        for output in self._staged:
            if is_virtual(output.final):
                continue
            folder = self.folder(output.final)
            with explaining_failures(output.final):
                self._make(_real(output.final).parent)
                waiting = self._waiting.setdefault(output.final, [])
                for name, source in output.parts:
                    final = _place_of(output.final, name)
                    waiting.append((_settled(folder / name, source, final, output.internal), final))

    def place(self) -> None:
        """Give every file its name; what was there before is kept until :meth:`close`."""
        on_disk, numbers = [one for one in self._staged if not is_virtual(one.final)], count()
        self._plans = [self._plan(output, numbers) for output in on_disk]
        for place, folder in self._folders.items():
            with explaining_failures(place):
                _write_plans([one for one in self._plans if one.named[-1][1].parent == place], folder.path)
        for output in self._staged:
            if is_virtual(output.final):
                self._place_virtual(output)
        for plan in self._plans:
            for old, final in plan.moved:
                with explaining_failures(final):
                    os.replace(final, old)
        for plan in self._plans:
            copies = {final: old for old, final in plan.copied}
            for path, final, _mark_of in plan.named:
                with explaining_failures(final):
                    if final in copies:
                        _keep_a_copy(final, copies[final])
                    os.replace(path, final)

    def undo(self) -> None:
        """Leave everything as it was before."""
        for final in self._in_memory:
            forget(final)
        for plan in self._plans:
            plan.undo()
        self._leave()
        for folder in reversed(self._made):
            with suppress(OSError):
                folder.rmdir()

    def close(self) -> None:
        """Let go of what waits and of what was replaced."""
        for plan in self._plans:
            plan.let_go()
        self._leave()

    def _leave(self) -> None:
        for folder in self._folders.values():
            folder.close()
        self._folders.clear()

    def _make(self, folder: Path) -> None:
        missing = [one for one in (folder, *folder.parents) if not one.exists()]
        for one in reversed(missing):
            one.mkdir()
            self._made.append(one)

    def _place_virtual(self, output: Staged) -> None:
        for name, source in output.parts:
            final = output.final.with_name(name)
            gdal.FileFromMemBuffer(final.as_posix(), _bytes_of(source))
            self._in_memory.append(final)

    def _plan(self, output: Staged, numbers: Iterator[int]) -> _Plan:
        """What the new files replace or would be misread with goes out of the way, a main file first."""
        real, waiting = _real(output.final), self._waiting[output.final]
        beside, folder = written_beside(real), self._folders[real.parent].path
        moved = [real] * (real.is_file() and bool(beside or len(waiting) > 1)) + beside
        copied = [final for _path, final in waiting if final.exists() and final not in moved]
        return _Plan(
            tuple((path, final, _mark(path)) for path, final in waiting),
            tuple((folder / f"{next(numbers)}{_OLD}", final) for final in moved),
            tuple((folder / f"{next(numbers)}{_OLD}", final) for final in copied),
        )


def _write_plans(plans: list[_Plan], folder: Path) -> None:
    """Say in a folder what is to be named: where this run is killed meanwhile, the next undoes it."""

    def below(files: tuple) -> list:
        return [
            (path.relative_to(folder).as_posix(), os.path.relpath(final, folder.parent), *more)
            for path, final, *more in files
        ]

    found = [
        {"named": below(one.named), "moved": below(one.moved), "copied": below(one.copied)} for one in plans
    ]
    with (folder / _PLAN).open("w", encoding="utf-8") as file:
        json.dump(found, file)
        file.flush()
        os.fsync(file.fileno())


def _keep_a_copy(final: Path, old: Path) -> None:
    try:
        os.link(final, old)
    except OSError:  # a file system without hard links
        os.replace(final, old)


def _settled(path: Path, source: str | bytes, final: Path, internal: bool) -> Path:
    """The file that waits, with its rights, and with nothing of it left to lose."""
    if isinstance(source, bytes) or is_virtual(source):
        path.write_bytes(_bytes_of(source))
    else:
        path = Path(source)
    with suppress(OSError):  # a disk that keeps no rights, such as a USB stick's
        if internal:
            path.chmod(0o600)
        elif final.exists():
            path.chmod(final.stat().st_mode & 0o777)
    with path.open("rb+") as file:
        os.fsync(file.fileno())
    return path


def check_room(path: str, final: Path) -> None:
    """Raise where a file on a disk, of no more use, could not be written since there was no room.

    GDAL does not say why it fails.
    """
    with explaining_failures(final), open(path, "ab") as file:
        file.write(bytes(_BLOCK))
        file.flush()
        os.fsync(file.fileno())


def sha256(source: str | bytes) -> str:
    """Checksum of one file that waits."""
    if isinstance(source, bytes) or is_virtual(source):
        return hashlib.sha256(_bytes_of(source)).hexdigest()
    found = hashlib.sha256()
    with open(source, "rb") as file:
        for block in iter(lambda: file.read(_BLOCK), b""):
            found.update(block)
    return found.hexdigest()


def _bytes_of(source: str | bytes) -> bytes:
    return source if isinstance(source, bytes) else read_bytes(source)


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _place_of(final: Path, name: str) -> Path:
    """Where one of the files of an output goes: a link leads all of them to its end, under the name there."""
    real = _real(final)
    return real if name == final.name else real.with_name(real.stem + name[len(final.stem) :])


@contextmanager
def explaining_failures(path: Path) -> Iterator[None]:
    """Say in the user's words why a file could not be written."""
    try:
        yield
    except OSError as error:
        raise GeoDeIDError(
            "output.file.not_written",
            "The file {name} could not be written: {reason}. Free some space or choose another place. "
            "Nothing was kept.",
            name=path.name,
            reason=reason(error),
        ) from error


def reason(error: OSError) -> str:
    """Why the system refused, in words."""
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return tr("the disk is full")
    if error.errno == errno.EFBIG:
        return tr("it would be larger than the system allows")
    if error.errno == errno.EROFS:
        return tr("the disk can only be read")
    if error.errno in (errno.EACCES, errno.EPERM):
        return tr("you may not write there, or another program has it open")
    return error.strerror or str(error)
