# SPDX-License-Identifier: GPL-2.0-or-later
"""Open a file of any kind, and every file inside it, down to pictures, words, tables and data."""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ....base.errors import InputError, Phrase
from ....mapimage.reidentify.containers import pictures_inside
from ....mapimage.reidentify.metadata import BREAK
from .archive import entries_of, inflated, names_and_comments, untarred, unzipped_otherwise
from .carriers import beside_pixels, is_letter, is_mailbox, letter_parts, mailbox_parts, notebook_parts
from .mapinfo import is_exchange, tables_of
from .office import Uses, flat_parts, package_parts
from .parts import (
    CHECKSUM,
    DATA,
    PICTURE,
    TABLE,
    TEXT,
    Budget,
    Opened,
    Part,
    TooMuchError,
    from_base64,
    lettered,
    table_text,
)
from .pdf.portable import pdf_parts
from .unreadable import drawing_in_words, unreadable_kind
from .webpage import (
    addresses,
    draws_marks,
    embedded,
    plain_arrays,
    spells_a_picture,
    tables,
    without_embedded,
    without_tables,
)

PICTURES = {
    b"\x89PNG": "png", b"\xff\xd8\xff": "jpg", b"GIF8": "gif", b"BM": "bmp", b"II*\0": "tif",
    b"MM\0*": "tif", b"\0\0\0\x0cjP": "jp2", b"\xff\x4f\xff\x51": "jp2",
}  # fmt: skip
"""How the pictures begin that the picture check reads."""
GEODATA = {
    b"SQLite format 3\0": Phrase("a database such as a GeoPackage"), b"fgb\x03": Phrase("a FlatGeobuf"),
    b"\0\0\x27\x0a": Phrase("a shapefile"), b"PAR1": Phrase("a Parquet file"),
    b"PMTiles": Phrase("map tiles"), b"ARROW1": Phrase("an Arrow file"),
}  # fmt: skip
"""How data files begin that hold places in binary form."""
_FONT = (b"\0\1\0\0", b"true", b"OTTO", b"ttcf")
_HARMLESS = {
    ".ttf": (0, _FONT), ".otf": (0, _FONT), ".woff": (0, (b"wOFF",)), ".woff2": (0, (b"wOF2",)),
    ".eot": (34, (b"LP",)), ".fntdata": (34, (b"LP",)), ".odttf": (0, (b"",)), ".icc": (36, (b"acsp",)),
    ".qix": (0, (b"SQT",)),
}  # fmt: skip
"""What holds no places: the ends of names, and what stands at which byte."""
TEXTS = (
    ".txt", ".md", ".csv", ".tsv", ".json", ".geojson", ".topojson", ".js", ".mjs", ".ts", ".kml", ".gpx",
    ".gml", ".xml", ".qgs", ".qlr", ".qml", ".wkt", ".tex", ".r", ".rmd", ".qmd", ".py", ".ipynb", ".html",
    ".htm", ".xhtml", ".yml", ".yaml", ".svg", ".ncx", ".opf", ".geojsonl", ".ndjson", ".vtt",
    ".css", ".vml", ".sql", ".dxf", ".osm", ".mif", ".log", "",
)  # fmt: skip
_METAFILES = {b"\x01\0\0\0": 40, b"\xd7\xcd\xc6\x9a": 0, b"\x01\0\x09\0": 0}
"""EMF (with “ EMF” at byte 40) and WMF."""
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_POSTSCRIPT = (b"%!PS", b"%!FontType0", b"\xc5\xd0\xd3\xc6", b"\x04%!PS")
"""PostScript as text, with a preview before it, and behind the mark that printers want."""
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""Letters of a name that nobody sees, or that turn the order of the others: ``exe.fdp`` reads ``pdf.exe``."""
GZIP = b"\x1f\x8b"
TILES = (".pbf", ".mvt")
"""Tiles of a map as data: their names say where they lie."""
UNKNOWN = Phrase("Its format is not known, so nobody can say what it holds.")
_UNDRAWN = Phrase("It is {kind}, which is not read. Put a PNG or PDF in its place.")
_MACROS = Phrase("It holds macros, which were not read: nobody knows what they hold. Save it without macros.")
_METAFILE = Phrase("It is an EMF or WMF drawing, which is not read. Put a PNG in its place.")
_PAGES_IN_POSTSCRIPT = Phrase("It is a PostScript drawing, which is not read. Put a PDF in its place.")
_UNREAD = Phrase("It is {kind}, which is not read. Save it as CSV or PDF and check that in its place.")
SQUEEZED = (b"BZh", b"\xfd7zXZ\0")
"""How files packed by bzip2 and xz begin."""
_TAR, _TAR_AT = b"ustar", 257
"""The mark of an archive of tapes, and its byte (POSIX, pax)."""
_SHORTEST = 8
"""Bytes of a file that may hold a place."""
_ABROAD_DATA = (".json", ".geojson", ".topojson", ".csv", ".kml", ".kmz", ".gpx", ".pmtiles", ".fgb", ".zip",
                ".mvt", ".pbf", ".parquet")  # fmt: skip


def open_document(
    name: str, data: bytes, budget: Budget | None = None, judged: Mapping[str, bool] | None = None
) -> Opened:
    """Everything that a document holds.

    Parameters
    ----------
    name : str
        Name of the file; its ending decides only where the bytes themselves do not.
    data : bytes
        The file.
    budget : Budget, optional
        What the reading may cost.
    judged : mapping of str to bool, optional
        SHA-256 of files that were judged before, and whether they are not to be opened; every
        file is a part with its checksum.

    Returns
    -------
    Opened
        Parts, and troubles: what could not be looked into, each with a sentence.

    Examples
    --------
    >>> [part.kind for part in open_document("a.txt", b"at 42.3601, -71.0589").parts]
    ['text']
    >>> open_document("a.zip", b"PK\\x03\\x04 cut").troubles[0].blocks
    True
    """
    found = Opened()
    budget = Budget() if budget is None else budget
    if not data:
        found.trouble(name, Phrase("The file is empty."))
        return found
    try:
        _open(_File(name, data, budget, found, budget.depth, judged))
    except TooMuchError as error:
        found.trouble(name, error.phrase)
    return found


@dataclass
class _File:
    """A file that is being opened."""

    path: str
    """Names from the outside in, parted by ``/``."""
    data: bytes
    budget: Budget
    found: Opened
    """Takes the parts and troubles."""
    depth: int
    """How many files may still lie inside one another."""
    judged: Mapping[str, bool] | None = None
    """As of :func:`open_document`."""

    @property
    def suffix(self) -> str:
        """Ending of its name, small letters, with the dot."""
        return posixpath.splitext(self.path)[1].lower()

    @cached_property
    def is_text(self) -> bool:
        """Whether its bytes are words, whatever its name."""
        return _is_text(self.data)

    @cached_property
    def unread(self) -> Phrase | None:
        """What it is, of the formats that nothing here reads."""
        return unreadable_kind(self.suffix, self.data, self.is_text)

    def begins(self, *marks: bytes) -> bool:
        """Whether its bytes begin so."""
        return self.data.startswith(marks)

    def add(self, kind: str) -> None:
        """Keep it as a part as it is."""
        self.found.add([Part(self.path, kind, self.data)])

    def trouble(self, sentence: Phrase) -> None:
        """Keep that nobody can say what it holds."""
        self.found.trouble(self.path, sentence)

    def open_inside(self, files: Iterable[tuple[str, bytes]]) -> None:
        """Open files that lie in it, one level deeper."""
        for name, content in files:
            self.open_as(f"{self.path}/{name}", content)

    def open_as(self, path: str, content: bytes) -> None:
        """Open what it holds under a name."""
        if self.depth <= 1:
            self.found.trouble(path, Phrase("It lies too deep inside other files and was not opened."))
            return
        _open(replace(self, path=path, data=content, depth=self.depth - 1))

    def needs_no_look(self) -> bool:
        """Whether these very bytes were judged before and need no look; keeps their checksum."""
        if self.judged is None:
            return False
        checksum = hashlib.sha256(self.data).hexdigest()
        self.found.add([Part(self.path, CHECKSUM, checksum.encode())])
        return self.judged.get(checksum, False)


def _open(file: _File) -> None:
    file.budget.entry()
    file.path = _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", file.path)
    if file.needs_no_look():
        if picture_kind(file.data):  # it may show the people of other figures
            file.add(PICTURE)
        return
    try:
        next(read for is_it, read in _FORMATS if is_it(file))(file)
    except TooMuchError:
        raise
    except InputError as error:
        file.trouble(error.phrase)
    except RecursionError:
        file.trouble(Phrase("It is nested too deeply to be read."))


def picture_kind(data: bytes) -> str | None:
    """Ending of the name of a picture that begins so; None of anything else."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    head = data[:4096].lower()
    if b"<svg" in head and b"<html" not in head and b"\0" not in head:  # an archive may begin with a drawing
        return "svg"
    return next((kind for mark, kind in PICTURES.items() if data.startswith(mark)), None)


