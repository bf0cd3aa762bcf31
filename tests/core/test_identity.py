# SPDX-License-Identifier: GPL-2.0-or-later
"""One law says what makes two identifiers the same, and nobody else has another."""

import re
import unicodedata
from pathlib import Path

import numpy as np
import pytest

from geodeid_plugin.core.base.identity import canonical, folded, rows_of

PACKAGE = Path(__file__).resolve().parents[2] / "geodeid_plugin"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (17, 17.0), (17, "17"), (17.0, " 17 "), (np.int64(17), np.float64(17)), (-3, -3.0), (0, 0.0),
        ("Zoë", unicodedata.normalize("NFD", "Zoë")), ("A17", "Ａ１７"), ("\tA17\n", "A17"),
        ("A17\u00a0", "A17"), (2**53 - 1, float(2**53 - 1)),
    ],
)  # fmt: skip
def test_one_identifier_in_several_dresses(one, other):
    assert canonical(one) == canonical(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("P1", "p1"),
        ("012", 12),
        ("17.0", 17),
        ("A 1", "A1"),
        ("P007", "p7"),
        ("000", "0"),
        ("STRASSE", "straße"),
    ],
)
def test_lookalikes_are_told_apart_but_noticed(one, other):
    assert canonical(one) != canonical(other)
    assert folded(canonical(one)) == folded(canonical(other))


@pytest.mark.parametrize(
    ("one", "other"), [("P1", "P2"), ("10", "1"), ("101", "11"), (17.5, 17), ("a.0", "a")]
)
def test_different_identifiers_do_not_even_look_alike(one, other):
    assert folded(canonical(one)) != folded(canonical(other))


@pytest.mark.parametrize("nothing", [None, "", "  ", float("nan"), "\u00a0"])
def test_no_identifier_is_no_identifier(nothing):
    assert canonical(nothing) == ""


def test_canonical_texts_stay_as_they_are():
    for text in ("17", "Zoë", "ﬃ", "½", "Ⅳ", "a\u0345\u0301", " x "):
        assert canonical(canonical(text)) == canonical(text)


def test_rows_by_identifier():
    assert rows_of([3.0, "b "]) == {"3": 0, "b": 1}


def test_nobody_else_has_a_law_of_identity():
    """Comparing ``str(value)`` of identifiers, or normalising them, happens in one module only."""
    own = PACKAGE / "core" / "base" / "identity.py"
    law = re.compile(
        r"unicodedata\.normalize|\{str\(value\): \w+ for|row_?o?f?\[str\("
        r"|== str\(value\)|str\(value\) (not )?in "
    )
    elsewhere = [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in sorted(PACKAGE.rglob("*.py")) if path != own
        for line in path.read_text(encoding="utf-8").splitlines()
        if law.search(line) and "normcase" not in line  # names of files have a law of their own
    ]  # fmt: skip
    assert elsewhere == []
