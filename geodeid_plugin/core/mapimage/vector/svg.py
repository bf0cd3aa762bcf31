# SPDX-License-Identifier: GPL-2.0-or-later
"""Read the painted paths of an SVG picture, with the standard library alone.

Shapes, groups, transforms, ``use`` of defined symbols, and paint that is inherited or set by attribute,
by ``style`` or by the rules of a style sheet are followed; text, images and clips are passed over.
Document types with entities are refused, because a few lines of them can unpack to anything.
"""

from __future__ import annotations

import math
import pyexpat
import re
from collections.abc import Iterator, Sequence

from ...base.errors import InputError, Phrase, Refusal
from ...base.progress import Progress, silent
from ..budget import Budget, TooMuchError, one_boundary
from .colours import StyleSheet, colour, declarations
from .paths import Matrix, PathBuilder, VectorPage, VectorPath, combined

MOST_PATHS = 2_000_000
"""Paths of a page: a bomb must not fill the memory."""
DEEPEST = 120
"""Groups inside groups, as far as Python's own stack carries; more are a loop."""
LETTERS_A_STEP = 8
"""Letters of an attribute that are read in about the time of one step."""
DAMAGED = Refusal("svg.drawing.damaged", Phrase("The SVG is damaged: its drawing could not be read."))
KAPPA = 0.5522847498307936
"""Handles of a quarter of a circle as a Bézier curve, 4/3 tan(π/8)."""
IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
"""No transform."""

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_OPERAND = re.compile(r"[\s,]*(" + _NUMBER.pattern + ")")
_FLAG = re.compile(r"[\s,]*([01])")
_LENGTH = re.compile(r"\s*(" + _NUMBER.pattern + r")\s*([a-z]*)")
_CALL = re.compile(r"(?<!\w)(\w{1,20})\s*\(([^()]*)\)")
_UNITS = {"mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16.0, "px": 1.0, "": 1.0}
"""CSS pixels of each unit (CSS Values 3)."""

_Paint = dict[str, str]
"""Names and values as an SVG writes them."""
_Control = tuple[str, Sequence[float]]
"""The family of a curve and the last control point, which a smooth piece mirrors."""


class _Element:
    __slots__ = ("attributes", "children", "name", "text")

    def __init__(self, name: str, attributes: _Paint) -> None:
        self.name, self.attributes, self.text = name, attributes, ""
        self.children: list[_Element] = []


def _tree(data: bytes, budget: Budget) -> _Element:
    top = _Element("", {})
    stack = [top]

    def start(name: str, attributes: _Paint) -> None:
        budget.spend()
        element = _Element(name.rsplit(":", 1)[-1], {k.rsplit(":", 1)[-1]: v for k, v in attributes.items()})
        stack[-1].children.append(element)
        stack.append(element)

    def words(text: str) -> None:
        if stack[-1].name == "style":
            stack[-1].text += text

    def entity(*_: object) -> None:
        raise InputError(
            "svg.entities.refused",
            "The SVG defines entities of its own and was refused: they can unpack to anything.",
        )

    parser = pyexpat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: stack.pop()
    parser.EntityDeclHandler = entity
    parser.CharacterDataHandler = words
    parser.buffer_text = True
    try:
        parser.Parse(data, True)
    except pyexpat.ExpatError as reason:
        raise InputError(
            "svg.file.damaged", "The SVG is damaged or cut short: {reason}.", reason=reason
        ) from reason
    for element in top.children:
        if element.name == "svg":
            return element
    raise InputError("svg.file.not_an_svg", "The file is not an SVG picture.")


def _length(text: str | None, otherwise: float = 0.0) -> float:
    found = _LENGTH.match(text or "")
    return float(found.group(1)) * _UNITS.get(found.group(2), 1.0) if found else otherwise


def _matrix(text: str | None) -> Matrix:
    """Matrix of a transform attribute, its calls applied from the last to the first."""
    total: Matrix = IDENTITY
    for call, inside in _CALL.findall(text or ""):
        v = [float(number) for number in _NUMBER.findall(inside)]
        if call == "matrix" and len(v) == 6:
            one: Matrix = tuple(v)
        elif call == "translate" and v:
            one = (1, 0, 0, 1, v[0], v[1] if len(v) > 1 else 0)
        elif call == "scale" and v:
            one = (v[0], 0, 0, v[1] if len(v) > 1 else v[0], 0, 0)
        elif call == "rotate" and v:
            cos, sin = math.cos(math.radians(v[0])), math.sin(math.radians(v[0]))
            x, y = (v[1], v[2]) if len(v) > 2 else (0, 0)
            one = (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
        elif call in ("skewX", "skewY") and v:
            lean = math.tan(math.radians(v[0]))
            one = (1, 0, lean, 1, 0, 0) if call == "skewX" else (1, lean, 0, 1, 0, 0)
        else:
            continue
        total = combined(one, total)
    return total


def _window(at: _Paint) -> Matrix:
    """Matrix of a picture inside the picture: its corner, and its view box fitted and centred."""
    x, y = _length(at.get("x")), _length(at.get("y"))
    box = [float(number) for number in _NUMBER.findall(at.get("viewBox", ""))]
    if len(box) != 4 or min(box[2:]) <= 0:
        return (1, 0, 0, 1, x, y)
    width, height = _length(at.get("width"), box[2]), _length(at.get("height"), box[3])
    grow = min(width / box[2], height / box[3])
    left, top = (width - grow * box[2]) / 2, (height - grow * box[3]) / 2
    return (grow, 0, 0, grow, x + left - grow * box[0], y + top - grow * box[1])


def _paint(attributes: _Paint, ruled: _Paint, inherited: _Paint) -> _Paint:
    """Fill and stroke of an element: its style, then the sheet's rules, its attributes, its parents."""
    paint = dict(inherited)
    style = {**ruled, **declarations(attributes.get("style", ""))}
    for key in ("fill", "stroke", "stroke-width", "fill-opacity", "display"):
        value = style.get(key, attributes.get(key))
        if value is not None and value != "inherit":
            paint[key] = value
    return paint


def _ellipse(path: PathBuilder, x: float, y: float, rx: float, ry: float) -> None:
    kx, ky = KAPPA * rx, KAPPA * ry
    path.move(x + rx, y)
    path.curve(x + rx, y + ky, x + kx, y + ry, x, y + ry)
    path.curve(x - kx, y + ry, x - rx, y + ky, x - rx, y)
    path.curve(x - rx, y - ky, x - kx, y - ry, x, y - ry)
    path.curve(x + kx, y - ry, x + rx, y - ky, x + rx, y)
    path.close()


def _arc(
    path: PathBuilder, rx: float, ry: float, turn: float, large: bool, sweep: bool, x: float, y: float
) -> None:
    """Elliptical arc as cubic curves (SVG 1.1, appendix F.6)."""
    x0, y0 = path.here
    if rx == 0 or ry == 0 or (x0, y0) == (x, y):
        path.line(x, y)
        return
    rx, ry, phi = abs(rx), abs(ry), math.radians(turn)
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (x0 - x) / 2, (y0 - y) / 2
    u, v = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = math.sqrt(max(1.0, (u / rx) ** 2 + (v / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    under = (rx * ry) ** 2 - (rx * v) ** 2 - (ry * u) ** 2
    root = math.sqrt(max(under, 0.0) / max((rx * v) ** 2 + (ry * u) ** 2, 1e-300))
    root = root if large != sweep else -root
    cu, cv = root * rx * v / ry, -root * ry * u / rx
    cx, cy = cos * cu - sin * cv + (x0 + x) / 2, sin * cu + cos * cv + (y0 + y) / 2
    start = math.atan2((v - cv) / ry, (u - cu) / rx)
    span = math.atan2((-v - cv) / ry, (-u - cu) / rx) - start
    if sweep and span < 0:
        span += 2 * math.pi
    elif not sweep and span > 0:
        span -= 2 * math.pi
    pieces = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
    step = span / pieces
    reach = 4 / 3 * math.tan(step / 4)

    def at(p: float, q: float) -> tuple[float, float]:
        return cx + cos * rx * p - sin * ry * q, cy + sin * rx * p + cos * ry * q

    for i in range(pieces):
        a, b = start + i * step, start + (i + 1) * step
        ca, sa, cb, sb = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
        path.curve(*at(ca - reach * sa, sa + reach * ca), *at(cb + reach * sb, sb - reach * cb), *at(cb, sb))


_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
"""Operands of each command of a path (SVG 1.1)."""


def _path(path: PathBuilder, text: str) -> None:
    """Follow the ``d`` attribute of a path, as far as it is well formed (SVG 1.1, appendix F.2)."""
    last: _Control | None = None
    for letter, rest in _COMMAND.findall(text):
        if letter in "Zz":
            path.close()
            last = None
            continue
        command = letter
        for numbers in _operands(letter.upper(), rest):
            last = _piece(path, command, numbers, last)
            command = {"M": "L", "m": "l"}.get(command, command)


def _operands(kind: str, text: str) -> Iterator[list[float]]:
    """Yield the operands of each repetition of a command; the flags of an arc may stand without blanks."""
    count, at = _COUNTS[kind], 0
    numbers: list[float] = []
    while True:
        pattern = _FLAG if kind == "A" and len(numbers) in (3, 4) else _OPERAND
        found = pattern.match(text, at)
        if found is None:
            return
        at = found.end()
        numbers.append(float(found.group(1)))
        if len(numbers) == count:
            yield numbers
            numbers = []


def _piece(path: PathBuilder, command: str, v: list[float], last: _Control | None) -> _Control | None:
    """Draw one piece; returns the control point that a smooth piece would mirror."""
    x0, y0 = path.here
    kind = command.upper()
    if command.islower():
        if kind == "H":
            v = [v[0] + x0]
        elif kind == "V":
            v = [v[0] + y0]
        elif kind == "A":
            v = [*v[:5], v[5] + x0, v[6] + y0]
        else:
            v = [value + (x0, y0)[i % 2] for i, value in enumerate(v)]
    if kind == "M":
        path.move(*v)
    elif kind == "A":
        _arc(path, v[0], v[1], v[2], v[3] != 0, v[4] != 0, v[5], v[6])
    elif kind in "LHV":
        path.line(*{"L": v, "H": [v[0], y0], "V": [x0, v[0]]}[kind])
    else:
        return _curve(path, kind, v, last)
    return None


def _curve(path: PathBuilder, kind: str, v: list[float], last: _Control | None) -> _Control:
    x0, y0 = path.here
    mirrored = (2 * x0 - last[1][0], 2 * y0 - last[1][1]) if last and last[0] == _family(kind) else (x0, y0)
    if kind in "CS":
        first = v[:2] if kind == "C" else mirrored
        second = v[-4:-2]
        path.curve(*first, *second, *v[-2:])
        return "cubic", tuple(second)
    middle = v[:2] if kind == "Q" else mirrored
    x, y = v[-2:]
    path.curve(
        x0 + 2 / 3 * (middle[0] - x0), y0 + 2 / 3 * (middle[1] - y0),
        x + 2 / 3 * (middle[0] - x), y + 2 / 3 * (middle[1] - y), x, y,
    )  # fmt: skip
    return "square", tuple(middle)


def _family(kind: str) -> str:
    """Whether a curve command is cubic or quadratic."""
    return "cubic" if kind in "CS" else "square"


def read_svg(data: bytes, progress: Progress = silent) -> VectorPage:
    """Painted paths of an SVG picture, in its user units (CSS pixels without a view box).

    Raises
    ------
    InputError
        When the file is no SVG, is damaged, defines entities, or asks for too much.
    """
    with one_boundary(DAMAGED):
        return _read(data, Budget(progress, Phrase("Reading the paths of the SVG")))


def unshown_marks(data: bytes, progress: Progress = silent) -> int:
    """Number of shapes that an SVG holds and no page shows: beyond its page, or defined and used by nothing.

    Raises
    ------
    InputError
        As of :func:`read_svg`.
    """
    with one_boundary(DAMAGED):
        budget = Budget(progress, Phrase("Reading the paths of the SVG"))
        page = _read(data, budget)
        beyond = sum(_is_beyond(one, page) for one in page.paths)
        return beyond + sum(_defined_in_vain(_tree(data, budget), data, budget))


def _is_beyond(path: VectorPath, page: VectorPage) -> bool:
    low, high = path.corners.min(axis=0), path.corners.max(axis=0)
    return bool((high < 0).any() or (low > (page.width, page.height)).any())


_FEW = 3
"""Fewer shapes are an arrow's head or a bullet that a program defines for every drawing."""


def _defined_in_vain(root: _Element, data: bytes, budget: Budget) -> Iterator[int]:
    """Number of shapes of each definition that nothing refers to."""
    reader, waiting = _Reader(root, budget), [root]
    while waiting:
        element = waiting.pop()
        waiting.extend(element.children)
        for child in element.children if element.name == "defs" else ():
            reader.paths.clear()
            if not any(f"#{name}".encode() in data for name in _names(child)):
                reader.visit(child, IDENTITY, {"fill": "black"}, 0)
            yield len(reader.paths) if len(reader.paths) >= _FEW else 0


def _names(element: _Element) -> Iterator[str]:
    """Names by which an element, or one in it, can be referred to."""
    waiting = [element]
    while waiting:
        one = waiting.pop()
        waiting.extend(one.children)
        if "id" in one.attributes:
            yield one.attributes["id"]


def _read(data: bytes, budget: Budget) -> VectorPage:
    root = _tree(data, budget)
    box = [float(number) for number in _NUMBER.findall(root.attributes.get("viewBox", ""))]
    if len(box) != 4:
        box = [0.0, 0.0, _length(root.attributes.get("width")), _length(root.attributes.get("height"))]
    if box[2] <= 0 or box[3] <= 0:
        raise InputError("svg.size.missing", "The SVG does not say how large it is.")
    reader = _Reader(root, budget)
    reader.visit(root, (1, 0, 0, 1, -box[0], -box[1]), {"fill": "black"}, 0)
    return VectorPage(box[2], box[3], tuple(reader.paths))


class _Reader:
    def __init__(self, root: _Element, budget: Budget) -> None:
        self.budget = budget
        self.paths: list[VectorPath] = []
        self.named: dict[str, _Element] = {}
        self._name(root)

    def _painted(self, element: _Element, inherited: _Paint) -> _Paint:
        return _paint(element.attributes, self.sheet.of(element.name, element.attributes), inherited)

    def _name(self, root: _Element) -> None:
        todo, sheets = [root], []
        while todo:
            element = todo.pop()
            sheets.append(element.text)
            if "id" in element.attributes:
                self.named[element.attributes["id"]] = element
            todo.extend(element.children)
        self.sheet = StyleSheet("".join(sheets))

    def visit(self, element: _Element, matrix: Matrix, inherited: _Paint, depth: int) -> None:
        """Paint an element and what it holds."""
        self.budget.spend()
        if element.name in ("defs", "symbol", "clipPath", "mask", "pattern", "marker"):
            return
        if depth > DEEPEST:
            raise TooMuchError("svg.drawing.too_deep", "The SVG nests its drawing too deep to be read.")
        paint = self._painted(element, inherited)
        if paint.get("display") == "none":
            return
        matrix = combined(_matrix(element.attributes.get("transform")), matrix)
        if element.name == "svg" and depth:
            matrix = combined(_window(element.attributes), matrix)
        if element.name == "use":
            self._use(element, matrix, paint, depth)
            return
        path = PathBuilder()
        self.budget.spend(sum(map(len, element.attributes.values())) // LETTERS_A_STEP)
        _shape(path, element)
        self._keep(path, matrix, paint)
        for child in element.children:
            self.visit(child, matrix, paint, depth + 1)

    def _use(self, element: _Element, matrix: Matrix, paint: _Paint, depth: int) -> None:
        target = self.named.get(element.attributes.get("href", "").lstrip("#"))
        if target is None:
            return
        moved = (1, 0, 0, 1, _length(element.attributes.get("x")), _length(element.attributes.get("y")))
        matrix = combined(moved, matrix)
        if target.name in ("symbol", "defs"):
            for child in target.children:
                self.visit(child, matrix, self._painted(target, paint), depth + 1)
        else:
            self.visit(target, matrix, paint, depth + 1)

    def _keep(self, path: PathBuilder, matrix: Matrix, paint: _Paint) -> None:
        if not path.subpaths:
            return
        fill = colour(paint.get("fill"))
        if _length(paint.get("fill-opacity"), 1.0) == 0:
            fill = None
        stroke = colour(paint.get("stroke", "none"))
        if fill is None and stroke is None:
            return
        painted = path.painted(matrix, fill, stroke, _length(paint.get("stroke-width"), 1.0))
        if painted is None:
            return
        if len(self.paths) >= MOST_PATHS:
            raise TooMuchError(
                "svg.paths.too_many",
                "The SVG paints more than two million paths; make the picture simpler first.",
            )
        self.paths.append(painted)


def _shape(path: PathBuilder, element: _Element) -> None:
    at = {key: _length(value) for key, value in element.attributes.items() if key in _SIZES}
    if element.name == "path":
        _path(path, element.attributes.get("d", ""))
    elif element.name == "circle":
        _ellipse(path, at.get("cx", 0), at.get("cy", 0), at.get("r", 0), at.get("r", 0))
    elif element.name == "ellipse":
        _ellipse(path, at.get("cx", 0), at.get("cy", 0), at.get("rx", 0), at.get("ry", 0))
    elif element.name == "rect":
        path.box(at.get("x", 0), at.get("y", 0), at.get("width", 0), at.get("height", 0))
    elif element.name == "line":
        path.move(at.get("x1", 0), at.get("y1", 0))
        path.line(at.get("x2", 0), at.get("y2", 0))
    elif element.name in ("polygon", "polyline"):
        v = [float(number) for number in _NUMBER.findall(element.attributes.get("points", ""))]
        for i in range(0, len(v) - 1, 2):
            (path.line if i else path.move)(v[i], v[i + 1])
        if element.name == "polygon":
            path.close()


_SIZES = ("cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "x1", "y1", "x2", "y2")
