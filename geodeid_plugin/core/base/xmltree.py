# SPDX-License-Identifier: GPL-2.0-or-later
"""XML as a stream of elements, without entities of its own, however large or deep it is."""

from __future__ import annotations

import pyexpat
from collections.abc import Callable, Iterator

from .errors import InputError, Phrase, Refusal

DEEPEST = 400
"""Elements inside elements; the documents of office programs reach about sixty."""
MOST_ELEMENTS = 5_000_000
"""Elements of one part: about a gigabyte of memory."""
_ENTITIES = Refusal(
    "xml.entities.refused",
    Phrase("It defines XML entities of its own and was refused: they can unpack to anything."),
)


class Element:
    """An element: its name and attributes without name spaces, its text, its children.

    ``text`` holds the characters directly inside it, joined.
    """

    __slots__ = ("attributes", "children", "name", "text")

    def __init__(self, name: str, attributes: dict[str, str], children: list[Element] | None = None) -> None:
        self.name, self.attributes, self.text = name, attributes, ""
        self.children: list[Element] = children or []

    def every(self, *names: str) -> Iterator[Element]:
        """This element and all below it in the order of the file, of the given names or of any."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            if not names or element.name in names:
                yield element
            waiting.extend(reversed(element.children))

    def first(self, *names: str) -> Element | None:
        """The first element of these names below it."""
        return next(self.every(*names), None)

    @property
    def words(self) -> str:
        """All text below it, joined."""
        return "".join(one.text for one in self.every())


def tree(data: bytes, opening: Callable[[int], None], entities: Refusal) -> Element:
    """The root of an XML file; ``opening`` is told how deep each element lies.

    Raises ExpatError where it is no XML, and InputError, by a refusal, where it defines entities of its own.
    """
    top = Element("", {})
    stack = [top]

    def start(name: str, attributes: dict[str, str]) -> None:
        opening(len(stack))
        element = Element(_short(name), {_short(key): value for key, value in attributes.items()})
        stack[-1].children.append(element)
        stack.append(element)

    def characters(text: str) -> None:
        stack[-1].text += text

    def entity(*_: object) -> None:
        raise InputError(*entities)

    parser = pyexpat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, lambda _name: stack.pop()
    parser.CharacterDataHandler, parser.EntityDeclHandler = characters, entity
    parser.Parse(data, True)
    return top.children[0]


def parsed(data: bytes) -> Element:
    """The root of an XML file.

    Raises InputError where it is no XML, defines entities of its own, or is too deep or too large.
    """
    count = 0

    def opening(depth: int) -> None:
        nonlocal count
        count += 1
        if depth > DEEPEST or count > MOST_ELEMENTS:
            raise InputError("xml.nesting.too_deep", "It holds XML that is too deep or too long to be read.")

    try:
        return tree(data, opening, _ENTITIES)
    except pyexpat.ExpatError as reason:
        raise InputError("xml.file.damaged", "It holds damaged XML ({reason}).", reason=reason) from reason


def _short(name: str) -> str:
    return name.rsplit(":", 1)[-1]
