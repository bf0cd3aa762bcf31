# SPDX-License-Identifier: GPL-2.0-or-later
"""PDF: pictures at full resolution, drawings as paths, attachments, and what an update left behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .....base.errors import InputError, Phrase
from .....base.progress import silent
from .....mapimage.budget import Budget as Steps
from .....mapimage.budget import one_boundary
from .....mapimage.reidentify.metadata import document_leaks
from .....mapimage.vector.paths import PlacedImage, VectorPage
from .....mapimage.vector.pdf import content_paths, page_paths
from .....mapimage.vector.pdf_objects import (
    DAMAGED,
    MOST_BYTES,
    Definition,
    PdfFile,
    PdfPage,
    is_stream,
    object_at,
    object_of,
    opened,
    other_pages,
    pages_of,
    partly_unpacked,
    stream_data,
    string_of,
)
from ..captions import Caption, claimed, nearest
from ..parts import PICTURE, TEXT, Budget, Opened, Part
from .drawings import CUT, box_of, drawings_of, joined, png_of, side_by_side, size_of, with_symbols
from .unreferenced import (
    drawn_comments,
    is_picture,
    is_technical,
    may_hold_more,
    numbers_in,
    paints,
    technical,
)
from .words import captions_of, lines_by_place, strings_beside, text_of

LEAST_SIDE_PX = 16
"""Smaller pictures hold no map (:mod:`.....mapimage.picture`)."""
_EARLIER = Phrase("An earlier version of the page, which the file still holds.")
_UNUSED = Phrase("No page shows this picture, but it is still in the file.")
_BESIDE = Phrase("It stands beside the pages: in a comment, a pattern, or where no reader shows it.")
_US_LETTER = (612.0, 792.0)
"""Points; of a page that is not told."""
_CODES = {"/DCTDecode": "jpg", "/DCT": "jpg", "/JPXDecode": "jp2"}
_COMPONENTS = {"/DeviceGray": 1, "/CalGray": 1, "/G": 1, "/DeviceRGB": 3, "/CalRGB": 3, "/RGB": 3, "/Lab": 3,
               "/DeviceCMYK": 4, "/CMYK": 4}  # fmt: skip
"""Channels of the colour spaces of ISO 32000-1, table 62."""


@dataclass(frozen=True)
class _Shown:
    """Where an image stands: page, None of one out of sight, size in inches, and what its page calls it."""

    page: int | None
    size_in: tuple[float, float]
    caption: str | None = None


def pdf_parts(path: str, data: bytes, budget: Budget, found: Opened) -> Iterator[tuple[str, bytes]]:
    """Add pictures and drawings of a PDF to ``found``; yield (name, content) of its attachments.

    Raises InputError where it is encrypted or damaged.
    """
    document = opened(data, Steps(budget.progress))
    for leak in document_leaks(document):
        found.trouble(path, leak.sentence, blocks=False)
    look = _Look(path, document, budget, found, technical(document))
    pages = list(pages_of(document))
    for number, page in enumerate(pages, 1):
        look.page(f"{path}/page {number}", page, number)
    for at, page in enumerate(other_pages(document, pages), 1):
        if not numbers_in(page.entries.get("/Contents"), document) <= look.used:
            look.page(f"{path}/page out of sight {at}", page, None)
        look.know(page)
    yield from look.streams()
    yield from look.unseen()
    yield from look.replaced()
    look.text(f"{path} (comments, fields and links)", "\n".join(dict.fromkeys(strings_beside(document))))


@dataclass
class _Look:
    """A file that is looked through, and what its pages showed so far."""

    path: str
    document: PdfFile
    budget: Budget
    found: Opened
    """Takes the parts and troubles."""
    used: set[int]
    """Objects that need no look of their own: they were drawn, or tell how letters and colours are."""
    size: tuple[float, float] = _US_LETTER
    """Of the page before, points."""
    images: dict[int, _Shown] = field(default_factory=dict)
    whole: set[int] = field(default_factory=set)
    """Images that were put together with others."""
    resources: dict[int, dict[Any, Any]] = field(default_factory=dict)
    """Fonts, pictures and forms of the streams of pages."""

    def know(self, page: PdfPage) -> None:
        """Keep by what the streams of a page are drawn: earlier ones of these numbers are, too."""
        told = page.inherited.get("/Resources")
        for number in numbers_in(page.entries.get("/Contents"), self.document):
            self.resources.setdefault(number, told if isinstance(told, dict) else {})

    def page(self, path: str, page: PdfPage, number: int | None) -> None:
        """Add what one page shows, by its number; one out of sight has none."""
        self.budget.entry()
        document, note = self.document, None if number else _EARLIER
        self.used |= numbers_in(page.entries.get("/Contents"), document)
        self.know(page)
        self.found.troubles += drawn_comments(path, document, page)
        try:
            document.steps = Steps(self.budget.progress)
            drawn = page_paths(document, page)
        except InputError as error:
            self.found.trouble(path, error.phrase)
            return
        self.size = (drawn.width, drawn.height)
        self.used |= drawn.forms
        captions = captions_of(document, drawn.words) if number else []
        about = claimed(captions, [box_of([one]) for one in drawn.images])
        for at, image in enumerate(drawn.images, 1):
            a, b, c, d = image.matrix[:4]
            size = (float(np.hypot(a, b)) / 72, float(np.hypot(c, d)) / 72)
            where = _Shown(number, size, nearest(about, box_of([image])))
            if image.inline is not None:
                self.image(f"{path}, picture {at}", image.inline, where, note)
            elif number:
                self.images.setdefault(image.number, where)
        self.whole |= self.put_together(path, drawn, number, captions)
        drawn, signs = with_symbols(path, document, drawn)
        self.found.troubles += signs
        self.drawings(path, drawn, number, note, captions)

    def drawings(
        self, path: str, drawn: VectorPage, page: int | None, note: Phrase | None,
        captions: Sequence[Caption] = (),
    ) -> None:  # fmt: skip
        """Add the drawings and the words of a page; say where its fonts do not tell enough letters."""
        drawings = list(drawings_of(drawn))
        captions = claimed(captions, [one.box for one in drawings])
        for at, one in enumerate(drawings, 1):
            name = nearest(captions, one.box)
            part = Part(f"{path}, drawing {at}.svg", PICTURE, one.svg, page, note, one.size_in, name)
            self.found.add([part])
        text, lost = text_of(self.document, drawn.words)
        self.text(f"{path} (words)", text, page, note)
        self.text(f"{path} (words) by place", lines_by_place(self.document, drawn.words, text), page, note)
        if lost:
            sentence = Phrase(
                "{count} of its letters stand in a font that does not tell which they are, so nobody can say "
                "whether they hold places.",
                count=lost,
            )
            self.found.trouble(f"{path} (words)", sentence, blocks=lost >= LEAST_LETTERS)

    def text(self, path: str, text: str, page: int | None = None, note: Phrase | None = None) -> None:
        """Add words, where there are any."""
        if text.strip():
            self.found.add([Part(path, TEXT, text.encode("utf-8", "replace"), page, note)])

    def streams(self) -> Iterator[tuple[str, bytes]]:
        """Images of all objects, on a page or not; attachments are handed on."""
        offsets = self.document.offsets
        for number in [one for one in offsets if one not in self.whole]:
            stream = self.stream(f"{self.path}/object {number}", offsets[number], self.found)
            if stream is None:
                continue
            if is_picture(stream):
                self.budget.entry()
                where = self.images.get(number)
                self.image(f"{self.path}/image {number}", stream, where, None if where else _UNUSED)
            elif stream.get("/Type") == "/EmbeddedFile":
                content = self.unpacked(f"{self.path}/attachment {number}", stream)
                if content is not None:
                    yield f"attachment {number}", content

    def unseen(self) -> Iterator[tuple[str, bytes]]:
        """Add the drawings that no page's own content paints; hand on what other streams hold."""
        for number in [one for one in self.document.offsets if one not in self.used]:
            name = f"object {number}"
            stream = self.stream(f"{self.path}/{name}", self.document.offsets[number], Opened())
            if stream is None or is_picture(stream) or stream.get("/Type") == "/EmbeddedFile":
                continue
            yield from self.drawn_apart(name, stream, {}, _BESIDE)

    def replaced(self) -> Iterator[tuple[str, bytes]]:
        """Add pictures and drawings that an update replaced, but left there; hand on what else it did."""
        for at, definition in enumerate(self.document.replaced, 1):
            name = f"earlier version {at}"
            stream = self.stream(f"{self.path}/{name}", definition, self.found)
            if stream is None:
                continue
            self.budget.entry()
            if is_picture(stream):
                self.image(f"{self.path}/{name}", stream, None, _EARLIER)
            else:
                resources = self.resources.get(definition.number, {})
                yield from self.drawn_apart(name, stream, resources, _EARLIER)

    def drawn_apart(
        self, name: str, stream: Any, others: dict[Any, Any], note: Phrase
    ) -> Iterator[tuple[str, bytes]]:
        """Add what a stream draws that is no page's own, by its resources or others; hand on another's."""
        where = f"{self.path}/{name}"
        content = self.unpacked(where, stream) if may_hold_more(stream) else None
        if content is None or is_technical(content):
            return
        if not paints(content):
            yield name, content
            return
        resources = object_of(self.document, stream.get("/Resources")) or others
        try:
            drawn = content_paths(self.document, content, self.size, resources)
        except InputError as error:
            self.found.trouble(where, error.phrase)
            return
        if drawn.paths or drawn.images or drawn.words:
            self.drawings(where, drawn, None, note)
        else:
            yield name, content

    def unpacked(self, where: str, stream: Any) -> bytes | None:
        """What a stream holds, counted; None where it cannot be unpacked, which is told."""
        self.budget.entry()
        try:
            content = stream_data(self.document, stream)
        except InputError as error:
            self.found.trouble(where, error.phrase)
            return None
        self.budget.take(len(content))
        return content

    def stream(self, path: str, definition: Definition, found: Opened) -> Any:
        """The stream defined there; None where there is something else, or nothing whole, which is told."""
        self.document.steps = Steps(silent)
        try:
            with one_boundary(DAMAGED):
                value = object_at(self.document, definition)
        except InputError as error:
            found.trouble(path, error.phrase)
            return None
        return value if is_stream(value) else None

    def image(self, path: str, stream: Any, where: _Shown | None, note: Phrase | None) -> None:
        """Add a picture."""
        try:
            suffix, content = _picture(self.document, stream, self.budget)
        except InputError as error:
            self.found.trouble(path, error.phrase)
            return
        if suffix:
            shown = (where.page, note, where.size_in, where.caption) if where else (None, note)
            content = png_of(content) if suffix == "png" else content
            self.found.add([Part(f"{path}.{suffix}", PICTURE, content, *shown)])

    def put_together(
        self, path: str, drawn: VectorPage, number: int | None, captions: Sequence[Caption]
    ) -> set[int]:
        """Add the pictures that stand side by side as one; the numbers of those that need no look then."""
        done: set[int] = set()
        for at, group in enumerate(side_by_side(drawn.images), 1):
            try:
                pieces = [_piece(self.document, one, self.budget) for one in group]
            except InputError as error:
                self.found.trouble(path, error.phrase)
                continue
            whole = joined(pieces, group)
            if whole is None:
                self.found.trouble(path, Phrase(CUT, count=len(group)))
                continue
            name, caption = f"{path}, pictures side by side {at}.png", nearest(captions, box_of(group))
            self.found.add([Part(name, PICTURE, png_of(whole), number, None, size_of(group), caption)])
            done.update(one.number for one in group)
        return done


