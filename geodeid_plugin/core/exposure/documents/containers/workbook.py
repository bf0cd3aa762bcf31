# SPDX-License-Identifier: GPL-2.0-or-later
"""Workbooks: sheets, and the copies of data that Excel keeps where no sheet shows them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ....base.errors import InputError, Phrase
from ....base.xmltree import Element, parsed
from .parts import TABLE, TEXT, Budget, Number, Opened, Part, table_text

_HIDDEN = Phrase("A hidden sheet, row or column.")
_PIVOT = Phrase("The source of a pivot table, which Excel keeps even where its sheet is gone.")
_UNSHOWN = Phrase("Texts that no cell shows.")
_SHARED = re.compile(rb"\bt=[\"']s[\"'][^>]*>\s*<(?:\w+:)?v>(\d+)<")
_LINKED = Phrase("Cells of another workbook, which Excel keeps with a link to it.")
_COMMENT = Phrase("A comment.")
_FINE = re.compile(r"[+-]?\d+\.\d{2,}")
"""A number in a formula that can be a coordinate."""
_PIVOT_PART = re.compile(r"xl/pivotCache/pivotCache(Definition|Records)(\d*)\.xml")


def shared_strings(entries: dict[str, bytes], budget: Budget, found: Opened, path: str) -> list[str]:
    """The texts that cells of a workbook refer to by number."""
    data = entries.get("xl/sharedStrings.xml")
    if data is None:
        return []
    budget.entry()
    try:
        root = parsed(data)
    except InputError as error:
        found.trouble(f"{path}/xl/sharedStrings.xml", error.phrase)
        return []
    return ["".join(one.text for one in item.every("t")) for item in root.children if item.name == "si"]


def unshown(path: str, entries: dict[str, bytes], shared: list[str]) -> Iterator[Part]:
    """Texts of cells that are gone: the list of all texts may still hold them."""
    sheets = (data for name, data in entries.items() if name.startswith("xl/worksheets/"))
    shown = {int(number) for data in sheets for number in _SHARED.findall(data)}
    left = [text for at, text in enumerate(shared) if at not in shown]
    if left:
        yield Part(
            f"{path}/xl/sharedStrings.xml", TEXT, "\n".join(left).encode("utf-8", "replace"), None, _UNSHOWN
        )


def sheet(path: str, root: Element, shared: list[str], found: Opened) -> None:
    """Add a sheet: its cells as a table."""
    hidden = any(one.attributes.get("hidden") in ("1", "true") for one in root.every("row", "col"))
    table = table_text(sheet_rows(root, shared))
    found.add([Part(path, TABLE, table, None, _HIDDEN if hidden else None)])


def sheet_rows(root: Element, shared: list[str]) -> list[list[str]]:
    """The cells of a sheet, row by row."""
    return _rows(root, lambda cell: _cell(cell, shared))


def _rows(root: Element, read: Callable[[Element], str]) -> list[list[str]]:
    rows = []
    for row in root.every("row"):
        cells: list[str] = []
        for cell in row.children:
            cells.extend([""] * (_column(cell.attributes.get("r", "")) - len(cells)))
            cells.append(read(cell))
        rows.append(cells)
    return rows


def _cell(cell: Element, shared: list[str]) -> str:
    value = cell.first("v")
    if cell.attributes.get("t") == "s" and value is not None and value.text.isdigit():
        at = int(value.text)
        return shared[at] if at < len(shared) else ""
    formula = cell.first("f")
    if formula is not None and (value is None or not value.text):  # as programs write that compute nothing
        numbers = _FINE.findall(formula.text)
        return Number(numbers[0]) if len(numbers) == 1 else ""
    if value is None:
        return "".join(one.text for one in cell.every("t"))
    return Number(value.text) if cell.attributes.get("t", "n") == "n" else value.text


_LAST_COLUMN = 16_384
"""Columns of a sheet of Excel."""


def _column(reference: str) -> int:
    """Index of the column of a cell such as ``AB12``; 0 where it is not told."""
    at = 0
    for letter in reference:
        if not "A" <= letter <= "Z":
            break
        at = 26 * at + ord(letter) - 64
    return min(max(at - 1, 0), _LAST_COLUMN)


def behind_sheets(path: str, entries: dict[str, bytes], found: Opened) -> None:
    """Add what a workbook keeps behind its sheets: pivot caches, cells of linked workbooks, comments."""
    roots = {}
    for name, data in entries.items():
        if name.startswith(("xl/pivotCache/", "xl/externalLinks/", "xl/comments")) and name.endswith(".xml"):
            try:
                roots[name] = parsed(data)
            except InputError:  # told where all parts of the package are read
                continue
    for name, root in roots.items():
        pivot = _PIVOT_PART.fullmatch(name)
        if pivot and pivot[1] == "Definition":
            records = roots.get(f"xl/pivotCache/pivotCacheRecords{pivot[2]}.xml")
            found.add(_pivot(f"{path}/{name}", root, records))
        elif pivot and name.replace("Records", "Definition") not in roots:
            found.add(_pivot(f"{path}/{name}", Element("", {}), root))
        elif root.name == "externalLink":
            found.add(_linked(f"{path}/{name}", root))
        elif root.name == "comments":
            text = "\n".join(one.words for one in root.every("comment"))
            found.add([Part(f"{path}/{name}", TEXT, text.encode("utf-8", "replace"), None, _COMMENT)])


def _pivot(path: str, definition: Element, records: Element | None) -> Iterator[Part]:
    """The rows of a pivot table's source; without rows the different values of each column."""
    fields = list(definition.every("cacheField"))
    names = [one.attributes.get("name", "") for one in fields]
    values = []
    for one in fields:
        shared = one.first("sharedItems")
        values.append([] if shared is None else [item.attributes.get("v", "") for item in shared.children])
    if records is not None:
        rows = [[_pivot_cell(cell, at, values) for at, cell in enumerate(row.children)]
                for row in records.every("r")]  # fmt: skip
    else:
        longest = max(map(len, values), default=0)
        rows = [[column[at] if at < len(column) else "" for column in values] for at in range(longest)]
    if rows:
        yield Part(path, TABLE, table_text([names, *rows]), None, _PIVOT)


def _pivot_cell(cell: Element, at: int, values: list[list[str]]) -> str:
    told = cell.attributes.get("v", "")
    if cell.name == "x" and at < len(values) and told.isdigit():  # the number of a shared value
        return values[at][int(told)] if int(told) < len(values[at]) else ""
    return told


def _linked(path: str, root: Element) -> Iterator[Part]:
    for number, data in enumerate(root.every("sheetData"), 1):
        table = table_text(_rows(data, lambda cell: cell.words))
        yield Part(f"{path} (sheet {number})", TABLE, table, None, _LINKED)
