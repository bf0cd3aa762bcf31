# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions spelled otherwise than as two decimal numbers, written out as such."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from ....geometry.angles import with_marks
from ..containers.parts import from_base64

_ENTITY = re.compile(r"&(?:#\d{2,5}|#x[0-9a-fA-F]{2,5}|[a-zA-Z]{2,12});")
_PERCENT = re.compile(r"%(2C|20|3B|2E|2D|7C|3D|26|2F|3A)", re.IGNORECASE)
"""Marks that addresses of maps write by their code: ``q=42.36%2C-71.05``."""
_MARKS = {0x66B: ".", 0x60C: ",", 0x2212: "-", 0xFE63: "-", 0xFF0D: "-", 0xFF0E: ".", 0xFF0C: ","}
"""Decimal and other marks beside these digits, and further signs of minus."""
_ZEROS = (0x660, 0x6F0, 0x966, 0x9E6, 0xFF10)
"""The zeros of Arabic, Persian, Devanagari, Bengali and wide digits (Unicode)."""
_DIGITS = _MARKS | {zero + at: str(at) for zero in _ZEROS for at in range(10)}
_DASH = re.compile("(?<![\\w.)])[\u2012\u2013](?=\\d)")
"""A dash that a word processor made of a minus."""
_SCALED = re.compile(
    r"((?:lat|lon|lng)\w{0,10}?[eE]([5-7])[\"']?\s{0,5}[:=]\s{0,5}[\"']?)(-?\d{4,11})(?![\d.])"
)
"""Degrees times a power of ten, as location histories of telephones hold them: ``latitudeE7``."""
_GOOGLE = re.compile(r"!3d(-?\d{1,2}\.\d+)!4d(-?\d{1,3}\.\d+)")
_MINUTES = re.compile(
    r"(?<![\d.])(\d{1,3})[ :\u00a0°-]{1,2}(\d{1,2}\.\d{2,6})['’′]?[ \u00a0]?([NSEWO])(?!\w)"
)
_SECONDS = re.compile(
    r"(?<![\d.:])(\d{1,3})[: -](\d{1,2})[: -](\d{1,2}(?:\.\d{1,4})?)[ \u00a0]?([NSEWO])(?!\w)"
)
_ARC = re.compile(
    r"(?:(?<!\w)([NSEWO])[ \u00a0]?)?(?<!\d)(\d{1,3})\s?[°º˚d]\s?"
    r"(\d{1,2})\s?['’′]\s?(\d{1,2}(?:\.\d{1,12}|,\d{1,12}(?=\s?[\"'’”″\\]))?)"
    r"(?:\s?(?:\\?\"(?:\"(?=\"))?|\"\"|''|’’|[”″]))?(?(1)|(?:\s?([NSEWO])(?!\w))?)"
)
"""The same with their marks, which tables double; the letter of their side on either hand, or a sign."""
_NMEA = re.compile(r"(?<!\d)(\d{2})(\d{2}\.\d{2,6}),([NS]),(\d{3})(\d{2}\.\d{2,6}),([EW])")
"""Degrees and minutes of satellite receivers (NMEA 0183)."""
_FIXED = re.compile(
    r"(?<!\d)(\d{2})(\d{2})(\d{2}(?:\.\d{1,4})?)([NS])[\s,/;_-]{0,4}(\d{3})(\d{2})(\d{2}(?:\.\d{1,4})?)([EW])"
)
"""Degrees, minutes and seconds of fixed width, as aviation writes them: ``425536N0725518W``."""
_GLUED = re.compile(r"(\d\.\d{3,9})(?=-\d{1,3}\.\d{3})")
"""A number whose minus follows the one before it without a blank, in columns of fixed width."""
_COMMA = re.compile(
    r"((?<![a-z])(?:lat|lon|lng|breite|länge)[\w.]*(?: (?:de|est|es|is|ist|of))?[^\w\n]{1,4}\d{1,3}),"
    r"(?=\d{3,9}(?!\d))",
    re.IGNORECASE,
)
"""A comma in the decimals of what is called a coordinate: ``latitude 42,3601, longitude -71,0589``."""
_SIDE_FIRST = re.compile(r"(?<!\w)([NSEWO])(?=\d{1,3}\.\d{3}|\d{6,7}(?!\d))")
"""A side of the Earth that touches its number: ``N42.3601 W71.0589``, ``E412345 N4765432``."""
_SIDE_BETWEEN = re.compile(r"(\d\.\d{3,9}[NSEWO])(?=\d{1,3}\.\d{3})")
"""A side of the Earth with no blank behind: ``42.3601N71.0589W``."""
_UNDERLINE = re.compile(r"_(?=[+-]?(?:\d{1,3}\.\d{3}|\d{6,7}(?!\d)))")
"""What parts the numbers in names of files: ``IMG_42.3601_-71.0589.jpg``."""
_TAG = re.compile(r"<[a-zA-Z][^<>]{8,2000}>")
_OBJECT = re.compile(r"\{[^{}]{20,2000}\}")
_KEYED_LAT = re.compile(r"\blat(?:itude)?[\"']?\s{0,3}:\s{0,3}[\"']?(-?\d{1,2}\.\d+)", re.IGNORECASE)
_KEYED_LON = re.compile(
    r"\b(?:lon|lng|long|longitude)[\"']?\s{0,3}:\s{0,3}[\"']?(-?\d{1,3}\.\d+)", re.IGNORECASE
)
_FAR = 40
"""Letters between the two numbers of an object that need to be brought together."""
_LAT = re.compile(r"\blat(?:itude)?\s{0,3}=\s{0,3}[\"'](-?\d{1,2}\.\d+)[\"']", re.IGNORECASE)
_LON = re.compile(r"\b(?:lon|lng|long|longitude)\s{0,3}=\s{0,3}[\"'](-?\d{1,3}\.\d+)[\"']", re.IGNORECASE)
_ENTRY = r"\s*\"[^\"]{1,40}\"\s*:\s*-?\d{1,12}(?:\.\d+)?\s*"
_KEYED = re.compile(rf"\{{(?:{_ENTRY},){{4,}}{_ENTRY}\}}")
"""A column of a table keyed by its rows, as pandas writes it."""
_VECTOR = re.compile(r"\bc\((\s*-?\d{1,12}(?:\.\d+|L)?(?:\s*,\s*-?\d{1,12}(?:\.\d+|L)?){4,}\s*)\)")
"""A vector of R, whose whole numbers end in L."""
_KEY = re.compile(r"\"[^\"]{1,40}\"\s*:")


