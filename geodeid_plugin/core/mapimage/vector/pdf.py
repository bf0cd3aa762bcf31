# SPDX-License-Identifier: GPL-2.0-or-later
"""Read the painted paths of a page of a PDF, with the standard library alone.

Text and shadings are passed over: only paths can be dots. Where images lie is kept. Encrypted files and
unknown stream filters are refused in a sentence (:mod:`.pdf_objects`).
"""

from __future__ import annotations

from dataclasses import dataclass

from ...base.errors import InputError, Phrase
from ...base.progress import Progress, silent
from .paths import PathBuilder, PlacedImage, VectorPage, combined
from .pdf_objects import Name, PdfFile, PdfPage, Reference, object_of, opened, pages_of, stream_data, tokens

MOST_PATHS = 2_000_000
"""Paths of a page: a bomb must not fill the memory."""
DEEPEST = 12
"""Forms inside forms; more are a loop."""
IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
"""No transform."""


@dataclass
class _State:
    matrix: tuple = IDENTITY
    fill: tuple = (0.0, 0.0, 0.0)


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
    document = opened(data)
    return page_paths(document, next(pages_of(document)), progress)


def page_paths(document: PdfFile, page: PdfPage, progress: Progress = silent) -> VectorPage:
    """Painted paths of one page of an opened PDF, in points of 1/72 inch."""
    box = [object_of(document, value) for value in _box(page.inherited)]
    matrix, size = _page_matrix(box, int(object_of(document, page.inherited.get("Rotate")) or 0))
    contents = object_of(document, page.entries.get("Contents"))
    parts = contents if isinstance(contents, list) else [contents]
    streams = [object_of(document, part) for part in parts]
    body = b"\n".join(stream_data(document, stream) for stream in streams if isinstance(stream, tuple))
    painter = _Painter(document, progress)
    painter.run(body, page.inherited.get("Resources") or {}, _State(matrix=matrix), 0)
    return VectorPage(size[0], size[1], tuple(painter.paths), tuple(painter.images))


class _Painter:
    """Follow a content stream and keep what it paints."""

    def __init__(self, document: PdfFile, progress: Progress):
        self.document = document
        self.progress = progress
        self.paths: list = []
        self.images: list = []

    def run(self, body: bytes, resources: dict, state: _State, depth: int) -> None:
        """Paint one content stream from a state of its own."""
        state = _State(state.matrix, state.fill)
        saved: list[_State] = []
        path, numbers, names = PathBuilder(), [], []
        for turn, (kind, value, end) in enumerate(tokens(body)):
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
        forms = object_of(self.document, resources.get("XObject")) or {}
        form = object_of(self.document, forms.get(name))
        if isinstance(form, tuple) and form[0].get("Subtype") == "Image":
            number = forms[name].number if isinstance(forms[name], Reference) else -1
            self.images.append(PlacedImage(number, state.matrix))
            return
        if depth >= DEEPEST or not isinstance(form, tuple) or form[0].get("Subtype") != "Form":
            return
        matrix = tuple(object_of(self.document, form[0].get("Matrix")) or IDENTITY)
        inner = object_of(self.document, form[0].get("Resources")) or resources
        body = stream_data(self.document, form)
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
