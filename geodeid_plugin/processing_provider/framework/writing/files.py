# SPDX-License-Identifier: GPL-2.0-or-later
"""Files that appear in their place whole, in one step, and are taken away again where another one fails.

Each is written beside its place first, where the system allows it as a file without a name, which goes with
its process; else under a hidden name and without its head, so that nothing opens it. The name comes last: a
process killed meanwhile leaves nothing that looks like a result.
"""

from __future__ import annotations

import errno
import hashlib
import os
import uuid
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from osgeo import gdal

from ....core.base.errors import GeoDeIDError
from ....i18n import tr
from .destinations import forget, is_virtual, read_bytes
from .places import written_beside

_HEAD = 4096
"""Bytes held back until the end; every format says what it is in fewer."""
_ROOM = 2**20
"""Bytes that a disk no longer takes where it was too full for some rows."""
_BINARY = getattr(os, "O_BINARY", 0)
_NO_NAMELESS = (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL)
"""What a file system says that knows no files without a name."""


@dataclass(frozen=True)
class Staged:
    """The files of one output, waiting in memory.

    Attributes
    ----------
    final : Path
        Its place, as the user named it.
    parts : tuple of (str, str or bytes or Growing)
        Name of each file there, the main one last, with the file in memory, the bytes that it is to hold, or
        the file itself that has no name yet.
    internal : bool
        Whether nobody else may read it.
    """

    final: Path
    parts: tuple
    internal: bool


_CLOSED = -1
"""No file descriptor of any system."""


class _Hidden:
    """A file under a hidden name beside its place, without its head until it is named."""

    def __init__(self, final: Path, data: bytes, mode: int):
        self.final = final
        self._path = final.with_name(f".geodeid-{uuid.uuid4().hex[:12]}.part")
        self._head = data[:_HEAD]
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, mode)
        with _closed_on_failure(self):
            _write_all(self._file, bytes(len(self._head)) + data[_HEAD:])

    def name(self) -> None:
        """Give it its head and its name."""
        os.lseek(self._file, 0, os.SEEK_SET)
        _write_all(self._file, self._head)
        self.close()
        os.replace(self._path, self.final)

    def keep_rights(self, mode: int) -> None:
        """Take over the rights of the file that it replaces."""
        os.fchmod(self._file, mode)

    def close(self) -> None:
        """Let go of it."""
        if self._file != _CLOSED:
            os.close(self._file)
            self._file = _CLOSED

    def drop(self) -> None:
        """Take it away where it was not named."""
        self.close()
        with suppress(OSError):
            self._path.unlink()


class _Nameless:
    """A file without a name on the disk of its place; it goes with its process."""

    def __init__(self, final: Path, data: bytes, mode: int):
        self.final = final
        self._file = os.open(_existing(final.parent), os.O_RDWR | os.O_TMPFILE, mode)
        with _closed_on_failure(self):
            _write_all(self._file, data)

    def name(self) -> None:
        """Give it its name; over another file by way of a hidden one, which lives for a moment."""
        if not os.path.lexists(self.final):
            self._link(self.final)
            self.close()
            return
        hidden = self.final.with_name(f".geodeid-{uuid.uuid4().hex[:12]}.part")
        self._link(hidden)
        self.close()
        try:
            os.replace(hidden, self.final)
        except OSError:
            hidden.unlink()
            raise

    def keep_rights(self, mode: int) -> None:
        """Take over the rights of the file that it replaces."""
        os.fchmod(self._file, mode)

    def close(self) -> None:
        """Let go of it; without a name it is gone."""
        if self._file != _CLOSED:
            os.close(self._file)
            self._file = _CLOSED

    drop = close

    def _link(self, path: Path) -> None:
        # Python follows the link to the open file only where it is given a folder, too.
        os.link(f"/proc/self/fd/{self._file}", path, src_dir_fd=self._file, follow_symlinks=True)


class Growing(_Nameless):
    """A file without a name that a large layer is written to; given its own name it is an output.

    Nobody else can open it: it has no name, and what the system shows of its process is its owner's.
    """

    @property
    def address(self) -> str:
        """What a link leads to it by, for as long as this process lives."""
        return f"/proc/{os.getpid()}/fd/{self._file}"

    def size(self) -> int:
        """Bytes that it has."""
        return os.fstat(self._file).st_size

    def sha256(self) -> str:
        """Checksum of what it holds."""
        found = hashlib.sha256()
        for start in range(0, self.size(), _ROOM):
            found.update(os.pread(self._file, _ROOM, start))
        return found.hexdigest()

    def add(self, data: bytes) -> None:
        """Write at its end.

        Raises
        ------
        GeoDeIDError
            Where the disk takes no more.
        """
        with _told(self.final):
            _write_some(self._file, data)

    def check_room(self) -> None:
        """Raise where it failed because its disk is full; GDAL does not say why it does."""
        size = self.size()
        with _told(self.final):
            os.lseek(self._file, 0, os.SEEK_END)
            _write_all(self._file, bytes(_ROOM))
            os.ftruncate(self._file, size)

    def settle(self, final: Path, internal: bool) -> None:
        """Let nothing of it be lost, before it gets its name."""
        self.final = final
        if internal:
            os.fchmod(self._file, 0o600)
        os.fsync(self._file)