def written_out(text: str) -> str:
    """A text with its positions as plain decimal numbers, in the same order.

    >>> written_out("q=42.36%2C-71.05")
    'q=42.36,-71.05'
    >>> written_out("42 21.6072 N, 71:03.5346 W")
    '42.360120, -71.058910'
    >>> written_out('{"latE6": 42360120}')
    '{"latE6": 42.360120}'
    """
    text = text.translate(_DIGITS)
    if "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found[0]), text).translate(_DIGITS)
    if "\\" in text:
        text = _ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)), text).translate(_DIGITS)
    text = with_marks(_HIDDEN_WORDS.sub(_unhidden, text))
    if "%" in text:
        text = _PERCENT.sub(lambda found: chr(int(found[1], 16)), text)
    if _JSON_INSIDE.search(text):
        text = f"{text}\n{_QUOTE.sub(_PLAIN_QUOTE, text)}"
    text = _BARE_POINT.sub(r"\g<1>0.", text)
    for pattern, plain in _PLAIN:
        text = pattern.sub(plain, text)
    return text


_ESCAPE = re.compile(r"\\(?:x([2-7][0-9a-fA-F])|u(?!00[01]|[dD][89a-fA-F])([0-9a-fA-F]{4}))")
"""Letters of a script by their code: ``\\x34\\x32``."""
_HIDDEN_WORDS = re.compile(
    r"(?<=[\"'`>])(?:((?:[0-9a-fA-F]{2}){8,})|((?:[A-Za-z0-9+/_-]{4}){4,}(?:[A-Za-z0-9+/_-]{2,3}={0,2})?)|"
    r"((?:%[0-9a-fA-F]{2}){8,}))(?=[\"'`<])"
)
"""Sixteen letters or more between quotes or tags that are words by the codes of their letters, in sixteens or
in base64."""


