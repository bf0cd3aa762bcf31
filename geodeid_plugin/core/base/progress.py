# SPDX-License-Identifier: GPL-2.0-or-later
"""Progress and cancel as one callable.

Core functions take ``progress(fraction, text="")`` and call it inside every long loop. The
callable reports the fraction done (0 to 1) and raises :class:`~.errors.CancelledError` when
the user has asked to stop, so no function of the core needs a second channel.
"""

from __future__ import annotations

from typing import Callable

Progress = Callable[..., None]


def silent(fraction: float, text: str = "") -> None:
    """Report nothing and never cancel."""


def part(progress: Progress, start: float, end: float) -> Progress:
    """Map the progress of one step onto the share ``start`` to ``end`` of the whole.

    Examples
    --------
    >>> shown = []
    >>> second_half = part(lambda fraction, text="": shown.append(fraction), 0.5, 1.0)
    >>> second_half(0.0), second_half(1.0), shown
    (None, None, [0.5, 1.0])
    """

    def report(fraction: float, text: str = "") -> None:
        progress(start + (end - start) * fraction, text)

    return report


def wordless(progress: Progress) -> Progress:
    """Pass on the fraction and cancel, and keep to itself what is said: it is true of a part only.

    Examples
    --------
    >>> shown = []
    >>> wordless(lambda fraction, text="": shown.append((fraction, text)))(0.5, "done")
    >>> shown
    [(0.5, '')]
    """

    def report(fraction: float, text: str = "") -> None:
        progress(fraction)

    return report
