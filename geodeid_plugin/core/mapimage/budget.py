# SPDX-License-Identifier: GPL-2.0-or-later
"""What reading one file may cost: a small file must not ask for unlimited work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..base.errors import InputError, Phrase, Refusal, UnjudgedError
from ..base.progress import Progress, silent

MOST_STEPS = 10_000_000
"""Steps of one reading: tokens, calls of forms and symbols, kilobytes scanned. The largest map of
scripts/bench/mapimage_vector takes 0.3 million; ten million take some twenty seconds."""
LOOKS = 200
"""Looks, evenly over all steps, at whether the user wants to stop."""
DAMAGE = (
    ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError,
)  # fmt: skip
"""What reading a damaged file raises where a number, a name or a list is not what it should be."""


class TooMuchError(UnjudgedError):
    """A file asks for more work than any map does."""


class Budget:
    """Steps that are left of a reading; every step looks at cancel now and then.

    ``progress``: called while the reading goes on; it raises where the user stops the run. ``doing``: what is
    done, for the progress bar. ``most``: steps that may be spent; ``MOST_STEPS`` when None. ``refusal``: what
    is said when they are spent.
    """

    def __init__(
        self,
        progress: Progress = silent,
        doing: Phrase | None = None,
        most: int | None = None,
        refusal: Refusal | None = None,
    ):
        most = MOST_STEPS if most is None else most
        self.left = self._most = most
        self._progress = progress
        self._doing = doing or Phrase("Reading the paths of the picture")
        self._refusal = refusal or Refusal(
            "picture.drawing.too_much",
            Phrase(
                "The drawing of the picture asks for more than {most} million steps to be read, so it was "
                "refused. Make it simpler first.",
                most=most // 1_000_000,
            ),
        )
        self._every = most // LOOKS
        self._look = most - self._every

    def spend(self, steps: int = 1) -> None:
        """Take steps from what is left.

        Raises
        ------
        TooMuchError
            When nothing is left.
        """
        self.left -= steps
        if self.left < 0:
            raise TooMuchError(*self._refusal)
        if self.left < self._look:
            self._look = self.left - self._every
            self._progress(1 - self.left / self._most, self._doing)


@contextmanager
def one_boundary(refusal: Refusal) -> Iterator[None]:
    """Turn whatever damage raises inside into the refusal, an :class:`InputError`.

    Raises InputError.
    """
    try:
        yield
    except DAMAGE as reason:
        raise InputError(*refusal) from reason
