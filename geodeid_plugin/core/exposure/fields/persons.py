# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns that name people and repeat: a file of visits, whose rows are counted as if they were people.

A class of six rows of one patient hides nobody. Such a column is known by its name, or by what it does: its
values are codes, and rows that share one agree in what else is known of them, as sex, age and region, far
more often than chance. The code of an area determines no sex, and a date no region.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.identity import canonical

if TYPE_CHECKING:
    from ...base.arrays import Ints

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
