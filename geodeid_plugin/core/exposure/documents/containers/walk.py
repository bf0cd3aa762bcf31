# SPDX-License-Identifier: GPL-2.0-or-later
"""Open a file of any kind, and every file inside it, down to pictures, words, tables and data."""

from __future__ import annotations

import json
import posixpath
import re

from ....base.errors import InputError, Phrase
from .archive import entries_of, inflated, names_and_comments
from .letters import is_letter, is_rtf, letter_parts, rtf_parts
from .office.package import Uses, flat_parts, package_parts
from .parts import DATA, PICTURE, TABLE, TEXT, Budget, Opened, Part, TooMuchError, table_text
from .pdf.portable import pdf_parts
from .webpage import addresses, embedded, plain_arrays, tables, without_embedded, without_tables

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
    ".htm", ".xhtml", ".yml", ".yaml", ".svg", ".rtf", ".ncx", ".opf", ".geojsonl", ".ndjson", ".vtt",
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
    elif any(data.startswith(mark) for mark in GEODATA) or suffix in (".dbf", *TILES):
        found.add([Part(path, DATA, data)])
    elif _is_metafile(data):
        found.trouble(path, Phrase("It is an EMF or WMF drawing, which is not read. Put a PNG in its place."))
    elif data.startswith(_POSTSCRIPT):
        found.trouble(path, Phrase("It is a PostScript drawing, which is not read. Put a PDF in its place."))
    elif is_rtf(data):
        for name, content in rtf_parts(path, data, budget, found):
            _inside(f"{path}/{name}", content, budget, found, depth)
    elif is_letter(data, suffix):
        for name, content in letter_parts(data, budget):
            _inside(f"{path}/{name}", content, budget, found, depth)
    elif len(data) < _SHORTEST or (suffix in HARMLESS and not _is_text(data)):
        return
    elif suffix in (".fodt", ".fods", ".fodp", ".fodg") or b"office:document " in data[:4096]:
        for name, content in flat_parts(path, data, budget, found):
            _inside(f"{path}/{name}", content, budget, found, depth)
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
    if b"<svg" in data[:4096].lower() and b"<html" not in data[:4096].lower():
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


def _is_text(data: bytes) -> bool:
    """Whether bytes are words: no NUL, and UTF-8 or nearly so."""
    head = data[:65_536]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    return b"\0" not in head and head.decode("utf-8", "ignore").encode() >= head[:-4][:1024]


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
    for name, content in entries.items():
        if uses is None or not name.endswith((".xml", ".rels")):
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
        text = _notebook(path, text, budget, found, depth)
    text = plain_arrays(text, budget)
    for name, content in embedded(text, budget):
        _inside(f"{path}/{name}", content, budget, found, depth)
    if "<html" in text[:4096].lower():
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


def _notebook(path: str, text: str, budget: Budget, found: Opened, depth: int) -> str:
    """Pictures of a notebook's output stand in it as bare base64."""
    try:
        notebook = json.loads(text)
    except ValueError:
        return text
    waiting, at = [notebook], 0
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            for key, held in value.items():
                whole = "".join(held) if isinstance(held, list) and key.startswith("image/") else held
                if key.startswith("image/") and isinstance(whole, str) and not whole.startswith("<"):
                    at += 1
                    for name, content in embedded(f"data:{key};base64,{whole.strip()}", budget):
                        _inside(f"{path}/output {at} {name}", content, budget, found, depth)
                else:
                    waiting.append(held)
        elif isinstance(value, list):
            waiting.extend(value)
    return text
