# SPDX-License-Identifier: GPL-2.0-or-later
"""How a paper calls its figures: the number in the caption that stands nearest to a picture."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

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
    reach: float = NEAR_PT
    """How far its picture may be."""

    def away(self, box: Box) -> float:
        """Distance from a box (left, top, right, bottom); of what stands beside it, endless."""
        left, top, right, bottom = box
        if self.end < left or self.begin > right:
            return math.inf
        return max(top - self.foot, self.foot - bottom, 0.0)


def caption_name(line: str) -> str | None:
    """The name of a figure where a line is its caption.

    >>> caption_name("Figure 2. Cases of leukaemia by county")
    'Figure 2'
    >>> caption_name("Abb. 3: Fälle"), caption_name("Figure 2 shows the cases of every county.")
    ('Abb. 3', None)
    """
    found = _CAPTION.match(line)
    return " ".join(found[1].split()) if found else None


def claimed(captions: Iterable[Caption], boxes: Sequence[Box]) -> list[Caption]:
    """Captions of a page that reach as far as the picture nearest to each, and panels that share it.

    ``boxes``: left, top, right and bottom of every picture of the page, points.
    """
    found = []
    for one in captions:
        least = min(map(one.away, boxes), default=math.inf)
        found.append(replace(one, reach=min(one.reach, least + SHARED_PT)))
    return found


def nearest(captions: Iterable[Caption], box: Box) -> str | None:
    """What the caption nearest to a box calls it; None where none reaches it."""
    away = [(one.away(box), one) for one in captions]
    return min(((far, one.name) for far, one in away if far <= one.reach), default=(0.0, None))[1]