def _unhidden(found: re.Match[str]) -> str:
    """The words that stand there by their codes; what stands there where they are none."""
    try:
        if found[1]:
            raw = bytes.fromhex(found[1])
        elif found[2]:
            raw = from_base64(found[2])
        else:
            raw = bytes.fromhex(found[3].replace("%", ""))
    except ValueError:
        return found[0]
    if raw.startswith(_BINARY_POINT):
        return raw.hex()
    return raw.decode("ascii") if raw and all(one in _PRINTED for one in raw) else found[0]


_BINARY_POINT = (b"\x01\x01\0\0\0", b"\x01\x01\0\0\x20")
"""How points begin in binary form (WKB, EWKB)."""
_PRINTED = frozenset((*b"\t\n\r", *range(32, 127)))
_JSON_INSIDE = re.compile(r'[{\[,]\\+"')
_QUOTE, _PLAIN_QUOTE = re.compile(r'\\+"'), '"'
"""Quotes of JSON inside a string, and inside a string of such."""
_BARE_POINT = re.compile(r"(?<![\w.)\]])([+-]?)\.(?=\d{3})")
"""A number without its zero, as scripts are made short and SAS prints: ``-.1278`` lies in London."""


def _scaled(found: re.Match[str]) -> str:
    digits = int(found[2])
    return f"{found[1]}{int(found[3]) / 10**digits:.{digits}f}"


def _by_minutes(found: re.Match[str]) -> str:
    value = int(found[1]) + float(found[2]) / 60
    return _signed(value, found[3], len(found[2].partition(".")[2]) + 2)


def _by_seconds(found: re.Match[str]) -> str:
    value = int(found[1]) + int(found[2]) / 60 + float(found[3]) / 3600
    return _signed(value, found[4], len(found[3].partition(".")[2]) + 4)


def _by_arc(found: re.Match[str]) -> str:
    seconds, letter = found[4].replace(",", "."), found[1] or found[5]
    value = int(found[2]) + int(found[3]) / 60 + float(seconds) / 3600
    plain = f"{value:.{len(seconds.partition('.')[2]) + 4}f}"
    return f"{plain}° {letter}" if letter else plain


def _by_receiver(found: re.Match[str]) -> str:
    decimals = len(found[2].partition(".")[2]) + 2
    lat, lon = (int(found[at]) + float(found[at + 1]) / 60 for at in (1, 4))
    return f"{_signed(lat, found[3], decimals)}, {_signed(lon, found[6], decimals)}"


def _by_fixed(found: re.Match[str]) -> str:
    lat, lon = (int(found[at]) + int(found[at + 1]) / 60 + float(found[at + 2]) / 3600 for at in (1, 5))
    decimals = len(found[3].partition(".")[2]) + 4
    return f"{_signed(lat, found[4], decimals)}, {_signed(lon, found[8], decimals)}"


def _signed(value: float, letter: str, decimals: int) -> str:
    return f"{-value if letter in 'SWO' else value:.{decimals}f}"


def _by_tag(found: re.Match[str]) -> str:
    lat, lon = _LAT.search(found[0]), _LON.search(found[0])
    return found[0] if lat is None or lon is None else f' ("lat": {lat[1]}, "lon": {lon[1]}) '


def _by_object(found: re.Match[str]) -> str:
    lat, lon = _KEYED_LAT.search(found[0]), _KEYED_LON.search(found[0])
    if lat is None or lon is None or abs(lat.start() - lon.start()) < _FAR:
        return found[0]
    return f' ("lat": {lat[1]}, "lon": {lon[1]}) '


def _by_key(found: re.Match[str]) -> str:
    return f"[{_KEY.sub('', found[0][1:-1])}]"


_PLAIN: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (_UNDERLINE, " "), (_DASH, "-"), (_GLUED, r"\1 "), (_SIDE_BETWEEN, r"\1 "), (_SIDE_FIRST, r"\1 "),
    (_COMMA, r"\1."), (_FIXED, _by_fixed), (_SCALED, _scaled), (_GOOGLE, r" (\1, \2) "),
    (_NMEA, _by_receiver), (_ARC, _by_arc), (_SECONDS, _by_seconds), (_MINUTES, _by_minutes),
    (_TAG, _by_tag), (_OBJECT, _by_object), (_KEYED, _by_key),
    (_VECTOR, lambda found: f"[{found[1].replace('L', '')}]"),
)  # fmt: skip
