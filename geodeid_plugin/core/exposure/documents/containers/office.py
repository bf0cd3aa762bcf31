# SPDX-License-Identifier: GPL-2.0-or-later
"""Documents of office programs: words, deletions, tables, charts, pictures, crops, drawn dots."""

from __future__ import annotations

import base64
import math
import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ....base.errors import InputError, Phrase
from ....base.xmltree import Element, parsed
from .captions import caption_name
from .parts import MOST_ROWS, TABLE, TEXT, Budget, Number, Opened, Part, from_base64, table_text
from .webpage import embedded
from .workbook import behind_sheets, shared_strings, sheet, unshown

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
    """How pages use the pictures of a package: name of the picture to page, note, size and caption."""

    page: dict[str, int]
    note: dict[str, Phrase]
    size_in: dict[str, tuple[float, float]]
    known: set[str]
    caption: dict[str, str] = field(default_factory=dict)
    """What the paragraph beside a picture calls it."""

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
    shared = shared_strings(entries, budget, found, path)
    found.add(unshown(path, entries, shared))
    for name, data in list(entries.items()):
        if not name.endswith((".xml", ".rels")) or name == "xl/sharedStrings.xml":
            continue
        budget.entry()
        found.add(_asides(f"{path}/{name}", data))
        try:
            root = parsed(data)
        except InputError as error:
            found.trouble(f"{path}/{name}", error.phrase)
            continue
        if name.endswith(".rels"):
            _note_relations(name, root, uses)
            found.add(_links(f"{path}/{name}", root))
        elif name.startswith(_OWN_XML) or root.name in _OWN_ROOTS:
            found.add([Part(f"{path}/{name}", TEXT, _whole_text(root))])
            packed = embedded(data.decode("utf-8", "replace"), budget)
            entries.update((f"{name}.{inner}", content) for inner, content in packed)
        elif root.name == "worksheet":
            sheet(f"{path}/{name}", root, shared, found)
            found.add(_beside_cells(f"{path}/{name}", root))
        elif root.name == "workbook":
            found.add(_beside_cells(f"{path}/{name}", root))
        elif root.name == "chartSpace":
            found.add(_chart(f"{path}/{name}", root))
        elif root.name.startswith("document-"):
            _open_document(f"{path}/{name}", root, found, uses)
        elif root.name not in ("Types", "theme", "styleSheet", "styles", "fonts", "numbering", *_BEHIND):
            _words(f"{path}/{name}", name, root, found)
        if root.name == "DataMashup":
            _keep_query(name, root, entries, budget)
        if not name.startswith(_OWN_XML):
            found.add(_elsewhere(f"{path}/{name}", root))
        if draws_dots(root):
            found.trouble(f"{path}/{name}", DRAWN)
        for picture in root.every("pic", "graphicFrame", "inline", "anchor"):
            _note_crop(name, picture, entries, uses)
        _note_captions(root, _relations(name, entries), uses)
    behind_sheets(path, entries, found)
    return uses


_BEHIND = ("pivotCacheDefinition", "pivotCacheRecords", "externalLink")
"""Roots that :mod:`.workbook` reads."""
_OWN_XML = ("customXml/", "docProps/", "ppt/tags/", "xl/customXml/")
_OWN_ROOTS = ("connections", "queryTable", "tagLst", "MapInfo", "singleXmlCells")
"""Parts whose elements and attributes other programs and people fill as they like."""


_TELLING = re.compile(r"lat|lon|lng|coord|pos|point|geo|east|north|^[xy]$", re.IGNORECASE)


def _whole_text(root: Element) -> bytes:
    """Attributes and text of every element, with names that tell of places: nothing is known of its form."""
    lines = []
    for one in root.every():
        told = [f"{key}={value}" if _TELLING.search(key) else value for key, value in one.attributes.items()]
        lines.append(" ".join([one.name if _TELLING.search(one.name) else "", *told, one.text.strip()]))
    return "\n".join(lines).encode("utf-8", "replace")


