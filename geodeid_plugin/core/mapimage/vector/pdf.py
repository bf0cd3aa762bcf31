# SPDX-License-Identifier: GPL-2.0-or-later
"""Read the painted paths of a page of a PDF.

Only paths can be dots: shadings are passed over. Text is kept as it is spelled, and where images lie.
Encrypted files and unknown stream filters are refused in a sentence (:mod:`.pdf_objects`), and so is
whatever is damaged or asks for more work than its budget: a part of a drawing must never pass for the whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ...base.errors import Phrase
from ...base.progress import Progress, silent
from ..budget import Budget, TooMuchError, one_boundary
from .paths import (
    Colour,
    Letter,
    Matrix,
    PathBuilder,
    Place,
    PlacedImage,
    VectorPage,
    VectorPath,
    Written,
    combined,
)
from .pdf_content import Name, tokens
from .pdf_objects import (
    DAMAGED,
    PdfFile,
    PdfPage,
    is_reference,
    is_stream,
    object_of,
    opened,
    pages_of,
    stream_data,
    stream_of,
)

MOST_PATHS = 2_000_000
"""Paths of a page: a bomb must not fill the memory."""
DEEPEST = 28
"""Forms inside forms (Annex C of ISO 32000-1 allows 28 saved states); more are a loop."""
MOST_LETTERS = 100_000
"""Letters and words whose places are kept of a page."""
WORD_GAP = -150
"""Thousandths of the letters' size; a wider gap between strings parts two words."""
IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
"""No transform."""


@dataclass(frozen=True)
class _State:
    """What a content stream draws with: matrix, colours, and whether each is a tint of ink (1 is full)."""

    matrix: Matrix = IDENTITY
    fill: Colour = (0.0, 0.0, 0.0)
    stroke: Colour = (0.0, 0.0, 0.0)
    fill_is_tint: bool = False
    stroke_is_tint: bool = False
    line_width: float = 1.0


def _box(inherited: dict[Any, Any]) -> Any:
    return inherited.get("/CropBox") or inherited.get("/MediaBox") or (0, 0, 612, 792)


def _page_matrix(box: Iterable[Any], rotate: int) -> tuple[Matrix, tuple[float, float]]:
    left, bottom, right, top = (float(value) for value in box)
    width, height = right - left, top - bottom
    turned: dict[int, Matrix] = {
        0: (1, 0, 0, -1, -left, top), 90: (0, 1, 1, 0, -bottom, -left),
        180: (-1, 0, 0, 1, right, -bottom), 270: (0, -1, -1, 0, top, right),
    }  # fmt: skip
    size = (width, height) if rotate % 180 == 0 else (height, width)
    return turned[rotate % 360], size


def read_pdf(data: bytes, progress: Progress = silent) -> VectorPage:
    """Painted paths of the first page of a PDF, in points of 1/72 inch.

    Raises InputError when the file is no PDF, is encrypted, damaged, or asks for too much.
    """
    document = opened(data, Budget(progress, Phrase("Reading the paths of the PDF")))
    return page_paths(document, next(pages_of(document)))


def page_paths(document: PdfFile, page: PdfPage) -> VectorPage:
    """Painted paths of one page of an opened PDF, in points of 1/72 inch.

    Raises InputError when the page is damaged or asks for too much.
    """
    with one_boundary(DAMAGED):
        return _paths(document, page)


def _paths(document: PdfFile, page: PdfPage) -> VectorPage:
    box = [object_of(document, value) for value in _box(page.inherited)]
    matrix, size = _page_matrix(box, int(object_of(document, page.inherited.get("/Rotate")) or 0))
    contents = object_of(document, page.entries.get("/Contents"))
    parts = contents if isinstance(contents, list) else [contents]
    streams = [object_of(document, part) for part in parts]
    body = b"\n".join(stream_data(document, stream) for stream in streams if is_stream(stream))
    painter = _Painter(document)
    painter.run(body, page.inherited.get("/Resources") or {}, _State(matrix=matrix), 0)
    return painter.page(size)


def content_paths(
    document: PdfFile, body: bytes, size: tuple[float, float], resources: dict[Any, Any] | None = None
) -> VectorPage:
    """Painted paths of a content stream that no page uses, on a page of a given size.

    ``body``: the stream, unpacked. ``size``: width and height of the page, points. ``resources``: fonts,
    pictures and forms that it names. Raises InputError when it is damaged, no drawing at all, or asks for too
    much.
    """
    with one_boundary(DAMAGED):
        painter = _Painter(document)
        painter.run(body, resources or {}, _State(matrix=(1, 0, 0, -1, 0, size[1])), 0)
    return painter.page(size)


