# SPDX-License-Identifier: GPL-2.0-or-later
"""The objects of a PDF: scanned, unpacked and looked up, with the standard library alone.

Objects are found by scanning the file, so that a damaged cross-reference table does not matter, and so
that what an update replaced is found too; object streams (ISO 32000-1, 7.5.7) are unpacked. What asks for a
password and unknown filters are refused in a sentence.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...base.errors import InputError, Phrase
from ..budget import Budget, TooMuchError, one_boundary
from .encryption import Entries, Lock, lock_of

MOST_BYTES = 400_000_000
"""Bytes that a file may unpack to: a bomb must not fill the memory."""
DEEPEST_TREE = 40
"""Levels of the tree of pages; more are a loop. Ten thousand pages by tens have four."""
MOST_PAGES = 20_000
"""Pages that are followed: a tree may name the same page again and again."""

SCANNED_A_STEP = 1024
"""Bytes that are passed over in about the time of one token."""
LETTERS_A_STEP = 16
"""Bytes of a string, which may all be brackets, that are passed over in about the time of one token."""
BYTES_UNDONE_A_STEP = 4
"""Bytes whose prediction or encryption is undone in the time of one token."""
DAMAGED = Phrase("The PDF is damaged: its drawing could not be read.")
_LOCKED = Phrase(
    "The PDF is encrypted, so its drawing could not be read. Save or print it without a password and "
    "check that."
)
_ENCRYPT = re.compile(rb"/Encrypt\s*(\d+\s+\d+\s+R|<<)")
_HEX = re.compile(rb"<[0-9A-Fa-f\s]*>")
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_TO_ESCAPE = re.compile(rb"[()\\]")

_OBJECT = re.compile(rb"(?<!\d)(\d+)\s+(\d+)\s+obj\b")
_STREAM = re.compile(rb"\s{0,20}stream(\r\n|\n|\r)")
_IN_STRING = re.compile(rb"\\.|[()]", re.DOTALL)
_INLINE_END = re.compile(rb"[\x00\t\n\f\r ]EI(?=[\x00\t\n\f\r ]|$)")
_TOKEN = re.compile(
    rb"[\x00\t\n\f\r ]+|%[^\r\n]*|(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))|"
    rb"(?P<name>/[^\x00\t\n\f\r ()<>\[\]{}/%]*)"
    rb"|(?P<open><<)|(?P<close>>>)|(?P<hex><[0-9A-Fa-f\x00\t\n\f\r ]*>)|(?P<string>\()|(?P<array>[\[\]{}])"
    rb"|(?P<word>[^\x00\t\n\f\r ()<>\[\]{}/%]+)|(?P<other>.)",
    re.DOTALL,
)
_INHERITED = ("MediaBox", "Resources", "Rotate", "CropBox")
"""What a page takes from the nodes above it (ISO 32000-1, table 30)."""


class Name(str):
    """A PDF name, without its slash."""


@dataclass(frozen=True)
class Reference:
    """A reference to an indirect object."""

    number: int


@dataclass
class PdfFile:
    """An opened file.

    Attributes
    ----------
    data : bytes
        The whole file.
    offsets : dict of int to int
        Where the last definition of each object begins.
    replaced : list of int
        Where definitions begin that a later one of the same number replaced: earlier versions.
    packed : dict of int to object
        Objects that were packed in object streams.
    budget : int
        Bytes that may still be unpacked.
    steps : Budget
        Work that may still be done.
    """

    data: bytes
    offsets: dict[int, int] = field(default_factory=dict)
    replaced: list[int] = field(default_factory=list)
    packed: dict[int, Any] = field(default_factory=dict)
    budget: int = MOST_BYTES
    steps: Budget = field(default_factory=Budget)


@dataclass(frozen=True)
class PdfPage:
    """A page: its own entries, and those with what it inherits."""

    entries: dict[str, Any]
    inherited: dict[str, Any]


def _string_end(data: bytes, start: int) -> int:
    """Index after the literal string that opens at ``start``."""
    depth = 0
    for found in _IN_STRING.finditer(data, start):
        mark = found.group()
        if mark == b"(":
            depth += 1
        elif mark == b")":
            depth -= 1
            if depth == 0:
                return found.end()
    return len(data)


def _inline_end(data: bytes, start: int) -> int:
    """Index after the data of an inline image, whose ``ID`` ends at ``start``."""
    found = _INLINE_END.search(data, start)
    if found is None:
        raise InputError("The PDF is cut short: a picture inside its drawing has no end.")
    return found.end()


def tokens(data: bytes, steps: Budget, start: int = 0) -> Iterator[tuple[str, Any, int]]:
    """Yield (kind, value, end) of the tokens of PDF syntax from ``start``."""
    at = start
    while at < len(data):
        found = _TOKEN.match(data, at)
        if found is None:
            return
        kind, before, at = found.lastgroup, at, found.end()
        steps.spend(1 + (at - before) // SCANNED_A_STEP)
        if kind is None or kind == "other":
            continue
        if kind == "number":
            yield kind, float(found.group()), at
        elif kind == "name":
            yield kind, Name(found.group()[1:].decode("latin-1")), at
        elif kind == "string":
            at = _string_end(data, found.start())
            steps.spend((at - before) // LETTERS_A_STEP)
            yield kind, data[found.end() : at - 1], at
        elif kind == "word" and found.group() == b"ID":
            at = _inline_end(data, at)
            steps.spend((at - before) // SCANNED_A_STEP)
            yield "inline", data[found.end() + 1 : at - len(b" EI")], at
        else:
            yield kind, found.group(), at


def value_of(parts: Iterator[tuple[str, Any, int]]) -> tuple[Any, int]:
    """One object from a token stream, and the end of its last token; None at the end of the data."""
    stack: list[list[Any]] = [[]]
    opened_by: list[str] = []
    end = 0
    for kind, value, end in parts:
        if kind == "open" or (kind == "array" and value in b"[{"):
            stack.append([])
            opened_by.append(kind)
            continue
        if kind == "close" or (kind == "array" and value in b"]}"):
            if not opened_by:
                return None, end
            items = stack.pop()
            value = _dictionary(items) if opened_by.pop() == "open" else items
        elif kind == "word" and value == b"R" and len(stack[-1]) >= 2:
            stack[-1].pop()
            number = stack[-1].pop()
            value = Reference(int(number)) if isinstance(number, float) else None
        elif kind == "word":
            value = {b"true": True, b"false": False, b"null": None}.get(value, value)
        stack[-1].append(value)
        if not opened_by and kind not in ("number",):
            return stack[0][0], end
    return (stack[0][0] if stack[0] else None), end


def _dictionary(items: list[Any]) -> dict[str, Any]:
    return {key: items[i + 1] for i, key in enumerate(items[:-1]) if i % 2 == 0 and isinstance(key, Name)}


def _inflated(document: PdfFile, raw: bytes) -> bytes:
    if not raw.strip():  # an empty page, as some programs write it
        return b""
    engine = zlib.decompressobj()
    try:
        out = engine.decompress(raw, max(document.budget, 1))
    except zlib.error as reason:
        raise InputError(
            "The PDF holds a damaged stream ({reason}); it could not be read.", reason=reason
        ) from reason
    if engine.unconsumed_tail:
        raise TooMuchError(_BOMB)
    if not engine.eof:
        raise InputError("The PDF is cut short or damaged: a packed stream has no end.")
    document.budget -= len(out)
    document.steps.spend((len(raw) + len(out)) // SCANNED_A_STEP)
    return out


def _unpredicted(data: bytes, parameters: dict[str, Any]) -> bytes:
    """Undo what was predicted of the bytes before they were packed (ISO 32000-1, table 8)."""
    predictor, channels, bits, columns = (
        int(parameters.get(key, told))
        for key, told in (("Predictor", 1), ("Colors", 1), ("BitsPerComponent", 8), ("Columns", 1))
    )
    if predictor < 2:
        return data
    width = (columns * channels * bits + 7) // 8
    if not 0 < width < max(len(data), 2) + (predictor == _OF_TIFF):
        raise ValueError
    if predictor == _OF_TIFF:
        return _summed(data[: len(data) // width * width], width, channels, bits)
    return _unfiltered(data, width, max(channels * bits // 8, 1))


def _summed(data: bytes, width: int, channels: int, bits: int) -> bytes:
    """Undo the predictor of TIFF 6.0 (section 14): each sample is the difference from that to its left."""
    rows = np.frombuffer(data, np.uint8).reshape(-1, width)
    if bits >= 8:
        kind = {8: ">u1", 16: ">u2"}[bits]
        samples = rows.view(kind).reshape(len(rows), -1, channels)
        return np.cumsum(samples, axis=1, dtype=kind[1:]).astype(kind).tobytes()
    single = np.unpackbits(rows, axis=1)
    used = width * 8 // (channels * bits) * channels * bits
    weights = (1 << np.arange(bits - 1, -1, -1)).astype(np.uint8)
    samples = single[:, :used].reshape(len(rows), -1, channels, bits) @ weights
    samples = np.cumsum(samples, axis=1, dtype=np.uint8) & (2**bits - 1)
    single[:, :used] = (samples[..., None] & weights != 0).reshape(len(rows), used)
    return np.packbits(single, axis=1).tobytes()


def _unfiltered(data: bytes, width: int, step: int) -> bytes:
    """Undo the filters of PNG (ISO 15948, 9), one of which begins each line."""
    previous, rows = bytearray(width), []
    for start in range(0, len(data) - width, width + 1):
        method, row = data[start], bytearray(data[start + 1 : start + 1 + width])
        for i in range(width if method else 0):
            left, up = (row[i - step] if i >= step else 0), previous[i]
            if method == 1:
                row[i] = (row[i] + left) & 255
            elif method == 2:
                row[i] = (row[i] + up) & 255
            elif method == 3:
                row[i] = (row[i] + (left + up) // 2) & 255
            elif method == 4:
                row[i] = (row[i] + _paeth(left, up, previous[i - step] if i >= step else 0)) & 255
        rows.append(bytes(row))
        previous = row
    return b"".join(rows)


_OF_TIFF = 2
"""The predictor of TIFF; from 10 on they are those of PNG."""


def _paeth(left: int, up: int, corner: int) -> int:
    """The neighbour that lies nearest to left + up − corner (PNG, 9.4)."""
    about = left + up - corner
    apart = (abs(about - left), abs(about - up), abs(about - corner))
    return (left, up, corner)[apart.index(min(apart))]


def object_of(document: PdfFile, reference: Any) -> Any:
    """The object behind a reference (or the value itself), a stream as (dictionary, raw bytes)."""
    if not isinstance(reference, Reference):
        return reference
    if reference.number in document.packed:
        return document.packed[reference.number]
    start = document.offsets.get(reference.number)
    return None if start is None else object_at(document, start)


def object_at(document: PdfFile, start: int) -> Any:
    """The object whose definition begins at ``start``, a stream as (dictionary, raw bytes)."""
    value, end = value_of(tokens(document.data, document.steps, start))
    if isinstance(value, dict):
        found = _STREAM.match(document.data, end)
        if found:
            return value, _raw_stream(document, value, found.end())
    return value


def _raw_stream(document: PdfFile, dictionary: dict[str, Any], start: int) -> bytes:
    stop = start + _length(document, dictionary.get("Length"))
    if stop > start and document.data[stop : stop + 20].strip().startswith(b"endstream"):
        return document.data[start:stop]
    stop = document.data.find(b"endstream", start)
    if stop < 0:
        raise InputError("The PDF is cut short: a stream has no end.")
    document.steps.spend((stop - start) // SCANNED_A_STEP)
    return document.data[start:stop]


def _length(document: PdfFile, told: Any) -> int:
    """Length of a stream; 0 where it is not told. A reference is read as a number, never as a stream."""
    if isinstance(told, Reference):
        packed, start = document.packed.get(told.number), document.offsets.get(told.number)
        told = packed if start is None else value_of(tokens(document.data, document.steps, start))[0]
    return int(told) if isinstance(told, float) and 0 < told < len(document.data) else 0


def stream_data(document: PdfFile, stream: tuple[dict[str, Any], bytes]) -> bytes:
    """A stream unpacked.

    Raises
    ------
    InputError
        Where a filter is not known, or more is unpacked than the budget allows.
    """
    data, left = partly_unpacked(document, stream)
    if left:
        raise InputError("The PDF packs its drawing by {name}, which is not read.", name=left[0])
    return data


def partly_unpacked(document: PdfFile, stream: tuple[dict[str, Any], bytes]) -> tuple[bytes, tuple[str, ...]]:
    """A stream unpacked as far as it is known how, and the filters that are left (DCTDecode is a JPEG)."""
    dictionary, raw = stream
    filters = object_of(document, dictionary.get("Filter")) or []
    parameters = object_of(document, dictionary.get("DecodeParms")) or {}
    filters = filters if isinstance(filters, list) else [filters]
    parameters = parameters if isinstance(parameters, list) else [parameters]
    for i, name in enumerate(filters):
        if name in _SPELLED:
            raw = _SPELLED[name](raw)
            document.steps.spend(len(raw) // SCANNED_A_STEP)
            continue
        settings = object_of(document, parameters[i]) if i < len(parameters) else None
        if name in ("FlateDecode", "Fl"):
            raw = _inflated(document, raw)
        elif name in ("LZWDecode", "LZW"):
            early = settings.get("EarlyChange", 1) if isinstance(settings, dict) else 1
            raw = _from_lzw(document, raw, int(early))
        elif name in ("RunLengthDecode", "RL"):
            raw = _from_runs(document, raw)
        else:
            return raw, tuple(str(one) for one in filters[i:])
        if isinstance(settings, dict):
            document.steps.spend(len(raw) // BYTES_UNDONE_A_STEP)
            raw = _unpredicted(raw, settings)
    return raw, ()


def _from_base85(raw: bytes) -> bytes:
    try:
        return base64.a85decode(raw.partition(b"~>")[0].strip().removeprefix(b"<~"))
    except ValueError as reason:
        raise InputError(
            "The PDF holds a damaged stream ({reason}); it could not be read.", reason=reason
        ) from reason


def _from_hex(raw: bytes) -> bytes:
    digits = re.sub(rb"[^0-9A-Fa-f]", b"", raw.partition(b">")[0])
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))


def _from_lzw(document: PdfFile, raw: bytes, early: int) -> bytes:
    """Undo LZW (ISO 32000-1, 7.4.4): codes of 9 to 12 bits, the higher ones for strings told before."""
    pieces, room = [], document.budget
    known = [bytes([one]) for one in range(256)] + [b"", b""]
    table, before, held, waiting = known.copy(), b"", 0, 0
    document.steps.spend(len(raw) // BYTES_UNDONE_A_STEP)
    for byte in raw:
        held, waiting = (held << 8 | byte) & 0xFF_FFFF, waiting + 8
        size = min(max((len(table) + early).bit_length(), 9), 12)
        if waiting < size:
            continue
        waiting -= size
        code = held >> waiting & ((1 << size) - 1)
        if code == _END:
            break
        if code == _CLEAR:
            table, before = known.copy(), b""
            continue
        if code > len(table) or (code == len(table) and not before):
            raise ValueError
        piece = table[code] if code < len(table) else before + before[:1]
        if before and len(table) < _MOST_STRINGS:
            table.append(before + piece[:1])
        before = piece
        pieces.append(piece)
        room -= len(piece)
        if room < 0:
            raise TooMuchError(_BOMB)
    return _kept(document, b"".join(pieces))


_CLEAR, _END, _MOST_STRINGS = 256, 257, 4096
"""Codes of LZW that begin a new table and end the data, and strings of a table."""


def _from_runs(document: PdfFile, raw: bytes) -> bytes:
    """Undo the lengths of runs (ISO 32000-1, 7.4.5)."""
    pieces, at = [], 0
    while at < len(raw) and raw[at] != _END_OF_RUNS:
        count = raw[at]
        if count < _END_OF_RUNS:
            pieces.append(raw[at + 1 : at + 2 + count])
            at += 2 + count
        else:
            pieces.append(raw[at + 1 : at + 2] * (257 - count))
            at += 2
    return _kept(document, b"".join(pieces))


_END_OF_RUNS = 128
"""The length that ends the data of a RunLengthDecode filter (ISO 32000-1, 7.4.5)."""


def _kept(document: PdfFile, out: bytes) -> bytes:
    """Unpacked bytes, counted."""
    document.budget -= len(out)
    if document.budget < 0:
        raise TooMuchError(_BOMB)
    document.steps.spend(len(out) // SCANNED_A_STEP)
    return out


_BOMB = Phrase("The PDF unpacks to more than 400 MB and was refused before it was unpacked.")
_SPELLED = {
    "ASCII85Decode": _from_base85, "A85": _from_base85, "ASCIIHexDecode": _from_hex, "AHx": _from_hex,
}  # fmt: skip
"""Filters that spell bytes in letters (ISO 32000-1, 7.4.2 and 7.4.3)."""


def opened(data: bytes, steps: Budget | None = None) -> PdfFile:
    """Scan a file for its objects; ``steps`` limits the work of all that is read from it.

    Raises
    ------
    InputError
        When it is no PDF, is encrypted, damaged, or asks for too much.
    """
    with one_boundary(DAMAGED):
        return _scanned(data, steps or Budget())


def _scanned(data: bytes, steps: Budget) -> PdfFile:
    if not data[:1024].lstrip().startswith(b"%PDF"):
        raise InputError("The file is not a PDF.")
    document = _indexed(data, steps)
    if _ENCRYPT.search(data):
        document = _indexed(_unlocked(document), steps)
    for number in list(document.offsets):
        start = document.offsets[number]
        if b"/ObjStm" in data[start : start + 400]:
            stream = object_of(document, Reference(number))
            if isinstance(stream, tuple) and stream[0].get("Type") == "ObjStm":
                _unpack(document, stream)
    return document


def _indexed(data: bytes, steps: Budget) -> PdfFile:
    """A file with the places of its objects."""
    document = PdfFile(data, steps=steps)
    for found in _OBJECT.finditer(data):
        number = int(found.group(1))
        if number in document.offsets:
            document.replaced.append(document.offsets[number])
        document.offsets[number] = found.end()
    return document


def plain_of(data: bytes) -> bytes:
    """A PDF as it would stand without its lock; as it is where it has none, or asks for a password."""
    try:
        return opened(data).data if _ENCRYPT.search(data) else data
    except InputError:
        return data


def _unlocked(document: PdfFile) -> bytes:
    """The bytes of a file whose lock the empty password opens, every string and stream plain.

    Raises
    ------
    InputError
        Where a password is asked, or the lock is not a standard one.
    """
    lock, of_lock = _lock(document)
    pieces, at = [], 0
    for found in _OBJECT.finditer(document.data):
        if found.start() < at:
            continue
        pieces.append(document.data[at : found.end()])
        at, plain = _unlocked_object(document, lock, found)
        pieces.append(b" null" if found.end() == of_lock else plain)
    return b"".join([*pieces, document.data[at:]])


def _lock(document: PdfFile) -> tuple[Lock, int | None]:
    """The lock, and where its own definition begins."""
    for trailer in _trailers(document):
        told = trailer.get("Encrypt")
        entries = object_of(document, told)
        if not isinstance(entries, dict) or entries.get("Filter") != "Standard":
            continue
        lock = lock_of(_entries(document, entries, trailer))
        if lock is not None:
            return lock, document.offsets.get(told.number) if isinstance(told, Reference) else None
    raise InputError(_LOCKED)


def _trailers(document: PdfFile) -> Iterator[dict[str, Any]]:
    """What ends the file and each of its versions: trailers, and the dictionaries of packed references."""
    for found in re.finditer(rb"\btrailer\b", document.data):
        value = value_of(tokens(document.data, document.steps, found.end()))[0]
        if isinstance(value, dict):
            yield value
    for start in [*document.offsets.values(), *document.replaced]:
        if b"/Encrypt" in document.data[start : start + 2000]:
            value = value_of(tokens(document.data, document.steps, start))[0]
            if isinstance(value, dict) and value.get("Type") == "XRef":
                yield value


def _entries(document: PdfFile, told: dict[str, Any], trailer: dict[str, Any]) -> Entries:
    version, revision = int(told.get("V", 0)), int(told.get("R", 0))
    file_id = object_of(document, trailer.get("ID")) or [b""]
    filters = object_of(document, told.get("CF")) or {}

    def method(key: str) -> str:
        if version < 4:
            return "V2"
        name = told.get(key, "Identity")
        chosen = object_of(document, filters.get(name)) or {}
        return "Identity" if name == "Identity" else str(chosen.get("CFM", "None"))

    owner, user, user_key = (string_of(object_of(document, told.get(key))) for key in ("O", "U", "UE"))
    return Entries(
        version, revision, int(told.get("P", 0)), int(told.get("Length", 40)), owner, user, user_key,
        method("StmF"), method("StrF"), told.get("EncryptMetadata") is not False, string_of(file_id[0]),
    )  # fmt: skip


def _unlocked_object(document: PdfFile, lock: Lock, found: re.Match[bytes]) -> tuple[int, bytes]:
    """Where the definition of an object ends, and what stands in it, unlocked."""
    number, generation, start = int(found[1]), int(found[2]), found.end()
    data, steps = document.data, document.steps
    value, end = value_of(tokens(data, steps, start))
    entries = value if isinstance(value, dict) else {}
    if entries.get("Type") == "XRef":
        return end, data[start:end]
    pieces, at = [], start
    for kind, told, after in tokens(data, steps, start):
        if after > end:
            break
        if kind in ("string", "hex"):
            plain = lock.string(raw_string(told, kind == "hex"), number, generation)
            steps.spend(len(plain) // BYTES_UNDONE_A_STEP)
            before = after - len(told) - (2 if kind == "string" else 0)
            pieces += [data[at:before], b"(", _TO_ESCAPE.sub(rb"\\\g<0>", plain).replace(b"\r", rb"\r"), b")"]
            at = after
    stream = _STREAM.match(data, end) if entries else None
    if stream is None:
        return end, b"".join([*pieces, data[at:end]])
    body = _raw_stream(document, entries, stream.end())
    steps.spend(len(body) // BYTES_UNDONE_A_STEP)
    plain = body if _stays(lock, entries) else lock.stream(body, number, generation)
    pieces += [data[at : end - len(b">>")], b" /Length %d >>\nstream\n" % len(plain), plain, b"\n"]
    return stream.end() + len(body), b"".join(pieces)


def _stays(lock: Lock, entries: dict[str, Any]) -> bool:
    """Whether a stream is not locked: metadata for search machines, or what says so itself."""
    filters = entries.get("Filter")
    own = "Crypt" in (filters if isinstance(filters, list) else [filters])
    return own or (entries.get("Type") == "Metadata" and not lock.entries.locks_metadata)


def string_of(value: Any) -> bytes:
    """The bytes of a string as :func:`value_of` gives it; none of what is no string."""
    if not isinstance(value, bytes):
        return b""
    return raw_string(value, _HEX.fullmatch(value) is not None)


def raw_string(codes: bytes, is_hex: bool) -> bytes:
    """A string as its bytes (ISO 32000-1, 7.3.4)."""
    if is_hex:
        return _from_hex(codes.strip(b"<>"))

    def plain(found: re.Match[bytes]) -> bytes:
        told = found[1]
        if told[:1].isdigit():
            return bytes([int(told, 8) & 255])
        return b"" if told in (b"\n", b"\r", b"\r\n") else _ESCAPES.get(told, told)

    return _ESCAPE.sub(plain, codes)


def _unpack(document: PdfFile, stream: tuple[dict[str, Any], bytes]) -> None:
    body = stream_data(document, stream)
    count, first = int(stream[0].get("N", 0)), int(stream[0].get("First", 0))
    numbers = [int(value) for value in body[:first].split()[: 2 * count]]
    for number, offset in zip(numbers[::2], numbers[1::2]):
        document.packed[number] = value_of(tokens(body, document.steps, first + offset))[0]


def pages_of(document: PdfFile) -> Iterator[PdfPage]:
    """The pages in their order, each with what it inherits.

    Raises
    ------
    InputError
        Where there is none that could be read.
    """
    with one_boundary(DAMAGED):
        yield from _pages(document)


def _pages(document: PdfFile) -> Iterator[PdfPage]:
    root = None
    for number in [*document.offsets, *document.packed]:
        value = object_of(document, Reference(number))
        if isinstance(value, dict) and value.get("Type") == "Catalog":
            root = value
    waiting: list[tuple[Any, dict[str, Any], int]] = [(root.get("Pages"), {}, 0)] if root else []
    found = 0
    seen: set[int] = set()
    while waiting and found < MOST_PAGES:
        reference, above, depth = waiting.pop()
        if isinstance(reference, Reference):
            if reference.number in seen:
                continue
            seen.add(reference.number)
        node = object_of(document, reference)
        if not isinstance(node, dict) or depth > DEEPEST_TREE:
            continue
        inherited = {**above, **{k: object_of(document, node[k]) for k in _INHERITED if k in node}}
        kids = object_of(document, node.get("Kids"))
        if isinstance(kids, list) and kids:
            waiting.extend((kid, inherited, depth + 1) for kid in reversed(kids[:MOST_PAGES]))
            continue
        found += 1
        yield PdfPage(node, inherited)
    if not found:
        raise InputError("The PDF has no page that could be read.")
