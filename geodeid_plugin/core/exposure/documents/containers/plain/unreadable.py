# SPDX-License-Identifier: GPL-2.0-or-later
"""Formats that hold places and that nothing here reads: told by their beginnings and names."""

from __future__ import annotations

import re

from .....base.errors import Phrase

_MARKS: tuple[tuple[bytes, int, Phrase], ...] = (
    (b"<stata_dta>", 0, Phrase("a Stata file")),
    (b"\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60", 0, Phrase("a SAS file")),
    (b"HEADER RECORD*******L", 0, Phrase("a SAS transport file")),
    (b"$FL2@(#)", 0, Phrase("an SPSS file")), (b"$FL3@(#)", 0, Phrase("an SPSS file")),
    (b"RDX2\n", 0, Phrase("a file of R")), (b"RDX3\n", 0, Phrase("a file of R")),
    (b"RDA2\n", 0, Phrase("a file of R")), (b"RDA3\n", 0, Phrase("a file of R")),
    (b"X\n\0\0\0", 0, Phrase("a file of R")),
    (b"ORC", 0, Phrase("an ORC file")), (b"Obj\x01", 0, Phrase("an Avro file")),
    (b"\x89HDF\r\n", 0, Phrase("an HDF5 or netCDF file")), (b"CDF\x01", 0, Phrase("a netCDF file")),
    (b"CDF\x02", 0, Phrase("a netCDF file")), (b"MATLAB 5.0", 0, Phrase("a MATLAB file")),
    (b"SIMPLE  =", 0, Phrase("a FITS file")), (b"EHFA_HEADER_TAG", 0, Phrase("a raster of numbers")),
    (b"\0\x01\0\0Standard Jet", 0, Phrase("an Access database")),
    (b"\0\x01\0\0Standard ACE", 0, Phrase("an Access database")), (b"DUCK", 8, Phrase("a DuckDB database")),
    (b"LASF", 0, Phrase("a point cloud")), (b"AC10", 0, Phrase("an AutoCAD drawing")),
    (b"7z\xbc\xaf\x27\x1c", 0, Phrase("a 7-Zip archive")), (b"Rar!\x1a\x07", 0, Phrase("a RAR archive")),
    (b"\x28\xb5\x2f\xfd", 0, Phrase("a Zstandard archive")),
    (b"\x04\x22\x4d\x18", 0, Phrase("an LZ4 archive")),
    (b"\xff\xff\xff\xff", 0, Phrase("an Arrow stream")),
)  # fmt: skip
"""How the files begin, at which byte, and what they are."""
_ENDINGS = {
    ".dta": Phrase("a Stata file"), ".sas7bdat": Phrase("a SAS file"), ".xpt": Phrase("a SAS transport file"),
    ".sav": Phrase("an SPSS file"), ".zsav": Phrase("an SPSS file"), ".por": Phrase("an SPSS file"),
    ".rds": Phrase("a file of R"), ".rda": Phrase("a file of R"), ".rdata": Phrase("a file of R"),
    ".pkl": Phrase("a pickle of Python"), ".pickle": Phrase("a pickle of Python"),
    ".joblib": Phrase("a pickle of Python"), ".jmp": Phrase("a JMP file"), ".mat": Phrase("a MATLAB file"),
    ".mdb": Phrase("an Access database"), ".accdb": Phrase("an Access database"),
    ".gdbtable": Phrase("a table of an ArcGIS geodatabase"), ".map": Phrase("a MapInfo table"),
    ".id": Phrase("a MapInfo table"),
    ".dat": Phrase("a MapInfo table"), ".dgn": Phrase("a MicroStation drawing"),
    ".000": Phrase("a nautical chart"),
    ".hyper": Phrase("a Tableau extract"), ".e00": Phrase("an ArcInfo file"),
    ".vct": Phrase("an Idrisi file"), ".fit": Phrase("a track of a sports watch"),
    ".feather": Phrase("an Arrow file"), ".geoparquet": Phrase("a Parquet file"),
    ".flt": Phrase("a raster of numbers"), ".bil": Phrase("a raster of numbers"),
    ".grd": Phrase("a raster of numbers"), ".rst": Phrase("a raster of numbers"),
    ".sdat": Phrase("a raster of numbers"), ".adf": Phrase("a raster of numbers"),
}  # fmt: skip
"""What files of these names are where they are no text."""
_SECRET_TEXTS = (".por", ".rds", ".rda", ".rdata", ".pkl", ".pickle", ".joblib", ".e00")
"""Of these also such as are made of letters: their numbers are spelled in ways of their own."""
_LETTERS_OF_R = re.compile(rb"(?:RDA[23]\n)?A\n[23]\n\d{5,7}\n\d{5,7}\n")
"""An object of R as letters (serialize, ascii = TRUE): form, version of the format, versions of R."""
_LETTERS_OF_PYTHON = re.compile(rb"(?:[(]?[ld]p\d|c[\w.]{1,60}\n[\w.]{1,60}\n(?:p\d|[(]))")
"""A pickle of protocol 0: a list, a dictionary or an object."""
_GRID = re.compile(rb"\s{0,80}(?:ncols\s+\d+\s+nrows\s+\d+|DSAA\s+\d+\s+\d+)", re.IGNORECASE)
"""A raster as letters: ArcInfo's ASCII grid, Surfer's. A heat map in it holds every place exactly."""
_RICH_TEXT = re.compile(rb"\s{0,4000}\{\\rt")
"""Pages whose words, tables and pictures are spelled as letters."""


