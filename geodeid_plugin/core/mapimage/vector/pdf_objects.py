# SPDX-License-Identifier: GPL-2.0-or-later
"""The objects of a PDF: found by scanning the file, read and unlocked by pypdf, unpacked within a budget.

Objects are found by scanning, so that a damaged cross-reference table does not matter, and so that what an
update replaced is found too. What asks for a password, and unknown filters, are refused in a sentence.

Flate and its predictors are ours: by pypdf 6.21, as measured, a stream that is cut short passes for a whole
one, and pixels of less than 8 bits (after TIFF's predictor also of 16) come out wrong, without a word.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from ...base.errors import InputError, Phrase, Refusal
from ..budget import Budget, TooMuchError, one_boundary
from .pdf_content import SCANNED_A_STEP, spelled
from .shipped import limits, reader

MOST_BYTES = 400_000_000
"""Bytes that a file may unpack to: a bomb must not fill the memory."""
DEEPEST_TREE = 40
"""Levels of the tree of pages; more are a loop. Ten thousand pages by tens have four."""
MOST_OBJECTS = 2_000_000
"""Objects of a file; chosen, more than the largest atlas has."""
MOST_PAGES = 20_000
"""Pages that are followed: a tree may name the same page again and again."""
BYTES_UNDONE_A_STEP = 4
"""Bytes whose prediction or encryption is undone in the time of one token."""
LARGEST_KEPT = 10_000
"""Bytes of a stream that is kept when it was read."""
LOOKS_A_STEP = 4
"""Looks of pypdf at the next letters that take about the time of one token."""
DAMAGED = Refusal("pdf.file.damaged", Phrase("The PDF is damaged: its drawing could not be read."))
_LOCKED = Refusal(
    "pdf.file.locked",
    Phrase(
        "The PDF is encrypted, so its drawing could not be read. Save or print it without a password and "
        "check that."
    ),
)
_BOMB = Refusal(
    "pdf.file.bomb",
    Phrase("The PDF unpacks to more than 400 MB and was refused before it was unpacked."),
)
_ENCRYPT = re.compile(rb"/Encrypt\s*(\d+\s+\d+\s+R|<<)")
_OBJECT = re.compile(rb"(?<!\d)(\d{1,10})\s+(\d{1,10})\s+obj\b")
_STREAM = re.compile(rb"\s{0,20}stream(\r\n|\n|\r)")
_LENGTH = re.compile(rb"\s*(\d{1,10})\s*endobj")
_LENGTHS = re.compile(rb"/Length[\s\0]+(\d{1,10})(\s+\d{1,10}\s+R)?")
_HEAD_END = re.compile(rb"\bstream(?:\r\n|\n|\r)|\bendobj\b")
_BEGIN = re.compile(rb"(?:[\x00\t\n\f\r ]|%[^\r\n]*)*")
_TRAILER = re.compile(rb"\btrailer\b")
_INHERITED = ("/MediaBox", "/Resources", "/Rotate", "/CropBox")
"""What a page takes from the nodes above it (ISO 32000-1, table 30)."""


@dataclass(frozen=True)
class Definition:
    """Where an object is defined: its number and generation, and the byte after ``obj``."""

    number: int
    generation: int
    start: int


@dataclass
class PdfFile:
    """An opened file. pypdf asks it for the objects behind references, and for the bodies of streams."""

    data: bytes
    """The whole file."""
    offsets: dict[int, Definition] = field(default_factory=dict)
    """The last definition of each object."""
    replaced: list[Definition] = field(default_factory=list)
    """Those that a later one of the same number replaced: earlier versions."""
    packed: dict[int, Any] = field(default_factory=dict)
    """Objects that were packed in object streams."""
    unpacked_earlier: list[Any] = field(default_factory=list)
    """Those of them that a later definition of the same number replaced."""
    budget: int = MOST_BYTES
    """Bytes that may still be unpacked."""
    steps: Budget = field(default_factory=Budget)
    """Work that may still be done."""
    lock: Any = None
    """The lock that the empty password opened."""
    lock_at: int = -1
    """Number of the object that defines the lock, which is not locked itself."""
    known: dict[int, Any] = field(default_factory=dict)
    """Objects that were read, by where they begin; of streams small ones, as symbols that a page repeats."""
    streams_left: int = 1000
    """Streams that may still be kept."""
    fonts: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    """Fonts that were read, by the identity of their dictionaries, with these."""
    strict = True
    """pypdf gives no part of a broken dictionary for the whole."""

    def get_object(self, reference: Any) -> Any:
        """The object behind a reference; pypdf's null where there is none."""
        if reference.idnum in self.packed:
            return self.packed[reference.idnum]
        definition = self.offsets.get(reference.idnum)
        return reader().generic.NullObject() if definition is None else object_at(self, definition)

    def read_body(self, source: _Counted, entries: dict[Any, Any]) -> None:
        """Put the body of a stream, if one follows, among its entries."""
        found = _STREAM.match(source.whole, source.tell())
        if found:
            entries["__streamdata__"] = self._raw_stream(source.whole, entries.get("/Length"), found.end())

    def _raw_stream(self, data: bytes, told: Any, start: int) -> bytes:
        stop = start + self._length(told)
        if stop > start and _ends_there(data, stop):
            return data[start:stop]
        stop = data.find(b"endstream", start)
        if stop < 0:
            raise InputError("pdf.stream.no_end", "The PDF is cut short: a stream has no end.")
        self.steps.spend((stop - start) // SCANNED_A_STEP)
        return data[start:stop]

    def _length(self, told: Any) -> int:
        """Length of a stream; 0 where it is not told. A reference is read as a number, never as a stream."""
        if is_reference(told):
            definition = self.offsets.get(told.idnum)
            found = _LENGTH.match(self.data, definition.start) if definition else None
            told = int(found[1]) if found else self.packed.get(told.idnum)
        return int(told) if isinstance(told, int) and 0 < told < len(self.data) else 0


@dataclass(frozen=True)
class PdfPage:
    """A page: its own entries, and those with what it inherits."""

    entries: dict[str, Any]
    inherited: dict[str, Any]


class _Counted(io.BytesIO):
    """Bytes from which pypdf reads, each look paid from a budget."""

    def __init__(self, whole: bytes, steps: Budget):
        super().__init__(whole)
        self.whole = whole
        self._steps, self._looks = steps, 0

    def read(self, size: int | None = -1, /) -> bytes:
        """Read, and count."""
        self._looks += 1
        if self._looks == LOOKS_A_STEP:
            self._looks = 0
            self._steps.spend()
        return super().read(size)


def _value_at(document: PdfFile, source: _Counted, start: int) -> Any:
    """The object of pypdf that begins there."""
    document.steps.spend()
    source.seek(_BEGIN.match(source.whole, start).end())  # type: ignore[union-attr]
    with limits(MOST_BYTES):
        return reader().generic.read_object(source, document, "bytes")


def object_at(document: PdfFile, definition: Definition) -> Any:
    """The object that a definition gives, unlocked."""
    if definition.start in document.known:
        return document.known[definition.start]
    value = _value_at(document, _Counted(document.data, document.steps), definition.start)
    if document.lock is not None and definition.number != document.lock_at:
        value = _unlocked(document, value, definition)
    if is_stream(value):
        if len(value._data) > LARGEST_KEPT or not document.streams_left:
            return value
        document.streams_left -= 1
    document.known[definition.start] = value
    return value


def _unlocked(document: PdfFile, value: Any, definition: Definition) -> Any:
    """An object as it was before it was locked; metadata for search machines may not be."""
    if is_stream(value):
        of_search = value.get("/Type") == "/Metadata" and not document.lock.EncryptMetadata
        if value.get("/Type") == "/XRef" or of_search or "/Crypt" in _listed(value.get("/Filter")):
            return value
        document.steps.spend(len(value._data) // BYTES_UNDONE_A_STEP)
    with limits(MOST_BYTES):
        return document.lock.decrypt_object(value, definition.number, definition.generation)


def object_of(document: PdfFile, value: Any) -> Any:
    """The object behind a reference, or the value itself; Python's own None, True and False."""
    generic = reader().generic
    if isinstance(value, generic.IndirectObject):
        value = document.get_object(value)
    if isinstance(value, generic.NullObject):
        return None
    return value.value if isinstance(value, generic.BooleanObject) else value


def is_reference(value: Any) -> bool:
    """Whether a value is a reference to an object."""
    return isinstance(value, reader().generic.IndirectObject)


def is_stream(value: Any) -> bool:
    """Whether an object is a stream: a dictionary with a body."""
    return isinstance(value, reader().generic.StreamObject)


def stream_of(entries: dict[str, Any], body: bytes) -> Any:
    """A stream that stands in no object, as a picture inside a drawing."""
    stream = reader().generic.EncodedStreamObject()
    stream.update(entries)
    stream._data = body
    return stream


def string_of(value: Any) -> bytes:
    """The bytes of a string of an object or of a drawing; none of what is no string."""
    generic = reader().generic
    if isinstance(value, (generic.ByteStringObject, generic.TextStringObject)):
        return bytes(value.original_bytes)
    return spelled(value) if isinstance(value, bytes) else b""


def as_text(raw: bytes) -> str:
    """The letters of a string that is no part of a drawing (ISO 32000-2, 7.9.2)."""
    if raw.startswith((b"\xfe\xff", b"\xff\xfe")):
        return raw.decode("utf-16", "replace")
    if raw.startswith(b"\xef\xbb\xbf"):
        return raw.decode("utf-8-sig", "replace")
    return "".join(map(reader().codecs._pdfdoc_encoding.__getitem__, raw))


def stream_data(document: PdfFile, stream: Any) -> bytes:
    """A stream unpacked.

    Raises InputError where a filter is not known, or more is unpacked than the budget allows.
    """
    data, left = partly_unpacked(document, stream)
    if left:
        raise InputError(
            "pdf.filter.unread", "The PDF packs its drawing by {name}, which is not read.", name=left[0][1:]
        )
    return data


def partly_unpacked(document: PdfFile, stream: Any) -> tuple[bytes, tuple[str, ...]]:
    """A stream unpacked as far as it is known how, and the filters that are left (/DCTDecode is a JPEG)."""
    raw, filters = stream._data, _listed(object_of(document, stream.get("/Filter")))
    parameters = _listed(object_of(document, stream.get("/DecodeParms")))
    for i, name in enumerate(filters):
        if name not in _FILTERS:
            return raw, tuple(str(one) for one in filters[i:])
        settings = object_of(document, parameters[i]) if i < len(parameters) else None
        settings = settings if isinstance(settings, dict) else {}
        raw = _FILTERS[name](document, raw, settings)
        if settings and name in _PREDICTED:
            document.steps.spend(len(raw) // BYTES_UNDONE_A_STEP)
            raw = _unpredicted(raw, settings)
    return raw, ()


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _inflated(document: PdfFile, raw: bytes, _settings: dict[str, Any]) -> bytes:
    if not raw.strip():  # an empty page, as some programs write it
        return b""
    engine = zlib.decompressobj()
    try:
        out = engine.decompress(raw, max(document.budget, 1))
    except zlib.error as reason:
        raise InputError(
            "pdf.stream.damaged",
            "The PDF holds a damaged stream ({reason}); it could not be read.",
            reason=reason,
        ) from reason
    if engine.unconsumed_tail:
        raise TooMuchError(*_BOMB)
    if not engine.eof:
        raise InputError(
            "pdf.stream.packed_no_end", "The PDF is cut short or damaged: a packed stream has no end."
        )
    document.budget -= len(out)
    document.steps.spend((len(raw) + len(out)) // SCANNED_A_STEP)
    return out


def _by_pypdf(kind: str) -> Callable[[PdfFile, bytes, dict[str, Any]], bytes]:
    """How pypdf undoes one of the older filters, in our budgets."""

    def unpack(document: PdfFile, raw: bytes, settings: dict[str, Any]) -> bytes:
        if settings.get("/EarlyChange", 1) != 1:
            raise InputError(
                "pdf.filter.unread",
                "The PDF packs its drawing by {name}, which is not read.",
                name="EarlyChange 0",
            )
        document.steps.spend(len(raw) // BYTES_UNDONE_A_STEP)
        try:
            with limits(document.budget + 1):
                out = bytes(getattr(reader().filters, kind).decode(raw))
        except TooMuchError as reason:
            raise TooMuchError(*_BOMB) from reason
        except ValueError as reason:
            raise InputError(
                "pdf.stream.damaged",
                "The PDF holds a damaged stream ({reason}); it could not be read.",
                reason=reason,
            ) from reason
        document.budget -= len(out)
        if document.budget < 0:
            raise TooMuchError(*_BOMB)
        document.steps.spend(len(out) // SCANNED_A_STEP)
        return out

    return unpack


_PREDICTED = ("/FlateDecode", "/Fl", "/LZWDecode", "/LZW")
_FILTERS = {
    **dict.fromkeys(("/FlateDecode", "/Fl"), _inflated),
    **dict.fromkeys(("/LZWDecode", "/LZW"), _by_pypdf("LZWDecode")),
    **dict.fromkeys(("/RunLengthDecode", "/RL"), _by_pypdf("RunLengthDecode")),
    **dict.fromkeys(("/ASCII85Decode", "/A85"), _by_pypdf("ASCII85Decode")),
    **dict.fromkeys(("/ASCIIHexDecode", "/AHx"), _by_pypdf("ASCIIHexDecode")),
}
"""Filters that are undone, by their names in an object and in a drawing (ISO 32000-1, tables 6 and 94)."""


def _unpredicted(data: bytes, parameters: dict[str, Any]) -> bytes:
    """Undo what was predicted of the bytes before they were packed (ISO 32000-1, table 8)."""
    predictor, channels, bits, columns = (
        int(parameters.get(key, told))
        for key, told in (("/Predictor", 1), ("/Colors", 1), ("/BitsPerComponent", 8), ("/Columns", 1))
    )
    if predictor < 2:
        return data
    width = (columns * channels * bits + 7) // 8
    if not 0 < width < max(len(data), 2) + (predictor == _OF_TIFF):
        raise ValueError
    if predictor == _OF_TIFF:
        return _summed(data[: len(data) // width * width], width, channels, bits)
    return _unfiltered(data, width, (channels * bits + 7) // 8)


_OF_TIFF = 2
"""The predictor of TIFF; from 10 on they are those of PNG."""


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
    """Undo the filters of PNG (ISO 15948, 9), one of which begins each line of ``step`` bytes a pixel."""
    whole = len(data) // (width + 1)
    lines = np.frombuffer(data, np.uint8)[: whole * (width + 1)].reshape(whole, width + 1)
    rows, before = np.zeros((whole, width), np.uint8), np.zeros(width, np.uint8)
    for at, line in enumerate(lines):
        method, row = line[0], line[1:]
        if method == _SUB:
            padded = np.zeros(-(-width // step) * step, np.uint8)
            padded[:width] = row
            row = np.cumsum(padded.reshape(-1, step), axis=0, dtype=np.uint8).ravel()[:width]
        elif method == _UP:
            row = row + before
        elif method in _SLOW:
            row = np.frombuffer(_SLOW[method](bytearray(row), bytes(before), step), np.uint8)
        elif method:
            raise ValueError
        rows[at] = before = row
    return rows.tobytes()


def _averaged(row: bytearray, before: bytes, step: int) -> bytearray:
    """Add the mean of the neighbours to the left and above."""
    for i, up in enumerate(before):
        row[i] = (row[i] + ((row[i - step] if i >= step else 0) + up) // 2) & 255
    return row


def _nearest(row: bytearray, before: bytes, step: int) -> bytearray:
    """Add the neighbour that lies nearest to left + up − corner (Paeth; PNG, 9.4)."""
    for i, up in enumerate(before):
        left, corner = (row[i - step], before[i - step]) if i >= step else (0, 0)
        of_left, of_up = abs(up - corner), abs(left - corner)
        of_corner = abs(left + up - 2 * corner)
        near = left if of_left <= of_up and of_left <= of_corner else up if of_up <= of_corner else corner
        row[i] = (row[i] + near) & 255
    return row


_SUB, _UP = 1, 2
_SLOW = {3: _averaged, 4: _nearest}
"""Filters of PNG: by numpy a line at once, and those that need the byte before."""


def opened(data: bytes, steps: Budget | None = None) -> PdfFile:
    """Scan a file for its objects; ``steps`` limits the work of all that is read from it.

    Raises InputError when it is no PDF, is encrypted, damaged, or asks for too much.
    """
    with one_boundary(DAMAGED):
        return _scanned(data, steps or Budget())


def _scanned(data: bytes, steps: Budget) -> PdfFile:
    if not data[:1024].lstrip().startswith(b"%PDF"):
        raise InputError("pdf.file.not_a_pdf", "The file is not a PDF.")
    reader()
    document = PdfFile(data, steps=steps)
    defined = list(_defined(data))
    for definition, _head in defined:
        if definition.number in document.offsets:
            document.replaced.append(document.offsets[definition.number])
        document.offsets[definition.number] = definition
    if _ENCRYPT.search(data):
        document.lock, document.lock_at = _opened_lock(document)
        document.known.clear()
    for definition, head in defined:
        if b"/ObjStm" in head or b"#" in head:  # a letter of a name may be spelled by its number
            stream = object_at(document, definition)
            if is_stream(stream) and stream.get("/Type") == "/ObjStm":
                _unpack(document, stream, definition.start)
    return document


def _defined(data: bytes) -> Iterator[tuple[Definition, bytes]]:
    """Definitions in the order of the file, to the body of a stream or the end; none inside a stream."""
    matches = islice(_OBJECT.finditer(data), MOST_OBJECTS + 1)
    found = [Definition(int(one[1]), int(one[2]), one.end()) for one in matches]
    if len(found) > MOST_OBJECTS:
        raise TooMuchError(
            "pdf.objects.too_many",
            "The PDF defines more than two million objects, which no map does. Make it simpler first.",
        )
    starts: dict[int, list[int]] = {}
    for one in found:
        starts.setdefault(one.number, []).append(one.start)
    behind = 0
    for one, stop in zip(found, [*(following.start for following in found[1:]), len(data)]):
        if one.start < behind:
            continue
        end = _HEAD_END.search(data, one.start, stop)
        head = data[one.start : end.start() if end else stop]
        yield one, head
        if end and end.group() != b"endobj":
            stops = [end.end() + length for length in _lengths(data, head, starts)]
            behind = max((one for one in stops if _ends_there(data, one)), default=0)


def _lengths(data: bytes, head: bytes, starts: dict[int, list[int]]) -> Iterator[int]:
    """Lengths that a stream tells of itself, also by a reference, before any object was read."""
    for told in _LENGTHS.finditer(head):
        if told[2] is None:
            yield int(told[1])
        else:
            numbers = (_LENGTH.match(data, start) for start in starts.get(int(told[1]), ()))
            yield from (int(one[1]) for one in numbers if one)


def _ends_there(data: bytes, stop: int) -> bool:
    """Whether the body of a stream ends at a byte."""
    return data[stop : stop + 20].strip().startswith(b"endstream")


def _opened_lock(document: PdfFile) -> tuple[Any, int]:
    """The lock that the empty password opens, and the number of its object; others are refused."""
    for trailer in trailers(document):
        told: Any = trailer.get("/Encrypt")
        entries, ids = object_of(document, told), object_of(document, trailer.get("/ID"))
        if not isinstance(entries, dict):
            continue
        file_id = string_of(ids[0]) if isinstance(ids, list) and ids else b""
        with one_boundary(_LOCKED), limits(MOST_BYTES):
            lock = reader().encryption.Encryption.read(entries, file_id)
            lock.verify(b"")
        if lock.is_decrypted():
            return lock, told.idnum if is_reference(told) else -1
    raise InputError(*_LOCKED)


def trailers(document: PdfFile) -> Iterator[dict[str, Any]]:
    """What ends the file and each of its versions: trailers, and the dictionaries of packed references."""
    source = _Counted(document.data, document.steps)
    for found in _TRAILER.finditer(document.data):
        value = _value_at(document, source, found.end())
        if isinstance(value, dict):
            yield value
    for definition in [*document.offsets.values(), *document.replaced]:
        if b"/XRef" in document.data[definition.start : definition.start + 2000]:
            value = object_at(document, definition)
            if is_stream(value) and value.get("/Type") == "/XRef":
                yield value


def _unpack(document: PdfFile, stream: Any, start: int) -> None:
    """Read the objects that a stream packs: earlier ones where the file defines them anew behind it."""
    body = stream_data(document, stream)
    count, first = int(stream.get("/N", 0)), int(stream.get("/First", 0))
    numbers = [int(value) for value in body[:first].split()[: 2 * count]]
    source = _Counted(body, document.steps)
    for number, offset in zip(numbers[::2], numbers[1::2]):
        value, anew = _value_at(document, source, first + offset), document.offsets.get(number)
        if anew is not None and anew.start > start:
            document.unpacked_earlier.append(value)
            continue
        if number in document.packed:
            document.unpacked_earlier.append(document.packed[number])
        document.packed[number] = value


def values_of(document: PdfFile, earlier: bool = False) -> Iterator[Any]:
    """The last definitions of all objects, and those that they replaced.

    What cannot be read is left out: it is told where streams are read.
    """
    current: list[Definition] = []
    before = list(document.replaced)
    for number, definition in document.offsets.items():
        (before if number in document.packed else current).append(definition)
    for definition in [*current, *before] if earlier else current:
        try:
            with one_boundary(DAMAGED):
                value = object_at(document, definition)
        except TooMuchError:
            raise
        except InputError:
            continue
        yield value
    yield from document.packed.values()
    if earlier:
        yield from document.unpacked_earlier


def pages_of(document: PdfFile) -> Iterator[PdfPage]:
    """The pages in their order, each with what it inherits.

    Raises InputError where there is none that could be read.
    """
    with one_boundary(DAMAGED):
        yield from _pages(document)


def other_pages(document: PdfFile, shown: Iterable[PdfPage]) -> Iterator[PdfPage]:
    """Pages that are not among those that are shown: an update took them out or replaced them."""
    known = {id(page.entries) for page in shown}
    for value in values_of(document, earlier=True):
        if isinstance(value, dict) and value.get("/Type") == "/Page" and id(value) not in known:
            yield PdfPage(value, _inherited(document, value))


def _inherited(document: PdfFile, page: dict[str, Any]) -> dict[str, Any]:
    """What a page takes from the nodes above it, as it names them."""
    found: dict[str, Any] = {}
    node: Any = page
    for _ in range(DEEPEST_TREE):
        if not isinstance(node, dict):
            break
        found = {**{key: object_of(document, node[key]) for key in _INHERITED if key in node}, **found}
        node = object_of(document, node.get("/Parent"))
    return found


def _pages(document: PdfFile) -> Iterator[PdfPage]:
    catalogs = [
        one for one in values_of(document) if isinstance(one, dict) and one.get("/Type") == "/Catalog"
    ]
    waiting: list[tuple[Any, dict[str, Any], int]] = [(one.get("/Pages"), {}, 0) for one in catalogs[-1:]]
    found = 0
    seen: set[int] = set()
    while waiting and found < MOST_PAGES:
        reference, above, depth = waiting.pop()
        if is_reference(reference):
            if reference.idnum in seen:
                continue
            seen.add(reference.idnum)
        node = object_of(document, reference)
        if not isinstance(node, dict) or depth > DEEPEST_TREE:
            continue
        inherited = {**above, **{k: object_of(document, node.get(k)) for k in _INHERITED if k in node}}
        kids = object_of(document, node.get("/Kids"))
        if isinstance(kids, list) and kids:
            waiting.extend((kid, inherited, depth + 1) for kid in reversed(kids[:MOST_PAGES]))
            continue
        found += 1
        yield PdfPage(node, inherited)
    if not found:
        raise InputError("pdf.page.none", "The PDF has no page that could be read.")
