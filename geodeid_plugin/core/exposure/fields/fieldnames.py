# SPDX-License-Identifier: GPL-2.0-or-later
"""What the name of a field says: population, identifier of an area, or something that is neither.

Names in English and French and the codes of the censuses themselves: TIGER/Line and NHGIS (United States),
Statistics Canada, INSEE (France), Eurostat, ONS (United Kingdom), ABS (Australia), Stats NZ. A name is a
guess, which a dialog shows and the user sees; the values are checked apart from it, in :mod:`plausibility`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...base.identity import unaccented

_POPULATION = (
    r"^(total_?)?pop(ulation)?$",
    r"^pop(ulation)?_?(tot(al)?e?|20\d\d|19\d\d|100|10|20|count)(_?(tot|est).*)?$",
    r"^(da|ct|csd|cd|ada|db)pop(_?\d{4})?$",
    r"^(b01003|b01001|p001|p1|p0010|dp0[15])[_e]?0*1?(e|_?001e?|n|1n?)?$",
    r"^(h7v|u7h|u7b|al0|as0)[a-z]?e?001$",
    r"^p\d\d_pop$|^pmun\d*$|^ptot\d*$|^ind$",
    r"^c1_count_total$|^tot_p(_\d{4})?$|^obs_value_t$|^tot_p_p$|^c\d\d_curpop.*$",
    r"^(tot(al)?_?)?(people|persons?|residents?|inhabitants?|habitants?|personnes|einwohner|ewz)(_?\d{4})?$",
    r"^(usual(ly)?_?res(ident)?s?|all_?(usual_?)?residents)$",
    r"^pop(?!.*(dens|km|sq|mi2|per|pct|perc|ratio|rate|taux|share|chang|grow|id|lon|lat|area|up)).*",
    r"^(area|cluster)_population$",
    r"^(tot(al)?_?)(pop|people|persons)(?!.*(dens|km|sq|per|pct|rate)).*",
)
"""Patterns of population fields, the surest first."""

_IDENTIFIER = (
    r"^geoid(20|10)?$|^geo_?id$|^affgeoid\d*$|^geoidfq$|^gisjoin$",
    r"^(da|db|ct|csd|cd|ada|cma|pr)uid(20\d\d)?$|^dguid$|^(da|ct|csd)_?id$",
    r"^zcta5ce\d\d$|^geoid_?data$|^fips.*$|^(state)?countyfips$",
    r"^(code_?)?(iris|insee|commune|com|geo)$|^code_?(iris|insee|commune|com|postal).*$|^codgeo$|^insee_com$",
    r"^(oa|lsoa|msoa|lad|ltla|wd)\d\dcd$|^nuts_id$|^grd_?id$|^(lau|gisco)_id$|^ags$",
    r"^sa[1234]_(code|main).*$|^mb_?(code)?\d*$|^(mb|sa[12])20\d\d_v\d.*$|^meshblock.*$",
    r"^id$|^(area|tract|block|zip|zcta|postal|post|cell|unit|zone|region)_?(id|code|number|uid)$",
    r"^(area|tract|block|zip|zcta|cell)$",
    r"^zip_?code$|^postcode$|^(ident|identifier|identifiant|area_?code|code_?area|code)$",
    r"^.*(uid|_id|_code|code_.*)$|^id_.*$",
)
"""Patterns of identifiers of areas, the surest first."""

_ROW_NUMBERS = (
    r"^(ogc_?)?fid(_\d+)?$|^objectid(_\d+)?$|^gid$|^rowid$|^feature_?id$|^index$|^row_?(no|num|number)?$"
)
"""Names under which programs number the rows of a table."""

_NEVER = (
    _ROW_NUMBERS,
    r"^(aland|awater)(\d\d)?$|^(land|water|total)_?area.*$|^area(_?(km2?|m2|ha|sq|sqkm|sqmi|acres?).*)?$",
    r"^shape_?(_?st)?_?(area|leng(th)?|len)(_\d+)?$|^st_?(area|length|perimeter).*$|^(perimeter|perimetre)$",
    r"^superficie.*$|^surface.*$|^landarea.*$|^(int)?pt(lat|lon).*$|^intpt(lat|lon)\d*$",
    r"^(lat|lon|long|latitude|longitude|x|y|xcoord|ycoord)$|^mtfcc\d*$|^funcstat\d*$",
)
"""Names that a dialog never preselects: row numbers, sizes, coordinates."""

_OTHER = {
    "area": r"^(aland|awater)|area|superficie|surface|hectare|acre",
    "income": r"income|revenu|salaire|wage|earning|b19013|b19301|medinc|hhinc|\bmed_",
    "rate": r"rate|ratio|taux|pct|percent|percentage|share|proportion|densit|per_?(km|1000|100k)",
}


_OF_PEOPLE = (
    r"(^|_)(sex|sexe|gender|genre|geschlecht)($|_|\d)",
    r"(^|_)(age|alter|dob|yob|birth|born|naissance|geburt)|birth|naissance",
    r"race|ethni|ancestry|indigen|nationalit|citizen|religio|language|langue|origin_?e?$",
    r"marital|matrimonial|household|menage|occupation|profession|education|diplom|income|revenu|veteran",
)
"""Names of what everybody has, sick or not, so that its value alone tells who cannot be meant."""

_SEXES = {"f", "m", "w", "h", "female", "male", "woman", "man", "femme", "homme", "women", "men"}


def describes_people(name: str, values: Sequence[object] = ()) -> bool:
    """Whether a field holds what everybody has, sick or not, such as sex or age: one value of it says that
    nobody with another is meant.

    >>> describes_people("SEX"), describes_people("age_group"), describes_people("diagnosis")
    (True, True, False)
    >>> describes_people("x", ["F", "F"])
    True
    """
    if any(re.search(pattern, name.lower()) for pattern in _OF_PEOPLE):
        return True
    held = {str(value).strip().lower() for value in values if value is not None}
    return bool(held) and held <= _SEXES


def guess_population(names: Sequence[str]) -> str | None:
    """The field that most likely counts people; None where no name says so.

    >>> guess_population(["fid", "GEOID20", "ALAND20", "POP100"])
    'POP100'
    >>> guess_population(["ALAND", "AWATER", "SHAPE_Area"]) is None
    True
    """
    return _first(_POPULATION, names)


def guess_identifier(names: Sequence[str]) -> str | None:
    """The field that most likely identifies an area: None where no name says so and nothing else is left.

    >>> guess_identifier(["fid", "STATEFP", "GEOID", "ALAND"])
    'GEOID'
    """
    identifier = _first(_IDENTIFIER, names)
    if identifier is not None:
        return identifier
    population = guess_population(names)
    return next((name for name in names if not is_never(name) and name != population), None)


def is_never(name: str) -> bool:
    """Whether a field of this name numbers rows or measures sizes, so that no dialog may preselect it."""
    return any(re.search(pattern, name.lower()) for pattern in _NEVER)


def numbers_rows(name: str) -> bool:
    """Whether a field has a name under which programs number the rows of a table.

    >>> numbers_rows("fid"), numbers_rows("OBJECTID_1"), numbers_rows("POP100")
    (True, True, False)
    """
    return re.search(_ROW_NUMBERS, name.lower()) is not None


def names_areas(name: str) -> bool:
    """Whether the name of a field says that it holds codes of areas."""
    return _first(_IDENTIFIER, [name]) is not None


def counts_people(name: str) -> bool:
    """Whether the name of a field says that it counts people."""
    return _first(_POPULATION, [name]) is not None


def other_meaning(name: str) -> str | None:
    """``area``, ``income`` or ``rate`` where the name of a field says so; None where it says none of them."""
    if counts_people(name):
        return None
    return next((meaning for meaning, words in _OTHER.items() if re.search(words, name.lower())), None)


def _first(patterns: tuple[str, ...], names: Sequence[str]) -> str | None:
    for pattern in patterns:
        for name in names:
            if re.search(pattern, name.lower()) and not is_never(name):
                return name
    return None


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
