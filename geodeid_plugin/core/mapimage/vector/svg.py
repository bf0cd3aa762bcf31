# SPDX-License-Identifier: GPL-2.0-or-later
"""Read the painted paths of an SVG picture, with the standard library alone.

Shapes, groups, transforms, ``use`` of defined symbols, and paint that is inherited or set by attribute,
by ``style`` or by the rules of a style sheet are followed; text, images and clips are passed over.
Document types with entities are refused, because a few lines of them can unpack to anything.
"""

from __future__ import annotations

import colorsys
import math
import pyexpat
import re
from collections.abc import Iterator, Sequence

from ...base.errors import InputError, Phrase, Refusal
from ...base.progress import Progress, silent
from ...base.xmltree import Element, tree
from ..budget import Budget, TooMuchError, one_boundary
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


_ENTITIES = Refusal(
    "svg.entities.refused",
    Phrase("The SVG defines entities of its own and was refused: they can unpack to anything."),
)


def _tree(data: bytes, budget: Budget) -> Element:
    try:
        root = tree(data, lambda _depth: budget.spend(), _ENTITIES)
    except pyexpat.ExpatError as reason:
        raise InputError(
            "svg.file.damaged", "The SVG is damaged or cut short: {reason}.", reason=reason
        ) from reason
    if root.name != "svg":
        raise InputError("svg.file.not_an_svg", "The file is not an SVG picture.")
    return root


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


def _defined_in_vain(root: Element, data: bytes, budget: Budget) -> Iterator[int]:
    """Number of shapes of each definition that nothing refers to."""
    reader = _Reader(root, budget)
    for child in (one for element in root.every("defs") for one in element.children):
        reader.paths.clear()
        names = (one.attributes["id"] for one in child.every() if "id" in one.attributes)
        if not any(f"#{name}".encode() in data for name in names):
            reader.visit(child, IDENTITY, {"fill": "black"}, 0)
        yield len(reader.paths) if len(reader.paths) >= _FEW else 0


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
    def __init__(self, root: Element, budget: Budget) -> None:
        self.budget = budget
        self.paths: list[VectorPath] = []
        self.sheet = StyleSheet("".join(one.text for one in root.every("style")))
        self.named: dict[str, Element] = {}
        for element in root.every():
            if "id" in element.attributes:
                self.named.setdefault(element.attributes["id"], element)

    def _painted(self, element: Element, inherited: _Paint) -> _Paint:
        return _paint(element.attributes, self.sheet.of(element.name, element.attributes), inherited)

    def visit(self, element: Element, matrix: Matrix, inherited: _Paint, depth: int) -> None:
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

    def _use(self, element: Element, matrix: Matrix, paint: _Paint, depth: int) -> None:
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


def _shape(path: PathBuilder, element: Element) -> None:
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


_TABLE = """
    aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque
    ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood
    deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed
    cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b
    darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen
    556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f
    darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet
    9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick
    b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold
    ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0
    hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa
    lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080
    lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3
    lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899
    lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen
    faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3
    mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a
    mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1
    moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange
    ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee
    palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd
    powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1
    saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d
    silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa
    springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise
    40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
"""
_WORDS = _TABLE.split()
NAMED = dict(zip(_WORDS[::2], _WORDS[1::2]))
"""The names of colours and their hexadecimal digits."""
_SELECTOR = re.compile(r"([a-z]*)([.#]?)([\w-]*)")


def colour(text: str | None) -> tuple[float, ...] | None:
    """Red, green and blue 0 to 1 of a colour; None for no paint, black for what is not known.

    >>> colour("hsl(120, 100%, 50%)"), colour("#f00"), colour("none")
    ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0), None)
    """
    text = (text or "").strip().lower()
    if text in ("none", "transparent"):
        return None
    text = "#" + NAMED[text] if text in NAMED else text
    if re.fullmatch(r"#[0-9a-f]{6}", text):
        return tuple(int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    if re.fullmatch(r"#[0-9a-f]{3}", text):
        return tuple(int(digit, 16) / 15 for digit in text[1:])
    values = [float(value) for value in _NUMBER.findall(text)[:3]]
    if len(values) == 3 and text.startswith("rgb"):
        return tuple(value / (100 if "%" in text else 255) for value in values)
    if len(values) == 3 and text.startswith("hsl"):
        return colorsys.hls_to_rgb(values[0] % 360 / 360, values[2] / 100, values[1] / 100)
    return (0.0, 0.0, 0.0)


def declarations(text: str) -> dict[str, str]:
    """Properties and values of the inside of a rule or of a ``style`` attribute."""
    pairs = (item.split(":", 1) for item in text.split(";") if ":" in item)
    return {key.strip(): value.replace("!important", "").strip() for key, value in pairs}


class StyleSheet:
    """The rules of ``<style>`` elements that choose by element, class or id (CSS 2.1, 5 and 6.4)."""

    def __init__(self, text: str):
        self._rules: dict[tuple[str, ...], dict[str, str]] = {}
        for rule in re.sub(r"/\*|\*/|<!--|-->", " ", text).split("}"):
            selectors, _, inside = rule.partition("{")
            for selector in selectors.split(","):
                found = _SELECTOR.fullmatch(selector.strip())
                if found:
                    self._rules.setdefault(found.groups(), {}).update(declarations(inside))

    def of(self, name: str, attributes: dict[str, str]) -> dict[str, str]:
        """Properties of an element, the more particular rule over the more general."""
        if not self._rules:
            return {}
        classes = attributes.get("class", "").split()
        keys = [(name, "", "")]
        keys += [(element, ".", one) for element in ("", name) for one in classes]
        keys += [(element, "#", attributes.get("id", "")) for element in ("", name)]
        found: dict[str, str] = {}
        for key in keys:
            found.update(self._rules.get(key, {}))
        return found
