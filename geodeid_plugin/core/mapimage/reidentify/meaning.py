# SPDX-License-Identifier: GPL-2.0-or-later
"""What the symbols of a map mean beside their places: sizes that tell counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import Phrase
from ...base.verdict import NOT_MADE, Check
from ..markers.symbols.counts import counts_of

if TYPE_CHECKING:
    from ...base.arrays import Array
    from ..markers.dots import Dots


def sizes_check(dots: Dots, need: int, people: Array | None = None) -> Check | None:
    """What the sizes of the symbols tell, for the verdict; None where all of a kind are of one size.

    A symbol that says "one person here" gives that person away where few live at what it stands for: a place,
    a street, an area. How many live there is no matter of a picture, so it is not judged here.

    Parameters
    ----------
    dots : Dots
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
            "The {count} symbols are of {sizes} sizes, which tell counts: {small} stand for fewer than {need} "
            "people as they were read, and for {right} of the {known} symbols at true places the count is "
            "that of the records there.",
            right=right, known=int(known.sum()), **told,
        )  # fmt: skip
    else:
        sentence = Phrase(
            "The {count} symbols are of {sizes} sizes, which tell counts: {small} stand for fewer than {need} "
            "people as they were read. How many people live at what a symbol stands for is not known here.",
            **told,
        )
    return Check(
        "symbol_sizes", NOT_MADE, sentence,
        Phrase(
            "Where symbols stand for areas, check their counts with Audit counts; otherwise draw symbols of "
            "one size."
        ),
    )  # fmt: skip