def unreadable_kind(suffix: str, data: bytes, words: bool) -> Phrase | None:
    """What a file is that nothing here reads; None of any other.

    Parameters
    ----------
    suffix : str
        Ending of its name, small letters, with the dot.
    data : bytes
    words : bool
        Whether it is made of letters.

    Examples
    --------
    >>> str(unreadable_kind(".csv", b"<stata_dta><header>", False))
    'a Stata file'
    >>> unreadable_kind(".csv", b"lat,lon", True) is None
    True
    """
    if _LETTERS_OF_R.match(data):
        return Phrase("a file of R")
    if data[-1:] == b"." and (_LETTERS_OF_PYTHON.match(data) or data[:1] == b"\x80"):
        return Phrase("a pickle of Python")
    if _GRID.match(data):
        return Phrase("a raster of numbers")
    if _RICH_TEXT.match(data):
        return Phrase("a rich text (RTF)")
    if words and suffix not in _SECRET_TEXTS and not data.startswith((b"<stata_dta>", b"HEADER RECORD")):
        return None
    for mark, at, kind in _MARKS:
        if data[at : at + len(mark)] == mark:
            return kind
    return _ENDINGS.get(suffix)


_DRAWINGS = (
    (re.compile(rb".{4}ftyp", re.DOTALL), Phrase("a film or a HEIC photograph")),
    (re.compile(rb"AT&TFORM"), Phrase("a DjVu document")),
    (re.compile(rb"P[1-6]\s+(?:#[^\n]*\n\s*)*\d+\s+\d+\s"), Phrase("a picture of Netpbm")),
    (re.compile(rb"#define\s+\w+_width\s+\d+"), Phrase("a picture of X11")),
    (re.compile(rb"(?:!|/\*)\s{0,9}XPM"), Phrase("a picture of X11")),
    (re.compile(rb"#FIG \d"), Phrase("a drawing of Xfig")),
    (re.compile(rb"(?:\x1b%-?\d+B)?(?:IN|DF)\s{0,9};\s{0,9}[A-Z]{2}"), Phrase("a drawing for a plotter")),
    (re.compile(rb"(?:<\?xml[^>]*>\s*)?<(?:mxfile|mxGraphModel)\b"), Phrase("a drawing of draw.io")),
    (re.compile(rb"(?:<\?xml[^>]*>\s*)?<(?:\w+:)?VisioDocument\b"), Phrase("a drawing of Visio")),
    (re.compile(rb"\\begin\{(?:tikzpicture|picture|pspicture)\}"), Phrase("a drawing of TeX")),
)
"""Pictures and drawings that are made of words, or in a form of their own, and for which a PNG can stand."""


def drawing_in_words(data: bytes) -> Phrase | None:
    """What a picture or drawing is that nothing here draws; None of any other file.

    Examples
    --------
    >>> str(drawing_in_words(b"P2\\n# map\\n480 480\\n255\\n0 0"))
    'a picture of Netpbm'
    """
    head = data[:4096].lstrip(b" \t\r\n")
    return next((kind for begin, kind in _DRAWINGS if begin.match(head)), None)