@dataclass
class _Pen:
    """Where text is written: matrices of the text and of its line, and its state (ISO 32000-1, 9.3, 9.4)."""

    matrix: Matrix = IDENTITY
    line: Matrix = IDENTITY
    size: float = 1.0
    leading: float = 0.0
    apart: float = 0.0
    blank: float = 0.0
    stretch: float = 1.0
    has_moved: bool = True

    def place(self, state: _State, kern: float) -> Place:
        """Where the next piece begins."""
        follows, self.has_moved = not self.has_moved, False
        matrix = combined(self.matrix, state.matrix)
        return Place(matrix, self.size, self.apart, self.blank, self.stretch, kern, follows)

    def moved(self, operator: bytes, numbers: list[float]) -> None:
        """Follow an operator that places text or says how large it is."""
        if operator in _MOVES:
            self.has_moved = True
        if operator == b"BT":
            self.matrix = self.line = IDENTITY
        elif operator in (b"Tf", b"gs") and numbers:
            self.size = numbers[-1]
        elif operator in _SPACINGS and numbers:
            value = numbers[-1] / 100 if operator == b"Tz" else numbers[-1]
            setattr(self, _SPACINGS[operator], value)
        elif operator == b"Tm" and len(numbers) >= 6:
            self.matrix = self.line = tuple(numbers[-6:])
        elif operator in (b"Td", b"TD") and len(numbers) >= 2:
            self._next(*numbers[-2:])
            self.leading = -numbers[-1] if operator == b"TD" else self.leading
        elif operator in (b"T*", b"'", b'"'):
            self._next(0.0, -self.leading)

    def _next(self, x: float, y: float) -> None:
        self.matrix = self.line = combined((1.0, 0.0, 0.0, 1.0, x, y), self.line)


class _Strings:
    """Strings before the operator that shows them, with the blanks between them."""

    def __init__(self) -> None:
        self.pieces: list[Written] = []
        self.kerns: dict[int, float] = {}

    def add(self, piece: Written, kern: float) -> None:
        """Keep a string, and the number before it."""
        self.kerns[len(self.pieces)] = kern
        self.pieces.append(piece)

    def placed(self, pen: _Pen, state: _State) -> Iterable[Written]:
        """All of them, each string with its place."""
        for at, piece in enumerate(self.pieces):
            yield replace(piece, place=pen.place(state, self.kerns[at])) if at in self.kerns else piece