LEAST_LETTERS = 10
"""Letters of two numbers that point at a place; fewer cannot hold one."""


def _picture(document: PdfFile, stream: Any, budget: Budget,
             least: int = LEAST_SIDE_PX) -> tuple[str, Any]:  # fmt: skip
    """Ending and bytes of a picture, of a PNG its colours; nothing of a smaller one."""
    entries = {key: object_of(document, value) for key, value in stream.items()}
    width, height = (int(_plain(entries.get(key))) for key in ("/Width", "/Height"))
    if min(width, height) < least:
        return "", b""
    if entries.get("/ImageMask") is True:  # 0 is ink
        entries.update({"/ColorSpace": "/DeviceGray", "/BitsPerComponent": 1})
    budget.take(4 * width * height)
    document.steps, document.budget = Steps(budget.progress), MOST_BYTES
    with one_boundary(DAMAGED):
        raw, left = partly_unpacked(document, stream)
        if not left:
            return "png", _pixels(document, entries, raw, (width, height))
        if left[0] in _CODES and len(left) == 1:
            if _is_turned_over(document, entries):
                raise InputError(
                    "pdf.picture.negative",
                    "The page shows the negative of a JPEG, which was not made. Export the page as a "
                    "PNG and check that.",
                )
            return _CODES[left[0]], raw
        raise InputError(
            "pdf.filter.unread", "The PDF packs its drawing by {name}, which is not read.", name=left[0][1:]
        )


