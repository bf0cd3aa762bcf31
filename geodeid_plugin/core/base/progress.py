# SPDX-License-Identifier: GPL-2.0-or-later
"""Progress and cancel as one callable.

Core functions take ``progress(fraction, text="")`` and call it inside every long loop. The
callable reports the fraction done (0 to 1) and raises :class:`~.errors.CancelledError` when
the user has asked to stop, so no function of the core needs a second channel.
"""

from __future__ import annotations

import threading
from typing import Any, Callable, TypeVar

from .errors import CancelledError

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

    >>> shown = []
    >>> wordless(lambda fraction, text="": shown.append((fraction, text)))(0.5, "done")
    >>> shown
    [(0.5, '')]
    """

    def report(fraction: float, text: str = "") -> None:
        progress(fraction)

    return report


Result = TypeVar("Result")
"""What the work returns."""
_POLL_S = 0.1
"""How often cancel is asked for: an answer within a tenth of a second."""


def run_beside(work: Callable[..., Result], progress: Progress) -> Result:
    """Run ``work(report)`` in a thread and pass on what it reports.

    Parameters
    ----------
    work : callable
        Takes a progress of its own, which it calls often, and returns the result.
    progress : callable
        Progress and cancel of the caller; called in the caller's thread only.

    Returns
    -------
    object
        What the work returned. What it raised is raised here.
    """
    state: dict[str, Any] = {"fraction": 0.0, "text": ""}
    stop = threading.Event()

    def report(fraction: float, text: str = "") -> None:
        if stop.is_set():
            raise CancelledError()
        state["fraction"] = fraction
        state["text"] = text or state["text"]

    def body() -> None:
        try:
            state["result"] = work(report)
        except BaseException as error:
            state["error"] = error

    thread = threading.Thread(target=body, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            text, state["text"] = state["text"], ""
            progress(state["fraction"], text)
            thread.join(_POLL_S)
    finally:
        stop.set()
    if "error" in state:
        raise state["error"]
    result: Result = state["result"]
    return result