def _is_metafile(data: bytes) -> bool:
    for mark, at in _METAFILES.items():
        if data.startswith(mark) and (not at or data[at : at + 4] == b" EMF"):
            return True
    return False


_CONTROLS = bytes(one for one in range(32) if one not in b"\t\n\v\f\r\x1b")
_MOST_CONTROLS = 0.02
"""Share of control characters that a text may hold: a page break here and there."""


def _may_be_words(data: bytes, suffix: str) -> bool:
    """Whether a file named like a text is one: no NUL, or every other byte of words of two bytes."""
    head = data[:65_536]
    if len(head.translate(None, _CONTROLS)) < (1 - _MOST_CONTROLS) * len(head) and b"\0" not in head:
        return False
    return b"\0" not in head or (suffix != "" and "\0" not in decoded(head))


def _squeezed(file: _File) -> None:
    """A file behind gzip or zlib, under its name without the ending."""
    content = inflated(file.data, file.budget)
    if content is None:
        if file.begins(GZIP):
            file.trouble(_CUT)
        elif file.is_text:
            _text(file)
        else:
            file.trouble(UNKNOWN)
        return
    name = file.path[: -len(".gz")] if file.path.lower().endswith(".gz") else file.path
    if posixpath.splitext(name)[1].lower() in TILES:
        file.found.add([Part(name, DATA, content)])
    else:
        file.open_as(name, content)