def _is_turned_over(document: PdfFile, entries: dict[str, Any]) -> bool:
    """Whether a JPEG is shown as its negative. Those of four inks are stored so, and read so."""
    told = object_of(document, entries.get("/Decode"))
    return isinstance(told, list) and len(told) in (2, 6) and told[:2] == [1, 0]


def _piece(document: PdfFile, one: PlacedImage, budget: Budget) -> Any:
    """Colours of one of them; None where they are packed as a JPEG."""
    stream = object_at(document, document.offsets[one.number]) if one.inline is None else one.inline
    suffix, content = _picture(document, stream, budget, 1)
    return content if suffix == "png" else None


def _plain(value: Any) -> float:
    return value if isinstance(value, (int, float)) and 0 <= value < 1e6 else 0.0


def _pixels(document: PdfFile, entries: dict[str, Any], raw: bytes, size: tuple[int, int]) -> Any:
    """Colours of an unpacked image, (h, w, 3) uint8."""
    width, height = size
    space = entries.get("/ColorSpace")
    palette = None
    if isinstance(space, list) and space and space[0] in ("/Indexed", "/I"):
        palette = _palette(document, space)
        channels = 1
    else:
        channels = _channels(document, space)
    bits = int(_plain(entries.get("/BitsPerComponent")) or 8)
    values = _unpacked_bits(raw, bits, (width, height, channels))
    top = 2 ** min(bits, 8) - 1
    full = 255 if palette is None else top
    values = _decoded(document, entries, values, (top, full, 1.0 if palette is None else 2.0**bits - 1))
    if palette is not None:
        return palette[np.minimum(values[..., 0], len(palette) - 1)]
    return _rgb(values)


