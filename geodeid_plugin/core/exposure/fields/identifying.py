# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns that are identifiers by their behaviour, whatever they are called.

A released column by which every row of the input can be found again undoes the masking: whoever holds
the input, or a list with the same numbers, joins the two. These are pure functions on lists of values.

Columns that name people and repeat: a file of visits, whose rows are counted as if they were people.

A class of six rows of one patient hides nobody. Such a column is known by its name, or by what it does: its
values are codes, and rows that share one agree in what else is known of them, as sex, age and region, far
more often than chance. The code of an area determines no sex, and a date no region.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from ...base.arrays import Ints
from ...base.identity import canonical
from .fieldnames import numbers_rows

_CODE = re.compile(r"(\D*)(\d{1,18})(\D*)", re.ASCII)
_LEAST_ROWS = 5
"""Fewer values are consecutive too often by chance: among ages of 20 to 90, two are in 1 of 36 files."""
_MOST_SHARING = 0.1
"""A column is unique for its records if at most this share of them has a value that another has, too:
one doubled entry, or two visits of one patient, make an identifier no less of one."""
_LEAST_TOLD = 100
"""Smallest number that stands in a code of 11 digits by chance in about 1 of 100 cases."""
_LEAST_DIGITS = 5
"""Shortest codes whose leading zeros are looked for: postal codes and counties of the United States."""
_CODE_NAMES = re.compile(
    r"zip|zcta|post|plz|fips|geoid|tract|gisjoin|insee|iris|comm?une|cp$|nuts|lau|ags", re.IGNORECASE
)


def is_numbering(values: Any) -> bool:
    """Tell whether a column numbers its rows: whole numbers without a gap, in any order.

    Text with the same letters about the number (``P001``, ``P002``) counts as well. Fewer than 5 values
    are never one.

    Examples
    --------
    >>> is_numbering([3, 1, 2, 5, 4]), is_numbering(["p7", "p8", "p9", "p10", "p11"])
    (True, True)
    >>> is_numbering([34, 51, 51, 70, 18])
    False
    """
    numbers, letters = set(), set()
    for value in values:
        if value is None:
            return False
        found = _numbered(value)
        if found is None:
            return False
        before, number, after = found
        letters.add((before, after))
        numbers.add(number)
        if len(letters) > 1:
            return False
    whole = len(numbers) == len(values) >= _LEAST_ROWS
    return whole and max(numbers) - min(numbers) == len(numbers) - 1


def numbers_its_rows(field: str, values: Any, rows: Any) -> bool:
    """Tell whether a column holds the numbers of its table's rows, with gaps where it is a part of a table.

    By a name under which programs number rows, or since they are the ``rows``' own numbers, where one may
    begin at 0 and the other at 1; fewer than 5 are that too often by chance.

    Examples
    --------
    >>> numbers_its_rows("fid", [83, 84], [1, 2]), numbers_its_rows("n", [1, 2, 3, 8, 9], [1, 2, 3, 8, 9])
    (True, True)
    >>> numbers_its_rows("population", [83, 84], [1, 2]), numbers_its_rows("n", [1, 2, 3, 8, 9], range(5))
    (False, False)
    """
    beside = set(np.subtract(values, rows).tolist()) if len(values) >= _LEAST_ROWS else set()
    return numbers_rows(field) or beside in ({-1}, {0}, {1})