def _squeezed_otherwise(file: _File) -> None:
    """A file behind bzip2, xz or LZMA, under its name without the ending."""
    content = unzipped_otherwise(file.data, file.budget)
    if content is None:
        file.trouble(_CUT)
        return
    name, _dot, ending = file.path.rpartition(".")
    file.open_as(name if ending.lower() in ("bz2", "xz", "lzma") and name else file.path, content)


_CUT = Phrase("It is damaged or cut short and could not be unpacked.")


def _is_text(data: bytes) -> bool:
    """Whether bytes are words: no NUL, hardly any other control character; or two bytes a letter."""
    head = data[:65_536]
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        return True
    return b"\0" not in head and len(head.translate(None, _CONTROLS)) >= (1 - _MOST_CONTROLS) * len(head)


def _picture(file: _File) -> None:
    """A picture, and what it carries beside its pixels; its check tells of unknown bytes behind its end."""
    file.add(PICTURE)
    if picture_kind(file.data) == "svg":
        _beyond_the_drawing(file)
    for at, data in enumerate(pictures_inside(file.data), 1):
        inside = Opened()
        replace(file, found=inside).open_as(f"{file.path}/picture {at} inside", data)
        file.found.take(inside, None, _INSIDE)
    beside = beside_pixels(file.data)
    if beside.is_broken:
        file.found.trouble(file.path, BREAK, blocks=False)
    if beside.words:
        file.found.add([Part(f"{file.path} (words beside the picture)", TEXT, beside.words)])
    if beside.tail and file.depth > 1:
        behind = Opened()
        replace(file, found=behind).open_as(f"{file.path}/behind the end", beside.tail)
        behind.troubles = [one for one in behind.troubles if one.sentence is not UNKNOWN]
        file.found.take(behind)


