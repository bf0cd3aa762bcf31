# SPDX-License-Identifier: GPL-2.0-or-later
"""How a paper calls its figures: the number in the caption that stands nearest to a picture."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

_CAPTION = re.compile(
    r"\s*((?:(?:supplementary|supplemental|extended data|online)\s+)?"
    r"e?(?:figures?|fig\.?|maps?|cartes?|karte|abbildung|abb\.?|figura|illustration|exhibit)\s*"
    r"[SAe]?\d{1,3}(?:\.\d{1,2})?[a-z]?)(?=\s*(?:\.(?!\d)|[:|\N{EN DASH}\N{EM DASH}]|$))",
    re.IGNORECASE,
)
"""A line that begins with the name and number of a figure and a mark: “Figure 2 shows …” is a sentence."""


NEAR_PT = 60.0
"""Points between a picture and its caption: five lines."""
SHARED_PT = 20.0
"""Points by which panels may differ that share a caption: what stands between a picture and its own panel."""
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Caption:
    """The name of a figure, and where its line stands on a page: foot, begin and end, y downwards."""

    name: str
    foot: float
    begin: float
    end: float

    def away(self, box: Box) -> float:
        """Distance from a box (left, top, right, bottom); of what stands beside it, endless."""
        left, top, right, bottom = box
        if self.end < left or self.begin > right:
            return math.inf
        return max(top - self.foot, self.foot - bottom, 0.0)


def caption_name(line: str) -> str | None:
    """The name of a figure where a line is its caption.

    Examples
    --------
    >>> caption_name("Figure 2. Cases of leukaemia by county")
    'Figure 2'
    >>> caption_name("Abb. 3: Fälle"), caption_name("Figure 2 shows the cases of every county.")
    ('Abb. 3', None)
    """
    found = _CAPTION.match(line)
    return " ".join(found[1].split()) if found else None


def nearest(captions: Iterable[Caption], box: Box, others: Iterable[Box] = ()) -> str | None:
    """What the caption nearest to a box calls it; None where none is near, or each is another's.

    Parameters
    ----------
    captions : iterable of Caption
        Of one page.
    box : tuple of float
        Left, top, right and bottom of a picture, points.
    others : iterable of tuple of float
        Those of the pictures beside it: a caption is theirs that is nearer to them, but for panels that share
        one.
    """
    others = list(others)
    found = []
    for one in captions:
        away, theirs = one.away(box), min((one.away(other) for other in others), default=math.inf)
        if away <= min(NEAR_PT, theirs + SHARED_PT):
            found.append((away, one.name))
    return min(found)[1] if found else None
