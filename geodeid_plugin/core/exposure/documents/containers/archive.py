# SPDX-License-Identifier: GPL-2.0-or-later
"""Entries of a ZIP archive within a budget: no bomb fills the memory, nothing is written anywhere."""

from __future__ import annotations

import bz2
import io
import lzma
import re
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator

from ....base.errors import InputError, Phrase, Refusal
from .parts import Budget, Opened

LARGEST_RATIO = 200
"""Times that a large entry may grow: XML reaches 50, a bomb of deflate 1 032."""
RATIO_FROM = 20_000_000
"""Bytes from which on the ratio is looked at: small entries of blanks grow as much and harm nobody."""
_BOMB = Refusal(
    "document.archive.bomb",
    Phrase(
        "It would unpack to far more than any document holds, as a “zip bomb” does, so it was not opened."
    ),
)
_AT_ONCE = 1 << 20
"""Bytes between two looks at Cancel."""


def entries_of(path: str, data: bytes, budget: Budget, found: Opened) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of each entry; what cannot be read becomes a trouble of ``found``.

    Raises InputError where the whole archive cannot be read. Raises TooMuchError where the budget is spent.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        infos = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError, EOFError) as reason:
        raise InputError(
            "document.archive.damaged", "It is damaged or cut short: its list of parts could not be read."
        ) from reason
    if _unlisted(data, infos):
        found.trouble(path, _HIDDEN)
    for info in infos:
        budget.entry()
        where = f"{path}/{info.filename}"
        if info.filename.endswith("/"):
            continue
        if info.flag_bits & 1:
            found.trouble(where, Phrase("It is encrypted. Check the document without a password."))
        elif info.file_size > RATIO_FROM and info.file_size > LARGEST_RATIO * max(info.compress_size, 1):
            found.trouble(where, _BOMB.sentence)
        else:
            content = _content(archive, info, budget)
            if content is None:
                found.trouble(where, Phrase("It is damaged or cut short and could not be unpacked."))
            else:
                yield info.filename, content


_LOCAL, _LOCAL_BYTES = b"PK\x03\x04", 30
"""How an entry begins, and bytes of its head before its name (APPNOTE 6.3.10, 4.3.7)."""
_HIDDEN = Phrase(
    "The archive holds parts that its list does not name, such as an earlier version. Save it anew under "
    "another name."
)


def _unlisted(data: bytes, infos: list[zipfile.ZipInfo]) -> bool:
    """Whether an entry begins where the list of an archive names none: programs for repair would find it."""
    end = 0
    for info in sorted(infos, key=lambda one: one.header_offset):
        if data.find(_LOCAL, end, info.header_offset) >= 0:
            return True
        head = data[info.header_offset : info.header_offset + _LOCAL_BYTES]
        if len(head) == _LOCAL_BYTES:
            name, extra = struct.unpack_from("<2H", head, 26)
            end = max(end, info.header_offset + _LOCAL_BYTES + name + extra + info.compress_size)
    return data.find(_LOCAL, end) >= 0


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, budget: Budget) -> bytes | None:
    pieces: list[bytes] = []
    try:
        with archive.open(info) as stream:
            while True:
                piece = stream.read(_AT_ONCE)
                if not piece:
                    return b"".join(pieces)
                budget.progress(0.0)
                budget.take(len(piece))
                pieces.append(piece)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError, RuntimeError):
        return None


def _keep(piece: bytes, pieces: list[bytes], taken: list[int], packed: int, budget: Budget) -> None:
    """Keep a piece of what is unpacked, within the budget and the growth of an honest file."""
    budget.progress(0.0)
    budget.take(len(piece))
    taken[0] += len(piece)
    if taken[0] > RATIO_FROM and taken[0] > LARGEST_RATIO * packed:
        raise InputError(*_BOMB)
    pieces.append(piece)


def inflated(data: bytes, budget: Budget) -> bytes | None:
    """What lies behind gzip or zlib; None where it is damaged, or neither.

    Raises InputError where it grows as a bomb does. Raises TooMuchError where the budget is spent.
    """
    pieces: list[bytes] = []
    taken, packed = [0], len(data)
    try:
        while data:
            reader = zlib.decompressobj(zlib.MAX_WBITS | 32)  # either head
            while not reader.eof:
                piece = reader.decompress(data, _AT_ONCE)
                data = reader.unconsumed_tail
                if not piece and not data and not reader.eof:
                    return None
                _keep(piece, pieces, taken, packed, budget)
            data = reader.unused_data.lstrip(b"\0")  # gzip files may follow one another
    except zlib.error:
        return b"".join(pieces) if pieces and reader.eof else None
    return b"".join(pieces)


def unzipped_otherwise(data: bytes, budget: Budget) -> bytes | None:
    """What lies behind bzip2, xz or LZMA; None where it is damaged, or none of them.

    Raises InputError where it grows as a bomb does. Raises TooMuchError where the budget is spent.
    """
    pieces: list[bytes] = []
    taken, packed = [0], len(data)
    try:
        while data.strip(b"\0"):
            reader = (
                bz2.BZ2Decompressor()
                if data.startswith(b"BZh")
                else lzma.LZMADecompressor(memlimit=_MOST_MEMORY)
            )
            given = data
            while not reader.eof:
                piece = reader.decompress(given, _AT_ONCE)
                if not piece and reader.needs_input:
                    return None
                given = b""
                _keep(piece, pieces, taken, packed, budget)
            data = reader.unused_data  # files may follow one another
    except (OSError, EOFError, ValueError, lzma.LZMAError):
        return None
    return b"".join(pieces)


_MOST_MEMORY = 256 << 20
"""Bytes that a dictionary of LZMA may take: its strongest setting takes 65 MB."""


def untarred(path: str, data: bytes, budget: Budget, found: Opened) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of each file of a TAR archive; what cannot be read is a trouble of ``found``.

    Raises TooMuchError where the budget is spent.
    """
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            for member in archive:
                budget.entry()
                stream = archive.extractfile(member) if member.isreg() else None
                if stream is None:
                    if not member.isdir():
                        found.trouble(
                            f"{path}/{member.name}", Phrase("It is a link or a device and was not read.")
                        )
                    continue
                budget.take(member.size)
                yield member.name, stream.read()
    except (tarfile.TarError, OSError, EOFError, ValueError):
        found.trouble(path, Phrase("It is damaged or cut short and could not be unpacked."))


def names_and_comments(data: bytes) -> bytes:
    """Names of the parts of an archive, and what was written beside them; nothing where it is damaged."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        infos = archive.infolist()[:_MOST_NAMES]
    except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError, EOFError):
        return b""
    told = [archive.comment, *(info.comment for info in infos)]
    told += [_BETWEEN.sub(b" ", info.filename.encode("utf-8", "replace")) for info in infos]
    return b"\n".join(one for one in told if _DIGITS.search(one))


_MOST_NAMES = 20_000
"""Names that are looked at: as many as parts are opened."""
_BETWEEN = re.compile(rb"[_/]")
_DIGITS = re.compile(rb"\d[.,]\d{3}|\d{5}")
"""A name or comment that holds no such number holds no place."""