_INSIDE = Phrase("A picture in the file of another, which no program shows: it may be from before a change.")
_HIDDEN_LAYER = re.compile(
    rb"((?<![\w-])(?:display|visibility|opacity)\s*[:=]\s*[\"']?\s*)(none\b|hidden\b|(?:0?\.)?0+(?![\d.]))"
)
_SEEN = {b"none": b"inline", b"hidden": b"visible"}
_LINKED_PICTURE = re.compile(
    rb"<(?:[\w.-]{1,20}:)?image\b[^>]{0,2000}?\bhref\s*=\s*[\"'](?!data:|#)\s*[^\"'\s]", re.IGNORECASE
)
_HIDDEN = Phrase("A layer that is hidden in the drawing.")
_LINKED = Phrase("It shows a picture that lies elsewhere, which was not looked at. Put that picture into it.")


def _beyond_the_drawing(file: _File) -> None:
    """What an SVG holds and does not show: hidden layers, and pictures of other files."""
    shown = _HIDDEN_LAYER.sub(lambda one: one[1] + _SEEN.get(one[2], b"1"), file.data)
    if shown != file.data:
        file.found.add([Part(f"{file.path} (hidden layers)/shown.svg", PICTURE, shown, None, _HIDDEN)])
    if _LINKED_PICTURE.search(file.data):
        file.trouble(_LINKED)


def _archive(file: _File) -> None:
    """A ZIP archive, also as an office document or an e-book."""
    path, found = file.path, file.found
    said = names_and_comments(file.data)
    if said:
        found.add([Part(f"{path} (names and comments)", TEXT, said)])
    entries: dict[str, bytes] = {}
    twice = []
    for name, content in entries_of(path, file.data, file.budget, found):
        if name in entries:
            twice.append((name, entries[name]))
        entries[name] = content
    uses = None
    if "[Content_Types].xml" in entries or "mimetype" in entries:
        if b"manifest:encryption-data" in entries.get("META-INF/manifest.xml", b""):
            file.trouble(_ENCRYPTED)
            return
        if not entries.get("mimetype", b"").startswith(b"application/epub"):
            uses = package_parts(path, entries, file.budget, found)
    read: set[str] = set()
    for name, packed, members in tables_of(entries):
        found.take(
            opened_table(f"{path}/", name, packed, {one: entries[one] for one in members}, file.judged)
        )
        read.update(members)
    for name, content in entries.items():
        if name not in read and (uses is None or not name.endswith((".xml", ".rels"))):
            _entry(file, name, content, uses)
    for name, content in twice:
        found.trouble(f"{path}/{name}", Phrase("The archive holds it twice: an earlier version is hidden."))
        _entry(file, f"{name} (earlier)", content, None)


def opened_table(
    folder: str, name: str, packed: bytes, files: Mapping[str, bytes], judged: Mapping[str, bool] | None
) -> Opened:
    """The parts of a table of MapInfo; only checksums where none of its files need be looked into.

    Parameters
    ----------
    folder : str
        What goes before the names.
    name : str
        Of the file that the table is opened by.
    packed : bytes
        All of them, as a ZIP archive.
    files : mapping of str to bytes
    judged : mapping of str to bool, optional
        As of :func:`open_document`.
    """
    found = Opened()
    each = (_File(folder + one, data, Budget(), found, 1, judged) for one, data in files.items())
    known = [one.needs_no_look() for one in each]
    if not all(known):
        found.add([Part(folder + name, TEXT, files[name]), Part(folder + name, DATA, packed)])
    return found