def growing(final: Path, internal: bool) -> Growing | None:
    """A file for a large layer on the disk of its place; None where the system has none without a name.

    Raises
    ------
    GeoDeIDError
        Where the disk takes no file.
    """
    place = Path(os.path.realpath(final))
    with _told(final):
        return _nameless(Growing, place, b"", 0o600 if internal else 0o666)


def _existing(folder: Path) -> Path:
    """The folder, or the one that it is to be made in: they lie on one disk."""
    return next((one for one in (folder, *folder.parents) if one.exists()), folder)


@contextmanager
def _closed_on_failure(part):
    try:
        yield
    except BaseException:
        part.drop()
        raise


def _write_all(descriptor: int, data: bytes) -> None:
    _write_some(descriptor, data)
    os.fsync(descriptor)


def _write_some(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _waiting(final: Path, data: bytes, mode: int):
    """The file, written and waiting for its name."""
    return _nameless(_Nameless, final, data, mode) or _Hidden(final, data, mode)


def _nameless(kind, final: Path, data: bytes, mode: int):
    """A file without a name, of one of the kinds above; None where the system knows none."""
    if hasattr(os, "O_TMPFILE") and os.path.isdir("/proc/self/fd"):
        try:
            return kind(final, data, mode)
        except OSError as error:
            if error.errno not in _NO_NAMELESS:
                raise
    return None


class Placing:
    """Puts staged files into their places: all of them, or everything stays as it was."""

    def __init__(self, staged):
        self._staged = list(staged)
        self._token = uuid.uuid4().hex[:12]
        self._waiting = []
        self._made = []
        self._placed = []
        self._retired = []  # (backup, original)

    def prepare(self) -> None:
        """Write everything beside its place; a full disk shows here, before anything is changed.

        Raises
        ------
        GeoDeIDError
            Where a file cannot be written.
        """
        for output in self._staged:
            if is_virtual(output.final):
                continue
            folder = Path(os.path.realpath(output.final)).parent
            with _told(output.final):
                self._make(folder)
                for name, source in output.parts:
                    final = Path(os.path.realpath(folder / name))
                    self._waiting.append(self._write(final, source, output.internal))

    def place(self) -> None:
        """Give every file its name; what was there before is kept until :meth:`finish`."""
        for output in self._staged:
            if is_virtual(output.final):
                self._place_virtual(output)
            else:
                with _told(output.final):
                    self._retire(Path(os.path.realpath(output.final)), len(output.parts) > 1)
        for part in self._waiting:
            with _told(part.final):
                if part.final.exists():
                    self._keep_a_copy(part.final)
                part.name()
                self._placed.append(part.final)

    def finish(self) -> None:
        """Let what was replaced go."""
        for backup, _original in self._retired:
            with suppress(OSError):
                backup.unlink()

    def undo(self) -> None:
        """Leave everything as it was before."""
        for final in reversed(self._placed):
            if is_virtual(final):
                forget(final)
            else:
                with suppress(OSError):
                    final.unlink()
        for backup, original in reversed(self._retired):
            with suppress(OSError):
                os.replace(backup, original)
                backup.unlink(missing_ok=True)  # two names of one file are left alone by a move
        for part in self._waiting:
            part.drop()
        for folder in reversed(self._made):
            with suppress(OSError):
                folder.rmdir()
        self._placed, self._retired, self._waiting, self._made = [], [], [], []

    def _make(self, folder: Path) -> None:
        missing = [one for one in (folder, *folder.parents) if not one.exists()]
        for one in reversed(missing):
            one.mkdir()
            self._made.append(one)

    def _write(self, final: Path, source, internal: bool):
        if isinstance(source, Growing):
            part = source
            part.settle(final, internal)
        else:
            data = source if isinstance(source, bytes) else read_bytes(source)
            part = _waiting(final, data, 0o600 if internal else 0o666)
        if final.exists() and not internal and hasattr(os, "fchmod"):
            part.keep_rights(final.stat().st_mode & 0o777)
        return part

    def _place_virtual(self, output: Staged) -> None:
        for name, source in output.parts:
            final = output.final.with_name(name)
            data = source if isinstance(source, bytes) else read_bytes(source)
            gdal.FileFromMemBuffer(final.as_posix(), data)
            self._placed.append(final)

    def _retire(self, final: Path, several: bool) -> None:
        """Move what the new files replace or would be misread with out of the way, the main file first."""
        old = [path for path in written_beside(final) if path.is_file()]
        if several or old:
            old.insert(0, final)
        for path in old:
            if path.is_file():
                backup = self._backup(path)
                os.replace(path, backup)
                self._retired.append((backup, path))

    def _keep_a_copy(self, final: Path) -> None:
        backup = self._backup(final)
        try:
            os.link(final, backup)
        except OSError:  # a file system without hard links
            os.replace(final, backup)
        self._retired.append((backup, final))

    def _backup(self, path: Path) -> Path:
        return path.with_name(f".geodeid-{self._token}-{len(self._retired)}.old")


@contextmanager
def _told(path: Path):
    """Say in the user's words why a file could not be written."""
    try:
        yield
    except OSError as error:
        raise GeoDeIDError(
            tr(
                "The file {name} could not be written: {reason}. Free some space or choose another place. "
                "Nothing was kept."
            ).format(name=path.name, reason=reason(error))
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