_ASIDE = re.compile(rb"<!--(.*?)-->|<\?(?!xml\b)(.*?)\?>", re.DOTALL)
"""Comments and instructions of XML, which no program shows."""
_DECIMALS = re.compile(r"\d[.,]\d{3}")
"""A number that is written finely enough to be a degree."""


def _asides(path: str, data: bytes) -> Iterator[Part]:
    told = b"\n".join(one[1] or one[2] or b"" for one in _ASIDE.finditer(data))
    if _DECIMALS.search(told.decode("utf-8", "replace")):
        yield Part(f"{path} (comments of the file)", TEXT, told)


def _elsewhere(path: str, root: Element) -> Iterator[Part]:
    """Decimal numbers in any attribute, and in elements whose words are read nowhere else."""
    lines = []
    read = _READ.get(root.name.partition("-")[0], ("t", "delText"))
    for one in root.every():
        told = [value for value in one.attributes.values() if _DECIMALS.search(value)]
        if one.name not in read and _DECIMALS.search(one.text):
            told.append(one.text)
        lines += told
    if lines:
        yield Part(f"{path} (attributes)", TEXT, "\n".join(lines).encode("utf-8", "replace"))


_READ = {"worksheet": ("v", "t", "f"), "document": ("p", "h", "span", "a", "t", "delText"), "chartSpace": ()}
"""Elements whose words are read as words or as cells, by the root of their part."""


def _keep_query(name: str, root: Element, entries: dict[str, bytes], budget: Budget) -> None:
    """Unpack the query of Excel (Power Query): an archive behind a head of eight bytes, in base64."""
    raw = from_base64(root.words.strip())
    budget.take(len(raw))
    if raw[8:12] == b"PK\x03\x04":
        length = int.from_bytes(raw[4:8], "little")
        entries[f"{name}.query.zip"] = raw[8 : 8 + length]


def _links(path: str, root: Element) -> Iterator[Part]:
    """Addresses that a part links to: one of a map service holds a place."""
    far = [one.attributes.get("Target", "") for one in root.every("Relationship")
           if one.attributes.get("TargetMode") == "External"]  # fmt: skip
    if far:
        yield Part(f"{path} (links)", TEXT, "\n".join(far).encode("utf-8", "replace"))


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


def _relations(name: str, entries: dict[str, bytes]) -> dict[str, str]:
    """Parts that a part refers to, by the id of the reference; none where these are damaged or missing."""
    relations = f"{posixpath.dirname(name)}/_rels/{posixpath.basename(name)}.rels"
    try:
        return _targets(relations, parsed(entries[relations])) if relations in entries else {}
    except InputError:
        return {}


def _note_captions(root: Element, targets: dict[str, str], uses: Uses) -> None:
    """Remember what a caption calls the pictures of its paragraph, or of the one before or behind it."""
    lines: list[tuple[list[str], str | None]] = [([], None)]
    for paragraph in root.every("p"):
        embedded = [targets.get(one.attributes.get("embed", ""), "") for one in paragraph.every("blip")]
        linked = [one.attributes.get("href", "").removeprefix("./") for one in paragraph.every("image")]
        shown = [one for one in (*embedded, *linked) if one]
        words = _run_text(paragraph) or paragraph.words.strip()
        if shown or words:
            lines.append((shown, caption_name(words)))
    lines.append(([], None))
    for before, (shown, own), behind in zip(lines, lines[1:], lines[2:]):
        beside = [name for pictures, name in (behind, before) if not pictures]
        name = next((one for one in (own, *beside) if one), None)
        if name is not None:
            for one in shown:
                uses.caption.setdefault(one, name)


def _note_crop(name: str, picture: Element, entries: dict[str, bytes], uses: Uses) -> None:
    """Remember a picture that a page shows in part only, and its size there."""
    blip, crop, size = picture.first("blip"), picture.first("srcRect"), picture.first("ext", "extent")
    if blip is None:
        return
    target = _relations(name, entries).get(blip.attributes.get("embed", ""))
    if target is None:
        return
    if crop is not None and any(number_of(value) > 0 for value in crop.attributes.values()):
        uses.note[target] = _CUT
    if size is not None:
        width, height = (number_of(size.attributes.get(key, "")) / 914_400 for key in ("cx", "cy"))
        if width > 0 and height > 0:  # English Metric Units, 914 400 an inch (ECMA-376)
            uses.size_in[target] = (width, height)