def _numbered(value: object) -> tuple[str, int, str] | None:
    """Letters before, number and letters after; None for what holds no whole number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return ("", int(value), "") if float(value).is_integer() else None
    found = _CODE.fullmatch(value.strip()) if isinstance(value, str) else None
    return (found[1], int(found[2]), found[3]) if found else None


def repeats_codes(numbers: Any, codes: Any) -> bool:
    """Tell whether most numbers stand in the codes of their own rows, as tract 201 in 36001020100.

    Numbers of one or two digits stand in any code by chance, and say nothing; fewer than 5 others neither.

    Examples
    --------
    >>> codes = ["36001000100", "36001000201", "36001000300", "36001000401", "36001000403"]
    >>> repeats_codes([100, 201, 300, 401, 403], codes)
    True
    >>> repeats_codes([4211, 3980, 100, 5120, 2744], codes)
    False
    """
    long = [(number, code) for number, code in zip(numbers, codes) if abs(number) >= _LEAST_TOLD]
    found = sum(float(number).is_integer() and str(int(number)) in str(code) for number, code in long)
    return len(long) >= _LEAST_ROWS and 2 * found > len(long)


def is_unique(values: Any) -> bool:
    """Tell whether nearly every record has a value of its own in a column.

    Missing values are passed over; a column with one value, or none, tells nobody apart. Lists and mappings
    count as their text.

    Examples
    --------
    >>> is_unique(["a", "b", "c"]), is_unique(["f", "m", "m", "f"])
    (True, False)
    """
    counts: dict[str, int] = {}
    rows = 0
    for value in values:
        if value is not None:
            rows += 1
            key = canonical(value)
            counts[key] = counts.get(key, 0) + 1
    shared = sum(count for count in counts.values() if count > 1)
    return rows > 1 and shared <= _MOST_SHARING * rows


def lost_leading_zeros(field: str, values: Any) -> bool:
    """Tell whether codes were probably turned into numbers, as ZIP code 08784 into 8784.

    They were where whole numbers, which do not number the rows, have both the full length of 5 or more
    digits and one less; or four digits under a name such as ``zip``.

    Examples
    --------
    >>> lost_leading_zeros("code", [8784, 10001, 12207]), lost_leading_zeros("code", ["08784", "10001"])
    (True, False)
    """
    numbers = [value for value in values if value is not None]
    if not numbers or not all(_is_whole(value) for value in numbers) or is_numbering(numbers):
        return False
    lengths = {len(str(int(value))) for value in numbers}
    longest = max(lengths)
    if longest == _LEAST_DIGITS - 1 and lengths == {longest}:
        return bool(_CODE_NAMES.search(field))
    return longest >= _LEAST_DIGITS and lengths == {longest - 1, longest}


def _is_whole(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return value >= 0 and float(value).is_integer()


_PERSON = (
    r"patient|person|personne|subject|sujet|participant|client|member|beneficiar(?:y|ies)|beneficiaire|"
    r"individual|individu|respondent|respondant|insured|assure|student|pupil|donor|donneur|resident|enrolee|"
    r"enrollee|case|pat|pt"
)
_NUMBER = (
    r"id|ids|no|nr|num|number|numero|code|key|cle|hash|token|pseudonyme?|uid|uuid|guid|identifier|identifiant"
)
_NAMED = re.compile(
    rf"(?:{_NUMBER})?(?:{_PERSON})(?:{_NUMBER})+|(?:{_NUMBER})(?:de)?(?:{_PERSON})", re.IGNORECASE
)
"""Names that say a person's number: patient_id, personNo, id_patient, num_patient."""
_ALONE = re.compile(
    r"pid|ptid|patid|mrn|nhs(?:no|number|id)?|nir|ssn|hcn|ohip|phn|ramq|chi(?:no|number)?|bsn|cpr|avs|ahv|empi|"
    rf"(?:{_PERSON.partition('|case')[0]})",
    re.IGNORECASE,
)
"""Names that are a person's number in a register, or a person, as a flag may be called, too."""
_RANDOM = re.compile(r"[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
"""Hashes and random identifiers, which nothing but records and people have."""
_HOME = re.compile(
    r"house|home|address|adresse|foyer|menage|ménage|dwelling|building|batiment|family|famille|logement"
)
"""Names of what people share."""
_MANY = 10
"""Different values that a column without “id” in its name has at least: flags and classes have fewer."""
_SAMPLE = 200
"""Values by whose look a column is passed over."""
_DETERMINES = 0.95
"""Share of the rows that must agree with others of the same code; typing errors do not undo an identifier."""
_BY_CHANCE = 0.5
"""Share of pairs that may agree by chance, so that agreeing says something."""


def repeated_identifier(columns: Mapping[str, Sequence[Any]], facts: Sequence[Ints] = ()) -> str | None:
    """The first column that names people and repeats; None where there is none.

    Parameters
    ----------
    columns : mapping of str to sequence
        Values of each column by its name, shape (n,) each; None where missing.
    facts : sequence of ndarray of int, shape (n,)
        What is known of the people of the rows, as codes: a column of codes that determines all of it, two
        or more, names people. None: columns are known by their names and look alone.

    Examples
    --------
    >>> repeated_identifier({"patient_id": ["a", "b", "a"], "sex": ["f", "m", "f"]})
    'patient_id'
    >>> repeated_identifier({"patient_id": ["a", "b", "c"], "area": ["x", "x", "y"]}) is None
    True
    """
    known = _classes([codes for codes in facts if len(np.unique(codes)) > 1])
    for name, values in columns.items():
        letters = re.sub(r"[\W\d_]+", "", name)
        named = bool(_NAMED.fullmatch(letters))
        sample = [value for value in islice(values, _SAMPLE) if value is not None]
        alone = bool(_ALONE.fullmatch(letters))
        random = bool(sample) and all(_RANDOM.fullmatch(str(value)) for value in sample)
        codes_of_people = known is not None and not _HOME.search(letters.lower()) and _are_codes(sample)
        if not (named or alone or random or codes_of_people):
            continue
        codes, count = _coded(values)
        if count == (codes >= 0).sum() or count < 2:
            continue
        if named or random or (alone and count >= _MANY):
            return name
        if known is not None and codes_of_people and count >= _MANY and _determines(codes, known):
            return name
    return None


def _are_codes(sample: list[Any]) -> bool:
    """Whether values are whole numbers or codes with a digit, not measures, dates or words."""
    texts = [canonical(value) for value in sample]
    return bool(texts) and all(
        any(character.isdigit() for character in text) and re.fullmatch(r"[^\W_]+", text) for text in texts
    )


def _coded(values: Sequence[Any]) -> tuple[Ints, int]:
    """A whole number for each value, -1 where it is missing, and how many there are."""
    known: dict[str, int] = {}
    codes = [
        -1 if (text := canonical(value)) == "" else known.setdefault(text, len(known)) for value in values
    ]
    return np.array(codes, dtype=np.int64), len(known)


def _classes(facts: list[Ints]) -> Ints | None:
    """All facts as one; None where they are too few, or everybody agrees in them."""
    if len(facts) < 2:
        return None
    _rows, classes = np.unique(np.column_stack(facts), axis=0, return_inverse=True)
    shares = np.bincount(classes.reshape(-1)) / len(classes)
    return classes.reshape(-1) if float((shares**2).sum()) < _BY_CHANCE else None


def _determines(codes: Ints, known: Ints) -> bool:
    """Whether rows that share a code agree in all that is known of them."""
    rows = np.flatnonzero(codes >= 0)
    _codes, first, of = np.unique(codes[rows], return_index=True, return_inverse=True)
    later = np.ones(len(rows), dtype=bool)
    later[first] = False
    agree = known[rows] == known[rows[first[of.reshape(-1)]]]
    return bool(agree[later].mean() >= _DETERMINES)
