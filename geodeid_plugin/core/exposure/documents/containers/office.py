# SPDX-License-Identifier: GPL-2.0-or-later
"""Documents of office programs: words with comments and deletions, tables, charts, pictures and crops."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ....base.errors import InputError, Phrase
from .parts import TABLE, TEXT, Budget, Opened, Part, table_text
from .xmltree import Element, parsed

MOST_REPEATED = 4096
"""Times that an equal cell is written out: a row of OpenDocument says “repeated a million times”."""
_CUT = Phrase("A part of this picture was cut away on the page, but is still in the file.")
_UNUSED = Phrase("No page shows this picture, but it is still in the file.")
_DELETED = Phrase("Deleted text that tracked changes keep.")
_COMMENT = Phrase("A comment.")
_HIDDEN = Phrase("A hidden sheet, row or column.")
_CHART = Phrase("The numbers behind a chart.")
_SLIDE = re.compile(r"ppt/slides/(?:_rels/)?slide(\d+)\.xml")
_NUMBERED = re.compile(r"(\d+)\.xml")


@dataclass
class Uses:
    """How pages use the pictures of a package: name of the picture to page, note and size."""

    page: dict[str, int]
    note: dict[str, Phrase]
    size_in: dict[str, tuple[float, float]]
    known: set[str]

    def page_of(self, name: str) -> int | None:
        """Page or slide that a part belongs to."""
        slide = _SLIDE.fullmatch(name)
        return int(slide[1]) if slide else self.page.get(name)

    def note_of(self, name: str) -> Phrase | None:
        """What a reader does not see of a picture: a part cut away, or all of it."""
        pictures = "/media/" in name or name.startswith("Pictures/")
        return _UNUSED if pictures and name not in self.known else self.note.get(name)


def package_parts(path: str, entries: dict[str, bytes], budget: Budget, found: Opened) -> Uses:
    """Add the texts, tables and charts of a package to ``found``; tell how it uses its pictures."""
    uses = Uses({}, {}, {}, set())
    shared = _shared_strings(entries, budget, found, path)
    for name, data in entries.items():
        if not name.endswith((".xml", ".rels")) or name == "xl/sharedStrings.xml":
            continue
        budget.entry()
        try:
            root = parsed(data)
        except InputError as error:
            found.trouble(f"{path}/{name}", error.phrase)
            continue
        if name.endswith(".rels"):
            _note_relations(name, root, uses)
        elif root.name == "worksheet":
            _sheet(f"{path}/{name}", root, shared, found)
        elif root.name == "chartSpace":
            found.add(_chart(f"{path}/{name}", root))
        elif root.name.startswith("document-"):
            _open_document(f"{path}/{name}", root, found, uses)
        elif root.name not in ("Types", "theme", "styleSheet", "styles", "fonts", "numbering", "settings"):
            _words(f"{path}/{name}", name, root, found)
        for picture in root.every("pic", "graphicFrame", "inline", "anchor"):
            _note_crop(name, picture, entries, uses)
    return uses


def _targets(name: str, root: Element) -> dict[str, str]:
    """Parts that a part of Office Open XML refers to, by the id of the reference."""
    folder = posixpath.dirname(posixpath.dirname(name))
    found = {}
    for relation in root.every("Relationship"):
        target = relation.attributes.get("Target", "")
        if relation.attributes.get("TargetMode") != "External":
            whole = target[1:] if target.startswith("/") else posixpath.join(folder, target)
            found[relation.attributes.get("Id", "")] = posixpath.normpath(whole)
    return found


def _note_relations(name: str, root: Element, uses: Uses) -> None:
    slide = _SLIDE.match(name)
    for target in _targets(name, root).values():
        uses.known.add(target)
        if slide:
            uses.page.setdefault(target, int(slide[1]))


def _note_crop(name: str, picture: Element, entries: dict[str, bytes], uses: Uses) -> None:
    """Remember a picture that a page shows in part only, and its size there."""
    blip, crop, size = picture.first("blip"), picture.first("srcRect"), picture.first("ext", "extent")
    if blip is None:
        return
    relations = f"{posixpath.dirname(name)}/_rels/{posixpath.basename(name)}.rels"
    try:
        targets = _targets(relations, parsed(entries[relations])) if relations in entries else {}
    except InputError:
        return
    target = targets.get(blip.attributes.get("embed", ""))
    if target is None:
        return
    if crop is not None and any(_number(value) > 0 for value in crop.attributes.values()):
        uses.note[target] = _CUT
    if size is not None:
        width, height = (_number(size.attributes.get(key, "")) / 914_400 for key in ("cx", "cy"))
        if width > 0 and height > 0:  # English Metric Units, 914 400 an inch (ECMA-376)
            uses.size_in[target] = (width, height)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _words(path: str, name: str, root: Element, found: Opened) -> None:
    """Paragraphs as lines, rows of tables as lines of cells; what is deleted or a comment apart."""
    slide = _SLIDE.fullmatch(name)
    page = int(slide[1]) if slide else None
    comment = _COMMENT if "omment" in posixpath.basename(name) else None
    lines, deleted = [], []
    in_rows: set[int] = set()
    for row in root.every("tr"):
        in_rows.update(id(one) for one in row.every("p"))
        lines.append([_run_text(cell) for cell in row.children if cell.name == "tc"])
    for paragraph in root.every("p"):
        gone = "".join(one.text for one in paragraph.every("delText"))
        if gone:
            deleted.append(gone)
        if id(paragraph) not in in_rows:
            lines.append([_run_text(paragraph)])
    other = " ".join(one.text for one in root.every() if one.name in _OWN_TEXT)
    rows = [line for line in lines if any(cell.strip() for cell in line)]
    kind = TABLE if any(len(line) > 1 for line in rows) else TEXT
    if rows:
        found.add([Part(path, kind, table_text(rows), page, comment)])
    if deleted:
        found.add([Part(f"{path} (deleted)", TEXT, "\n".join(deleted).encode("utf-8"), page, _DELETED)])
    hints = [value for one in root.every() for key, value in one.attributes.items() if key in _HINTS]
    if other.strip() or hints:
        whole = "\n".join([other, *hints])
        found.add([Part(f"{path} (properties)", TEXT, whole.encode("utf-8", "replace"), page, comment)])


_OWN_TEXT = ("instrText", "description", "subject", "keywords", "title", "lpwstr", "t1", "text", "fldSimple")
_HINTS = ("descr", "alt", "Target", "instr")
"""Attributes in which people write: alternative texts, links, fields."""


def _run_text(element: Element) -> str:
    parts = []
    for one in element.every("t", "tab", "br", "p"):
        parts.append(one.text if one.name == "t" else " ")
    return "".join(parts).strip()


def _shared_strings(entries: dict[str, bytes], budget: Budget, found: Opened, path: str) -> list[str]:
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


def _sheet(path: str, root: Element, shared: list[str], found: Opened) -> None:
    rows = []
    for row in root.every("row"):
        cells: list[str] = []
        for cell in row.children:
            at = _column(cell.attributes.get("r", ""))
            cells.extend([""] * (at - len(cells)))
            cells.append(_cell(cell, shared))
        rows.append(cells)
    hidden = any(one.attributes.get("hidden") in ("1", "true") for one in root.every("row", "col"))
    found.add([Part(path, TABLE, table_text(rows), None, _HIDDEN if hidden else None)])


def _cell(cell: Element, shared: list[str]) -> str:
    value = cell.first("v")
    if cell.attributes.get("t") == "s" and value is not None and value.text.isdigit():
        at = int(value.text)
        return shared[at] if at < len(shared) else ""
    return value.text if value is not None else "".join(one.text for one in cell.every("t"))


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


def _chart(path: str, root: Element) -> Iterator[Part]:
    """Each series as a table of its x and y values: what a chart shows can be read from the file."""
    for number, series in enumerate(root.every("ser")):
        columns = []
        for name in ("xVal", "yVal", "cat", "val", "bubbleSize"):
            values = series.first(name)
            if values is not None:
                columns.append([name, *(one.text for one in values.every("v"))])
        longest = max(map(len, columns), default=0)
        rows = [[c[at] if at < len(c) else "" for c in columns] for at in range(longest)]
        if rows:
            yield Part(f"{path} (series {number + 1})", TABLE, table_text(rows), None, _CHART)


def _open_document(path: str, root: Element, found: Opened, uses: Uses) -> None:
    """Words, tables, and pages of pictures of OpenDocument."""
    pages = {id(one): at + 1 for at, page in enumerate(root.every("page")) for one in page.every()}
    cut = {
        style.attributes.get("name", "")
        for style in root.every("style")
        for one in style.every("graphic-properties")
        if re.search(r"[1-9]", one.attributes.get("clip", ""))
    }
    for frame in root.every("frame"):
        for image in frame.children:
            target = image.attributes.get("href", "").removeprefix("./")
            if image.name == "image" and target:
                uses.known.add(target)
                if id(frame) in pages:
                    uses.page.setdefault(target, pages[id(frame)])
                if frame.attributes.get("style-name", "") in cut:
                    uses.note[target] = _CUT
    uses.known.update(one.attributes.get("href", "").removeprefix("./") for one in root.every("fill-image"))
    in_tables: set[int] = set()
    for table in root.every("table"):
        in_tables.update(id(one) for one in table.every())
        rows = [list(_open_cells(row)) for row in table.every("table-row")]
        hidden = any(one.attributes.get("visibility") for one in table.every("table-row", "table-column"))
        found.add([Part(f"{path} (table)", TABLE, table_text(rows), None, _HIDDEN if hidden else None)])
    removed = {id(one) for change in root.every("tracked-changes") for one in change.every()}
    notes = {id(one) for note in root.every("annotation") for one in note.every()}
    for note, kept in ((_DELETED, removed), (_COMMENT, notes), (None, None)):
        lines = [
            one.words for one in root.every("p", "h", "desc", "title")
            if id(one) not in in_tables
            and (id(one) in kept if kept is not None else id(one) not in removed | notes)
        ]  # fmt: skip
        if any(line.strip() for line in lines):
            found.add([Part(path, TEXT, "\n".join(lines).encode("utf-8", "replace"), None, note)])


def _open_cells(row: Element) -> Iterator[str]:
    for cell in row.children:
        if cell.name not in ("table-cell", "covered-table-cell"):
            continue
        times = int(min(_number(cell.attributes.get("number-columns-repeated", "1")), MOST_REPEATED))
        text = cell.attributes.get("value") or cell.words
        yield from [text] * (times if text else min(times, 1))