class _Painter:
    """Follow a content stream and keep what it paints."""

    def __init__(self, document: PdfFile) -> None:
        self.document = document
        self.paths: list[VectorPath] = []
        self.images: list[PlacedImage] = []
        self.words: list[Written] = []
        self.forms: set[int] = set()
        self.letters: list[Letter] = []
        self._fonts: dict[int, Any] = {}

    def page(self, size: tuple[float, float]) -> VectorPage:
        """What was painted, as a page of a size."""
        return VectorPage(
            *size, tuple(self.paths), tuple(self.images), tuple(self.words), frozenset(self.forms),
            tuple(self.letters),
        )  # fmt: skip

    def run(self, body: bytes, resources: dict[Any, Any], state: _State, depth: int) -> None:
        """Paint one content stream from a state of its own."""
        saved: list[tuple[_State, Any, _Pen]] = []
        path = PathBuilder()
        numbers: list[float] = []
        names: list[Name] = []
        told: list[Any] = []
        font = None
        pen, strings, kern = _Pen(), _Strings(), 0.0
        for kind, value in tokens(body, self.document.steps):
            told.append(value)
            if kind == "inline":
                self.images.append(PlacedImage(-1, state.matrix, stream_of(_entries(told[:-1]), value)))
                numbers, names = [], []
            elif kind == "number":
                numbers.append(value)
                kern += value
                if value < WORD_GAP and (self.words or strings.pieces):
                    strings.pieces.append(_BLANK)
            elif kind in ("string", "hex"):
                strings.add(Written(font, value, kind == "hex"), kern)
                kern = 0.0
            elif kind == "name":
                names.append(value)
            elif kind == "word":
                told = [] if value not in (b"true", b"false") else told
                if value in _NEW_LINE:
                    self.words.append(_LINE)
                if value == b"Tf" and names:
                    font = self._font(resources, names[-1])
                elif value == b"gs" and names:
                    font, numbers = self._font_of_state(resources, names[-1], font)
                if value in _NEXT_AND_SHOW:
                    pen.moved(value, numbers)
                self.words += strings.placed(pen, state) if value in _SHOW else strings.pieces
                if value in _SHOW and strings.kerns:
                    self._letter(pen, state, len(strings.kerns))
                if value not in _NEXT_AND_SHOW:
                    pen.moved(value, numbers)
                strings, kern = _Strings(), 0.0
                if value in _BUILD:
                    self._build(path, value, numbers)
                elif value in _PAINT or value == b"n":
                    self._paint(path, value, state)
                    path = PathBuilder()
                elif value == b"q":
                    saved.append((state, font, replace(pen)))
                elif value == b"Q" and saved:
                    state, font, pen = saved.pop()
                elif value == b"Do" and names:
                    self._form(resources, names[-1], state, depth)
                else:
                    state = self._changed(state, value, numbers, names, resources)
                numbers, names = [], []

    def _changed(
        self, state: _State, value: bytes, numbers: list[float], names: list[Name], resources: dict[Any, Any]
    ) -> _State:
        """The state after an operator that sets the matrix, a colour or a colour space."""
        if value == b"cm" and len(numbers) >= 6:
            return replace(state, matrix=combined(tuple(numbers[-6:]), state.matrix))
        if value == b"w" and numbers:
            return replace(state, line_width=numbers[-1])
        if value in _FILL_COLOURS:
            tint = state.fill_is_tint and value in _IN_SPACE
            return replace(state, fill=_rgb(numbers, tint) or state.fill, fill_is_tint=tint)
        if value in _STROKE_COLOURS:
            tint = state.stroke_is_tint and value in _IN_SPACE
            return replace(state, stroke=_rgb(numbers, tint) or state.stroke, stroke_is_tint=tint)
        if value == b"cs" and names:
            return replace(state, fill_is_tint=self._is_tint(resources, names[-1]))
        if value == b"CS" and names:
            return replace(state, stroke_is_tint=self._is_tint(resources, names[-1]))
        return state

    def _font(self, resources: dict[Any, Any], name: Name) -> Any:
        fonts = object_of(self.document, resources.get("/Font")) or {}
        reference: Any = fonts.get(name) if isinstance(fonts, dict) else None
        if not is_reference(reference):
            return reference
        if reference.idnum not in self._fonts:
            self._fonts[reference.idnum] = object_of(self.document, reference)
        return self._fonts[reference.idnum]

    def _font_of_state(self, resources: dict[Any, Any], name: Name, font: Any) -> tuple[Any, list[float]]:
        """The font that a set of parameters names and its size, else the font before (ISO 32000-1, 8.4.5)."""
        states = object_of(self.document, resources.get("/ExtGState")) or {}
        told = object_of(self.document, (object_of(self.document, states.get(name)) or {}).get("/Font"))
        if not isinstance(told, list) or len(told) != 2:
            return font, []
        return object_of(self.document, told[0]), [float(object_of(self.document, told[1]))]

    def _letter(self, pen: _Pen, state: _State, shown: int) -> None:
        """Keep where the last strings begin; of one letter also which: it may be a symbol."""
        last = self.words[-1]
        if len(self.letters) >= MOST_LETTERS:
            return
        alone = shown == 1 and 0 < len(last.codes) <= (6 if last.is_hex else 2)
        a, b, c, d, e, f = combined(pen.matrix, state.matrix)
        size = pen.size * abs(a * d - b * c) ** 0.5
        self.letters.append(Letter(last.font, last.codes if alone else b"", last.is_hex, (e, f), size))

    def _is_tint(self, resources: dict[Any, Any], name: Name) -> bool:
        """Whether a colour space counts ink: in those 1 is full colour and 0 is none."""
        spaces = object_of(self.document, resources.get("/ColorSpace")) or {}
        space = object_of(self.document, spaces.get(name))
        return isinstance(space, list) and bool(space) and space[0] in ("/Separation", "/DeviceN")

    def _paint(self, path: PathBuilder, operator: bytes, state: _State) -> None:
        if operator == b"n":
            return
        filled, stroked, closed = _PAINT[operator]
        if closed:
            path.close()
        fill, stroke = (state.fill if filled else None), (state.stroke if stroked else None)
        painted = path.painted(state.matrix, fill, stroke, state.line_width)
        if painted is None:
            return
        if len(self.paths) >= MOST_PATHS:
            raise TooMuchError(
                "pdf.paths.too_many",
                "The PDF paints more than two million paths; make the page simpler first.",
            )
        self.paths.append(painted)

    def _build(self, path: PathBuilder, operator: bytes, numbers: list[float]) -> None:
        name, count = _BUILD[operator]
        if len(numbers) < count:
            raise ValueError
        values = numbers[len(numbers) - count :]
        if operator == b"v":
            values = [*path.here, *values]
        elif operator == b"y":
            values = [*values, *values[-2:]]
        getattr(path, name)(*values)

    def _form(self, resources: dict[Any, Any], name: Name, state: _State, depth: int) -> None:
        forms = object_of(self.document, resources.get("/XObject")) or {}
        reference: Any = forms.get(name)
        form = object_of(self.document, reference)
        if not is_stream(form):
            return
        number = reference.idnum if is_reference(reference) else -1
        if form.get("/Subtype") == "/Image":
            self.images.append(PlacedImage(number, state.matrix))
            return
        if form.get("/Subtype") != "/Form":
            return
        self.forms.add(number)
        if depth >= DEEPEST:
            raise TooMuchError("pdf.drawing.too_deep", "The PDF nests its drawing too deep to be read.")
        matrix = tuple(object_of(self.document, form.get("/Matrix")) or IDENTITY)
        inner = object_of(self.document, form.get("/Resources")) or resources
        body = stream_data(self.document, form)
        self.run(body, inner, replace(state, matrix=combined(matrix, state.matrix)), depth + 1)