_BESIDE_CELLS = (
    "f", "formula", "formula1", "formula2", "definedName", "oddHeader", "oddFooter", "evenHeader",
    "evenFooter", "firstHeader", "firstFooter",
)  # fmt: skip
"""Elements of a workbook that hold words of people beside those in cells (ECMA-376, 18.2 and 18.3)."""
_PROMPTS = ("prompt", "promptTitle", "error", "errorTitle", "comment", "display", "tooltip", "location")


def _beside_cells(path: str, root: Element) -> Iterator[Part]:
    """Formulas, names, headers, and what a cell asks for, as a text."""
    told = [one.text for one in root.every(*_BESIDE_CELLS)]
    told += [value for one in root.every() for key, value in one.attributes.items() if key in _PROMPTS]
    if any(told):
        yield Part(f"{path} (beside the cells)", TEXT, "\n".join(told).encode("utf-8", "replace"))


def _metric(length: str) -> float:
    """A length of OpenDocument in English Metric Units; endless where it is none."""
    return number_of(length[:-2]) * _UNITS.get(length[-2:], 0) or math.inf


def _words(path: str, name: str, root: Element, found: Opened) -> None:
    """Paragraphs as lines, rows of tables as lines of cells; what is deleted or a comment apart."""
    slide = _SLIDE.fullmatch(name)
    page = int(slide[1]) if slide else None
    comment = _COMMENT if "omment" in posixpath.basename(name) else None
    lines: list[list[str]] = []
    deleted: list[str] = []
    in_rows: set[int] = set()
    for row in root.every("tr"):
        in_rows.update(id(one) for one in row.every("p"))
        lines.append([_run_text(cell) for cell in row.children if cell.name == "tc"])
    for paragraph in root.every("p"):
        gone = [one.text for one in paragraph.every("delText")]
        if any(gone):
            deleted += dict.fromkeys(("".join(gone), " ".join(gone)))  # one change, or one after another
        if id(paragraph) not in in_rows:
            lines.append([_run_text(paragraph)])
    other = " ".join(one.text for one in root.every() if one.name in _OWN_TEXT)
    rows = [line for line in lines if any(cell.strip() for cell in line)]
    kind = TABLE if any(len(line) > 1 for line in rows) else TEXT
    if rows:
        found.add([Part(path, kind, table_text(rows), page, comment)])
    if deleted:
        found.add([Part(f"{path} (deleted)", TEXT, "\n".join(deleted).encode("utf-8"), page, _DELETED)])
    hints = [value for one in root.every() for key, value in one.attributes.items()
             if key in _HINTS or (key == "val" and one.name in _NAMED_BY_PEOPLE)
             or (key == "name" and one.name in ("cNvPr", "docPr"))]  # fmt: skip
    if other.strip() or hints:
        whole = "\n".join([other, *hints])
        found.add([Part(f"{path} (properties)", TEXT, whole.encode("utf-8", "replace"), page, comment)])


_OWN_TEXT = ("instrText", "description", "subject", "keywords", "title", "lpwstr", "t1", "text", "fldSimple")
_HINTS = ("descr", "alt", "Target", "instr", "title", "tooltip")
"""Attributes in which people write: alternative texts, links, fields."""
_NAMED_BY_PEOPLE = ("docVar", "tag", "alias")
"""Elements whose value programs and people choose: variables of a document, names of its controls."""


def _run_text(element: Element) -> str:
    parts = []
    for one in element.every("t", "tab", "br", "p"):
        parts.append(one.text if one.name == "t" else " ")
    return "".join(parts).strip()