def _decoded(document: PdfFile, entries: dict[str, Any], values: Any, scales: tuple[int, int, float]) -> Any:
    """Samples as their picture's Decode array maps them (ISO 32000-1, 8.9.5.2); ``scales`` are the largest
    sample, what it becomes, and the end of the range in which the array counts.
    """
    top, full, end = scales
    told = object_of(document, entries.get("/Decode"))
    told = [object_of(document, one) for one in told] if isinstance(told, list) else []
    if len(told) != 2 * values.shape[2] or _name_of(document, entries.get("/ColorSpace")) == "/Lab":
        told = [0.0, end] * values.shape[2]
    if top == full and told == [0.0, end] * values.shape[2]:
        return values
    low, high = np.array(told, float).reshape(-1, 2).T / end * full
    table = low + np.arange(top + 1)[:, None] / top * (high - low)
    table = np.clip(np.rint(table), 0, full).astype(np.uint8)
    return np.stack([table[values[..., at], at] for at in range(values.shape[2])], axis=-1)


def _name_of(document: PdfFile, space: Any) -> str:
    """Name of a colour space."""
    space = object_of(document, space)
    return str(space[0] if isinstance(space, list) and space else space)


def _rgb(values: Any) -> Any:
    if values.shape[2] == 1:
        return np.repeat(values, 3, axis=2)
    if values.shape[2] == 4:
        ink = values.astype(np.float32) / 255
        return np.rint(255 * (1 - ink[..., :3]) * (1 - ink[..., 3:])).astype(np.uint8)
    return values


def _channels(document: PdfFile, space: Any) -> int:
    space = object_of(document, space)
    if isinstance(space, list) and space and space[0] == "/ICCBased":
        profile = object_of(document, space[1])
        return int(_plain(profile.get("/N")) or 3) if is_stream(profile) else 3
    name = _name_of(document, space)
    if name in ("/Separation", "/DeviceN"):
        return len(space[1]) if isinstance(space[1], list) else 1
    return _COMPONENTS.get(name, 3)


def _palette(document: PdfFile, space: list[Any]) -> Any:
    table = object_of(document, space[3])
    content = stream_data(document, table) if is_stream(table) else string_of(table)
    channels = _channels(document, space[1])
    colours = np.frombuffer(content[: len(content) // channels * channels], np.uint8)
    if not len(colours):
        raise InputError("pdf.picture.no_colours", "The PDF holds a picture whose colours are not stated.")
    return _rgb(colours.reshape(1, -1, channels))[0]


def _unpacked_bits(raw: bytes, bits: int, shape: tuple[int, int, int]) -> Any:
    """Samples of 1, 2, 4, 8 or 16 bits, shape (h, w, channels); 16 bits lose the lower ones."""
    width, height, channels = shape
    if bits not in (1, 2, 4, 8, 16):
        raise InputError(
            "pdf.picture.bad_bits", "The PDF holds a picture of {bits} bits, which no picture has.", bits=bits
        )
    line = (width * channels * bits + 7) // 8
    if len(raw) < line * height:
        raise InputError(
            "pdf.picture.too_few_pixels", "The PDF is cut short or damaged: a picture has too few pixels."
        )
    rows = np.frombuffer(raw[: line * height], np.uint8).reshape(height, line)
    if bits == 16:
        rows = rows[:, ::2]
    elif bits < 8:
        single = np.unpackbits(rows, axis=1).reshape(height, -1, bits)
        rows = (single * (1 << np.arange(bits - 1, -1, -1)).astype(np.uint8)).sum(axis=2).astype(np.uint8)
    return rows[:, : width * channels].reshape(height, width, channels)