_INLINE = {
    "/W": "/Width", "/H": "/Height", "/CS": "/ColorSpace", "/BPC": "/BitsPerComponent", "/F": "/Filter",
    "/DP": "/DecodeParms", "/IM": "/ImageMask", "/D": "/Decode",
}  # fmt: skip
"""Short names of the entries of a picture inside a drawing (ISO 32000-1, table 93)."""


def _entries(told: list[Any]) -> dict[str, Any]:
    """Entries of a picture inside a drawing, by their whole names."""
    flat: list[Any] = []
    inner: list[Any] | None = None
    for one in told:
        value = {b"true": True, b"false": False}.get(one, one) if isinstance(one, bytes) else one
        if value in (b"[", b"<<"):
            inner = []
        elif inner is not None and value in (b"]", b">>"):
            flat.append(dict(zip(inner[::2], inner[1::2])) if value == b">>" else inner)
            inner = None
        else:
            (flat if inner is None else inner).append(value)
    return {_INLINE.get(key, str(key)): value for key, value in zip(flat[::2], flat[1::2])
            if isinstance(key, Name)}  # fmt: skip


_BUILD = {
    b"m": ("move", 2), b"l": ("line", 2), b"c": ("curve", 6), b"v": ("curve", 4), b"y": ("curve", 4),
    b"h": ("close", 0), b"re": ("box", 4),
}  # fmt: skip
"""Operators that build a path (ISO 32000-1, table 59), and the number of their operands."""
_PAINT = {
    b"f": (True, False, True), b"F": (True, False, True), b"f*": (True, False, True),
    b"B": (True, True, False), b"B*": (True, True, False), b"b": (True, True, True),
    b"b*": (True, True, True), b"S": (False, True, False), b"s": (False, True, True),
}  # fmt: skip
_BLANK, _LINE = Written(mark=" "), Written(mark="\n")
_NEW_LINE = (b"Td", b"TD", b"T*", b"Tm", b"ET")
"""Operators that begin a piece of text elsewhere (ISO 32000-1, table 108)."""
_NEXT_AND_SHOW = (b"'", b'"')
_SHOW = (b"Tj", b"TJ", *_NEXT_AND_SHOW)
"""Operators that write text where the pen stands, the first two; and on the next line, the others."""
_MOVES = (b"BT", b"Td", b"TD", b"T*", b"Tm", *_NEXT_AND_SHOW)
"""Operators after which text begins where its matrix says."""
_SPACINGS = {b"TL": "leading", b"Tc": "apart", b"Tw": "blank", b"Tz": "stretch"}
"""Operators of the state of text (ISO 32000-1, table 105)."""
_FILL_COLOURS = (b"g", b"rg", b"k", b"sc", b"scn")
_STROKE_COLOURS = (b"G", b"RG", b"K", b"SC", b"SCN")
_IN_SPACE = (b"sc", b"scn", b"SC", b"SCN")


def _rgb(numbers: list[float], tint: bool = False) -> Colour | None:
    """RGB of a grey, RGB or CMYK colour, of a tint the grey of its ink, or None for a pattern."""
    if tint and numbers:
        return (1 - max(numbers),) * 3
    if len(numbers) == 1:
        return (numbers[0],) * 3
    if len(numbers) == 3:
        return tuple(numbers)
    if len(numbers) == 4:
        return tuple((1 - ink) * (1 - numbers[3]) for ink in numbers[:3])
    return None