def _chart(path: str, root: Element) -> Iterator[Part]:
    """Each series as a table of its x and y values: what a chart shows can be read from the file."""
    for number, series in enumerate(root.every("ser", "data"), 1):
        columns = []
        for values in series.every("xVal", "yVal", "cat", "val", "bubbleSize", "numDim", "strDim"):
            columns.append((values.attributes.get("type", values.name), _chart_points(values)))
        longest = max((max(points, default=-1) + 1 for _name, points in columns), default=0)
        rows = [[points.get(at, "") for _name, points in columns] for at in range(longest)]
        if rows:
            rows.insert(0, [name for name, _points in columns])
            yield Part(f"{path} (series {number})", TABLE, table_text(rows), None, _CHART)


_MOST_POINTS = 1_000_000
"""Rows of a sheet of Excel: a point of a chart cannot have a higher number."""


def _chart_points(values: Element) -> dict[int, str]:
    """Values of a chart by the number of their point: empty cells are left out of the file."""
    points: dict[int, str] = {}
    for one in values.every("pt"):
        told = one.attributes.get("idx", "")
        if told.isdigit() and int(told) < _MOST_POINTS:
            points[int(told)] = one.words.strip()
    return points or dict(enumerate(one.text for one in values.every("v")))


def _open_document(path: str, root: Element, found: Opened, uses: Uses) -> None:
    """Words, tables, and pages of pictures of OpenDocument."""
    pages = {id(one): at + 1 for at, page in enumerate(root.every("page")) for one in page.every()}
    cut = {
        style.attributes.get("name", "")
        for style in root.every("style")
        for one in style.every("graphic-properties")
        if re.search(r"[1-9]", one.attributes.get("clip", ""))
    }
    drawn = Counter(
        (one.attributes.get("width", ""), one.attributes.get("height", ""))
        for one in root.every("circle", "ellipse", "rect", "custom-shape")
    )
    small = [times for size, times in drawn.items() if max(map(_metric, size)) <= LARGEST_SHAPE]
    if max(small, default=0) >= LEAST_SHAPES:
        found.trouble(path, DRAWN)
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
    in_tables -= notes
    told = [value for one in root.every() for key, value in one.attributes.items() if key in _OPEN_HINTS]
    told += [one.text for one in root.every() if root.name == "document-meta"]
    if any(one.strip() for one in told):
        found.add([Part(f"{path} (properties)", TEXT, "\n".join(told).encode("utf-8", "replace"))])
    for note, kept in ((_DELETED, removed), (_COMMENT, notes), (None, None)):
        lines = [
            one.words for one in root.every("p", "h", "desc", "title")
            if id(one) not in in_tables
            and (id(one) in kept if kept is not None else id(one) not in removed | notes)
        ]  # fmt: skip
        if any(line.strip() for line in lines):
            found.add([Part(path, TEXT, "\n".join(lines).encode("utf-8", "replace"), None, note)])


_OPEN_HINTS = ("string-value", "href", "name", "formula")
"""Attributes in which people write: fields, links, names of frames, formulas."""


def flat_parts(path: str, data: bytes, budget: Budget, found: Opened) -> Iterator[tuple[str, bytes]]:
    """Add the words and tables of an OpenDocument in one XML file; yield (name, content) of its pictures.

    Raises InputError where it is no XML.
    """
    root = parsed(data)
    _open_document(path, root, found, Uses({}, {}, {}, set()))
    for at, one in enumerate(root.every("binary-data"), 1):
        budget.entry()
        try:
            content = base64.b64decode(one.text)
        except ValueError:
            found.trouble(
                f"{path}/picture {at}", Phrase("It is damaged or cut short and could not be unpacked.")
            )
            continue
        budget.take(len(content))
        yield f"picture {at}", content


def open_rows(table: Element) -> list[list[str]]:
    """The cells of a table of OpenDocument, row by row; a row with cells as often as it is repeated."""
    rows: list[list[str]] = []
    for row in table.every("table-row"):
        cells = list(_open_cells(row))
        times = number_of(row.attributes.get("number-rows-repeated", "1")) if any(cells) else 1
        rows.extend([cells] * int(min(times, MOST_ROWS - len(rows))))
    return rows


