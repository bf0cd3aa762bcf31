# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers and sentences that every report says in the same way."""

from __future__ import annotations

import re
from functools import reduce

from ..core.base import thresholds
from ..core.base.errors import filled, translated, written
from ..i18n import tr


def number(value, spec: str) -> str:
    """A number as Python's ``spec`` says, with the decimal mark and the thousands of the user's language."""
    return written(format(value, spec), tr("."))


def fill(text: str, **values: object) -> str:
    """Fill the blanks of a translated sentence; its numbers take the language's decimal mark."""
    return filled(text, values, tr("."))


def count(value) -> str:
    """A whole number with thin spaces: 12 345."""
    return decimals(int(value), 0)


def decimals(value, digits: int) -> str:
    """A number with thin spaces between thousands and so many digits after the point: 12 345.6."""
    return number(value, f",.{digits}f")


def chance(value) -> str:
    """A risk, limit or posterior: four significant digits, everywhere, so that two pages can be compared."""
    text = f"{value:.4g}"
    if "e-" not in text:
        return written(text, tr("."))
    digits = 3 - int(text.rpartition("e")[2])  # 0.00008429, not 8.429e-05
    return written(f"{value:.{digits}f}".rstrip("0"), tr("."))


def one_in(risk: float) -> str:
    """A risk or a limit as people say it, 1 in 11."""
    return translated(thresholds.one_in(risk), tr)


def metres(value) -> str:
    """A distance: metres below 10 km, kilometres above."""
    if value < 10_000:
        return f"{decimals(value, 0 if value >= 10 or value == 0 else 1)} m"
    return f"{decimals(value / 1000, 1)} km"


def percent(value, digits: int = 1) -> str:
    """A share as per cent."""
    return f"{number(100 * value, f'.{digits}f')} %"


def listed(texts) -> str:
    """Several values in one place, parted as the user's language parts them."""
    return reduce(lambda one, other: tr("{one}; {other}", one=one, other=other), texts)


def unparted(text: str) -> str:
    """A sentence whose numbers no line parts from their per cent.

    >>> unparted("At most 9.1 % sure") == "At most 9.1\\u00a0% sure"
    True
    """
    return re.sub(r"(?<=\d) (?=%)", "\u00a0", text)


_THINGS = (
    "addresses|areas|bands|bytes|candidates|cases|cells|characters|classes|clusters|codes|"
    "cohorts|columns|controls|counts|dates|destinations|dots|draws|features|fields|figures|"
    "files|findings|groups|islands|junctions|lines|maps|marks|models|neighbours|others|"
    "pairs|patients|people|pictures|pixels|places|points|positions|records|releases|rows|"
    "shapes|sizes|strata|subsets|symbols|tables|times|units|values|visits"
)
"""What sentences count."""
_DOES = {
    "are": "is", "have": "has", "were": "was",
    **{verb: f"{verb}s" for verb in (
        "come", "cover", "explain", "give", "hold", "leave", "lie", "live", "name", "need", "overlap",
        "remain", "say", "share", "show", "stand", "tell",
    )},
    "reach": "reaches",
}  # fmt: skip
_ONE = re.compile(
    rf"“[^”]*”|«[^»]*»|(?<![\w.,/–-])(?<![,–-] )1(?P<share> of [\d\u202f]+)?(?P<things> (?:{_THINGS}))?"
    rf"(?P<does> (?:{'|'.join(_DOES)}))?\b"
)


_CHOSES = (
    "adresses|candidats|cas|cellules|champs|colonnes|diffusions|documents|effectifs|enregistrements|fichiers|figures|"
    "groupes|habitants|images|lieux|lignes|patients|personnes|points|positions|secteurs|symboles|unités|"
    "valeurs|zones"
)
"""What French sentences count."""
_FAIT = {
    "sont": "est", "ont": "a", "étaient": "était", "vivent": "vit", "restent": "reste", "peuvent": "peut",
    "manquent": "manque", "pouvaient": "pouvait", "trouvent": "trouve",
}  # fmt: skip
_FAIT_DE = r"(?!dans|depuis|mais|pas|plus|puis|sous|trois)\w+[éistu]e?s\b"
"""What agrees with them: a word such as masqués."""
_UN = re.compile(
    rf"(?<![\w.,/–-])(?<![,–-] )1 (?P<things>{_CHOSES})\b(?P<kind> {_FAIT_DE})?(?P<share> sur [\d\u202f]+)?"
    rf"(?P<does> (?:ne |se )?(?:{'|'.join(_FAIT)})\b(?: pas)?)?(?P<been> (?:été |être )?{_FAIT_DE})?"
)


def agreeing(text: str) -> str:
    """A sentence of the user's language in which one of something is no plural.

    Sentences are filled with counts, and most of these are more than one.

    Examples
    --------
    >>> agreeing("1 records are left out."), agreeing("1 of 552 records lie outside.")
    ('1 record is left out.', '1 of 552 records lies outside.')
    >>> agreeing("11 records are left out, 1 in 20 lies outside, from 1 to 10.")
    '11 records are left out, 1 in 20 lies outside, from 1 to 10.'
    """
    return in_french(text) if tr("en") == "fr" else _ONE.sub(_one, text)


def in_french(text: str) -> str:
    """The same of a French sentence.

    Examples
    --------
    >>> in_french("1 enregistrements sur 552 sont masqués, 1 lieux peuvent être vus, 21 zones sont vides.")
    '1 enregistrement sur 552 est masqué, 1 lieu peut être vu, 21 zones sont vides.'
    """
    return _UN.sub(_un, text)


def _un(found) -> str:
    things, kind, share, does, been = (
        found[part] or "" for part in ("things", "kind", "share", "does", "been")
    )
    one = things if things == "cas" else things[:-1]
    verb = " ".join(_FAIT.get(word, word) for word in does.split(" "))
    verb = re.sub(r"\bne (?=[ae])", "n’", verb)
    return f"1 {one}{kind[:-1]}{share}{verb}{been[:-1] if does else been}"


def _one(found) -> str:
    share, things, does = (found[part] or "" for part in ("share", "things", "does"))
    if things and not share:
        things = f" {_singular(things[1:])}"
    if not (things or does):  # a name in quotation marks, or a number alone
        return found[0]
    return f"1{share}{things}{f' {_DOES[does[1:]]}' if does else ''}"


def _singular(things: str) -> str:
    irregular = {"people": "person", "strata": "stratum"}
    if things in irregular:
        return irregular[things]
    return things[:-2] if things.endswith("sses") else things[:-1]
