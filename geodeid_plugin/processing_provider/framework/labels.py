# SPDX-License-Identifier: GPL-2.0-or-later
"""Sentences that name a parameter as the user knows it."""

from __future__ import annotations

import re

from ...host.compat import on_screen
from ...i18n import sayable

_SHORTEST_NAME = 3
"""Names of one or two letters, such as K, may as well be codes of areas."""
_QUOTED_OR_NAME = re.compile(r"“[^”]*”|«[^»]*»|\b[A-Z][A-Z_]+\b")


def in_labels(text: str, algorithm) -> str:
    """A sentence with the labels of the dialog in place of the names of parameters.

    Scripts and the command line know the names, so they stay there. What stands in quotation marks is
    the user's own.
    """
    text = sayable(text)
    if not on_screen():
        return text
    labels = {one.name(): one.description() for one in algorithm.parameterDefinitions()}

    def replaced(found) -> str:
        word = found[0]
        return f"“{labels[word]}”" if len(word) >= _SHORTEST_NAME and word in labels else word

    return _QUOTED_OR_NAME.sub(replaced, text)