def _open_cells(row: Element) -> Iterator[str]:
    for cell in row.children:
        if cell.name not in ("table-cell", "covered-table-cell"):
            continue
        times = int(min(number_of(cell.attributes.get("number-columns-repeated", "1")), MOST_REPEATED))
        value = cell.attributes.get("value")
        text = Number(value) if value else cell.words
        yield from [text] * (times if text else min(times, 1))


DRAWN = Phrase(
    "It holds many small shapes of one size, drawn by hand or by a program. They may be places on a map, and "
    "were not read. Save the document as a PDF and check that."
)
LEAST_SHAPES = 5
"""Shapes of one size, or pieces of one shape, that may be the dots of a map."""
LARGEST_SHAPE = 250_000
"""Side of a shape that may be a dot, in English Metric Units: 7 mm."""
_BULLETS = frozenset("●•·○◦◉⬤∙⚫⚪★☆▲△■□◆◇×✕✖+*")
"""Letters that stand for a dot where they stand alone."""
_MOVE = re.compile(r"m", re.IGNORECASE)
"""A new piece of a path, as SVG, VML and OpenDocument write it."""
_UNITS = {"pt": 12_700.0, "in": 914_400.0, "cm": 360_000.0, "mm": 36_000.0, "px": 9_525.0}
"""English Metric Units of the lengths of VML and OpenDocument."""
_LENGTH = re.compile(r"(width|height)\s*:\s*([\d.]+)\s*(pt|in|cm|mm|px)?", re.IGNORECASE)


def draws_dots(root: Element) -> bool:
    """Whether a part of an office document draws many small shapes of one size, or one of many pieces.

    >>> oval = Element("oval", {"style": "width:5pt;height:5pt"})
    >>> draws_dots(Element("pict", {}, [oval] * 4)), draws_dots(Element("pict", {}, [oval] * 5))
    (False, True)
    """
    return _alike(root) or _in_pieces(root) or _bullets_alone(root) or _in_ink(root)


def _alike(root: Element) -> bool:
    """Small shapes of one size, as DrawingML and VML write them."""
    sizes: Counter[tuple[float, float]] = Counter()
    for shape in root.every("sp", "wsp"):
        size = shape.first("ext")
        if size is not None and "cx" in size.attributes:
            sizes[number_of(size.attributes["cx"]), number_of(size.attributes.get("cy", ""))] += 1
    for shape in root.every("oval", "rect", "roundrect", "shape"):
        told = {one[1].lower(): float(one[2]) * _UNITS.get((one[3] or "px").lower(), 0.0)
                for one in _LENGTH.finditer(shape.attributes.get("style", ""))}  # fmt: skip
        if len(told) > 1:
            sizes[told["width"], told["height"]] += 1
    return any(times >= LEAST_SHAPES and 0 < max(size) <= LARGEST_SHAPE for size, times in sizes.items())


def _in_pieces(root: Element) -> bool:
    """One shape of many pieces: a freeform, or a path of OpenDocument or VML."""
    for path in root.every("path"):
        if sum(one.name == "moveTo" for one in path.children) >= LEAST_SHAPES:
            return True
    told = (value for one in root.every("path", "shape", "shapetype", "enhanced-geometry")
            for value in _paths(one))  # fmt: skip
    return any(len(_MOVE.findall(value)) >= LEAST_SHAPES for value in told)


def _paths(one: Element) -> Iterable[str]:
    names = ("d", "enhanced-path") if one.name in ("path", "enhanced-geometry") else ("path",)
    return (one.attributes.get(name, "") for name in names)


def _bullets_alone(root: Element) -> bool:
    """Boxes of words that hold a bullet and nothing else."""
    boxes = (one.words.strip() for one in root.every("sp", "wsp", "textbox", "text-box"))
    return sum(len(words) == 1 and words in _BULLETS for words in boxes) >= LEAST_SHAPES


def _in_ink(root: Element) -> bool:
    """Strokes of a pen."""
    return root.name == "ink" and sum(1 for _ in root.every("trace")) >= LEAST_SHAPES


def number_of(text: str) -> float:
    """A number of an attribute; 0 where it is none."""
    try:
        return float(text)
    except ValueError:
        return 0.0
