# SPDX-License-Identifier: GPL-2.0-or-later
"""Processes of this machine that work on pieces, each over a pair of pipes.

Each is a Python of its own with one thread of arithmetic. A process that ends in the middle is replaced and
its piece given out again; a piece that ends three processes ends the run.
"""

from __future__ import annotations

from time import monotonic

from qgis.PyQt.QtCore import QProcess

from ...core.base.errors import WorkersError
from ...core.geomask.solver.tiles.work import message, packed, unpacked
from .interpreter import started
from .pipes import after_mark

_POLL_MS = 20
"""How long the processes are listened to in one round, each its share: cancel is answered within a second,
and who has done its piece does not wait for long."""
_DEATHS = 3
"""Processes that may end over one piece."""
_START_S = 120.0
"""Time after which a process that never answered counts as ended; looking for it took 20 s at most."""
_SERVE = (
    "import sys; sys.path[:] = [{parent!r}, *filter(None, sys.path)]; "
    "from {package}.host.workers.pipes import own_streams; streams = own_streams(); "
    "from {package}.core.geomask.solver.tiles.work import serve; serve(*streams)"
)


class Processes:
    """Processes of this machine; see :class:`..core.geomask.solver.tiles.work.Workers`.

    Parameters
    ----------
    python : str
        Path of a Python with numpy and scipy.
    count : int
        How many.
    """

    def __init__(self, python: str, count: int) -> None:
        self.python, self.count = python, count
        self._idle: list[_Hand] = []

    def solve(self, pieces, progress):
        """Solve pieces on as many processes as there are; results come in the order of the pieces.

        Processes that are left when all is done wait for the next pieces, until :meth:`close`.
        """
        crew = _Crew(self.python, pieces, self._idle)
        self._idle = []
        try:
            crew.hire(min(self.count, len(pieces)))
            for index in range(len(pieces)):
                while index not in crew.results:
                    progress(crew.done / len(pieces))
                    crew.listen()
                yield unpacked(crew.results.pop(index))
            progress(1.0)
            self._idle = crew.leave()
        finally:
            crew.dismiss()

    def close(self) -> None:
        """End the processes."""
        for hand in self._idle:
            hand.stop()
        self._idle = []


class _Crew:
    """The processes at work on some pieces."""

    def __init__(self, python: str, pieces, hands) -> None:
        self._python, self._pieces = python, pieces
        self._todo = list(range(len(pieces)))[::-1]
        self._deaths: dict[int, int] = {}
        self._hands: list[_Hand] = list(hands)
        self.results: dict[int, bytes] = {}
        self.done = 0

    def hire(self, count: int) -> None:
        """Begin processes until there are so many."""
        self._hands += [_Hand(self._python) for _ in range(count - len(self._hands))]

    def leave(self) -> list[_Hand]:
        """The processes, which are no longer of this crew."""
        hands, self._hands = self._hands, []
        return hands

    def dismiss(self) -> None:
        for hand in self._hands:
            hand.stop()
        self._hands = []

    def listen(self) -> None:
        """Hear each process once: take its result, give it a piece, replace it where it has ended."""
        for hand in list(self._hands):
            data = hand.received(max(1, _POLL_MS // len(self._hands)))
            if data is None and not hand.serves:
                self._replace(hand)
                continue
            if data is not None and hand.piece is not None:
                self.results[hand.piece] = data
                self.done += 1
                hand.piece = None
            if hand.ready and hand.piece is None and self._todo:
                hand.give(self._todo[-1], packed(self._pieces[self._todo.pop()]()))

    def _replace(self, hand: _Hand) -> None:
        self._hands.remove(hand)
        hand.stop()
        piece = -1 if hand.piece is None else hand.piece
        self._deaths[piece] = self._deaths.get(piece, 0) + 1
        if self._deaths[piece] >= _DEATHS:
            raise WorkersError(
                "worker.process.ended",
                "A process that works on a tile ended {count} times: nothing is kept. There may be too "
                "little memory: use fewer processes or smaller tiles. Its last words: {words}",
                count=_DEATHS,
                words=hand.words() or "-",
            )
        if piece >= 0:
            self._todo.append(piece)
        self.hire(len(self._hands) + 1)


class _Hand:
    """One process."""

    def __init__(self, python: str) -> None:
        self.piece: int | None = None
        self.ready = False
        self._buffer = b""
        self._marked = False
        self._patient_until = monotonic() + _START_S
        self._process = started(python, _SERVE)
        self._process.waitForStarted(5000)

    @property
    def runs(self) -> bool:
        """Whether the process is there."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    @property
    def serves(self) -> bool:
        """Whether the process answers, or may begin to."""
        return self.runs and (self.ready or monotonic() < self._patient_until)

    def give(self, piece: int, data: bytes) -> None:
        self.piece = piece
        self._process.write(len(data).to_bytes(8, "little") + data)

    def received(self, patience_ms: int) -> bytes | None:
        """A whole message, where one has come; the first says that the process is ready."""
        self._process.waitForReadyRead(patience_ms)
        self._buffer += bytes(self._process.readAllStandardOutput())
        if not self._marked:
            messages = after_mark(self._buffer)
            if messages is None:
                return None
            self._marked, self._buffer = True, messages
        data, self._buffer = message(self._buffer)
        self.ready = self.ready or data is not None
        return data

    def words(self) -> str:
        """The last line that the process wrote about what went wrong."""
        lines = bytes(self._process.readAllStandardError()).decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:200] if lines else ""

    def stop(self) -> None:
        if self.runs:
            self._process.kill()
            self._process.waitForFinished(2000)
