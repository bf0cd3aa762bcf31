# SPDX-License-Identifier: GPL-2.0-or-later
"""What the symbols of a map mean beside their places: sizes that tell counts, dots that stand for nobody or
lie on another map."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Array, Ints
from ...base.errors import Phrase
from ...base.scientific import special
from ...base.verdict import NOT_MADE, Check
from ..markers.dots import Dots
from ..markers.ladders import counts_of
from ..picture import Box

LEAST_AREAS = 5
"""Areas with records from which a dot-density map is told; chosen: fewer agree by accident."""
AGREEING = 0.9
"""Share of the areas whose dots must be their records over the people a dot stands for, rounded either way;
the others may hold dots that were missed."""
CHANCE = 0.001
"""Probability at which a sample of the records, every one drawn with the same chance, agrees as well."""


def people_a_dot(dots: Ints, records: Ints) -> int | None:
    """How many people a dot of a dot-density map stands for; None where dots do not follow the records so.

    In such a map every area shows its count over a number, rounded, as dots strewn over it. A sample of the
    records follows their counts, too, but not so closely.

    ``dots``, ``records``: (a,), dots and records of each area.

    >>> records = np.array([40, 18, 95, 61, 7, 33, 120])
    >>> people_a_dot(np.rint(records / 10).astype(int), records)
    10
    >>> people_a_dot(np.array([9, 1, 5, 9, 3, 1, 9]), records) is None
    True
    """
    dots, records = np.asarray(dots, float), np.asarray(records, float)
    some = (dots > 0) | (records > 0)
    dots, records = dots[some], records[some]
    if len(records) < LEAST_AREAS or not dots.sum():
        return None
    rough = records.sum() / dots.sum()
    tried = [n for n in range(max(int(0.8 * rough), 2), int(1.25 * rough) + 2) if n >= 2]
    off = {n: np.abs(dots - records / n) for n in tried}
    agreeing = [n for n in tried if np.mean(off[n] < 1) >= AGREEING]
    if not agreeing:
        return None
    best = min(agreeing, key=lambda n: float((off[n] ** 2).sum()))
    spread = records / best * (1 - 1 / best)
    peopled = spread > 0
    square = float((np.minimum(off[best], 1)[peopled] ** 2 / spread[peopled]).sum())
    by_chance = float(special.gammainc(peopled.sum() / 2, square / 2))
    return best if by_chance < CHANCE else None


def density_check(dots: Ints, records: Ints, found_more_than_chance: bool) -> Check | None:
    """Whether the picture is a dot-density map, for the verdict; None where it does not look like one.

    Its dots are nobody's places, so nothing is read from them here; but the map tells how many records each
    area holds, and a small number gives people away as in any table. That is not judged by a picture check.

    ``dots``, ``records``: (a,), dots and records of each area. ``found_more_than_chance``: whether more
    records lie under dots than chance explains: then they are places of people.
    """
    people = None if found_more_than_chance else people_a_dot(dots, records)
    if people is None:
        return None
    return Check(
        "dot_density", NOT_MADE,
        Phrase(
            "This looks like a dot-density map, where no dot marks a person: nearly all of {areas} areas "
            "show one dot for every {people} records, scattered at random. It shows the count of each area "
            "to about {people}; whether these counts are safe is not judged here.",
            areas=int(np.count_nonzero(np.asarray(records) > 0)), people=people,
        ),
        Phrase(
            "Check the counts of the areas with “Check a table of counts”, as the table that the map was "
            "made of."
        ),
    )  # fmt: skip


def sizes_check(dots: Dots, need: int, people: Array | None = None) -> Check | None:
    """What the sizes of the symbols tell, for the verdict; None where all of a kind are of one size.

    A symbol that says "one person here" gives that person away where few live at what it stands for: a place,
    a street, an area. How many live there is no matter of a picture, so it is not judged here.

    Parameters
    ----------
    need : int
        Candidates that the limit asks for.
    people : ndarray of int, shape (n,), optional
        Records that each symbol shows, 0 where none: how many counts are read right is told from these.
    """
    if dots.sizes_px is None or not len(dots.sizes_px):
        return None
    found = counts_of(dots.sizes_px)
    small = int(np.count_nonzero(found.counts < need))
    told = {"sizes": found.sizes, "count": len(dots.sizes_px), "small": small, "need": need}
    if people is not None and (people > 0).any():
        known = np.asarray(people) > 0
        right = int(np.count_nonzero(found.counts[known] == np.asarray(people)[known]))
        sentence = Phrase(
            "The {count} symbols are of {sizes} sizes, which show counts: {small} stand for fewer than "
            "{need} people as they were read. For {right} of the {known} symbols at true places, the count "
            "is that of the records there.",
            right=right, known=int(known.sum()), **told,
        )  # fmt: skip
    else:
        sentence = Phrase(
            "The {count} symbols are of {sizes} sizes, which show counts: {small} stand for fewer than "
            "{need} people as they were read. How many people live at what a symbol stands for is not "
            "known here.",
            **told,
        )
    return Check(
        "symbol_sizes", NOT_MADE, sentence,
        Phrase(
            "Where symbols stand for areas, check their counts with “Check a table of counts”; "
            "otherwise draw symbols of "
            "one size."
        ),
    )  # fmt: skip


def part_check(dots: Dots, box: Box | None) -> Check | None:
    """Whether all dots lie in the part of a picture that was placed, for the verdict; None where they do.

    Of the others the place is carried on from that part: they may be of another map, drawn otherwise.

    ``box``: the part that was placed; None where it is the whole picture.
    """
    if box is None:
        return None
    inside = box.holds(dots.x_px, dots.y_px)
    outside = int(np.count_nonzero(~inside))
    if not outside:
        return None
    return Check(
        "part_placed", NOT_MADE,
        Phrase(
            "{outside} of {count} dots lie outside the part of the picture that was placed. Where they point "
            "was carried on from that part and may be wrong, so whom they give away is not known.",
            outside=outside, count=len(inside),
        ),
        Phrase("Cut each map out of the picture and check it by itself."),
    )  # fmt: skip
