# SPDX-License-Identifier: GPL-2.0-or-later
"""Formats that hold places and that nothing here reads: told by their beginnings and names."""

from __future__ import annotations

import re

from ....base.errors import Phrase

_R, _SPSS, _SAS, _PICKLE = (
    Phrase("a file of R"), Phrase("an SPSS file"), Phrase("a SAS file"), Phrase("a pickle of Python"),
)  # fmt: skip
_ACCESS, _MAPINFO = Phrase("an Access database"), Phrase("a MapInfo table")
_MARKS = {
    b"<stata_dta>": Phrase("a Stata file"), b"\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60": _SAS,
    b"HEADER RECORD*******L": Phrase("a SAS transport file"), b"$FL2@(#)": _SPSS, b"$FL3@(#)": _SPSS,
    b"RDX2\n": _R, b"RDX3\n": _R, b"RDA2\n": _R, b"RDA3\n": _R, b"X\n\0\0\0": _R,
    b"\x89HDF\r\n": Phrase("an HDF5 or netCDF file"), b"CDF\x01": Phrase("a netCDF file"),
    b"CDF\x02": Phrase("a netCDF file"), b"MATLAB 5.0": Phrase("a MATLAB file"),
    b"\0\x01\0\0Standard Jet": _ACCESS, b"\0\x01\0\0Standard ACE": _ACCESS,
    b"7z\xbc\xaf\x27\x1c": Phrase("a 7-Zip archive"), b"Rar!\x1a\x07": Phrase("a RAR archive"),
}  # fmt: skip
"""How files of programs of statistics begin; others that are no words are told as unknown."""
_ENDINGS = {
    ".dta": Phrase("a Stata file"), ".sas7bdat": _SAS, ".xpt": Phrase("a SAS transport file"),
    ".sav": _SPSS, ".zsav": _SPSS, ".por": _SPSS, ".rds": _R, ".rda": _R, ".rdata": _R,
    ".pkl": _PICKLE, ".pickle": _PICKLE, ".joblib": _PICKLE, ".mat": Phrase("a MATLAB file"),
    ".mdb": _ACCESS, ".accdb": _ACCESS, ".gdbtable": Phrase("a table of an ArcGIS geodatabase"),
    ".map": _MAPINFO, ".id": _MAPINFO, ".dat": _MAPINFO, ".e00": Phrase("an ArcInfo file"),
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

    ``suffix``: ending of its name, small letters, with the dot. ``words``: whether it is made of letters.

    >>> str(unreadable_kind(".csv", b"<stata_dta><header>", False))
    'a Stata file'
    >>> unreadable_kind(".csv", b"lat,lon", True) is None
    True
    """
    if _LETTERS_OF_R.match(data):
        return _R
    if data[-1:] == b"." and (_LETTERS_OF_PYTHON.match(data) or data[:1] == b"\x80"):
        return _PICKLE
    if _GRID.match(data):
        return Phrase("a raster of numbers")
    if _RICH_TEXT.match(data):
        return Phrase("a rich text (RTF)")
    if words and suffix not in _SECRET_TEXTS and not data.startswith((b"<stata_dta>", b"HEADER RECORD")):
        return None
    begun = (kind for mark, kind in _MARKS.items() if data.startswith(mark))
    return next(begun, _ENDINGS.get(suffix))


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

    >>> str(drawing_in_words(b"P2\\n# map\\n480 480\\n255\\n0 0"))
    'a picture of Netpbm'
    """
    head = data[:4096].lstrip(b" \t\r\n")
    return next((kind for begin, kind in _DRAWINGS if begin.match(head)), None)