def _entry(file: _File, name: str, content: bytes, uses: Uses | None) -> None:
    """A file of an archive, with the page and the size at which a document shows it."""
    inner = Opened()
    try:
        replace(file, found=inner).open_as(f"{file.path}/{name}", content)
    finally:
        note = _THUMBNAIL if "thumbnail" in name.lower() else None
        page = None
        if uses is not None:
            note, page = note or uses.note_of(name), uses.page_of(name)
        sized = uses.size_in.get(name) if uses is not None else None
        caption = uses.caption.get(name) if uses is not None else None
        if sized is not None or caption is not None:
            inner.parts = [replace(one, size_in=sized or one.size_in, caption=caption) for one in inner.parts]
        file.found.take(inner, page, note)


_ENCRYPTED = Phrase("It is encrypted. Check the document without a password.")
_THUMBNAIL = Phrase("A small picture of the first page, made before the last change.")


def _compound(file: _File) -> None:
    """Files of the older binary kind: the same form carries encrypted new ones."""
    file.trouble(_ENCRYPTED if "EncryptedPackage".encode("utf-16-le") in file.data else _OLDER)


_OLDER = Phrase(
    "It has the older binary form of office programs (doc, xls, ppt, or an embedded object), which is not "
    "read. Save it in the newer form."
)


def decoded(data: bytes) -> str:
    """Text of a file, by its mark of order, as UTF-8, or as what Windows writes."""
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return data.decode("utf-32", "replace")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    head = data[:4096]
    for zero, order in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(head) > _SHORTEST and head[zero::2].count(0) > 0.8 * len(head[zero::2]):  # without a mark
            return data.decode(order, "replace")
    return lettered(data.decode("utf-8-sig", "surrogateescape"))


def _text(file: _File) -> None:
    """Words, and all files and tables that stand in them."""
    path, found = file.path, file.found
    text = decoded(file.data)
    if path.lower().endswith(".ipynb"):
        files, text = notebook_parts(text, file.budget)
        file.open_inside(files)
    packed = _packed_whole(text)
    if packed:
        file.open_as(f"{path}/unpacked", packed)
        return
    text = plain_arrays(text, file.budget)
    file.open_inside(embedded(text, file.budget))
    if spells_a_picture(text):
        file.trouble(_SPELLED)
    page = "<html" in text[:4096].lower()
    if (page or path.lower().endswith(_OF_PAGES)) and draws_marks(text):
        file.trouble(_MARKS)
    if page:
        for address in addresses(text)[1]:
            if address.split("?")[0].lower().endswith(_ABROAD_DATA):
                sentence = Phrase("The page loads data from elsewhere, which were not examined: {address}",
                                  address=address)  # fmt: skip
                found.trouble(path, sentence, blocks=False)
    text = without_embedded(text)
    for at, rows in enumerate(tables(text), 1):
        found.add([Part(f"{path} (table {at})", TABLE, table_text(rows))])
    text = without_tables(text)
    found.add([Part(path, TEXT, text.encode("utf-8", "replace"))])


_SPELLED = Phrase(
    "A picture or a PDF stands in it in letters or numbers that were not read. Put the file itself in its "
    "place."
)
_OF_PAGES = (".htm", ".html", ".xhtml", ".js", ".mjs", ".css", ".tex", ".ltx")
"""Names of what a browser or TeX draws by."""
_MARKS = Phrase(
    "It draws many small marks, by a script or one by one. They may be places on a map, and were not read. "
    "Print the page as a PDF and check that."
)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{88,}={0,2}")
"""A text that is base64 from its first letter to its last: that of 66 bytes or more."""
_SHORTEST_LINE = 60
"""Letters of a line of base64: programs break it at 64 or 76."""


