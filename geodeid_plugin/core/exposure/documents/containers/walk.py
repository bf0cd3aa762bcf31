# SPDX-License-Identifier: GPL-2.0-or-later
"""Open a file of any kind, and every file inside it, down to pictures, words, tables and data."""

from __future__ import annotations

import base64
import binascii
import posixpath
import re

from ....base.errors import InputError, Phrase
from ....mapimage.reidentify.metadata import BREAK
from .archive import entries_of, inflated, names_and_comments, untarred, unzipped_otherwise
from .office.package import Uses, flat_parts, package_parts
from .parts import DATA, PICTURE, TABLE, TEXT, Budget, Opened, Part, TooMuchError, table_text
from .pdf.portable import pdf_parts
from .plain.letters import is_letter, letter_parts
from .plain.mapinfo import is_exchange, tables_of
from .plain.notebook import notebook_parts
from .plain.picturewords import beside_pixels
from .plain.unreadable import drawing_in_words, unreadable_kind
from .plain.webpage import (
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
HARMLESS = (
    ".ttf", ".otf", ".woff", ".woff2", ".eot", ".odttf", ".fntdata", ".rels", ".icc",
    ".shx", ".prj", ".cpg", ".qix", ".sbn", ".sbx", ".thmx", ".rdf", ".bau", ".xbl",
)  # fmt: skip
"""Names that end so hold no places, or are read with the file beside them."""
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
_UNREAD = Phrase("It is {kind}, which is not read. Save it as CSV or PDF and check that in its place.")
SQUEEZED = (b"BZh", b"\xfd7zXZ\0")
"""How files packed by bzip2 and xz begin."""
_TAR, _TAR_AT = b"ustar", 257
"""The mark of an archive of tapes, and its byte (POSIX, pax)."""
_SHORTEST = 8
"""Bytes of a file that may hold a place."""
_ABROAD_DATA = (".json", ".geojson", ".topojson", ".csv", ".kml", ".kmz", ".gpx", ".pmtiles", ".fgb", ".zip",
                ".mvt", ".pbf", ".parquet")  # fmt: skip


def open_document(name: str, data: bytes, budget: Budget | None = None) -> Opened:
    """Everything that a document holds.

    Parameters
    ----------
    name : str
        Name of the file; its ending decides only where the bytes themselves do not.
    data : bytes
        The file.
    budget : Budget, optional
        What the reading may cost.

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
        _open(name, data, budget, found, budget.depth)
    except TooMuchError as error:
        found.trouble(name, error.phrase)
    return found


def _open(path: str, data: bytes, budget: Budget, found: Opened, depth: int) -> None:
    budget.entry()
    path = _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", path)
    try:
        _open_kind(path, data, budget, found, depth)
    except TooMuchError:
        raise
    except InputError as error:
        found.trouble(path, error.phrase)
    except RecursionError:
        found.trouble(path, Phrase("It is nested too deeply to be read."))


def _open_kind(path: str, data: bytes, budget: Budget, found: Opened, depth: int) -> None:
    suffix = posixpath.splitext(path)[1].lower()
    kind = picture_kind(data)
    if kind:
        found.add([Part(path, PICTURE, data)])
        _beside_pixels(path, data, budget, found, depth)
    elif data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        _archive(path, data, budget, found, depth)
    elif data[:1024].lstrip().startswith(b"%PDF"):
        for name, content in pdf_parts(path, data, budget, found):
            _inside(f"{path}/{name}", content, budget, found, depth)
    elif suffix == ".bin" and "vba" in path.lower():
        found.trouble(path, Phrase("It holds macros, which were not read: nobody knows what they hold. Save "
                                   "it without macros."))  # fmt: skip
    elif data[:8] == _OLE:
        _compound(path, data, found)
    elif data.startswith(GZIP) or (data[:1] == b"\x78" and not suffix):
        _squeezed(path, data, budget, found, depth)
    elif data.startswith(SQUEEZED) or suffix == ".lzma":
        _squeezed_otherwise(path, data, budget, found, depth)
    elif data[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR:
        for name, content in untarred(path, data, budget, found):
            _inside(f"{path}/{name}", content, budget, found, depth)
    elif any(data.startswith(mark) for mark in GEODATA) or suffix in (".dbf", *TILES):
        found.add([Part(path, DATA, data)])
    elif _is_metafile(data):
        found.trouble(path, Phrase("It is an EMF or WMF drawing, which is not read. Put a PNG in its place."))
    elif data[:1024].lstrip().startswith(_POSTSCRIPT):
        found.trouble(path, Phrase("It is a PostScript drawing, which is not read. Put a PDF in its place."))
    elif len(data) < _SHORTEST:
        return
    elif (unread := unreadable_kind(suffix, data, _is_text(data))) is not None:
        found.trouble(path, Phrase(_UNREAD, kind=unread))
    elif is_letter(data, suffix):
        for name, content in letter_parts(data, budget):
            _inside(f"{path}/{name}", content, budget, found, depth)
    elif suffix in HARMLESS and not _is_text(data):
        return
    elif suffix in (".fodt", ".fods", ".fodp", ".fodg") or b"office:document " in data[:4096]:
        for name, content in flat_parts(path, data, budget, found):
            _inside(f"{path}/{name}", content, budget, found, depth)
    elif (drawing := drawing_in_words(data)) is not None:
        found.trouble(path, Phrase(_UNDRAWN, kind=drawing))
    elif is_exchange(data):
        found.add([Part(path, DATA, data)])
    elif (suffix in TEXTS and _may_be_words(data, suffix)) or _is_text(data):
        _text(path, data, budget, found, depth)
    elif suffix == ".bin" and "printerSettings" in path:
        return
    else:
        found.trouble(path, UNKNOWN)


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


def _squeezed(path: str, data: bytes, budget: Budget, found: Opened, depth: int) -> None:
    """A file behind gzip or zlib, under its name without the ending."""
    content = inflated(data, budget)
    if content is None:
        if data.startswith(GZIP):
            found.trouble(path, Phrase("It is damaged or cut short and could not be unpacked."))
        elif _is_text(data):
            _text(path, data, budget, found, depth)
        else:
            found.trouble(path, UNKNOWN)
        return
    name = path[: -len(".gz")] if path.lower().endswith(".gz") else path
    if posixpath.splitext(name)[1].lower() in TILES:
        found.add([Part(name, DATA, content)])
    else:
        _inside(name, content, budget, found, depth)


def _squeezed_otherwise(path: str, data: bytes, budget: Budget, found: Opened, depth: int) -> None:
    """A file behind bzip2, xz or LZMA, under its name without the ending."""
    content = unzipped_otherwise(data, budget)
    if content is None:
        found.trouble(path, Phrase("It is damaged or cut short and could not be unpacked."))
        return
    name, _dot, ending = path.rpartition(".")
    _inside(name if ending.lower() in ("bz2", "xz", "lzma") and name else path, content, budget, found, depth)


def _is_text(data: bytes) -> bool:
    """Whether bytes are words: no NUL, hardly any other control character; or two bytes a letter."""
    head = data[:65_536]
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        return True
    return b"\0" not in head and len(head.translate(None, _CONTROLS)) >= (1 - _MOST_CONTROLS) * len(head)


def _beside_pixels(path: str, data: bytes, budget: Budget, found: Opened, depth: int) -> None:
    """What a picture carries beside its pixels; its check tells bytes of no known form behind its end."""
    beside = beside_pixels(data)
    if beside.is_broken:
        found.trouble(path, BREAK, blocks=False)
    if beside.words:
        found.add([Part(f"{path} (words beside the picture)", TEXT, beside.words)])
    if beside.tail and depth > 1:
        behind = Opened()
        _inside(f"{path}/behind the end", beside.tail, budget, behind, depth)
        behind.troubles = [one for one in behind.troubles if one.sentence is not UNKNOWN]
        found.take(behind)


def _inside(path: str, data: bytes, budget: Budget, found: Opened, depth: int) -> None:
    if depth <= 1:
        found.trouble(path, Phrase("It lies too deep inside other files and was not opened."))
        return
    _open(path, data, budget, found, depth - 1)


def _archive(path: str, data: bytes, budget: Budget, found: Opened, depth: int) -> None:
    said = names_and_comments(data)
    if said:
        found.add([Part(f"{path} (names and comments)", TEXT, said)])
    entries: dict[str, bytes] = {}
    twice = []
    for name, content in entries_of(path, data, budget, found):
        if name in entries:
            twice.append((name, entries[name]))
        entries[name] = content
    uses = None
    if "[Content_Types].xml" in entries or "mimetype" in entries:
        encrypted = b"manifest:encryption-data" in entries.get("META-INF/manifest.xml", b"")
        if encrypted:
            found.trouble(path, Phrase("It is encrypted. Check the document without a password."))
            return
        if not entries.get("mimetype", b"").startswith(b"application/epub"):
            uses = package_parts(path, entries, budget, found)
    read: set[str] = set()
    for name, packed, members in tables_of(entries):
        found.add([Part(f"{path}/{name}", DATA, packed)])
        read.update(one for one in members if one != name)
    for name, content in entries.items():
        if name not in read and (uses is None or not name.endswith((".xml", ".rels"))):
            _entry(f"{path}/{name}", name, content, uses, budget, found, depth)
    for name, content in twice:
        found.trouble(f"{path}/{name}", Phrase("The archive holds it twice: an earlier version is hidden."))
        _entry(f"{path}/{name} (earlier)", name, content, None, budget, found, depth)


def _entry(
    path: str, name: str, content: bytes, uses: Uses | None, budget: Budget, found: Opened, depth: int
) -> None:
    inner = Opened()
    try:
        _inside(path, content, budget, inner, depth)
    finally:
        thumbnail = "thumbnail" in name.lower()
        note = (
            Phrase("A small picture of the first page, made before the last change.") if thumbnail else None
        )
        page = None
        if uses is not None:
            note, page = note or uses.note_of(name), uses.page_of(name)
        sized = uses.size_in.get(name) if uses is not None else None
        if sized is not None:
            inner.parts = [_sized(one, sized) for one in inner.parts]
        found.take(inner, page, note)


def _sized(part: Part, size_in: tuple[float, float]) -> Part:
    return Part(part.path, part.kind, part.data, part.page, part.note, size_in)


def _compound(path: str, data: bytes, found: Opened) -> None:
    """Files of the older binary kind: the same form carries encrypted new ones."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        found.trouble(path, Phrase("It is encrypted. Check the document without a password."))
    else:
        found.trouble(
            path,
            Phrase("It has the older binary form of office programs (doc, xls, ppt, or an embedded object), "
                   "which is not read. Save it in the newer form."),
        )  # fmt: skip


def decoded(data: bytes) -> str:
    """Text of a file, by its mark of order or as UTF-8."""
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return data.decode("utf-32", "replace")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    head = data[:4096]
    for zero, order in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(head) > _SHORTEST and head[zero::2].count(0) > 0.8 * len(head[zero::2]):  # without a mark
            return data.decode(order, "replace")
    return data.decode("utf-8-sig", "replace")


def _text(path: str, data: bytes, budget: Budget, found: Opened, depth: int) -> None:
    text = decoded(data)
    if path.lower().endswith(".ipynb"):
        files, text = notebook_parts(text, budget)
        for name, content in files:
            _inside(f"{path}/{name}", content, budget, found, depth)
    packed = _packed_whole(text)
    if packed:
        _inside(f"{path}/unpacked", packed, budget, found, depth)
        return
    text = plain_arrays(text, budget)
    for name, content in embedded(text, budget):
        _inside(f"{path}/{name}", content, budget, found, depth)
    if spells_a_picture(text):
        found.trouble(path, _SPELLED)
    page = "<html" in text[:4096].lower()
    if (page or path.lower().endswith(_OF_PAGES)) and draws_marks(text):
        found.trouble(path, _MARKS)
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
_URL_SAFE = str.maketrans("-_", "+/")


def _packed_whole(text: str) -> bytes:
    """The bytes behind a text that is base64 as a whole, in lines or not; none of any other."""
    lines = text.strip().splitlines() or [""]
    if len(lines[0]) < _SHORTEST_LINE or any(len(one) != len(lines[0]) for one in lines[:-1]):
        return b""
    letters = "".join(lines)
    if not _BASE64.fullmatch(letters) or not any(map(str.isdigit, letters)):
        return b""
    plain = letters.rstrip("=").translate(_URL_SAFE)
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4))
    except (binascii.Error, ValueError):
        return b""
