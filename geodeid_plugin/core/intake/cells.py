# SPDX-License-Identifier: GPL-2.0-or-later
"""From the bytes of a file to rows of cells: CSV and other text, Excel's XLSX, OpenDocument's ODS."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..base.errors import InputError, Phrase
from ..base.xmltree import parsed
from ..exposure.documents.containers.archive import entries_of
from ..exposure.documents.containers.office import open_rows
from ..exposure.documents.containers.parts import Budget, Opened
from ..exposure.documents.containers.workbook import shared_strings, sheet_rows
from .findings import NOTHING_OFF, Finding, State

ENDINGS = (".csv", ".tsv", ".tab", ".txt", ".psv", ".xlsx", ".xlsm", ".ods")
"""Endings of the files that are read here; GDAL reads all others."""
_SEPARATORS = {",": Phrase("commas"), ";": Phrase("semicolons"), "\t": Phrase("tabs"), "|": Phrase("bars")}
_LOOKED_AT = 200
"""Lines by which the separator is found."""
_EXCEL_SEPARATOR = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
"""First line by which Excel is told the separator."""


@dataclass(frozen=True)
class Cells:
    """Rows of cells as they stand in the file, of different lengths, and how they were found."""

    rows: list[list[str]]
    findings: tuple[Finding, ...]
    separator: str = ""


def cells_of(name: str, data: bytes, off: frozenset[str] = NOTHING_OFF) -> Cells:
    """The cells of a table.

    ``off`` are keys of the findings that the user does not want.

    >>> cells_of("a.csv", "caf\\u00e9;1,5;x".encode("cp1252")).rows
    [['café', '1,5', 'x']]
    """
    if not data.strip(b"\0 \r\n\t"):
        raise InputError("file.table.empty", "“{file}” is empty. Choose another file.", file=name)
    if data.startswith(b"PK\x03\x04"):
        return _of_spreadsheet(name, data, off)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise InputError(
            "file.excel.old",
            "“{file}” is of an old Excel, or has a password. Save it as XLSX or CSV.",
            file=name,
        )
    text, findings = _decoded(data, off)
    if "\0" in text:
        raise InputError(
            "file.table.not_a_table", "“{file}” is no table. Save it as CSV, XLSX or ODS.", file=name
        )
    return _of_text(text, findings, off)


def _decoded(data: bytes, off: frozenset[str]) -> tuple[str, list[Finding]]:
    for mark, encoding in (
        (b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"),
    ):  # fmt: skip
        if data.startswith(mark):
            return data.decode(encoding, "replace"), []
    try:
        return data.decode("utf-8", "replace" if "encoding" in off else "strict"), []
    except UnicodeDecodeError as reason:
        old = data.decode("cp1252", "replace")
        words = re.findall(r"\w+", old[max(0, reason.start - 30) : reason.start + 30])
        example = next((word for word in words if not word.isascii()), old[reason.start : reason.start + 1])
        said = Phrase("Letters such as in “{example}” were read in the encoding of Windows.", example=example)
        return old, [Finding("encoding", said)]


def _of_text(text: str, findings: list[Finding], off: frozenset[str]) -> Cells:
    told = _EXCEL_SEPARATOR.match(text)
    if told:
        text, mark = text[told.end() :], told[1]
    else:
        mark = _separator(text)
    if "separator" in off:
        mark = ","
    if mark != ",":
        said = Phrase("The columns are separated by {mark}.", mark=_SEPARATORS.get(mark, mark))
        findings = [*findings, Finding("separator", said)]
    return Cells(_rows(io.StringIO(text, newline=""), mark), tuple(findings), mark)


def _rows(lines: Iterable[str], mark: str) -> list[list[str]]:
    try:
        return list(csv.reader(lines, delimiter=mark))
    except csv.Error as reason:
        raise InputError(
            "file.line.unreadable", "A line of the table cannot be read ({reason}).", reason=reason
        ) from reason


def _separator(text: str) -> str:
    """The mark that parts most lines into the same number of cells, more than one."""
    lines = [line for line in text.splitlines()[:_LOOKED_AT] if line.strip()]

    def fit(mark: str) -> tuple[int, int]:
        widths = Counter(len(row) for row in _rows(lines, mark)) or {0: 0}
        width, times = max(widths.items(), key=lambda one: (one[0] > 1, one[1] * min(one[0], 3), one[0]))
        return (times * (width > 1), width)

    return max(_SEPARATORS, key=fit)


@dataclass(frozen=True)
class _Sheet:
    rows: list[list[str]]
    shown: bool
    hidden_rows: int


def _of_spreadsheet(name: str, data: bytes, off: frozenset[str]) -> Cells:
    found = Opened()
    wanted = re.compile(
        r"xl/(worksheets/sheet\d+|sharedStrings|workbook|_rels/workbook)\.xml(\.rels)?|content\.xml"
    )
    try:
        unpacked = entries_of(name, data, Budget(), found)
        entries = {where: content for where, content in unpacked if wanted.fullmatch(where)}
        sheets = [sheet for sheet in _sheets(entries, found) if any(map(any, sheet.rows))]
    except InputError as error:
        raise InputError(
            "file.table.unreadable", "“{file}” cannot be read. {why}", file=name, why=error.phrase
        ) from error
    if not sheets:
        why = found.troubles[0].sentence if found.troubles else Phrase("It holds no sheet with cells.")
        raise InputError("file.table.unreadable", "“{file}” cannot be read. {why}", file=name, why=why)

    def fullness(at: int) -> tuple[bool, int]:
        return sheets[at].shown, sum(len(list(filter(None, row))) for row in sheets[at].rows)

    fullest = 0 if "sheet" in off else max(range(len(sheets)), key=fullness)
    findings = []
    if fullest:
        said = Phrase(
            "Sheet {number} of {count} was read, the fullest.", number=fullest + 1, count=len(sheets)
        )
        findings.append(Finding("sheet", said))
    if sheets[fullest].hidden_rows:
        said = Phrase(
            "{count} rows are hidden in the sheet, by a filter or by hand, and were read like the others. "
            "Delete them if they should not count.", count=sheets[fullest].hidden_rows,
        )  # fmt: skip
        findings.append(Finding("hidden_rows", said, State.NOTED))
    return Cells(sheets[fullest].rows, tuple(findings))


def _sheets(entries: dict[str, bytes], found: Opened) -> Iterator[_Sheet]:
    """Each sheet, in their order in the file."""
    if "content.xml" in entries:
        root = parsed(entries["content.xml"])
        away = {
            style.attributes.get("name")
            for style in root.every("style")
            if any(one.attributes.get("display") == "false" for one in style.every("table-properties"))
        }
        for table in root.every("table"):
            hidden = sum("visibility" in row.attributes for row in table.every("table-row"))
            yield _Sheet(open_rows(table), table.attributes.get("style-name", "") not in away, hidden)
        return
    shared = shared_strings(entries, Budget(), found, "")
    unshown = _hidden_sheets(entries)
    for number in sorted(map(int, re.findall(r"xl/worksheets/sheet(\d+)\.xml", " ".join(entries)))):
        root = parsed(entries[f"xl/worksheets/sheet{number}.xml"])
        hidden = sum(row.attributes.get("hidden") in ("1", "true") for row in root.every("row"))
        yield _Sheet(sheet_rows(root, shared), f"sheet{number}.xml" not in unshown, hidden)


def _hidden_sheets(entries: dict[str, bytes]) -> set[str]:
    """Names of the parts of a workbook of Excel whose sheets are hidden."""
    if not {"xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= set(entries):
        return set()
    away = {
        sheet.attributes.get("id")
        for sheet in parsed(entries["xl/workbook.xml"]).every("sheet")
        if "idden" in sheet.attributes.get("state", "")
    }
    return {
        one.attributes.get("Target", "").rpartition("/")[2]
        for one in parsed(entries["xl/_rels/workbook.xml.rels"]).every("Relationship")
        if one.attributes.get("Id") in away
    }