def _packed_whole(text: str) -> bytes:
    """The bytes behind a text that is base64 as a whole, in lines or not; none of any other."""
    lines = text.strip().splitlines() or [""]
    if len(lines[0]) < _SHORTEST_LINE or any(len(one) != len(lines[0]) for one in lines[:-1]):
        return b""
    letters = "".join(lines)
    if not _BASE64.fullmatch(letters) or not any(map(str.isdigit, letters)):
        return b""
    return from_base64(letters)


def _is_data(file: _File) -> bool:
    return file.begins(*GEODATA) or file.suffix in (".dbf", *TILES)


def _is_harmless(file: _File) -> bool:
    at, marks = _HARMLESS.get(file.suffix, (0, ()))
    return file.data[at:].startswith(marks) and not file.is_text


def _is_words(file: _File) -> bool:
    return (file.suffix in TEXTS and _may_be_words(file.data, file.suffix)) or file.is_text


def _is_flat(file: _File) -> bool:
    return file.suffix in (".fodt", ".fods", ".fodp", ".fodg") or b"office:document " in file.data[:4096]


def _nothing(_file: _File) -> None:
    """What holds no places, or is read with the file beside it."""


def _say(sentence: Phrase) -> Callable[[_File], None]:
    return lambda file: file.trouble(sentence)


_FORMATS: tuple[tuple[Callable[[_File], object], Callable[[_File], None]], ...] = (
    (lambda file: picture_kind(file.data), _picture),
    (lambda file: file.begins(b"PK\x03\x04", b"PK\x05\x06"), _archive),
    (lambda file: file.data[:1024].lstrip().startswith(b"%PDF"),
     lambda file: file.open_inside(pdf_parts(file.path, file.data, file.budget, file.found))),
    (lambda file: file.suffix == ".bin" and "vba" in file.path.lower(), _say(_MACROS)),
    (lambda file: file.begins(_OLE), _compound),
    (lambda file: file.begins(GZIP) or (file.begins(b"\x78") and not file.suffix), _squeezed),
    (lambda file: file.begins(*SQUEEZED) or file.suffix == ".lzma", _squeezed_otherwise),
    (lambda file: file.data[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR,
     lambda file: file.open_inside(untarred(file.path, file.data, file.budget, file.found))),
    (_is_data, lambda file: file.add(DATA)),
    (lambda file: _is_metafile(file.data), _say(_METAFILE)),
    (lambda file: file.data[:1024].lstrip().startswith(_POSTSCRIPT), _say(_PAGES_IN_POSTSCRIPT)),
    (lambda file: len(file.data) < _SHORTEST, _nothing),
    (lambda file: file.unread, lambda file: file.trouble(Phrase(_UNREAD, kind=file.unread))),
    (lambda file: is_mailbox(file.data), lambda file: file.open_inside(mailbox_parts(file.data))),
    (lambda file: is_letter(file.data, file.suffix),
     lambda file: file.open_inside(letter_parts(file.data, file.budget))),
    (_is_harmless, _nothing),
    (_is_flat, lambda file: file.open_inside(flat_parts(file.path, file.data, file.budget, file.found))),
    (lambda file: drawing_in_words(file.data),
     lambda file: file.trouble(Phrase(_UNDRAWN, kind=drawing_in_words(file.data)))),
    (lambda file: is_exchange(file.data), lambda file: file.add(DATA)),
    (_is_words, _text),
    (lambda file: file.suffix == ".bin" and "printerSettings" in file.path, _nothing),
    (lambda _file: True, _say(UNKNOWN)),
)  # fmt: skip
"""Every format: how a file of it is told, and what reads it. The first that fits is taken: what the bytes say
comes before what the name says, and a format that nothing reads before words."""
