# SPDX-License-Identifier: GPL-2.0-or-later
"""Read the painted paths of the first page of a PDF, with the standard library alone.

Objects are found by scanning the file, so that a damaged cross-reference table does not matter; object
streams (ISO 32000-1, 7.5.7) are unpacked. Text, images and shadings are passed over: only paths can be
dots. Encrypted files and unknown stream filters are refused in a sentence.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field

from ...base.errors import InputError, Phrase
from ...base.progress import Progress, silent
from .paths import PathBuilder, VectorPage, combined

MOST_BYTES = 400_000_000
"""Bytes that a file may unpack to: a bomb must not fill the memory."""
MOST_PATHS = 2_000_000
"""Paths of a page, for the same reason."""
DEEPEST = 12
"""Forms inside forms; more are a loop."""
IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
"""No transform."""

_OBJECT = re.compile(rb"(?<!\d)(\d+)\s+(\d+)\s+obj\b")
_TOKEN = re.compile(
    rb"[\x00\t\n\f\r ]+|%[^\r\n]*|(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))|"
    rb"(?P<name>/[^\x00\t\n\f\r ()<>\[\]{}/%]*)"
    rb"|(?P<open><<)|(?P<close>>>)|(?P<hex><[0-9A-Fa-f\x00\t\n\f\r ]*>)|(?P<string>\()|(?P<array>[\[\]{}])"
    rb"|(?P<word>[^\x00\t\n\f\r ()<>\[\]{}/%]+)|(?P<other>.)",
    re.DOTALL,
)


class Name(str):
    """A PDF name, without its slash."""


@dataclass(frozen=True)
class Reference:
    """A reference to an indirect object."""

    number: int


@dataclass
class _State:
    matrix: tuple = IDENTITY
    fill: tuple = (0.0, 0.0, 0.0)


@dataclass
class _Document:
    data: bytes
    offsets: dict = field(default_factory=dict)
    packed: dict = field(default_factory=dict)
    budget: int = MOST_BYTES


def _string_end(data, start):
    """Index after the literal string that opens at ``start``."""
    depth, at = 0, start
    while at < len(data):
        byte = data[at]
        if byte == 0x5C:
            at += 1
        elif byte == 0x28:
            depth += 1
        elif byte == 0x29:
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return len(data)


def _tokens(data, start=0):
    """Yield (kind, value, end) of the tokens of PDF syntax from ``start``."""
    at = start
    while at < len(data):
        found = _TOKEN.match(data, at)
        kind, at = found.lastgroup, found.end()
        if kind is None or kind == "other":
            continue
        if kind == "number":
            yield kind, float(found.group()), at
        elif kind == "name":
            yield kind, Name(found.group()[1:].decode("latin-1")), at
        elif kind == "string":
            at = _string_end(data, found.start())
            yield kind, b"", at
        else:
            yield kind, found.group(), at


def _value(tokens):
    """One object from a token stream, and the end of its last token; None at the end of the data."""
    stack: list[list] = [[]]
    opened: list[str] = []
    for kind, value, end in tokens:
        if kind == "open" or (kind == "array" and value in b"[{"):
            stack.append([])
            opened.append(kind)
            continue
        if kind == "close" or (kind == "array" and value in b"]}"):
            if not opened:
                return None, end
            items = stack.pop()
            value = _dictionary(items) if opened.pop() == "open" else items
        elif kind == "word" and value == b"R" and len(stack[-1]) >= 2:
            stack[-1].pop()
            value = Reference(int(stack[-1].pop()))
        elif kind == "word":
            value = {b"true": True, b"false": False, b"null": None}.get(value, value)
        stack[-1].append(value)
        if not opened and kind not in ("number",):
            return stack[0][0], end
    return (stack[0][0] if stack[0] else None), len(stack)


def _dictionary(items):
    return {key: items[i + 1] for i, key in enumerate(items[:-1]) if i % 2 == 0 and isinstance(key, Name)}


def _inflated(document: _Document, raw: bytes) -> bytes:
    engine = zlib.decompressobj()
    try:
        out = engine.decompress(raw, document.budget)
    except zlib.error as reason:
        raise InputError(
            "The PDF holds a damaged stream ({reason}); it could not be read.", reason=reason
        ) from reason
    if engine.unconsumed_tail:
        raise InputError("The PDF unpacks to more than 400 MB and was refused before it was unpacked.")
    if not engine.eof:
        raise InputError("The PDF is cut short or damaged: a packed stream has no end.")
    document.budget -= len(out)
    return out


def _unpredicted(data: bytes, parameters: dict) -> bytes:
    """Undo the PNG predictors that object streams may use."""
    if int(parameters.get("Predictor", 1)) < 10:
        return data
    width = int(parameters.get("Columns", 1)) * int(parameters.get("Colors", 1))
    previous, rows = bytearray(width), []
    for start in range(0, len(data) - width, width + 1):
        method, row = data[start], bytearray(data[start + 1 : start + 1 + width])
        for i in range(width):
            left, up = (row[i - 1] if i else 0), previous[i]
            if method == 1:
                row[i] = (row[i] + left) & 255
            elif method == 2:
                row[i] = (row[i] + up) & 255
            elif method == 3:
                row[i] = (row[i] + (left + up) // 2) & 255
        rows.append(bytes(row))
        previous = row
    return b"".join(rows)


def _object(document: _Document, reference):
    """The object behind a reference (or the value itself), a stream as (dictionary, raw bytes)."""
    if not isinstance(reference, Reference):
        return reference
    if reference.number in document.packed:
        return document.packed[reference.number]
    start = document.offsets.get(reference.number)
    if start is None:
        return None
    value, end = _value(_tokens(document.data, start))
    if isinstance(value, dict):
        found = re.compile(rb"\s*stream(\r\n|\n|\r)").match(document.data, end)
        if found:
            return value, _raw_stream(document, value, found.end())
    return value


def _raw_stream(document: _Document, dictionary, start):
    length = _object(document, dictionary.get("Length"))
    if isinstance(length, float):
        stop = start + int(length)
        if document.data[stop : stop + 20].strip().startswith(b"endstream"):
            return document.data[start:stop]
    stop = document.data.find(b"endstream", start)
    if stop < 0:
        raise InputError("The PDF is cut short: a stream has no end.")
    return document.data[start:stop]


def _stream_data(document: _Document, stream) -> bytes:
    dictionary, raw = stream
    filters = _object(document, dictionary.get("Filter")) or []
    parameters = _object(document, dictionary.get("DecodeParms")) or {}
    filters = filters if isinstance(filters, list) else [filters]
    parameters = parameters if isinstance(parameters, list) else [parameters]
    for i, name in enumerate(filters):
        if name not in ("FlateDecode", "Fl"):
            raise InputError("The PDF packs its drawing by {name}, which is not read.", name=name)
        raw = _inflated(document, raw)
        settings = _object(document, parameters[i]) if i < len(parameters) else None
        raw = _unpredicted(raw, settings) if isinstance(settings, dict) else raw
    return raw


def _opened(data: bytes) -> _Document:
    if not data[:1024].lstrip().startswith(b"%PDF"):
        raise InputError("The file is not a PDF.")
    if re.search(rb"/Encrypt\s*(\d+\s+\d+\s+R|<<)", data):
        raise InputError("The PDF is encrypted, so its drawing could not be read.")
    document = _Document(data)
    for found in _OBJECT.finditer(data):
        document.offsets[int(found.group(1))] = found.end()
    for number in list(document.offsets):
        start = document.offsets[number]
        if b"/ObjStm" in data[start : start + 400]:
            stream = _object(document, Reference(number))
            if isinstance(stream, tuple) and stream[0].get("Type") == "ObjStm":
                _unpack(document, stream)
    return document


def _unpack(document: _Document, stream) -> None:
    body = _stream_data(document, stream)
    count, first = int(stream[0].get("N", 0)), int(stream[0].get("First", 0))
    numbers = [int(value) for value in body[:first].split()[: 2 * count]]
    for number, offset in zip(numbers[::2], numbers[1::2]):
        document.packed[number] = _value(_tokens(body, first + offset))[0]


def _first_page(document: _Document):
    """The first page with its inherited box and resources."""
    inherited: dict = {}
    root = None
    for number in [*document.offsets, *document.packed]:
        value = _object(document, Reference(number))
        if isinstance(value, dict) and value.get("Type") == "Catalog":
            root = value
    node = _object(document, root.get("Pages")) if root else None
    for _ in range(DEEPEST):
        if not isinstance(node, dict):
            break
        for key in ("MediaBox", "Resources", "Rotate", "CropBox"):
            if key in node:
                inherited[key] = _object(document, node[key])
        kids = _object(document, node.get("Kids"))
        if not kids:
            return node, inherited
        node = _object(document, kids[0])
    raise InputError("The PDF has no page that could be read.")


def _box(inherited: dict):
    return inherited.get("CropBox") or inherited.get("MediaBox") or (0, 0, 612, 792)


def _page_matrix(box, rotate: int):
    left, bottom, right, top = (float(value) for value in box)
    width, height = right - left, top - bottom
    turned = {
        0: (1, 0, 0, -1, -left, top), 90: (0, 1, 1, 0, -bottom, -left),
        180: (-1, 0, 0, 1, right, -bottom), 270: (0, -1, -1, 0, top, right),
    }  # fmt: skip
    size = (width, height) if rotate % 180 == 0 else (height, width)
    return turned[rotate % 360], size


def read_pdf(data: bytes, progress: Progress = silent) -> VectorPage:
    """Painted paths of the first page of a PDF, in points of 1/72 inch.

    Raises
    ------
    InputError
        When the file is no PDF, is encrypted, damaged, or unpacks to too much.
    """
    document = _opened(data)
    page, inherited = _first_page(document)
    box = [_object(document, value) for value in _box(inherited)]
    matrix, size = _page_matrix(box, int(_object(document, inherited.get("Rotate")) or 0))
    contents = _object(document, page.get("Contents"))
    parts = contents if isinstance(contents, list) else [contents]
    streams = [_object(document, part) for part in parts]
    body = b"\n".join(_stream_data(document, stream) for stream in streams if isinstance(stream, tuple))
    painter = _Painter(document, progress)
    painter.run(body, inherited.get("Resources") or {}, _State(matrix=matrix), 0)
    return VectorPage(size[0], size[1], tuple(painter.paths))


class _Painter:
    """Follow a content stream and keep what it paints."""

    def __init__(self, document: _Document, progress: Progress):
        self.document = document
        self.progress = progress
        self.paths: list = []

    def run(self, body: bytes, resources: dict, state: _State, depth: int) -> None:
        """Paint one content stream from a state of its own."""
        state = _State(state.matrix, state.fill)
        saved: list[_State] = []
        path, numbers, names = PathBuilder(), [], []
        for turn, (kind, value, end) in enumerate(_tokens(body)):
            if turn % 50_000 == 0:
                self.progress(min(end / max(len(body), 1), 1.0), Phrase("Reading the paths of the PDF"))
            if kind == "number":
                numbers.append(value)
                continue
            if kind == "name":
                names.append(value)
                continue
            if kind != "word":
                continue
            if value in _BUILD:
                name, count = _BUILD[value]
                self._build(path, name, numbers[-count:] if count else [], count, value)
            elif value in _PAINT:
                filled, stroked, closed = _PAINT[value]
                if closed:
                    path.close()
                self._keep(path.painted(state.matrix, state.fill if filled else None, stroked))
                path = PathBuilder()
            elif value == b"n":
                path = PathBuilder()
            elif value == b"q":
                saved.append(_State(state.matrix, state.fill))
            elif value == b"Q":
                state = saved.pop() if saved else state
            elif value == b"cm" and len(numbers) >= 6:
                state.matrix = combined(tuple(numbers[-6:]), state.matrix)
            elif value in _FILL_COLOURS:
                state.fill = _rgb(numbers) or state.fill
            elif value == b"Do" and names:
                self._form(resources, names[-1], state, depth)
            numbers, names = [], []

    def _build(self, path: PathBuilder, name: str, values, count: int, operator: bytes) -> None:
        if len(values) < count:
            return
        if operator == b"v":
            values = [*path.here, *values]
        elif operator == b"y":
            values = [*values, *values[-2:]]
        getattr(path, name)(*values)

    def _keep(self, path) -> None:
        if path is None or (path.fill_rgb is None and not path.stroked):
            return
        if len(self.paths) >= MOST_PATHS:
            raise InputError("The PDF paints more than two million paths; make the page simpler first.")
        self.paths.append(path)

    def _form(self, resources: dict, name: Name, state: _State, depth: int) -> None:
        forms = _object(self.document, resources.get("XObject")) or {}
        form = _object(self.document, forms.get(name))
        if depth >= DEEPEST or not isinstance(form, tuple) or form[0].get("Subtype") != "Form":
            return
        matrix = tuple(_object(self.document, form[0].get("Matrix")) or IDENTITY)
        inner = _object(self.document, form[0].get("Resources")) or resources
        body = _stream_data(self.document, form)
        self.run(body, inner, _State(combined(matrix, state.matrix), state.fill), depth + 1)


_BUILD = {
    b"m": ("move", 2), b"l": ("line", 2), b"c": ("curve", 6), b"v": ("curve", 4), b"y": ("curve", 4),
    b"h": ("close", 0), b"re": ("box", 4),
}  # fmt: skip
"""Operators that build a path (ISO 32000-1, table 59), and their operands."""
_PAINT = {
    b"f": (True, False, True), b"F": (True, False, True), b"f*": (True, False, True),
    b"B": (True, True, False), b"B*": (True, True, False), b"b": (True, True, True),
    b"b*": (True, True, True), b"S": (False, True, False), b"s": (False, True, True),
}  # fmt: skip
_FILL_COLOURS = (b"g", b"rg", b"k", b"sc", b"scn")


def _rgb(numbers):
    """RGB of a grey, RGB or CMYK colour, or None for a pattern."""
    if len(numbers) == 1:
        return (numbers[0],) * 3
    if len(numbers) == 3:
        return tuple(numbers)
    if len(numbers) == 4:
        return tuple((1 - ink) * (1 - numbers[3]) for ink in numbers[:3])
    return None
