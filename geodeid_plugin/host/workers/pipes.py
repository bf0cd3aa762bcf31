# SPDX-License-Identifier: GPL-2.0-or-later
"""The pipes between this process and one that it started.

What a ``sitecustomize``, a launcher or a library prints goes to the standard output, too. So the process
that was started keeps that pipe for messages alone, and says by a
mark from where on: the rest is read with errors.
"""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

MARK = b"\nGeoDeID answers from here\n"
"""Last of what whoever prints may have written to the pipe of messages."""


def own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input, and what was the standard output: who prints writes to the errors from here on."""
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    outgoing.write(MARK)
    outgoing.flush()
    return sys.stdin.buffer, outgoing


def after_mark(buffer: bytes) -> bytes | None:
    """What follows the mark; None where it has not come.

    Examples
    --------
    >>> after_mark(b"Welcome" + MARK + b"ready"), after_mark(b"Welcome")
    (b'ready', None)
    """
    _before, mark, after = buffer.partition(MARK)
    return after if mark else None
