# SPDX-License-Identifier: GPL-2.0-or-later
"""Long work beside a loop that listens: cancel is answered at once, whatever the work is doing."""

from __future__ import annotations

import threading
from typing import Any, Callable, TypeVar

from ...base.errors import CancelledError
from ...base.progress import Progress

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
