# SPDX-License-Identifier: GPL-2.0-or-later
"""What the name of a column says of places: latitude or longitude, in the languages of censuses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..base.identity import unaccented
from ..exposure.fields.fieldnames import counts_people

_LATITUDE = (
    r"^(gps_|wgs84_|home_|geo_|point_|patient_)*(lat|latitude|latitud|latitudine|breite|breitengrad|"
    r"geo_?breite|breddegrad|leveysaste|szerokosc|sirka)(_?(deg|dd|dec|decimal|degrees?|wgs_?84|n|y|gps|dms))*$",
    r"^(y|y_?coord(inate|onnee|enada)?s?|coord(inate|onnee|enada)?s?_?y|point_?y|northing|north|nord|norte|hochwert|"
    r"utm_?(y|n|north(ing)?)|y_?(utm|l93|lambert93|rd|lv95|bng|m|wgs84)|gkh|n|e?koord_?y)$",
    r"(^|_)lat(itude?)?(_|$)",
)
_LONGITUDE = (
    r"^(gps_|wgs84_|home_|geo_|point_|patient_)*(lon|long|lng|longitude|longitud|longitudine|laenge|lange|"
    r"laengengrad|langengrad|geo_?l(ae|a)nge|lengdegrad|pituusaste|dlugosc|delka)"
    r"(_?(deg|dd|dec|decimal|degrees?|wgs_?84|e|w|x|gps|dms))*$",
    r"^(x|x_?coord(inate|onnee|enada)?s?|coord(inate|onnee|enada)?s?_?x|point_?x|easting|east|est|este|rechtswert|"
    r"utm_?(x|e|east(ing)?)|x_?(utm|l93|lambert93|rd|lv95|bng|m|wgs84)|gkr|e|e?koord_?x)$",
    r"(^|_)(lon|lng|long)(gitude?)?(_|$)",
)
"""Patterns of columns of coordinates in English, French, German, Spanish, Portuguese, Italian, Polish, Czech
and the north, the surest first; axis by axis they stand in the same order."""


def plain_name(name: str) -> str:
    """A name in small letters without accents, with ``_`` for all that is no letter and no digit.

    >>> plain_name("Längengrad (°)")
    'langengrad'
    """
    return re.sub(r"[^a-z0-9]+", "_", unaccented(name)).strip("_")


_PEOPLE = re.compile(
    r"(^|_)(popul|people|persons|residents?|inhabit|habitant|einwohner|bevolkerung|invan|bewohner|poblacion|"
    r"popolazione|abitanti|populacao|ludno|obyvatel|inwoner|befolkning|vaesto)"
)

_RELATIVE = re.compile(
    r"dens|dicht|(^|_)(per|par|por|je|pro|km2?|mean|median|average|moyenne?|mittlere?)(_|$)|rate(_|$)|ratio|taux|"
    r"quote|pct|percent|prozent|pourcent|porcent|proportion|share|anteil|(^|_)part(_|$)|grow|croissance|"
    r"wachstum|change|evolution|veranderung|crecimiento|crescita"
)
"""What makes of people a density, a share or a change."""


def speaks_of_people(name: str) -> bool:
    """Whether the name of a column says that it counts people, so that its numbers have no fraction.

    >>> speaks_of_people("Einwohner insgesamt"), speaks_of_people("B01003_001E"), speaks_of_people("rate")
    (True, True, False)
    >>> speaks_of_people("Population density"), speaks_of_people("Einwohner je km²")
    (False, False)
    """
    plain = plain_name(name)
    return (counts_people(name) or bool(_PEOPLE.search(plain))) and not _RELATIVE.search(plain)


def axes_by_name(names: Sequence[str]) -> tuple[str, str] | None:
    """Columns of latitude and longitude; None where the names do not say.

    >>> axes_by_name(["id", "Longitude", "Latitude"]), axes_by_name(["Hochwert", "Rechtswert"])
    (('Latitude', 'Longitude'), ('Hochwert', 'Rechtswert'))
    """
    return next(iter(pairs_of_axes(names)), None)


def pairs_of_axes(names: Sequence[str]) -> list[tuple[str, str]]:
    """All columns of latitude and longitude that belong together, of the surest names that there are.

    >>> pairs_of_axes(["lat_home", "lat_work", "lon_work", "lon_home"])
    [('lat_home', 'lon_home'), ('lat_work', 'lon_work')]
    """
    for latitude, longitude in zip(_LATITUDE, _LONGITUDE):
        lats, lons = (
            [name for name in names if re.search(pattern, plain_name(name))]
            for pattern in (latitude, longitude)
        )
        alike = [(lat, lon) for lat in lats for lon in lons if _belong(lat, lon)]
        if alike or (len(lats) == 1 and len(lons) == 1):
            return alike or [(lats[0], lons[0])]
    return []


def _belong(one: str, other: str) -> bool:
    """Whether two names differ in one word only, that of the axis."""
    words, others = plain_name(one).split("_"), plain_name(other).split("_")
    return len(words) == len(others) and sum(map(str.__ne__, words, others)) == 1


_FINER = re.compile(r"(lat|lon|lng|long|latitude|longitude|breite|lae?nge)_?(m|min|minutes?|minuten)")


def minutes_apart(names: Sequence[str]) -> list[str]:
    """Columns with the minutes of coordinates, whose degrees stand elsewhere.

    >>> minutes_apart(["lat_deg", "lat_min", "lon_deg", "lon_min", "latm"])
    ['lat_min', 'lon_min', 'latm']
    """
    return [name for name in names if _FINER.fullmatch(plain_name(name))]


def is_axis(name: str) -> bool:
    """Whether the name of a column says that it holds coordinates."""
    return any(re.search(pattern, plain_name(name)) for pattern in (*_LATITUDE, *_LONGITUDE))
